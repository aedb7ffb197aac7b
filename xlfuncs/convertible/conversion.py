"""Conversion: shares for an application, and the cash for what is left of it."""

from typing import Final

from xlfuncs.rounding import Elementwise, fifteen_digits, half_up, remainder, whole_shares
from xlfuncs.spec import worksheet_function
from xlfuncs.vocabulary.conversion import Face, Price
from xlfuncs.vocabulary.interest import AccrualDays, CouponRate

DAYS_IN_YEAR: Final = 365  # CB-19: 365 in every year


@worksheet_function(
    "CB_SHARES",
    zh="可转股数量",
    en="Whole shares on conversion",
    returns="股 shares",
    clauses=("CB-16",),
)
def shares(face: Face, price: Price) -> Elementwise:
    """Q = floor(V / P)

    V face applied for in one application, P price in force that day; exact decimals, so that
    a whole quotient never loses a share. Totals of many applications do not reconcile.

    >>> shares(10000, 20.59)
    485
    """
    return whole_shares(face, price)


@worksheet_function(
    "CB_FRACTION_CASH",
    zh="不足一股余额的兑付金额",
    en="Cash for the fraction of a share",
    returns="元 yuan",
    clauses=("CB-16a",),
)
def fraction_cash(
    face: Face, price: Price, rate: CouponRate = 0.0, days: AccrualDays = 0.0
) -> Elementwise:
    """(V - Q * P) * (1 + i * t / 365), to the fen

    V - Q * P face left over, i rate and t days for the interest accrued on it; rounded half-up
    once, on the sum.

    >>> fraction_cash(10000, 20.59, 0.015, 286)
    14.01
    """
    rest = remainder(face, price)
    return half_up(rest + rest * rate * days / DAYS_IN_YEAR, 2)


@worksheet_function(
    "CB_CONVERT",
    zh="转股结果",
    en="What one application to convert gives",
    returns="表 table",
    clauses=("CB-16", "CB-16a", "CB-22"),
    columns=(
        "转股数 shares",
        "转股面值 converted",
        "剩余面值 remainder",
        "剩余面值利息 interest",
        "兑付现金 cash",
    ),
    single=("face", "price", "rate", "days"),
)
def convert(
    face: Face, price: Price, rate: CouponRate = 0.0, days: AccrualDays = 0.0
) -> list[list[Elementwise]]:
    """Q = floor(V / P), Q * P, V - Q * P, (V - Q * P) * i * t / 365, and the cash to the fen

    Face converted and remainder add up to V; the cash is CB_FRACTION_CASH. The shares rank with
    the old ones: registered on a record day they share the dividend.

    >>> convert(10000.0, 20.59)
    [[485, 9986.15, 13.85, 0.0, 13.85]]
    """
    rest = remainder(face, price)
    converted = half_up(face - rest, 8)
    interest = rest * rate * days / DAYS_IN_YEAR
    cash = fraction_cash(face, price, rate, days)
    return [[whole_shares(face, price), converted, rest, interest, cash]]


@worksheet_function(
    "CB_RATIO",
    zh="转股比例",
    en="Conversion ratio",
    returns="股 shares",
    clauses=("CB-02", "CB-16"),
    single=("face",),
)
def ratio(price: Price, face: Face = 100.0) -> Elementwise:
    """face / P, shares for one bond, unrounded: all fifteen digits

    >>> ratio(12.5), ratio(1.12, 700.0)
    (8.0, 625.0)
    """
    return fifteen_digits(face / price)
