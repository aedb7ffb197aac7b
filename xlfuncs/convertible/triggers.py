"""Triggers: qualifying sessions of call, reset and put, and the day a condition is met."""

import datetime as dt
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from xlfuncs.dates import Days
from xlfuncs.errors import BadArgument, NotCovered
from xlfuncs.rounding import Elementwise, Floats, compared, rounded
from xlfuncs.spec import worksheet_function
from xlfuncs.tables import Terms
from xlfuncs.vocabulary import (
    BondTerms,
    Closes,
    Need,
    OwnNeed,
    OwnRatio,
    OwnWindow,
    Prices,
    Ratio,
    SessionDates,
    Start,
    TriggerKind,
    Window,
)

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
USUAL_TERMS: Final = Terms()
_NOWHERE: Final = np.empty(0, np.int64)
USUAL: Final = {"call": CALL, "reset": RESET, "put": PUT}


@worksheet_function(
    "CB_CALL_DAYS",
    zh="强赎已满足天数",
    en="Sessions that qualify for a call",
    returns="天 days",
    clauses=("CB-18", "CB-32"),
)
def call_days(
    closes: Closes, prices: Prices, ratio: Ratio = CALL.ratio, window: Window = CALL.window
) -> int:
    """count of the last window sessions with close >= P * ratio

    P the price in force that session (CB-14a), the product exact (CB-32), equality counts.
    Sessions without a close are skipped.

    >>> call_days(np.array([26.76, 26.77, 26.88]), 20.59)
    2
    """
    closes, prices = _traded(closes, prices)
    return int(_qualifies(closes, prices, ratio, above=True)[-window:].sum())


@worksheet_function(
    "CB_RESET_DAYS",
    zh="下修已满足天数",
    en="Sessions that qualify for a reset",
    returns="天 days",
    clauses=("CB-14", "CB-14a", "CB-32"),
)
def reset_days(
    closes: Closes, prices: Prices, ratio: Ratio = RESET.ratio, window: Window = RESET.window
) -> int:
    """count of the last window sessions with close < P * ratio

    P the price in force that session, the product exact, equality does not count. Sessions
    without a close are skipped.

    >>> reset_days(np.array([5.28, 5.23, 5.22]), 6.16)
    2
    """
    closes, prices = _traded(closes, prices)
    return int(_qualifies(closes, prices, ratio, above=False)[-window:].sum())


@worksheet_function(
    "CB_PUT_DAYS",
    zh="回售已连续天数",
    en="Unbroken run of sessions that qualify for a put",
    returns="天 days",
    clauses=("CB-20", "CB-32"),
)
def put_days(closes: Closes, prices: Prices, ratio: Ratio = PUT.ratio) -> int:
    """length of the run of close < P * ratio that ends with the last session

    Equality breaks the run. Sessions without a close are skipped.

    >>> put_days(np.array([8.59, 8.61, 8.60, 8.59]), 12.29)
    2
    """
    closes, prices = _traded(closes, prices)
    return int(_runs(_qualifies(closes, prices, ratio, above=False))[-1:].sum())


@worksheet_function(
    "CB_CALL_DATE",
    zh="强赎条件首次满足日",
    en="First session on which the call condition is met",
    returns="date",
    clauses=("CB-18", "CB-31", "CB-32"),
)
def call_date(
    dates: SessionDates,
    closes: Closes,
    prices: Prices,
    ratio: Ratio = CALL.ratio,
    need: Need = CALL.need,
    window: Window = CALL.window,
    start: Start = None,
) -> dt.date:
    """first date on which need of the last window sessions have close >= P * ratio

    Sessions before start are not counted; need qualifying sessions are enough even if fewer
    than window have passed since. #N/A if the condition is never met.

    >>> days = np.arange("2025-08-04", "2025-08-09", dtype="M8[D]")
    >>> call_date(days, np.array([26.88, 26.0, 27.0, 27.1, 26.9]), 20.59, need=3)
    datetime.date(2025, 8, 7)
    """
    trigger = Trigger(ratio, need, window, above=True, start=start)
    days, counts = _counted(dates, closes, prices, trigger)
    met = np.flatnonzero(counts >= need)
    if not met.size:
        raise NotCovered("条件从未满足", "the condition is never met")
    found: dt.date = days[met[0]].item()
    return found


@worksheet_function(
    "CB_STATUS",
    zh="触发进度",
    en="Progress of a trigger, met/needed | window",
    returns="文本 text",
    clauses=("CB-14", "CB-18", "CB-20", "CB-32"),
)
def status(
    dates: SessionDates,
    closes: Closes,
    prices: Prices,
    kind: TriggerKind = "call",
    ratio: OwnRatio = None,
    need: OwnNeed = None,
    window: OwnWindow = None,
    start: Start = None,
) -> str:
    """ "12/15 | 30": sessions met / needed | sessions looked at

    ratio, need and window are by default those of the kind: call 1.3, 15, 30; reset 0.85, 15,
    30; put 0.7, 30, 30 (an unbroken run).

    >>> days = np.arange("2025-08-04", "2025-08-07", dtype="M8[D]")
    >>> status(days, np.array([26.88, 26.0, 27.0]), 20.59)
    '2/15 | 30'
    """
    asked: dict[str, Any] = {"ratio": ratio, "need": need, "window": window, "start": start}
    trigger = replace(USUAL[kind], **{k: v for k, v in asked.items() if v is not None})
    _, counts = _counted(dates, closes, prices, trigger)
    return f"{int(counts[-1:].sum())}/{trigger.need} | {trigger.window}"


