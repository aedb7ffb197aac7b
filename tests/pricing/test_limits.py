"""Limits in which the value is known, and orders that no market can turn round."""

import math
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pricing.bonds import CALL, MARKET, PUT, chinese

from xlfuncs.errors import OutOfDomain
from xlfuncs.value.behaviour import Behaviour
from xlfuncs.value.contract import Call, Contract, Coupon, Put, Reset
from xlfuncs.value.fitted import fitted
from xlfuncs.value.greeks import greeks
from xlfuncs.value.implied import implied_volatility
from xlfuncs.value.market import DEFAULT, PARTIAL, TF, Market
from xlfuncs.value.pricing import lattice_value, parity, worth
from xlfuncs.value.split import bond_floor, grid, value_split

SPOT = Call(1.3)
BARE, WITH_CALL = chinese(), chinese(call=SPOT)
WITH_PUT = chinese(call=SPOT, put=Put(0.7, since=2.6))
RESET = Reset(0.85, 15, 30)

stocks = st.floats(3.0, 40.0)
volatilities = st.floats(0.05, 1.0)
rates = st.floats(0.0, 0.06)
spreads = st.floats(0.0, 0.1)
models = st.sampled_from([TF, DEFAULT, PARTIAL])
markets = st.builds(Market, stocks, volatilities, rates, spreads, models, st.floats(0.0, 0.8))
some = settings(deadline=None, max_examples=40)


def black_scholes(market: Market, strike: float, years: float) -> float:
    wide = market.volatility * math.sqrt(years)
    d = math.log(market.stock / strike) + (market.rate + market.volatility**2 / 2) * years
    cdf = NormalDist().cdf
    paid = strike * math.exp(-market.rate * years)
    return market.stock * cdf(d / wide) - paid * cdf(d / wide - wide)


@some
@given(stock=stocks, volatility=volatilities, rate=rates)
def test_no_coupon_and_no_spread_is_black_scholes(
    stock: float, volatility: float, rate: float
) -> None:
    plain = Contract(3.0, 12.5, (Coupon(0.0, 3.0, 0.0),), 100.0)
    market = Market(stock, volatility, rate, 0.0)
    known = 100 * math.exp(-rate * 3) + 8 * black_scholes(market, 12.5, 3.0)
    assert worth(plain, market).value == pytest.approx(known, abs=0.01)


@pytest.mark.parametrize("model", [TF, DEFAULT, PARTIAL])
def test_deep_in_the_money_is_parity(model: str) -> None:
    deep = Market(1250.0, 0.35, 0.02, 0.018, model)
    assert worth(WITH_CALL, deep).value == pytest.approx(10_000, abs=1e-6)
    counting = worth(chinese(call=CALL), deep, paths=1_000)
    assert counting.value == pytest.approx(10_000, abs=0.1)
    coupons = sum(c.amount * math.exp(-deep.cash_rate * c.end) for c in BARE.coupons[:-1])
    assert worth(BARE, deep).value == pytest.approx(10_000 + coupons, abs=0.01)


@pytest.mark.parametrize("model", [TF, DEFAULT])
def test_without_equity_is_the_bond_floor(model: str) -> None:
    broke = Market(0.01, 0.35, 0.02, 0.018, model)
    assert worth(BARE, broke).value == pytest.approx(bond_floor(BARE, broke), abs=1e-6)
    assert worth(chinese(call=CALL), broke, paths=1_000).value == pytest.approx(
        bond_floor(BARE, broke), abs=1e-6
    )


@pytest.mark.parametrize("stock", [6.0, 10.0, 12.0, 13.5, 20.0])
def test_without_volatility_is_known_in_advance(stock: float) -> None:
    still = Market(stock, 0.0005, 0.02, 0.0)
    coupons = [(t, a) for t, a in BARE.paid[:-1]]
    end = max(8 * stock * math.exp(0.02 * BARE.years), 110.0)
    known = sum(a * math.exp(-0.02 * t) for t, a in [*coupons, (BARE.years, end)])
    assert worth(BARE, still).value == pytest.approx(known, abs=0.02)


@some
@given(market=markets)
def test_a_call_never_raises_a_put_never_lowers_and_parity_is_a_floor(market: Market) -> None:
    called, bare = worth(WITH_CALL, market).value, worth(BARE, market).value
    assert called <= bare + 0.005  # lattices of 100 and of 200 steps
    assert called >= parity(WITH_CALL, market)
    assert worth(WITH_PUT, market).value >= called - 0.02


@pytest.mark.parametrize("spread", [0.02, 0.03, 0.05, 0.1])
def test_a_call_never_raises_what_the_split_would_let_it_raise(spread: float) -> None:
    """What is called is paid without the spread (TF): at 10% that alone adds more than a yuan."""
    market = Market(12.0, 0.25, 0.0, spread, TF)
    called, bare = worth(WITH_CALL, market).value, worth(BARE, market).value
    assert called <= bare + 0.001
    assert (lattice_value(WITH_CALL, market) > bare + 1) == (spread == 0.1)
    counted = worth(chinese(call=CALL), market, paths=1_000).value
    assert counted <= bare + 1e-9 or spread <= 0.03


@settings(deadline=None, max_examples=6)
@given(market=st.builds(Market, st.floats(5.0, 20.0), st.floats(0.15, 0.6), rates, spreads))
def test_the_same_with_counts(market: Market) -> None:
    bare = worth(BARE, market)
    called = worth(chinese(call=CALL), market, paths=1_000)
    both = worth(chinese(call=CALL, put=PUT), market, paths=1_000)
    lowered = worth(chinese(call=CALL, put=PUT, reset=RESET), market, Behaviour(reset=1.0),
                    paths=1_000)  # fmt: skip
    assert called.value <= bare.value + 3 * called.error
    assert called.value >= parity(BARE, market)
    assert both.value >= called.value - 3 * both.error
    assert lowered.value >= both.value - 3 * lowered.error - 0.02


