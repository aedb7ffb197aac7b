"""Payment: the total, what it is per 10 shares, what is withheld, by when it is paid."""

from typing import Final

import numpy as np

from xlfuncs import norms
from xlfuncs.dates import Dates, months_after
from xlfuncs.rounding import Elementwise, exact, half_up, rounded
from xlfuncs.spec import worksheet_function
from xlfuncs.vocabulary.conversion import EntitledShares, Months, Places, Rounding
from xlfuncs.vocabulary.payment import (
    AllShares,
    CashPaid,
    MeetingDate,
    Occupied,
    PerTen,
    ShareholderDividend,
)

MONTHS: Final[int] = norms.statute("pay_months")


@worksheet_function(
    "DIV_CASH",
    zh="派发现金红利总额",
    en="Total cash dividend of a plan per 10 shares",
    returns="元 yuan",
    clauses=("DV-13",),
)
def cash_total(entitled_shares: EntitledShares, per_ten: PerTen) -> Elementwise:
    """C = S * x / 10, half-up to the fen

    S shares that take part, without those bought back; x yuan per 10 shares before tax.

    >>> cash_total(5178413129, 0.5)
    258920656.45
    """
    return half_up(entitled_shares * per_ten / 10, 2)


@worksheet_function(
    "DIV_PER_TEN",
    zh="每10股现金红利",
    en="Cash per 10 shares",
    returns="元/10股 yuan per 10",
    clauses=("CB-13c",),
)
def per_ten_shares(
    cash: CashPaid, shares: AllShares, places: Places = None, rounding: Rounding = "half_up"
) -> Elementwise:
    """x = C * 10 / S

    C total cash, S shares: those entitled for the plan's own figure, all shares to spread a
    differential dividend. Shenzhen notices cut after 6 decimals (places 6, down), so that no
    more than C is paid; Shanghai opinions round half-up. Unrounded unless places is given.

    >>> per_ten_shares(258920656.45, 5219271402, 6, "down")
    0.496085
    """
    return rounded(cash * 10 / shares, places, rounding)


@worksheet_function(
    "DIV_OFFSET",
    zh="扣减占用资金后的红利",
    en="Dividend after occupied funds are withheld",
    returns="行 row",
    clauses=("DV-07",),
    columns=("实付 paid", "扣减 withheld"),
)
def offset(dividend: ShareholderDividend, occupied: Occupied) -> list[list[float]]:
    """paid = D - w, w = min(D, O)

    D dividend due to a shareholder, O company funds that shareholder occupies. Paid and
    withheld add up to D. A column of shareholders gives one row each.

    >>> offset(100.0, 30.0)
    [[70.0, 30.0]]
    >>> offset(100.0, 130.0)
    [[0.0, 100.0]]
    """
    due, owed = exact(float(dividend)), exact(float(occupied))
    withheld = min(due, owed)
    return [[float(due - withheld), float(withheld)]]


@worksheet_function(
    "DIV_PAY_DEADLINE",
    zh="派发完成的最后日期",
    en="Last day to pay a dividend",
    returns="日期 date",
    clauses=("DV-06", "公司法第二百一十二条"),
)
def pay_deadline(meeting_date: MeetingDate, months: Months = MONTHS) -> Dates:
    """EDATE(meeting, min(m, law)), that day included

    m months of the plan. The law in force on the day of the meeting binds whatever the plan
    says: 6 months from 2024-07-01, before it 12 months from 2019-04-29.

    >>> import datetime as dt
    >>> pay_deadline(dt.date(2025, 12, 31))
    datetime.date(2026, 2, 28)
    >>> pay_deadline(dt.date(2025, 5, 20), 12)
    datetime.date(2025, 11, 20)
    """
    law = norms.in_force("law_pay_months", meeting_date, before=np.inf)
    return months_after(meeting_date, np.minimum(months, law))
