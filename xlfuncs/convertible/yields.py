"""Yields: the bond without its option, and what a price earns to maturity or to the put."""

from typing import Final

import numpy as np

from xlfuncs.convertible.flows import Flows, to_maturity, to_put
from xlfuncs.errors import OutOfDomain, require
from xlfuncs.rounding import Elementwise, Floats, plain
from xlfuncs.spec import worksheet_function
from xlfuncs.vocabulary.interest import IssueDate, Rates, Tax
from xlfuncs.vocabulary.value import BondPrice, FinalPrice, PutDay, ValueDate, Yield

_STEPS: Final = 60
_EXACT: Final = 4e-16


@worksheet_function(
    "CB_BOND_VALUE",
    zh="纯债价值",
    en="Bond floor: value without the option",
    returns="元/张 yuan a bond",
    clauses=("CB-05", "CB-08", "CB-17"),
)
def bond_value(
    date: ValueDate,
    issue_date: IssueDate,
    rates: Rates,
    redemption_price: FinalPrice,
    yield_: Yield,
) -> Elementwise:
    """V = sum of CF / (1 + y)^(t / 365)

    CF the coupons still to come on their nominal dates and at last the redemption price, which
    holds the last coupon; t calendar days from date. Full price: interest accrued is in it. A
    coupon of the date itself is not counted.

    >>> import datetime as dt
    >>> bond_value(dt.date(2022, 12, 5), dt.date(2020, 12, 5), np.array([0.01, 0.02, 0.03]),
    ...            110.0, 0.1)
    100.0
    """
    flows = to_maturity(date, issue_date, rates, redemption_price, 0.0)
    force = np.log1p(np.asarray(yield_, float))
    worth = np.exp(-np.multiply.outer(force, flows.years)) @ flows.amounts
    require(np.isfinite(worth), OutOfDomain, "纯债价值过大", "the value is too large")
    return plain(worth)


@worksheet_function(
    "CB_YTM",
    zh="到期收益率",
    en="Yield to maturity",
    returns="小数 fraction",
    clauses=("CB-08", "CB-10", "CB-17"),
    single=("tax",),
)
def yield_to_maturity(
    bond_price: BondPrice,
    date: ValueDate,
    issue_date: IssueDate,
    rates: Rates,
    redemption_price: FinalPrice,
    tax: Tax = 0.0,
) -> Elementwise:
    """bond price = sum of CF / (1 + y)^(t / 365)

    The full price, as traded. Annual, compounded, Act/365; cash flows as in CB_BOND_VALUE. With
    tax (0.2 for individuals) each coupon and the part of the redemption price above the face are
    taxed. Every positive price has one yield; no guess is needed.

    >>> import datetime as dt
    >>> bond = dt.date(2022, 12, 5), dt.date(2020, 12, 5), np.array([0.01, 0.02, 0.03]), 110.0
    >>> [f"{yield_to_maturity(100.0, *bond, tax):.6f}" for tax in (0.0, 0.2)]
    ['0.100000', '0.080000']
    """
    return _yield_of(to_maturity(date, issue_date, rates, redemption_price, float(tax)), bond_price)


@worksheet_function(
    "CB_YTP",
    zh="回售收益率",
    en="Yield to the put",
    returns="小数 fraction",
    clauses=("CB-08", "CB-10", "CB-20"),
    single=("tax",),
)
def yield_to_put(
    bond_price: BondPrice,
    date: ValueDate,
    issue_date: IssueDate,
    rates: Rates,
    put_date: PutDay,
    tax: Tax = 0.0,
) -> Elementwise:
    """bond price = sum of CF / (1 + y)^(t / 365)

    CF the coupons up to put_date, and on it face and accrued interest, unrounded. With tax the
    coupons and the interest are taxed. Otherwise as CB_YTM.

    >>> import datetime as dt
    >>> bond = dt.date(2023, 6, 24), dt.date(2020, 6, 24), np.array([0.01, 0.01, 0.01, 0.02, 0.02])
    >>> f"{yield_to_put(100.0, *bond, dt.date(2024, 6, 23)):.6f}"
    '0.020000'
    """
    return _yield_of(to_put(date, issue_date, rates, put_date, float(tax)), bond_price)


def _yield_of(flows: Flows, price: Elementwise) -> Elementwise:
    """Newton on the log of the price in log(1 + y).

    That function falls and is convex, with a slope between minus the last and minus the first
    time: wherever the first step begins it ends on the left of the root, and every further one
    comes nearer without passing it. So every positive price converges.
    """
    wanted = np.log(np.asarray(price, float))
    force = np.zeros_like(wanted)
    for _ in range(_STEPS):
        log_worth, time = _log_worth(flows, force)
        step = (log_worth - wanted) / time
        force = force + step
        if (np.abs(step) <= _EXACT * np.maximum(np.abs(force), 1.0)).all():
            break
    with np.errstate(over="ignore"):
        found = np.expm1(force)
    require(np.isfinite(found), OutOfDomain, "收益率过大", "the yield is too large")
    return plain(found)


def _log_worth(flows: Flows, force: Floats) -> tuple[Floats, Floats]:
    """The log of the flows' worth at log(1 + y), and their mean time by worth."""
    with np.errstate(divide="ignore"):
        logs = np.log(flows.amounts) - np.multiply.outer(force, flows.years)
    most = logs.max(axis=-1)  # kept apart, so that no price is too large or too small
    parts = np.exp(logs - most[..., None])
    worth = parts.sum(axis=-1)
    return most + np.log(worth), parts @ flows.years / worth
