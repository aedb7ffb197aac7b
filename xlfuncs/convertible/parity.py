"""Parity: what the bond is worth as shares, and how far its price stands above that."""

from xlfuncs.convertible.conversion import DAYS_IN_YEAR
from xlfuncs.dates import days_between
from xlfuncs.errors import OutOfDomain, require
from xlfuncs.rounding import Elementwise
from xlfuncs.spec import worksheet_function
from xlfuncs.vocabulary.conversion import Face, Price
from xlfuncs.vocabulary.interest import Date
from xlfuncs.vocabulary.payment import StockPrice
from xlfuncs.vocabulary.value import BondPrice, MaturityDate, Premium


@worksheet_function(
    "CB_PARITY",
    zh="转股价值",
    en="Conversion value (parity)",
    returns="元 yuan",
    clauses=("CB-16",),
    single=("face",),
)
def parity(stock_price: StockPrice, price: Price, face: Face = 100.0) -> Elementwise:
    """S * B / P

    S share price, P conversion price in force, B face. Unrounded; fractions of a share count.

    >>> parity(26.0, 20.0)
    130.0
    """
    return stock_price * face / price


@worksheet_function(
    "CB_PREMIUM",
    zh="转股溢价率",
    en="Conversion premium",
    returns="小数 fraction",
    clauses=("CB-16",),
)
def premium(bond_price: BondPrice, stock_price: StockPrice, price: Price) -> Elementwise:
    """bond price / parity - 1

    The bond price is the full price of 100 face, as it is traded. Unrounded; negative where the
    bond is below parity.

    >>> premium(143.0, 26.0, 20.0)
    0.1
    """
    shares_worth = parity(stock_price, price)
    return (bond_price - shares_worth) / shares_worth


@worksheet_function(
    "CB_DOUBLE_LOW",
    zh="双低值",
    en="Double-low figure",
    returns="",
    clauses=("集思录口径",),
)
def double_low(bond_price: BondPrice, premium: Premium) -> Elementwise:
    """bond price + 100 * premium

    The premium is a fraction, 20% = 0.2.

    >>> double_low(110.5, 0.2)
    130.5
    """
    return bond_price + 100 * premium


@worksheet_function(
    "CB_YEARS_LEFT",
    zh="剩余年限",
    en="Years to maturity",
    returns="年 years",
    clauses=("CB-03",),
)
def years_left(date: Date, maturity_date: MaturityDate) -> Elementwise:
    """(maturity date - date) / 365

    Calendar days over 365, leap year or not. After maturity: #NUM!.

    >>> import datetime as dt
    >>> years_left(dt.date(2024, 12, 4), dt.date(2026, 12, 4))
    2.0
    """
    days = days_between(date, maturity_date)
    require(days >= 0, OutOfDomain, "估值日在到期日之后", "the date is after maturity")
    return days / DAYS_IN_YEAR
