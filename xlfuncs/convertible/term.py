"""The days of a bond's life: conversion period, maturity, payments, trading, puts, waivers."""

import datetime as dt
from typing import Final

from xlfuncs.dates import Dates, add_months, anniversary
from xlfuncs.errors import OutOfDomain
from xlfuncs.spec import worksheet_function
from xlfuncs.trading_days import session_after, session_before, session_on_or_after
from xlfuncs.vocabulary.conversion import IssueEnd, Months, Offset, Years
from xlfuncs.vocabulary.interest import Date, Holidays, IssueDate, PayDate, Sessions
from xlfuncs.vocabulary.triggers import BoardDate, Last, WindowStart

PUT_WINDOW: Final = 5  # sessions of the put window, and the payments after it (part C)
PUT_PAYMENTS: Final = (3, 4, 5)


@worksheet_function(
    "CB_CONVERSION_START",
    zh="转股期起始日",
    en="First day of the conversion period",
    returns="日期 date",
    clauses=("CB-11",),
)
def conversion_start(issue_end: IssueEnd, months: Months = 6, holidays: Holidays = ()) -> Dates:
    """first session on or after EDATE(issue end, months)

    满六个月后的第一个交易日: the day that completes the months counts if it is a session.

    >>> conversion_start(dt.date(2025, 4, 9))
    datetime.date(2025, 10, 9)
    """
    return session_on_or_after(add_months(issue_end, months), holidays)


@worksheet_function(
    "CB_MATURITY",
    zh="到期日",
    en="Maturity date",
    returns="日期 date",
    clauses=("CB-03", "CB-23"),
)
def maturity(issue_date: IssueDate, years: Years, offset: Offset = -1) -> dt.date:
    """EDATE(issue date, 12 * years) + offset

    Most bonds mature on the day before the anniversary, offset -1; older ones on the
    anniversary itself, offset 0. A resolution that holds twelve months from its day ends the
    same way.

    >>> maturity(dt.date(2019, 12, 24), 6), maturity(dt.date(2018, 3, 15), 6, 0)
    (datetime.date(2025, 12, 23), datetime.date(2024, 3, 15))
    """
    return anniversary(issue_date, years) + dt.timedelta(offset)


@worksheet_function(
    "CB_PAY_DATE",
    zh="付息日",
    en="Day on which a coupon is paid",
    returns="日期 date",
    clauses=("CB-07",),
)
def pay_date(date: Date, holidays: Holidays = ()) -> Dates:
    """first session on or after date

    date the nominal coupon date. 顺延期间不另付息. A 调休 Saturday is a working day but no
    session; payments move to the next session.

    >>> pay_date(dt.date(2025, 8, 16))
    datetime.date(2025, 8, 18)
    """
    return session_on_or_after(date, holidays)


@worksheet_function(
    "CB_RECORD_DATE",
    zh="付息债权登记日",
    en="Record day of a coupon",
    returns="日期 date",
    clauses=("CB-09",),
)
def record_date(pay_date: PayDate, holidays: Holidays = ()) -> Dates:
    """session before the pay date

    Who converts on or before it has no interest of this year.

    >>> record_date(dt.date(2025, 8, 18))
    datetime.date(2025, 8, 15)
    """
    return session_before(pay_date, holidays=holidays)


@worksheet_function(
    "CB_LAST_TRADE",
    zh="最后交易日",
    en="Last trading day of the bond",
    returns="日期 date",
    clauses=("CB-30",),
)
def last_trade(date: Date, sessions: Sessions = 3, holidays: Holidays = ()) -> Dates:
    """the session that is sessions before date

    date the record day of a redemption or the maturity date; trading rests on that day and the
    sessions just before it, three in all. Conversion goes on to date itself.

    >>> last_trade(dt.date(2025, 2, 10)), last_trade(dt.date(2025, 9, 16))
    (datetime.date(2025, 2, 5), datetime.date(2025, 9, 11))
    """
    return session_before(date, sessions, holidays)


@worksheet_function(
    "CB_PUT_START",
    zh="回售期起始日",
    en="First day of the interest years with a put",
    returns="日期 date",
    clauses=("CB-20",),
)
def put_start(issue_date: IssueDate, years: Years, last: Last = 2) -> dt.date:
    """EDATE(issue date, 12 * (years - last))

    最后两个计息年度: counting of the sessions begins with the first day of year N - 1.

    >>> put_start(dt.date(2022, 12, 5), 6)
    datetime.date(2026, 12, 5)
    """
    if last > years:
        raise OutOfDomain("可回售年度多于期限", "more years with a put than the term has")
    return anniversary(issue_date, years - last)


@worksheet_function(
    "CB_PUT_DATES",
    zh="回售申报期与资金日期",
    en="End of a put window and its payments",
    returns="表 table",
    clauses=("CB-20b", "CB-21"),
    columns=(
        "申报期截止 window end",
        "发行人资金 issuer cash",
        "划付 transfer",
        "到账 holder cash",
    ),
)
def put_dates(window_start: WindowStart, holidays: Holidays = ()) -> list[list[Dates]]:
    """window of 5 sessions from window start; end + 3, + 4, + 5 sessions

    A window that begins on no session begins on the next one. Not put in the window means not
    put in this interest year.

    >>> put_dates(dt.date(2023, 10, 10))[0][:2]
    [datetime.date(2023, 10, 16), datetime.date(2023, 10, 19)]
    """
    first = session_on_or_after(window_start, holidays)
    end = session_after(first, PUT_WINDOW - 1, holidays)
    return [[end, *(session_after(end, n, holidays) for n in PUT_PAYMENTS)]]


@worksheet_function(
    "CB_WAIVER_END",
    zh="承诺期截止与重新起算日",
    en="Last waived day and the session from which the count restarts",
    returns="表 table",
    clauses=("CB-31",),
    columns=("承诺期截止 last waived day", "重新起算 count restarts"),
)
def waiver_end(board_date: BoardDate, months: Months, holidays: Holidays = ()) -> list[list[Dates]]:
    """EDATE(session after the board's day, months) - 1, and the first session after it

    The board says it will not call or reset for some months, from the next session on; the
    30 sessions are counted anew from the session given here.

    >>> waiver_end(dt.date(2023, 7, 20), 6)
    [[datetime.date(2024, 1, 20), datetime.date(2024, 1, 22)]]
    """
    first = session_after(board_date, holidays=holidays)
    assert isinstance(first, dt.date)  # one day in, one day out
    end = add_months(first, months) - dt.timedelta(1)
    return [[end, session_after(end, holidays=holidays)]]
