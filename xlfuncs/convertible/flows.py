"""The cash flows that a holder still receives, before tax or after it."""

import datetime as dt
from typing import Final, NamedTuple

import numpy as np

from xlfuncs.convertible.conversion import DAYS_IN_YEAR
from xlfuncs.convertible.exercise import put_price
from xlfuncs.dates import Days, anniversaries
from xlfuncs.errors import OutOfDomain
from xlfuncs.rounding import Floats

_FACE: Final = 100.0


class Flows(NamedTuple):
    """What is paid on 100 face, and how many years of 365 days after the valuation date."""

    years: Floats
    amounts: Floats


def to_maturity(
    date: dt.date, issue_date: dt.date, rates: Floats, redemption_price: float, tax: float
) -> Flows:
    """Coupons on the nominal anniversaries, at last the redemption price in place of a coupon.

    CB-10: tax falls on the coupons and on what the redemption price holds above the face.
    """
    amounts = _FACE * rates * (1 - tax)
    amounts[-1:] = redemption_price - tax * max(redemption_price - _FACE, 0.0)
    return _after(date, _coupon_days(issue_date, rates), amounts)


def to_put(
    date: dt.date, issue_date: dt.date, rates: Floats, put_day: dt.date, tax: float
) -> Flows:
    """The coupons up to the put day, and on it face and interest accrued (CB-20)."""
    last = np.datetime64(put_day)
    coupon_days = _coupon_days(issue_date, rates)
    before = coupon_days <= last
    days = np.append(coupon_days[before], last)
    cash = put_price(put_day, issue_date, rates, tax=tax)
    return _after(date, days, np.append(_FACE * rates[before] * (1 - tax), cash))


def _coupon_days(issue_date: dt.date, rates: Floats) -> Days:
    days = anniversaries(issue_date)[1 : rates.size + 1]
    if days.size < rates.size:
        raise OutOfDomain("票面利率过多", "more coupon rates than any bond has years")
    return days


def _after(date: dt.date, days: Days, amounts: Floats) -> Flows:
    """What is paid after the date.

    READING: the coupon of the date itself has gone to who held the bond the day before (CB-09).
    """
    years = (days - np.datetime64(date)).astype(float) / DAYS_IN_YEAR
    left = years > 0
    if not left[-1:].any():
        raise OutOfDomain("估值日已到最后一笔现金流之日", "no cash flow is left after the date")
    return Flows(years[left], amounts[left])
