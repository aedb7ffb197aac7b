"""Interest: a year's, and the part of it that has accrued."""

import numpy as np

from xlfuncs.convertible.conversion import DAYS_IN_YEAR
from xlfuncs.convertible.coupon_dates import coupon_before, year_of
from xlfuncs.dates import days_between
from xlfuncs.errors import NotCovered, require
from xlfuncs.rounding import Elementwise, rounded, taken
from xlfuncs.spec import worksheet_function
from xlfuncs.vocabulary.conversion import Face, Places, Rounding
from xlfuncs.vocabulary.interest import AccrualDays, CouponRate, Date, IssueDate, Rates, Tax


@worksheet_function(
    "CB_INTEREST",
    zh="年利息额",
    en="Interest of a whole year",
    returns="元 yuan",
    clauses=("CB-05", "CB-10"),
)
def yearly_interest(face: Face, rate: CouponRate, tax: Tax = 0.0) -> Elementwise:
    """I = B * i

    B face held on the record day, i the year's rate; no day count, leap year or not. With tax
    the interest after withholding, I * (1 - tax). Unrounded.

    >>> yearly_interest(1000, 0.018), yearly_interest(1000, 0.018, 0.2)
    (18.0, 14.4)
    """
    return face * rate * (1 - tax)


@worksheet_function(
    "CB_ACCRUED",
    zh="当期应计利息",
    en="Interest accrued on a convertible bond",
    returns="元 yuan",
    clauses=("CB-19",),
)
def accrued_interest(
    face: Face,
    rate: CouponRate,
    days: AccrualDays,
    places: Places = None,
    rounding: Rounding = "half_up",
) -> Elementwise:
    """IA = B * i * t / 365

    B face, i rate, t days counted from the last coupon date (in) to the redemption day (out),
    29 February included. Unrounded unless places is given.

    >>> accrued_interest(100, 0.01, 286, places=4)
    0.7836
    """
    return rounded(face * rate * days / DAYS_IN_YEAR, places, rounding)


@worksheet_function(
    "CB_ACCRUED_DAYS",
    zh="计息天数",
    en="Days of accrued interest",
    returns="天 days",
    clauses=("CB-08", "CB-19"),
)
def accrued_days(issue_date: IssueDate, date: Date) -> Elementwise:
    """t = date - last coupon date

    The last coupon date is the nominal anniversary of issue on or before date, however late it
    was paid; before the first one it is the issue day. First day in, last day out.

    >>> import datetime as dt
    >>> accrued_days(dt.date(2022, 12, 5), dt.date(2025, 9, 17))
    286
    """
    return days_between(coupon_before(issue_date, date), date)


@worksheet_function(
    "CB_COUPON_RATE",
    zh="某日适用的票面利率",
    en="Coupon rate in force on a day",
    returns="小数 fraction",
    clauses=("CB-04", "CB-08"),
)
def coupon_rate(issue_date: IssueDate, date: Date, rates: Rates) -> Elementwise:
    """i = the rate of the interest year that holds date

    On an anniversary the new year begins. Past the last rate there is none: #N/A.

    >>> import datetime as dt
    >>> coupon_rate(dt.date(2022, 12, 5), dt.date(2025, 9, 17), np.array([0.004, 0.006, 0.01]))
    0.01
    """
    year = year_of(issue_date, date)
    require(
        year <= len(rates),
        NotCovered,
        "该日已过最后一个计息年度",
        "the day is past the last interest year",
    )
    return taken(np.asarray(rates), year - 1)


@worksheet_function(
    "CB_ACCRUED_ON",
    zh="某日的应计利息",
    en="Interest accrued on a day",
    returns="元 yuan",
    clauses=("CB-04", "CB-08", "CB-19"),
    single=("face",),
)
def accrued_on(
    date: Date,
    issue_date: IssueDate,
    rates: Rates,
    face: Face = 100.0,
    places: Places = None,
    rounding: Rounding = "half_up",
) -> Elementwise:
    """IA = B * i(date) * t(date) / 365

    i the rate of the interest year that holds date, t the days since its first day.

    >>> import datetime as dt
    >>> accrued_on(dt.date(2025, 9, 17), dt.date(2022, 12, 5), np.array([0.004, 0.006, 0.01]),
    ...            places=4)
    0.7836
    """
    rate = coupon_rate(issue_date, date, rates)
    return accrued_interest(face, rate, accrued_days(issue_date, date), places, rounding)
