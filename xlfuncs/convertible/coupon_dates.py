"""Coupon dates: the interest year that holds a day, and the anniversaries around it."""

import datetime as dt

import numpy as np
from numpy.typing import NDArray

from xlfuncs.dates import Dates, Days, anniversaries, found_day
from xlfuncs.errors import OutOfDomain, require
from xlfuncs.spec import worksheet_function
from xlfuncs.vocabulary.interest import Date, IssueDate


@worksheet_function(
    "CB_COUPON_YEAR",
    zh="计息年度",
    en="Interest year that holds a day",
    returns="第几年 year",
    clauses=("CB-06", "CB-08"),
)
def coupon_year(issue_date: IssueDate, date: Date) -> "int | NDArray[np.int64]":
    """1, 2, … counted from the issue date

    On an anniversary the new year begins, however late the coupon is paid.

    >>> coupon_year(dt.date(2022, 12, 5), dt.date(2025, 9, 17))
    3
    """
    year = year_of(issue_date, date)
    return year if isinstance(year, np.ndarray) else int(year)


@worksheet_function(
    "CB_LAST_COUPON",
    zh="上一名义付息日",
    en="Nominal coupon date on or before a day",
    returns="日期 date",
    clauses=("CB-08",),
)
def last_coupon(issue_date: IssueDate, date: Date) -> Dates:
    """the anniversary of issue on or before date; the issue date itself before the first

    >>> last_coupon(dt.date(2022, 12, 5), dt.date(2025, 9, 17))
    datetime.date(2024, 12, 5)
    """
    return found_day(coupon_before(issue_date, date))


@worksheet_function(
    "CB_NEXT_COUPON",
    zh="下一名义付息日",
    en="Nominal coupon date after a day",
    returns="日期 date",
    clauses=("CB-07", "CB-08"),
)
def next_coupon(issue_date: IssueDate, date: Date) -> Dates:
    """the first anniversary of issue after date

    Nominal: CB_PAY_DATE gives the session on which it is paid. On an anniversary it is the one
    a year later.

    >>> next_coupon(dt.date(2022, 12, 5), dt.date(2025, 9, 17))
    datetime.date(2025, 12, 5)
    """
    return found_day(anniversaries(issue_date)[year_of(issue_date, date)])


def year_of(issue_date: dt.date, date: Date) -> "np.int64 | NDArray[np.int64]":
    """1, 2, … : the interest year that holds date; it begins on the anniversary (CB-08)."""
    day = np.asarray(date, "M8[D]")
    year = np.searchsorted(anniversaries(issue_date), day, "right")
    require(year > 0, OutOfDomain, "日期早于发行日", "the date is before the issue date")
    return year


def coupon_before(issue_date: dt.date, date: Date) -> Days:
    return np.asarray(anniversaries(issue_date)[year_of(issue_date, date) - 1])
