"""The put with its run of closes carried by a lattice: state by state, written apart."""

import math
from collections.abc import Sequence

import numpy as np


def put_value(
    *,
    stock: float,
    price: float,
    rate: float,
    spread: float,
    volatility: float,
    step: float,
    sessions: int,
    coupons: Sequence[tuple[int, float]],
    redemption: float,
    put_from: int,
    accrued: Sequence[float],
    ratio: float = 0.7,
    need: int = 30,
) -> float:
    """Never called; the holder may put on every session that ends a run, as often as he likes."""
    wide, deviation = 5 * volatility * math.sqrt(sessions * step), volatility * math.sqrt(step)
    line = math.log(ratio)
    low = math.log(stock / price) - wide
    spacing = deviation / 1.2
    first = line - (math.ceil((line - low) / spacing) + 0.5) * spacing
    x = first + spacing * np.arange(int(2 * wide / spacing) + 4)
    mean = (rate - volatility**2 / 2) * step
    law = np.exp(-0.5 * ((x[None, :] - x[:, None] - mean) / deviation) ** 2)
    law /= law.sum(axis=1, keepdims=True)
    converted, due = 100 * np.exp(x), dict(coupons)
    shares = np.where(converted > redemption, converted, 0.0)[:, None] * np.ones(need + 1)
    cash = np.where(converted > redemption, 0.0, redemption)[:, None] * np.ones(need + 1)
    below = int(np.sum(x < line))
    for i in range(sessions - 1, -1, -1):
        counted = i + 1 >= put_from
        for row in (shares, cash):  # what a state of today leads to tomorrow
            row[below:] = row[below:, :1]
            row[:below, :-1] = row[:below, 1:] if counted else row[:below, :-1]
        shares = law @ shares * math.exp(-rate * step)
        cash = law @ cash * math.exp(-(rate + spread) * step)
        if i >= put_from:
            paid = 100 + accrued[i]
            takes = (shares[:, need] + cash[:, need] < paid) & (x < line)
            shares[takes, need], cash[takes, need] = 0.0, paid
        cash += due.get(i, 0.0)
    return float(np.interp(math.log(stock / price), x, (shares + cash)[:, 0]))
