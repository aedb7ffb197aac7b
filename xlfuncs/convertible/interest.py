"""Interest: a year's, the accrued part of it, and the schedule of payments."""

import datetime as dt

import numpy as np
from numpy.typing import NDArray

from xlfuncs.convertible.conversion import DAYS_IN_YEAR
from xlfuncs.dates import (
    Dates,
    Days,
    anniversaries,
    anniversary,
    days_between,
    found_day,
)
from xlfuncs.errors import NotCovered, OutOfDomain, require
from xlfuncs.rounding import Elementwise, half_up, rounded, taken
from xlfuncs.spec import worksheet_function
from xlfuncs.trading_days import (
    is_known,
    session_before,
    session_on_or_after,
    weekday_before,
    weekday_on_or_after,
)
from xlfuncs.vocabulary import (
    AccrualDays,
    CouponRate,
    Date,
    Face,
    Holidays,
    IssueDate,
    Places,
    Rates,
    RedemptionPrice,
    Rounding,
    Tax,
)


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

    >>> accrued_days(dt.date(2022, 12, 5), dt.date(2025, 9, 17))
    286
    """
    return days_between(_last_coupon(issue_date, date), date)


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
    year = _coupon_year(issue_date, date)
    return year if isinstance(year, np.ndarray) else int(year)


@worksheet_function(
    "CB_LAST_COUPON",
    zh="上一名义付息日",
    en="Nominal coupon date on or before a day",
    returns="date",
    clauses=("CB-08",),
)
def last_coupon(issue_date: IssueDate, date: Date) -> Dates:
    """the anniversary of issue on or before date; the issue date itself before the first

    >>> last_coupon(dt.date(2022, 12, 5), dt.date(2025, 9, 17))
    datetime.date(2024, 12, 5)
    """
    return found_day(_last_coupon(issue_date, date))


@worksheet_function(
    "CB_NEXT_COUPON",
    zh="下一名义付息日",
    en="Nominal coupon date after a day",
    returns="date",
    clauses=("CB-07", "CB-08"),
)
def next_coupon(issue_date: IssueDate, date: Date) -> Dates:
    """the first anniversary of issue after date

    Nominal: CB_PAY_DATE gives the session on which it is paid. On an anniversary it is the one
    a year later.

    >>> next_coupon(dt.date(2022, 12, 5), dt.date(2025, 9, 17))
    datetime.date(2025, 12, 5)
    """
    return found_day(anniversaries(issue_date)[_coupon_year(issue_date, date)])


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

    >>> coupon_rate(dt.date(2022, 12, 5), dt.date(2025, 9, 17), np.array([0.004, 0.006, 0.01]))
    0.01
    """
    year = _coupon_year(issue_date, date)
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

    >>> accrued_on(dt.date(2025, 9, 17), dt.date(2022, 12, 5), np.array([0.004, 0.006, 0.01]),
    ...            places=4)
    0.7836
    """
    rate = coupon_rate(issue_date, date, rates)
    return accrued_interest(face, rate, accrued_days(issue_date, date), places, rounding)


@worksheet_function(
    "CB_SCHEDULE",
    zh="付息兑付日程表",
    en="Schedule of coupons and redemption",
    returns="表 table",
    clauses=("CB-05", "CB-07", "CB-08", "CB-09", "CB-17"),
    columns=(
        "年度 year",
        "起息日 from",
        "名义付息日 nominal",
        "债权登记日 record",
        "付息日 paid",
        "票面利率 rate",
        "利息 interest",
        "现金流 cash flow",
        "日历 calendar",
    ),
    single=("face",),
)
def schedule(
    issue_date: IssueDate,
    rates: Rates,
    redemption_price: RedemptionPrice = None,
    face: Face = 100.0,
    holidays: Holidays = (),
) -> list[list[object]]:
    """I = B * i, paid on each anniversary of issue or the next session, no extra interest

    The record day is the session before. The last cash flow is the redemption price, which
    holds the last coupon, scaled to the face; without one it is face plus interest. 日历 says
    确定 where the exchange calendar is known and 推算 where only weekdays could be looked at.

    >>> schedule(dt.date(2022, 12, 5), np.array([0.004, 0.006]), 115)[0][2:5]
    [datetime.date(2023, 12, 5), datetime.date(2023, 12, 4), datetime.date(2023, 12, 5)]
    """
    bond = float(face)
    rows: list[list[object]] = []
    for year, rate in enumerate(rates.tolist(), 1):
        interest = half_up(bond * rate, 2)
        nominal = anniversary(issue_date, year)
        flow = _last_flow(bond, interest, redemption_price) if year == len(rates) else interest
        start = anniversary(issue_date, year - 1)
        rows.append([year, start, nominal, *_paid(nominal, holidays)])
        rows[-1][5:5] = [rate, interest, flow]
    return rows


def _last_flow(face: float, interest: Elementwise, redemption_price: float | None) -> Elementwise:
    """CB-17: the price usually includes the last coupon, which is not added again."""
    return (
        face + interest if redemption_price is None else half_up(face * redemption_price / 100, 2)
    )


def _paid(nominal: dt.date, holidays: tuple[dt.date, ...]) -> tuple[Dates, Dates, str]:
    """Record day, pay day, and whether the exchange calendar reaches them (part D)."""
    if is_known(nominal, holidays):
        try:
            paid = session_on_or_after(nominal, holidays)
            return session_before(paid, holidays=holidays), paid, "确定"
        except NotCovered:
            pass  # the last closed days of the last known year: the next session is not known
    paid = weekday_on_or_after(nominal)
    return weekday_before(paid), paid, "推算"


def _coupon_year(issue_date: dt.date, date: Date) -> "np.int64 | NDArray[np.int64]":
    """1, 2, … : the interest year that holds date; it begins on the anniversary (CB-08)."""
    day = np.asarray(date, "M8[D]")
    year = np.searchsorted(anniversaries(issue_date), day, "right")
    require(year > 0, OutOfDomain, "日期早于发行日", "the date is before the issue date")
    return year


def _last_coupon(issue_date: dt.date, date: Date) -> Days:
    return np.asarray(anniversaries(issue_date)[_coupon_year(issue_date, date) - 1])