@worksheet_function(
    "CB_TRIGGERS",
    zh="逐日触发表",
    en="Every session against the call, reset and put lines",
    returns="表 table",
    clauses=("CB-14", "CB-14a", "CB-18", "CB-20", "CB-20a", "CB-32"),
    columns=(
        "日期 date",
        "收盘 close",
        "转股价 price",
        "强赎线 call line",
        "强赎天数 call days",
        "下修线 reset line",
        "下修天数 reset days",
        "回售线 put line",
        "回售天数 put days",
    ),
)
def triggers(
    dates: SessionDates, closes: Closes, prices: Prices, terms: BondTerms = USUAL_TERMS
) -> list[list[object]]:
    """lines P * ratio and the counts of CB_CALL_DAYS, CB_RESET_DAYS, CB_PUT_DAYS, day by day

    One row per session with a close. Counts begin at the start days of the terms; the put run
    begins anew on the first session after a downward reset (CB-20a), the others do not.

    >>> days = np.arange("2025-08-04", "2025-08-06", dtype="M8[D]")
    >>> triggers(days, np.array([26.88, 26.0]), 20.59)[0][3:]
    [26.767, 1, 17.5015, 0, 14.413, 0]
    """
    days, closes, prices = _sessions(dates, closes, prices)
    columns: list[list[Any]] = [days.tolist(), closes.tolist(), prices.tolist()]
    for trigger in _conditions(terms):
        restarts = terms.reset_dates if trigger.unbroken else ()
        columns.append(_lines(prices, trigger.ratio))
        columns.append(_counts(days, closes, prices, trigger, restarts).tolist())
    return [list(row) for row in zip(*columns, strict=True)]


def _conditions(terms: Terms) -> tuple[Trigger, Trigger, Trigger]:
    return (
        Trigger(
            terms.call_ratio, terms.call_need, terms.call_window, above=True, start=terms.call_start
        ),
        Trigger(terms.reset_ratio, terms.reset_need, terms.reset_window, start=terms.reset_start),
        Trigger(
            terms.put_ratio, terms.put_need, terms.put_need, unbroken=True, start=terms.put_start
        ),
    )


def _lines(prices: Floats, ratio: float) -> list[float]:
    """CB-32: the exact product, for the eye; comparisons do not use it."""
    lines: list[float] = np.asarray(rounded(prices * ratio, 8)).tolist()
    return lines


def _counted(
    dates: Days, closes: Floats, prices: Elementwise, trigger: Trigger
) -> tuple[Days, Counts]:
    days, closes, prices = _sessions(dates, closes, prices)
    return days, _counts(days, closes, prices, trigger)


def _counts(
    days: Days,
    closes: Floats,
    prices: Floats,
    trigger: Trigger,
    restarts: tuple[dt.date, ...] = (),
) -> Counts:
    """Qualifying sessions in the window that ends with each session."""
    marks = _qualifies(closes, prices, trigger.ratio, trigger.above)
    if trigger.start is not None:
        marks &= days >= np.datetime64(trigger.start)
    if trigger.unbroken:
        return _runs(marks, np.searchsorted(days, np.array(restarts, "M8[D]"), "right"))
    total = np.concatenate([[0], np.cumsum(marks)])
    before = np.maximum(np.arange(1, marks.size + 1) - trigger.window, 0)
    return np.asarray(total[1:] - total[before], np.int64)


def _runs(marks: Marks, fresh: Counts = _NOWHERE) -> Counts:
    """Length of the unbroken run that ends at each session; runs begin anew at `fresh` places."""
    place = np.arange(marks.size)
    last_break = np.where(marks, -1, place)
    first = fresh[fresh < marks.size]
    last_break[first] = np.maximum(last_break[first], first - 1)
    return np.where(marks, place - np.maximum.accumulate(last_break), 0)


def _qualifies(closes: Floats, prices: Elementwise, ratio: float, above: bool) -> Marks:
    signs = compared(closes, prices, ratio)
    return signs >= 0 if above else signs < 0


def _traded(closes: Floats, prices: Elementwise) -> tuple[Floats, Floats]:
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


def _sessions(dates: Days, closes: Floats, prices: Elementwise) -> tuple[Days, Floats, Floats]:
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
    traded, in_force = _traded(closes, prices)
    return days, traded[order], in_force[order]
