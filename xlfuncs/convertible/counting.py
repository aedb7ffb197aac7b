"""Counting qualifying sessions: which count, in which window, from which day."""

import datetime as dt
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from xlfuncs.dates import Days
from xlfuncs.errors import BadArgument
from xlfuncs.rounding import Elementwise, Floats, compared
from xlfuncs.tables import Terms

Marks = NDArray[np.bool_]
Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Trigger:
    """One condition of a contract: `need` of the last `window` sessions beyond ratio × price."""

    ratio: float
    need: int
    window: int
    above: bool = False  # call: at least the line; reset and put: below it
    unbroken: bool = False  # put: the sessions must follow one another
    start: dt.date | None = None


CALL: Final = Trigger(1.3, 15, 30, above=True)
RESET: Final = Trigger(0.85, 15, 30)
PUT: Final = Trigger(0.7, 30, 30, unbroken=True)
_NOWHERE: Final = np.empty(0, np.int64)
USUAL: Final = {"call": CALL, "reset": RESET, "put": PUT}


def conditions(terms: Terms) -> tuple[Trigger, Trigger, Trigger]:
    """The call, reset and put conditions of a bond's terms."""
    return (
        Trigger(
            terms.call_ratio, terms.call_need, terms.call_window, above=True, start=terms.call_start
        ),
        Trigger(terms.reset_ratio, terms.reset_need, terms.reset_window, start=terms.reset_start),
        Trigger(
            terms.put_ratio, terms.put_need, terms.put_need, unbroken=True, start=terms.put_start
        ),
    )


def counted(
    dates: Days, closes: Floats, prices: Elementwise, trigger: Trigger
) -> tuple[Days, Counts]:
    days, closes, prices = sessions(dates, closes, prices)
    return days, counts(days, closes, prices, trigger)


def counts(
    days: Days,
    closes: Floats,
    prices: Floats,
    trigger: Trigger,
    restarts: tuple[dt.date, ...] = (),
) -> Counts:
    """Qualifying sessions in the window that ends with each session."""
    marks = qualifies(closes, prices, trigger.ratio, trigger.above)
    if trigger.start is not None:
        marks &= days >= np.datetime64(trigger.start)
    if trigger.unbroken:
        return runs(marks, np.searchsorted(days, np.array(restarts, "M8[D]"), "right"))
    total = np.concatenate([[0], np.cumsum(marks)])
    before = np.maximum(np.arange(1, marks.size + 1) - trigger.window, 0)
    return np.asarray(total[1:] - total[before], np.int64)


def runs(marks: Marks, fresh: Counts = _NOWHERE) -> Counts:
    """Length of the unbroken run that ends at each session; runs begin anew at `fresh` places."""
    place = np.arange(marks.size)
    last_break = np.where(marks, -1, place)
    first = fresh[fresh < marks.size]
    last_break[first] = np.maximum(last_break[first], first - 1)
    return np.where(marks, place - np.maximum.accumulate(last_break), 0)


def qualifies(closes: Floats, prices: Elementwise, ratio: float, above: bool) -> Marks:
    signs = compared(closes, prices, ratio)
    return signs >= 0 if above else signs < 0


def traded(closes: Floats, prices: Elementwise) -> tuple[Floats, Floats]:
    """The sessions that have a close, and the price in force on each."""
    if isinstance(prices, np.ndarray) and prices.size != closes.size:
        raise BadArgument(
            f"收盘价 {closes.size} 个而转股价 {prices.size} 个",
            f"{closes.size} closes but {prices.size} prices",
        )
    traded = ~np.isnan(closes)
    in_force = np.broadcast_to(prices, closes.shape)[traded]
    if np.isnan(in_force).any():
        row = int(np.flatnonzero(traded)[np.isnan(in_force)][0]) + 1
        raise BadArgument(f"第 {row} 个交易日有收盘价而无转股价", f"session {row} has no price")
    return closes[traded], in_force


def sessions(dates: Days, closes: Floats, prices: Elementwise) -> tuple[Days, Floats, Floats]:
    """The sessions that have a close, in the order of their dates."""
    if dates.size != closes.size:
        raise BadArgument(
            f"日期 {dates.size} 个而收盘价 {closes.size} 个",
            f"{dates.size} dates but {closes.size} closes",
        )
    days = dates[~np.isnan(closes)]
    if np.isnat(days).any():
        raise BadArgument("有收盘价而无日期", "a close has no date")
    order = np.argsort(days, kind="stable")
    days = days[order]
    if (days[1:] == days[:-1]).any():
        twice = days[1:][days[1:] == days[:-1]][0]
        raise BadArgument(f"日期 {twice} 重复", f"date {twice} occurs twice")
    had, in_force = traded(closes, prices)
    return days, had[order], in_force[order]
