"""The contract laid out on equal steps of time."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from xlfuncs.convertible.counting import Marks
from xlfuncs.rounding import Floats
from xlfuncs.value.contract import Call, Contract, Put, Reset
from xlfuncs.value.market import Market


@dataclass(frozen=True)
class Timeline:
    """One entry a step, the day of valuation first; prices of call and put are full."""

    step: float  # in years
    coupons: Floats
    period: NDArray[np.int64]
    convertible: Marks
    callable_: Marks
    call_price: Floats
    puttable: Marks
    put_price: Floats
    resettable: Marks


def timeline(contract: Contract, market: Market, steps: int) -> Timeline:
    step = contract.years / steps
    times = np.arange(steps + 1, dtype=np.float64) * step
    accrued = contract.accrued(times)
    call, put = contract.call, contract.put
    return Timeline(
        step,
        _coupons(contract, market, steps),
        contract.period(times),
        times >= contract.conversion_since - step / 2,
        _open(call, times, step),
        accrued + (call.clean if call else 0.0),
        _open(put, times, step),
        accrued + (put.clean if put else 0.0),
        _open(contract.reset, times, step),
    )


def _open(clause: Call | Put | Reset | None, times: Floats, step: float) -> Marks:
    """The steps on which a clause may be used: not on the day of valuation or at maturity."""
    if clause is None:
        return np.zeros(times.size, bool)
    found = (times >= clause.since - step / 2) & (times <= clause.until + step / 2)
    found[[0, -1]] = False
    return found


def _coupons(contract: Contract, market: Market, steps: int) -> Floats:
    """Payments before maturity moved to the nearest step, worth the same today."""
    step = contract.years / steps
    found = np.zeros(steps + 1)
    for time, amount in contract.paid[:-1]:
        place = max(1, int(time / step + 0.5))
        found[place] += amount * np.exp(market.cash_rate * (place * step - time))
    return found