@some
@given(market=markets, up=st.floats(1.01, 1.5))
def test_more_share_more_worth_and_more_spread_less(market: Market, up: float) -> None:
    higher = Market(market.stock * up, market.volatility, market.rate, market.spread)
    same = Market(market.stock, market.volatility, market.rate, market.spread)
    riskier = Market(market.stock, market.volatility, market.rate, market.spread + 0.02)
    assert worth(WITH_CALL, higher).value >= worth(WITH_CALL, same).value - 0.02
    assert worth(WITH_CALL, riskier).value <= worth(WITH_CALL, same).value + 0.02


def test_models_without_a_spread_are_one() -> None:
    values = [
        worth(WITH_CALL, Market(11.2, 0.35, 0.02, 0.0, m)).value for m in (TF, DEFAULT, PARTIAL)
    ]
    assert max(values) - min(values) < 1e-9


def test_recovery_helps() -> None:
    values = [
        lattice_value(BARE, Market(11.2, 0.35, 0.02, 0.018, DEFAULT, r)) for r in (0, 0.4, 0.8)
    ]
    assert values == sorted(values)


# --- parts, grid, greeks, implied volatility


def test_parts_add_up_with_their_signs() -> None:
    contract = chinese(call=CALL, put=PUT, reset=RESET)
    dear = Market(11.2, 0.35, 0.02, 0.08)
    parts = value_split(contract, dear, Behaviour(reset=0.5), paths=2_000)
    total = parts.bond + parts.option + parts.call + parts.put + parts.reset
    assert total == pytest.approx(parts.whole.value, abs=1e-9)
    assert parts.bond == pytest.approx(bond_floor(contract, dear))
    assert parts.call < 0 < min(parts.option, parts.put, parts.reset)


def test_grid_holds_the_value_and_stays_near_simulated_ones() -> None:
    contract = chinese(call=CALL, put=PUT)
    found = worth(contract, MARKET)
    stock, volatility = np.array([8.0, 11.2, 14.0]), np.array([0.25, 0.35, 0.5])
    values = grid(contract, MARKET, Behaviour(), stock, volatility, found)
    assert values[1, 1] == pytest.approx(found.value, abs=1e-3)
    for i in (0, 2):
        for j in (0, 2):
            there = worth(contract, Market(stock[i], volatility[j], 0.02, 0.018))
            assert values[i, j] == pytest.approx(there.value, abs=4 * there.error + 0.02)


def test_greeks_of_black_scholes() -> None:
    plain = Contract(3.0, 12.5, (Coupon(0.0, 3.0, 0.0),), 100.0)
    market = Market(12.0, 0.3, 0.03, 0.0)
    found = greeks(fitted(plain, market, Behaviour(), 0.0), market)
    wide = 0.3 * math.sqrt(3)
    d = (math.log(12 / 12.5) + (0.03 + 0.045) * 3) / wide
    density = NormalDist().pdf(d)
    assert found.delta == pytest.approx(8 * NormalDist().cdf(d), rel=1e-3)
    assert found.gamma == pytest.approx(8 * density / (12 * wide), rel=2e-2)
    assert found.vega == pytest.approx(8 * 12 * density * math.sqrt(3) / 100, rel=1e-2)
    money = 100 * math.exp(-0.09) * NormalDist().cdf(d - wide)
    bond = 100 * math.exp(-0.09)
    assert found.rho == pytest.approx((3 * money - 3 * bond) / 100, rel=2e-2)
    fade = -8 * 12 * density * 0.3 / (2 * math.sqrt(3)) - 0.03 * money + 0.03 * bond
    assert found.theta == pytest.approx(fade / 365, rel=2e-2)


def test_greeks_are_those_of_bumped_simulations() -> None:
    contract = chinese(call=CALL, put=PUT)
    base = worth(contract, MARKET, paths=20_000)
    found = greeks(fitted(contract, MARKET, Behaviour(), base.value), MARKET)
    high, low = (worth(contract, Market(11.2 * k, 0.35, 0.02, 0.018), paths=20_000).value
                 for k in (1.04, 0.96))  # fmt: skip
    assert found.delta == pytest.approx((high - low) / (0.08 * 11.2), abs=0.05)
    high, low = (worth(contract, Market(11.2, v, 0.02, 0.018), paths=20_000).value
                 for v in (0.37, 0.33))  # fmt: skip
    assert found.vega == pytest.approx((high - low) / 4, abs=0.015)


@pytest.mark.parametrize(("stock", "volatility"), [(11.2, 0.25), (15.0, 0.3), (8.0, 0.6)])
def test_implied_volatility_comes_back(stock: float, volatility: float) -> None:
    contract = chinese(call=CALL, put=PUT)
    market = Market(stock, volatility, 0.02, 0.018)
    price = worth(contract, market, paths=4_000).value
    unknown = Market(stock, 0.9, 0.02, 0.018)
    found = implied_volatility(price, contract, unknown, Behaviour(), paths=4_000)
    assert found == pytest.approx(volatility, abs=5e-4)


def test_a_price_that_no_volatility_gives() -> None:
    with pytest.raises(OutOfDomain, match=r"价值为 95\.\d\d 至 1\d\d\.\d\d 元"):
        implied_volatility(80.0, chinese(call=CALL), MARKET, Behaviour(), paths=1_000)
