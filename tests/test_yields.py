"""Yields and option values: every price converges, limits and identities."""

import datetime as dt
import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import xlfuncs

quick = settings(deadline=None, max_examples=150)
prices = st.floats(0.01, 10_000)
issue = dt.date(2023, 3, 20)
BONDS = st.tuples(
    st.dates(issue - dt.timedelta(30), dt.date(2029, 3, 19)),
    st.just(issue),
    st.lists(st.floats(0, 0.1), min_size=6, max_size=6),
    st.floats(50, 200),
)


@quick
@given(bond=BONDS, price=prices)
def test_the_price_of_the_yield_is_the_price(bond: tuple, price: float) -> None:
    try:
        found = xlfuncs.CB_YTM(price, *bond)
    except xlfuncs.errors.OutOfDomain:  # a yield past the largest float, days before a payment
        days = (xlfuncs.CB_NEXT_COUPON(issue, max(bond[0], issue)) - bond[0]).days
        assert 365 / days * math.log((bond[3] + 60) / price) > 709
        return
    if found > -1:  # a yield nearer to -100% than a float can tell is -1
        again = xlfuncs.CB_BOND_VALUE(*bond, found)
        assert again == pytest.approx(price, rel=1e-9 * max(1.0, 1 / (1 + found)))


@quick
@given(bond=BONDS, price=st.floats(20, 300), tax=st.floats(0.01, 1))
def test_a_lower_price_yields_more_and_tax_takes_from_it(
    bond: tuple, price: float, tax: float
) -> None:
    here = xlfuncs.CB_YTM(price, *bond)
    lower = xlfuncs.CB_YTM(price * 0.99, *bond)
    assert lower > here or here + 1 < 1e-12  # nearer to -100% than a float can tell
    assert xlfuncs.CB_YTM(price, *bond, tax) <= here + 1e-12


@quick
@given(yield_=st.floats(-0.5, 1))
def test_one_flow_in_closed_form(yield_: float) -> None:
    bond = dt.date(2028, 3, 20), issue, [0.01] * 6, 110.0
    assert xlfuncs.CB_BOND_VALUE(*bond, yield_) == pytest.approx(110 / (1 + yield_))
    assert xlfuncs.CB_YTM(110 / (1 + yield_), *bond) == pytest.approx(yield_, abs=1e-13)


def test_a_hundred_thousand_prices_in_one_call() -> None:
    bond = dt.date(2024, 8, 15), issue, [0.002, 0.004, 0.006, 0.01, 0.015, 0.018], 110.0
    many = np.geomspace(0.01, 10_000, 100_000)
    found = xlfuncs.CB_YTM(many, *bond)
    assert np.all(np.diff(found) < 0)
    some = slice(None, None, 9_973)
    assert found[some].tolist() == [xlfuncs.CB_YTM(p, *bond) for p in many[some].tolist()]


options = st.tuples(
    st.floats(0.5, 200), st.floats(0.5, 200), st.floats(0.01, 10), st.floats(0.01, 1.5),
    st.floats(-0.05, 0.2), st.floats(-0.05, 0.2),
)  # fmt: skip


@quick
@given(option=options)
def test_an_option_lies_between_its_bounds(option: tuple) -> None:
    s, p, t, _, r, q = option
    value = xlfuncs.CB_OPTION_VALUE(*option)
    stock, strike = 100 / p * s * math.exp(-q * t), 100 * math.exp(-r * t)
    assert max(stock - strike, 0) - 1e-9 * (stock + strike) <= value <= stock * (1 + 1e-12)


@quick
@given(option=options)
def test_more_volatility_is_worth_more_and_none_is_the_limit(option: tuple) -> None:
    s, p, t, _, r, q = option
    values = [xlfuncs.CB_OPTION_VALUE(s, p, t, v, r, q) for v in (0, 1e-9, 0.1, 0.3, 0.9)]
    assert values[1] == pytest.approx(values[0], abs=1e-5 * (1 + 100 * s / p))
    assert all(b >= a - 1e-9 * (1 + a) for a, b in itertools.pairwise(values))


def test_parity_premium_and_double_low_agree() -> None:
    parity = xlfuncs.CB_PARITY(26.0, 20.0)
    premium = xlfuncs.CB_PREMIUM(parity * 1.25, 26.0, 20.0)
    assert premium == pytest.approx(0.25)
    assert xlfuncs.CB_DOUBLE_LOW(parity * 1.25, premium) == pytest.approx(187.5)
