"""Rounding, whole shares and threshold comparison against `decimal`, 20,000 decimals each."""

from decimal import ROUND_DOWN, ROUND_HALF_UP, ROUND_UP, Decimal, localcontext

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from xlfuncs.rounding import at_least, gridded, remainder, rounded, whole_shares

MODES = {"half_up": ROUND_HALF_UP, "up": ROUND_UP, "down": ROUND_DOWN}
BATCH, BATCHES = 200, 100  # 20,000 decimals a property
many = settings(max_examples=BATCHES, deadline=None)


def batch(numbers: st.SearchStrategy[Decimal]) -> st.SearchStrategy[list[Decimal]]:
    return st.lists(numbers, min_size=BATCH, max_size=BATCH)


def decimals(most: int, places: int) -> st.SearchStrategy[Decimal]:
    """Numbers of up to `places` decimals, from 10^-places up to `most`."""
    return st.builds(
        lambda units, p: Decimal(units % (most * 10**p) or 1).scaleb(-p),
        st.integers(1, 10**13),
        st.integers(0, places),
    )


def ties(places: int) -> st.SearchStrategy[Decimal]:
    """…5 just past the last kept place."""
    return st.builds(
        lambda n, sign: sign * (Decimal(n).scaleb(-places) + Decimal(5).scaleb(-places - 1)),
        st.integers(0, 10**9),
        st.sampled_from([1, -1]),
    )


def expected(x: Decimal, places: int, mode: str) -> float:
    return float(x.quantize(Decimal(1).scaleb(-places), MODES[mode]))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("places", [2, 4, 6])
@many
@given(data=st.data())
def test_rounded_agrees_with_decimal(mode: str, places: int, data: st.DataObject) -> None:
    numbers = data.draw(batch(decimals(10**6, 8) | ties(places) | decimals(10**6, places)))
    wanted = [expected(x, places, mode) for x in numbers]
    assert [rounded(float(x), places, mode) for x in numbers] == wanted
    assert rounded(np.array(numbers, float), places, mode).tolist() == wanted


@many
@given(numbers=batch(decimals(10**4, 4)), divisors=batch(decimals(10**3, 2)))
def test_noise_of_a_formula_is_gone_after_rounding(
    numbers: list[Decimal], divisors: list[Decimal]
) -> None:
    """(P0 − D) / (1 + n) in floats rounds as the same formula in decimals."""
    for p, n in zip(numbers, divisors, strict=True):
        exact = expected(p / (1 + n), 2, "half_up")
        assert rounded(float(p) / (1 + float(n)), 2) == exact
    quotients = np.array(numbers, float) / (1 + np.array(divisors, float))
    assert rounded(quotients, 2).tolist() == [rounded(float(q), 2) for q in quotients]


@many
@given(faces=batch(decimals(10**9, 2)), prices=batch(decimals(10**3, 2)))
@example(faces=[Decimal("4.35")] * 2, prices=[Decimal("0.01"), Decimal("0.29")])
def test_whole_shares_is_the_exact_floor(faces: list[Decimal], prices: list[Decimal]) -> None:
    pairs = [(v, p) for v, p in zip(faces, prices, strict=True)]
    wanted = [int(v // p) for v, p in pairs]
    left = [float(v % p) for v, p in pairs]
    assert [whole_shares(float(v), float(p)) for v, p in pairs] == wanted
    assert [remainder(float(v), float(p)) for v, p in pairs] == left
    v, p = np.array(faces, float), np.array(prices, float)
    assert whole_shares(v, p).tolist() == wanted
    assert remainder(v, p).tolist() == left


@many
@given(prices=batch(decimals(10**3, 2)), shares=st.integers(1, 10**6))
def test_a_whole_quotient_keeps_its_last_share(prices: list[Decimal], shares: int) -> None:
    faces = [shares * p for p in prices]
    v, p = np.array(faces, float), np.array(prices, float)
    assert whole_shares(v, p).tolist() == [shares] * len(prices)
    assert [whole_shares(a, b) for a, b in zip(v.tolist(), p.tolist(), strict=True)] == [
        shares
    ] * len(prices)


@many
@given(
    prices=batch(decimals(10**3, 2)),
    ratio=st.sampled_from([Decimal(r) for r in ("1.3", "1.2", "0.85", "0.8", "0.7", "0.9")]),
    steps=st.lists(st.integers(-2, 2), min_size=BATCH, max_size=BATCH),
)
def test_threshold_is_the_exact_product(
    prices: list[Decimal], ratio: Decimal, steps: list[int]
) -> None:
    """Closes at the product, and one or two fen beside it."""
    closes = [
        max(p * ratio + Decimal(s).scaleb(-2), Decimal("0.01"))
        for p, s in zip(prices, steps, strict=True)
    ]
    wanted = [c >= p * ratio for c, p in zip(closes, prices, strict=True)]
    found = at_least(gridded(np.array(closes, float)), gridded(np.array(prices, float)),
                     gridded(float(ratio)))  # fmt: skip
    assert found.tolist() == wanted


@many
@given(prices=batch(decimals(10**3, 7)), closes=batch(decimals(10**3, 7)))
def test_threshold_off_the_grid_falls_back_to_decimals(
    prices: list[Decimal], closes: list[Decimal]
) -> None:
    ratio = Decimal("1.3")
    wanted = [c >= p * ratio for c, p in zip(closes, prices, strict=True)]
    found = at_least(gridded(np.array(closes, float)), gridded(np.array(prices, float)),
                     gridded(1.3))  # fmt: skip
    assert found.tolist() == wanted


def test_large_money_keeps_its_fen() -> None:
    assert rounded(12345678901234.565, 2) == 12345678901234.56
    assert rounded(np.array([987654321098.765]), 2).tolist() == [987654321098.77]


def test_a_global_decimal_mode_does_not_leak_in() -> None:
    with localcontext() as context:
        context.rounding, context.prec = ROUND_UP, 3
        assert rounded(20.021, 2) == 20.02
        assert whole_shares(10000.0, 20.59) == 485


def test_no_negative_zero() -> None:
    assert str(rounded(-0.001, 2)) == "0.0"
    assert str(rounded(np.array([-0.001]), 2)[0]) == "0.0"
