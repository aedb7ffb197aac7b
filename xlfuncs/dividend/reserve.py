"""Reserves: what losses and reserves leave of a year's profit to distribute."""

import math
from typing import Final

import numpy as np

from xlfuncs import norms
from xlfuncs.errors import OutOfDomain, require
from xlfuncs.rounding import Elementwise, half_up
from xlfuncs.spec import worksheet_function
from xlfuncs.vocabulary.profits import (
    DiscretionaryRate,
    NetProfit,
    PriorLoss,
    RegisteredCapital,
    ReserveBalance,
)

RATE: Final[float] = norms.statute("reserve_rate")
CAP: Final[float] = norms.statute("reserve_cap")


@worksheet_function(
    "DIV_STATUTORY_RESERVE",
    zh="应提取的法定公积金",
    en="Statutory reserve to set aside",
    returns="元 yuan",
    clauses=("DV-15",),
)
def statutory_reserve(
    net_profit: NetProfit,
    prior_loss: PriorLoss = 0.0,
    reserve_balance: ReserveBalance = 0.0,
    registered_capital: RegisteredCapital = 0.0,
) -> Elementwise:
    """R = min((N - L) * 10%, K * 50% - B), not below 0

    N net profit, L prior loss to cover first, B reserve already set aside, K registered
    capital. Nothing on a loss, nothing once B has reached K * 50%; in the year it is reached
    only what is missing. Without K there is no cap. Unrounded.

    >>> statutory_reserve(100.0, prior_loss=20.0)
    8.0
    >>> statutory_reserve(100.0, reserve_balance=47.0, registered_capital=100.0)
    3.0
    """
    tenth = _positive(net_profit - prior_loss) * RATE
    return _smaller(tenth, _room(reserve_balance, registered_capital))


@worksheet_function(
    "DIV_DISTRIBUTABLE",
    zh="当年实现的可分配利润",
    en="Distributable profit of the year",
    returns="元 yuan",
    clauses=("DV-15",),
)
def distributable_profit(
    net_profit: NetProfit,
    prior_loss: PriorLoss = 0.0,
    reserve_balance: ReserveBalance = 0.0,
    registered_capital: RegisteredCapital = 0.0,
    discretionary_rate: DiscretionaryRate = 0.0,
) -> Elementwise:
    """N - L - R - (N - L) * d

    N net profit, L prior loss, R statutory reserve (DIV_STATUTORY_RESERVE), d discretionary
    reserve as a share of N - L. When N - L is not positive no reserve is taken and the negative
    sum is the result. Reserves above the profit are #NUM!. Unrounded.

    >>> distributable_profit(100.0, prior_loss=20.0, discretionary_rate=0.05)
    68.0
    >>> distributable_profit(-5.0)
    -5.0
    """
    base = net_profit - prior_loss
    # READING: 任意公积金 is reckoned on the same base as the statutory one, not on the rest.
    reserves = _positive(base) * discretionary_rate + statutory_reserve(
        net_profit, prior_loss, reserve_balance, registered_capital
    )
    left = _positive(base) - reserves
    require(
        half_up(left, 2) >= 0,
        OutOfDomain,
        "法定与任意公积金合计超过可供提取的利润",
        "the reserves exceed the profit",
    )
    return _positive(left) + _smaller(base, 0.0)


def _room(balance: Elementwise, capital: Elementwise) -> Elementwise:
    """What is missing to the cap; without registered capital there is none."""
    if isinstance(balance, np.ndarray) or isinstance(capital, np.ndarray):
        missing = _positive(np.asarray(capital * CAP - balance))
        return np.asarray(np.where(np.asarray(capital) > 0, missing, np.inf))
    return max(capital * CAP - balance, 0.0) if capital > 0 else math.inf


def _positive(x: Elementwise) -> Elementwise:
    return np.maximum(x, 0.0) if isinstance(x, np.ndarray) else max(x, 0.0)


def _smaller(x: Elementwise, y: Elementwise) -> Elementwise:
    if isinstance(x, np.ndarray) or isinstance(y, np.ndarray):
        return np.minimum(x, y)
    return min(x, y)
