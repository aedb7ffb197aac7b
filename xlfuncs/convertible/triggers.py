"""Triggers: qualifying sessions of call, reset and put, and the day a condition is met."""

import datetime as dt
from dataclasses import replace
from typing import Any, Final

import numpy as np

from xlfuncs.convertible.counting import (
    CALL,
    PUT,
    RESET,
    USUAL,
    Trigger,
    conditions,
    counted,
    counts,
    qualifies,
    runs,
    sessions,
    traded,
)
from xlfuncs.errors import NotCovered
from xlfuncs.rounding import Floats, rounded
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

USUAL_TERMS: Final = Terms()


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
    closes, prices = traded(closes, prices)
    return int(qualifies(closes, prices, ratio, above=True)[-window:].sum())


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
    closes, prices = traded(closes, prices)
    return int(qualifies(closes, prices, ratio, above=False)[-window:].sum())


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
    closes, prices = traded(closes, prices)
    return int(runs(qualifies(closes, prices, ratio, above=False))[-1:].sum())


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
    days, met_on = counted(dates, closes, prices, trigger)
    met = np.flatnonzero(met_on >= need)
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
    """met/need | window, as in 12/15 | 30

    ratio, need and window are by default those of the kind: call 1.3, 15, 30; reset 0.85, 15,
    30; put 0.7, 30, 30 (an unbroken run).

    >>> days = np.arange("2025-08-04", "2025-08-07", dtype="M8[D]")
    >>> status(days, np.array([26.88, 26.0, 27.0]), 20.59)
    '2/15 | 30'
    """
    asked: dict[str, Any] = {"ratio": ratio, "need": need, "window": window, "start": start}
    trigger = replace(USUAL[kind], **{k: v for k, v in asked.items() if v is not None})
    _, met = counted(dates, closes, prices, trigger)
    return f"{int(met[-1:].sum())}/{trigger.need} | {trigger.window}"


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
    days, closes, prices = sessions(dates, closes, prices)
    columns: list[list[Any]] = [days.tolist(), closes.tolist(), prices.tolist()]
    for trigger in conditions(terms):
        restarts = terms.reset_dates if trigger.unbroken else ()
        columns.append(_lines(prices, trigger.ratio))
        columns.append(counts(days, closes, prices, trigger, restarts).tolist())
    return [list(row) for row in zip(*columns, strict=True)]


def _lines(prices: Floats, ratio: float) -> list[float]:
    """CB-32: the exact product, for the eye; comparisons do not use it."""
    lines: list[float] = np.asarray(rounded(prices * ratio, 8)).tolist()
    return lines
