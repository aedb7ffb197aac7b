"""Counting qualifying sessions: which count, in which window, from which day."""

import datetime as dt
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from xlfuncs.dates import Days
from xlfuncs.errors import BadArgument, OutOfDomain
from xlfuncs.rounding import Elementwise, Floats, at_least, gridded
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
USUAL: Final = {"call": CALL, "reset": RESET, "put": PUT}
USUAL_TERMS: Final = Terms()
BEGINNING: Final = np.zeros(1, np.int64)


def trigger(kind: str, **asked: Any) -> Trigger:
    """The usual condition of a kind with what was asked otherwise; None asks for nothing."""
    given = {name: value for name, value in asked.items() if value is not None}
    found = replace(USUAL[kind], **given)
    if found.unbroken:
        found = replace(found, window=found.need)
    if found.need > found.window:
        raise OutOfDomain(
            f"须满足 {found.need} 天，多于窗口 {found.window} 天",
            f"{found.need} sessions needed in a window of {found.window}",
        )
    return found


def conditions(terms: Terms) -> tuple[Trigger, Trigger, Trigger]:
    """The call, reset and put conditions of a bond's terms."""
    return (
        trigger("call", ratio=terms.call_ratio, need=terms.call_need, window=terms.call_window,
                start=terms.call_start),
        trigger("reset", ratio=terms.reset_ratio, need=terms.reset_need, window=terms.reset_window,
                start=terms.reset_start),
        trigger("put", ratio=terms.put_ratio, need=terms.put_need, start=terms.put_start),
    )  # fmt: skip


def counted(
    dates: Days, closes: Floats, prices: Elementwise, condition: Trigger
) -> tuple[Days, Counts]:
    """The sessions in order, and the count of the condition on each."""
    days, closes, prices = sessions(dates, closes, prices)
    return days, counts(marked(days, closes, prices, condition), condition)


def marked(days: Days, closes: Floats, prices: Floats, condition: Trigger) -> Marks:
    """The sessions that qualify, from the start day on (CB-31)."""
    marks = qualifies(closes, prices, condition.ratio, condition.above)
    if condition.start is not None:
        marks &= days >= np.datetime64(condition.start)
    return marks


def counts(marks: Marks, condition: Trigger, restarts: Counts | None = None) -> Counts:
    """Qualifying sessions in the window, or the run, that ends with each session."""
    if condition.unbroken:
        return runs(marks, restarts)
    return windowed(marks, condition.window)


def windowed(marks: Marks, window: int, first: Counts = BEGINNING) -> Counts:
    """Marks among the last `window` sessions; none from before the place where a bond begins."""
    total = np.zeros(marks.size + 1, np.int64)
    np.cumsum(marks, out=total[1:])
    found = total[1:].copy()
    found[window:] -= total[1 : max(marks.size - window, 0) + 1]
    early = first[:, None] + np.arange(window)  # the windows that are not full yet
    ends = np.append(first[1:], marks.size)
    rows, columns = np.nonzero(early < ends[:, None])
    place = early[rows, columns]
    found[place] = total[place + 1] - total[first[rows]]
    return found


def runs(marks: Marks, restarts: Counts | None = None) -> Counts:
    """Length of the unbroken run that ends at each session; a run begins anew at `restarts`."""
    place = np.arange(marks.size)
    last_break = np.where(marks, -1, place)
    if restarts is not None:
        first = restarts[restarts < marks.size]
        last_break[first] = np.maximum(last_break[first], first - 1)
    return np.where(marks, place - np.maximum.accumulate(last_break), 0)


def restarts_after(days: Days, resets: tuple[dt.date, ...]) -> Counts:
    """CB-20a: the first session after each downward reset."""
    return np.asarray(np.searchsorted(days, np.array(resets, "M8[D]"), "right"), np.int64)


def qualifies(closes: Floats, prices: Elementwise, ratio: float, above: bool) -> Marks:
    reached = at_least(gridded(closes), gridded(prices), gridded(ratio))
    return reached if above else ~reached


def traded(closes: Floats, prices: Elementwise) -> tuple[Floats, Floats]:
    """The sessions that have a close, and the price in force on each."""
    if isinstance(prices, np.ndarray) and prices.size != closes.size:
        raise BadArgument(
            f"收盘价 {closes.size} 个而转股价 {prices.size} 个",
            f"{closes.size} closes but {prices.size} prices",
        )
    had = ~np.isnan(closes)
    in_force = np.broadcast_to(prices, closes.shape)[had]
    if np.isnan(in_force).any():
        row = int(np.flatnonzero(had)[np.isnan(in_force)][0]) + 1
        raise BadArgument(f"第 {row} 个交易日有收盘价而无转股价", f"session {row} has no price")
    return closes[had], in_force


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
