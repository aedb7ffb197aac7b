"""The day on which a trigger is met, was met, or can be met at the earliest."""

import datetime as dt

import numpy as np

from xlfuncs.convertible.counting import (
    CALL,
    PUT,
    RESET,
    Marks,
    Trigger,
    counted,
    counts,
    marked,
    sessions,
    trigger,
)
from xlfuncs.dates import Dates, Days
from xlfuncs.errors import NotCovered
from xlfuncs.rounding import Elementwise, Floats
from xlfuncs.spec import worksheet_function
from xlfuncs.trading_days import session_after
from xlfuncs.vocabulary.interest import Holidays
from xlfuncs.vocabulary.triggers import (
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


@worksheet_function(
    "CB_CALL_DATE",
    zh="强赎条件首次满足日",
    en="First session on which the call condition is met",
    returns="日期 date",
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
    asked = trigger("call", ratio=ratio, need=need, window=window, start=start)
    return _first_met(dates, closes, prices, asked)


@worksheet_function(
    "CB_RESET_DATE",
    zh="下修条件首次满足日",
    en="First session on which the reset condition is met",
    returns="日期 date",
    clauses=("CB-14", "CB-31", "CB-32"),
)
def reset_date(
    dates: SessionDates,
    closes: Closes,
    prices: Prices,
    ratio: Ratio = RESET.ratio,
    need: Need = RESET.need,
    window: Window = RESET.window,
    start: Start = None,
) -> dt.date:
    """first date on which need of the last window sessions have close < P * ratio

    Sessions before start are not counted; #N/A if the condition is never met.

    >>> days = np.arange("2025-08-04", "2025-08-07", dtype="M8[D]")
    >>> reset_date(days, np.array([5.23, 5.28, 5.22]), 6.16, need=2)
    datetime.date(2025, 8, 6)
    """
    asked = trigger("reset", ratio=ratio, need=need, window=window, start=start)
    return _first_met(dates, closes, prices, asked)


@worksheet_function(
    "CB_PUT_DATE",
    zh="回售条件首次满足日",
    en="First session on which the put condition is met",
    returns="日期 date",
    clauses=("CB-20", "CB-20a", "CB-32"),
)
def put_date(
    dates: SessionDates,
    closes: Closes,
    prices: Prices,
    ratio: Ratio = PUT.ratio,
    need: Need = PUT.need,
    start: Start = None,
) -> dt.date:
    """first date that ends need sessions in a row with close < P * ratio

    start is the first day of the last two interest years, or the first session after a
    downward reset if that is later. #N/A if the condition is never met.

    >>> days = np.arange("2025-08-04", "2025-08-07", dtype="M8[D]")
    >>> put_date(days, np.array([8.59, 8.60, 8.59]), 12.29, need=3)
    datetime.date(2025, 8, 6)
    """
    asked = trigger("put", ratio=ratio, need=need, start=start)
    return _first_met(dates, closes, prices, asked)


@worksheet_function(
    "CB_EARLIEST",
    zh="预计最早满足日",
    en="Earliest session on which a trigger can still be met",
    returns="日期 date",
    clauses=("CB-14", "CB-18", "CB-20"),
)
def earliest(
    dates: SessionDates,
    closes: Closes,
    prices: Prices,
    kind: TriggerKind = "call",
    ratio: OwnRatio = None,
    need: OwnNeed = None,
    window: OwnWindow = None,
    start: Start = None,
    holidays: Holidays = (),
) -> Dates:
    """the last session if the condition is met on it, else the k-th session after it

    k the least number of further sessions, all of which qualify, that meets the condition;
    sessions that leave the window no longer count. Sessions before start are not counted, and a
    start after the last session (CB-31) is where the further sessions begin.

    >>> days = np.arange("2025-08-04", "2025-08-07", dtype="M8[D]")
    >>> earliest(days, np.array([26.88, 26.0, 27.0]), 20.59, need=4)
    datetime.date(2025, 8, 8)
    """
    asked = trigger(kind, ratio=ratio, need=need, window=window, start=start)
    days, closes, prices = sessions(dates, closes, prices)
    if not days.size:
        raise NotCovered("没有收盘价", "there is no close")
    wait = _sessions_to_go(marked(days, closes, prices, asked), asked)
    last: dt.date = days[-1].item()
    if start is not None:
        last = max(last, start - dt.timedelta(1))
    return session_after(last, wait, holidays) if wait else last


def _sessions_to_go(marks: Marks, asked: Trigger) -> int:
    """How many further qualifying sessions meet the condition."""
    further = np.concatenate([marks, np.ones(asked.need, bool)])
    met = counts(further, asked)[marks.size - 1 :] >= asked.need
    return int(np.argmax(met))


def _first_met(dates: Days, closes: Floats, prices: Elementwise, asked: Trigger) -> dt.date:
    days, so_far = counted(dates, closes, prices, asked)
    met = np.flatnonzero(so_far >= asked.need)
    if not met.size:
        raise NotCovered("条件从未满足", "the condition is never met")
    found: dt.date = days[met[0]].item()
    return found
