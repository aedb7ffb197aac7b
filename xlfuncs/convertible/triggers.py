"""Triggers: the lines of call, reset and put, and the sessions that qualify."""

from typing import Any

import numpy as np

from xlfuncs.convertible.counting import (
    CALL,
    PUT,
    RESET,
    USUAL_TERMS,
    conditions,
    counted,
    counts,
    marked,
    qualifies,
    restarts_after,
    runs,
    sessions,
    traded,
    trigger,
)
from xlfuncs.rounding import Elementwise, rounded
from xlfuncs.spec import worksheet_function
from xlfuncs.vocabulary.conversion import Places, Price, Rounding
from xlfuncs.vocabulary.triggers import (
    BondTerms,
    Closes,
    OwnNeed,
    OwnRatio,
    OwnWindow,
    Prices,
    Ratio,
    SessionDates,
    Start,
    TriggerKind,
    TriggerRatio,
    Window,
)


@worksheet_function(
    "CB_TRIGGER_PRICE",
    zh="触发价",
    en="Trigger price as printed",
    returns="元/股 yuan a share",
    clauses=("CB-32",),
)
def trigger_price(
    price: Price, ratio: TriggerRatio, places: Places = None, rounding: Rounding = "half_up"
) -> Elementwise:
    """P * ratio

    For the eye: notices print it rounded, closes are compared with the exact product. Unrounded
    unless places is given.

    >>> trigger_price(8.67, 1.3), trigger_price(36.7, 0.85, 2)
    (11.271, 31.2)
    """
    return rounded(rounded(price * ratio, 8), places, rounding)


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
    condition = trigger(kind, ratio=ratio, need=need, window=window, start=start)
    _, met = counted(dates, closes, prices, condition)
    return f"{int(met[-1:].sum())}/{condition.need} | {condition.window}"


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
    for condition in conditions(terms):
        restarts = restarts_after(days, terms.reset_dates)
        marks = marked(days, closes, prices, condition)
        columns.append(np.asarray(trigger_price(prices, condition.ratio)).tolist())
        columns.append(counts(marks, condition, restarts).tolist())
    return [list(row) for row in zip(*columns, strict=True)]
