"""The counts of the contract: the references for 15 of 30, and paths that are known in advance."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pricing.bonds import CALL, MARKET, PUT, chinese
from pricing.run_lattice import put_value

from xlfuncs.value.behaviour import Behaviour, Counted
from xlfuncs.value.contract import Call, Reset
from xlfuncs.value.counts import Count, Run
from xlfuncs.value.lattice import roll_back
from xlfuncs.value.market import Market
from xlfuncs.value.pricing import worth
from xlfuncs.value.simulate import simulated

FLAT = 0.0005  # a volatility with which the path is known in advance


def market(spread: float) -> Market:
    return Market(11.2, 0.35, 0.02, spread)


# 200,000 paths of a program of its own, checked against the closed form without a call
@pytest.mark.parametrize(
    ("spread", "fifteen", "error", "one", "error_of_one", "none"),
    [
        (0.0, 119.272, 0.027, 116.878, 0.028, 126.3675),
        (0.018, 115.077, 0.033, 113.097, 0.037, 120.6347),
    ],
)
def test_references(
    spread: float, fifteen: float, error: float, one: float, error_of_one: float, none: float
) -> None:
    found = worth(chinese(call=CALL), market(spread), paths=20_000)
    assert found.error < 0.02
    assert found.value == pytest.approx(fifteen, abs=2 * math.hypot(error, found.error))
    spot = chinese(call=Call(1.3))
    every_session = roll_back(spot, market(spread), spot.sessions).at(11.2 / 12.5)
    assert every_session == pytest.approx(one, abs=2 * error_of_one)
    assert worth(chinese(), market(spread)).value == pytest.approx(none, abs=0.002)


def test_simulation_and_lattice_agree_on_what_both_can_carry() -> None:
    spot = chinese(call=Call(1.3))
    for asked in (MARKET, Market(11.2, 0.35, 0.02, 0.018, "default", 0.4),
                  Market(11.2, 0.35, 0.02, 0.018, "partial", 0.4)):  # fmt: skip
        pairs = simulated(spot, asked, Behaviour(), Counted(), 20_000, 7)
        error = pairs.std() / math.sqrt(pairs.size)
        lattice = roll_back(spot, asked, spot.sessions).at(11.2 / 12.5)
        assert error < 0.02
        assert pairs.mean() == pytest.approx(lattice, abs=3 * error + 0.01)


def test_error_is_the_spread_of_other_seeds() -> None:
    found = [worth(chinese(call=CALL), MARKET, paths=1_000, seed=seed) for seed in range(1, 17)]
    spread = np.std([w.value for w in found])
    assert spread == pytest.approx(np.mean([w.error for w in found]), rel=0.5)


@settings(deadline=None, max_examples=100)
@given(
    marks=st.lists(st.booleans(), min_size=1, max_size=80),
    before=st.lists(st.booleans(), max_size=40),
    window=st.integers(1, 30),
    need=st.integers(1, 15),
)
def test_counts_equal_a_brute_force_count(
    marks: list[bool], before: list[bool], window: int, need: int
) -> None:
    count = Count(need, window, 1, np.array(before, bool))
    so_far = list(before)
    for mark in marks:
        met = bool(count.add(np.array([mark]))[0])
        so_far.append(mark)
        assert met == (sum(so_far[-window:]) >= need)


def test_a_count_restarts_after_a_no_and_its_silence() -> None:
    count = Count(2, 3, 1, np.zeros(0, bool))
    yes = np.array([True])
    assert [bool(count.add(yes)[0]) for _ in range(2)] == [False, True]
    count.restart(yes, 2)
    assert [bool(count.add(yes)[0]) for _ in range(4)] == [False, False, False, True]


def test_a_put_is_offered_once_in_an_interest_year() -> None:
    run = Run(3, 1, 1)
    low, years = np.array([True]), [5, 5, 5, 5, 6, 6]
    assert [bool(run.add(low, year)[0]) for year in years] == [
        False, True, False, False, True, False,
    ]  # fmt: skip
    run.add(np.array([False]), 6)
    assert run.length[0] == 0


def _so_far(days: int, price: float) -> Counted:
    """Closes of 16.4 on so many sessions up to today."""
    times = tuple(-n / 250 for n in reversed(range(days)))
    return Counted((16.4,) * days, (price,) * days, times)


def test_closes_so_far_count() -> None:
    above = Market(16.3, 0.35, 0.02, 0.018)
    contract = chinese(call=Call(1.3, 15, 30, since=-1.0))
    values = []
    for days in (0, 5, 10, 14):
        counted = _so_far(days, 12.5)
        values.append(worth(contract, above, counted=counted, paths=4_000).value)
    assert values == sorted(values, reverse=True)
    assert values[-1] < values[0] - 1
    elsewhere = _so_far(14, 16.4 / 1.2)  # below the line of the price then
    same = worth(contract, above, counted=elsewhere, paths=4_000).value
    assert same == values[0]


def test_closes_before_the_count_begins_do_not_count() -> None:
    later = Call(1.3, 15, 30, since=0.3)
    counted = _so_far(14, 12.5)
    asked = Market(16.3, 0.35, 0.02, 0.018)
    with_them = worth(chinese(call=later), asked, counted=counted, paths=2_000)
    assert with_them == worth(chinese(call=later), asked, paths=2_000)


def test_put_on_the_thirtieth_session_of_a_known_path() -> None:
    """The share rests below 70%: the bond is put 30 sessions into the last two years."""
    contract, dear = chinese(call=CALL, put=PUT), Market(6.0, FLAT, 0.0, 0.08)
    first = math.ceil(PUT.since * 250 - 0.5)
    day = (first + 29) / 250
    full = 100 + float(contract.accrued(np.array([day]))[0])
    coupons = [(c.end, c.amount) for c in contract.coupons if c.end <= day]
    known = sum(a * math.exp(-0.08 * t) for t, a in [*coupons, (day, full)])
    found = worth(contract, dear, paths=100)
    assert found.value == pytest.approx(known, abs=0.005)


def test_put_is_near_one_that_may_be_used_again_and_again() -> None:
    """A lattice that carries the run bounds the right that is offered once an interest year."""
    contract, dear = chinese(put=PUT), Market(8.0, 0.35, 0.02, 0.08)
    accrued = contract.accrued(np.arange(1150) / 250).tolist()
    coupons = [(round(c.end * 250), c.amount) for c in contract.coupons[:-1]]
    again, never = (
        put_value(stock=8.0, price=12.5, rate=0.02, spread=0.08, volatility=0.35, step=1 / 250,
                  sessions=1149, coupons=coupons, redemption=110.0, put_from=first,
                  accrued=accrued)
        for first in (649, 1149)
    )  # fmt: skip
    found = worth(contract, dear, paths=20_000)
    without = worth(chinese(), dear)
    assert without.value == pytest.approx(never, abs=0.15)  # coarse about its kinks
    assert 0.92 * (again - never) < found.value - without.value < again - never


def test_reset_on_the_fifteenth_session_of_a_known_path() -> None:
    """Down to the higher of average and last close, up to a fen, once: then S / P is 1."""
    rate, years = 0.05, 1149 / 250
    contract = chinese(reset=Reset(0.85, 15, 30))
    found = worth(contract, Market(10.005, FLAT, rate, 0.0), Behaviour(reset=1.0), paths=100)
    last = 10.005 * math.exp(rate * 15 / 250)
    price = math.ceil(last * 100) / 100
    coupons = sum(c.amount * math.exp(-rate * c.end) for c in contract.coupons[:-1])
    assert 1000.5 / price * math.exp(rate * years) > 110
    assert found.value == pytest.approx(1000.5 / price + coupons, abs=0.01)


def test_issuer_who_sometimes_says_no_lies_between_the_two() -> None:
    contract = chinese(call=CALL)
    at_once, never = (worth(contract, MARKET, Behaviour(no_call=n)).value for n in (0.0, 1.0))
    sometimes = worth(contract, MARKET, Behaviour(no_call=0.7), paths=4_000).value
    silent = worth(contract, MARKET, Behaviour(no_call=0.7, waiver=0.5), paths=4_000).value
    assert at_once + 0.2 < sometimes < silent - 0.2
    assert silent < never
