"""A plain Cox-Ross-Rubinstein tree of a convertible bond, written apart from the product."""

import math
from collections.abc import Sequence

import numpy as np


def crr_value(
    *,
    stock: float,
    ratio: float,
    rate: float,
    spread: float,
    volatility: float,
    years: float,
    coupons: Sequence[tuple[float, float]],
    redemption: float,
    steps: int,
    line: float = math.inf,
    call_price: float = 100.0,
    blended: bool = False,
) -> float:
    """American conversion, and a call at once above a line of the share.

    Credit by the split into shares and cash (Tsiveriotis-Fernandes), or blended: one value,
    discounted at a rate between r and r + s by the chance of conversion, as QuantLib does.
    """
    step = years / steps
    up = math.exp(volatility * math.sqrt(step))
    chance = (math.exp(rate * step) - 1 / up) / (up - 1 / up)
    due = {max(1, round(time / step)): amount for time, amount in coupons}

    def mean(row: np.ndarray) -> np.ndarray:
        return chance * row[1:] + (1 - chance) * row[:-1]

    converted = ratio * stock * up ** (2.0 * np.arange(steps + 1) - steps)
    takes = converted > redemption
    shares, cash = np.where(takes, converted, 0.0), np.where(takes, 0.0, redemption)
    likely = takes.astype(float)  # the chance of conversion, for the blended rate
    for i in range(steps - 1, -1, -1):
        likely = mean(likely)
        total_rate = rate + (1 - likely) * spread
        shares, cash = mean(shares), mean(cash)
        if blended:
            shares, cash = shares / (1 + total_rate * step), cash / (1 + total_rate * step)
        else:
            shares, cash = shares * math.exp(-rate * step), cash * math.exp(-(rate + spread) * step)
        price = stock * up ** (2.0 * np.arange(i + 1) - i)
        converted = ratio * price
        takes = (converted > shares + cash) | ((price >= line) & (i > 0) & (converted > call_price))
        shares, cash = np.where(takes, converted, shares), np.where(takes, 0.0, cash)
        likely = np.where(takes, 1.0, likely)
        cash = cash + due.get(i, 0.0)
    return float(shares[0] + cash[0])
