"""The schedule of coupons and redemption."""

import datetime as dt

from xlfuncs.dates import Dates, anniversary
from xlfuncs.errors import NotCovered
from xlfuncs.rounding import Elementwise, half_up
from xlfuncs.spec import worksheet_function
from xlfuncs.trading_days import (
    is_known,
    session_before,
    session_on_or_after,
    weekday_before,
    weekday_on_or_after,
)
from xlfuncs.vocabulary.conversion import Face
from xlfuncs.vocabulary.interest import Holidays, IssueDate, Rates, RedemptionPrice


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

    >>> import numpy as np
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
