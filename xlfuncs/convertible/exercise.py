"""Exercise: what is paid when the bond is called or put."""

import numpy as np
from numpy.typing import NDArray

from xlfuncs.convertible.counting import USUAL_TERMS
from xlfuncs.convertible.interest import accrued_on
from xlfuncs.rounding import Elementwise, rounded
from xlfuncs.spec import worksheet_function
from xlfuncs.vocabulary.conversion import Face, Outstanding, Places
from xlfuncs.vocabulary.interest import Date, IssueDate, Rates, Tax
from xlfuncs.vocabulary.triggers import Limit


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
    return _with_interest(date, issue_date, rates, face, places, tax)


@worksheet_function(
    "CB_PUT_PRICE",
    zh="回售价格",
    en="Price when the holder puts the bond",
    returns="元 yuan",
    clauses=("CB-10", "CB-20", "CB-21"),
    single=("face", "tax"),
)
def put_price(
    date: Date,
    issue_date: IssueDate,
    rates: Rates,
    face: Face = 100.0,
    places: Places = None,
    tax: Tax = 0.0,
) -> Elementwise:
    """B + IA, IA = B * i * t / 365

    date the first day of the put window; rounding and tax as in CB_CALL_PRICE. The put when the
    use of proceeds changes (CB-21) is paid the same.

    >>> import datetime as dt
    >>> put_price(dt.date(2024, 8, 12), dt.date(2020, 6, 24),
    ...           [0.004, 0.006, 0.01, 0.015, 0.018, 0.02], places=2)
    100.24
    """
    return _with_interest(date, issue_date, rates, face, places, tax)


@worksheet_function(
    "CB_SMALL_BALANCE",
    zh="未转股余额是否不足下限",
    en="Whether the balance is small enough for a call",
    returns="TRUE/FALSE",
    clauses=("CB-18a",),
)
def small_balance(
    outstanding: Outstanding, limit: Limit = USUAL_TERMS.small_balance
) -> "bool | NDArray[np.bool_]":
    """outstanding < limit

    不足3,000万元: the limit itself is not below it. yuan, not 万元.

    >>> small_balance(29_999_999.99), small_balance(30_000_000.0)
    (True, False)
    """
    return outstanding < limit


def _with_interest(
    date: Date,
    issue_date: IssueDate,
    rates: Rates,
    face: Face,
    places: Places,
    tax: Tax,
) -> Elementwise:
    interest = accrued_on(date, issue_date, rates, face, places)
    return rounded(face + rounded(interest * (1 - tax), places), places)
