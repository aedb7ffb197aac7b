"""Exercise: what is paid when the bond is called or put."""

from xlfuncs.convertible.interest import accrued_on
from xlfuncs.rounding import Elementwise, rounded
from xlfuncs.spec import worksheet_function
from xlfuncs.vocabulary import Date, Face, IssueDate, Places, Rates, Tax


@worksheet_function(
    "CB_CALL_PRICE",
    zh="赎回价格",
    en="Redemption price when called",
    returns="元 yuan",
    clauses=("CB-10", "CB-18b", "CB-19"),
    single=("face", "tax"),
)
def call_price(
    date: Date,
    issue_date: IssueDate,
    rates: Rates,
    face: Face = 100.0,
    places: Places = None,
    tax: Tax = 0.0,
) -> Elementwise:
    """B + IA, IA = B * i * t / 365

    date the redemption day. With places the interest is rounded half-up, and so is what is left
    of it after tax, which is reckoned on the rounded interest.

    >>> import datetime as dt
    >>> bond = dt.date(2022, 12, 5), [0.004, 0.006, 0.01, 0.015, 0.025, 0.03]
    >>> call_price(dt.date(2025, 9, 17), *bond, places=4)
    100.7836
    >>> call_price(dt.date(2025, 9, 17), *bond, places=4, tax=0.2)
    100.6269
    """
    interest = accrued_on(date, issue_date, rates, face, places)
    return rounded(face + rounded(interest * (1 - tax), places), places)
