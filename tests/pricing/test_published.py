"""Values printed in papers, and those of QuantLib with the reason for each difference."""

from typing import Any

import numpy as np
import pytest
from pricing.bonds import AFV, AKW, AMOUNTS, DAYS, MARKET, in_days
from pricing.crr_tree import crr_value

from xlfuncs.value.contract import Call
from xlfuncs.value.market import DEFAULT, PARTIAL, TF, Market
from xlfuncs.value.pricing import lattice_value

TREE: dict[str, Any] = {
    "stock": 11.2, "ratio": 8.0, "rate": 0.02, "spread": 0.018, "volatility": 0.35,
    "years": 1678 / 365, "redemption": 110.0,
    "coupons": [(day / 365, a) for day, a in zip(DAYS[1:-1], AMOUNTS, strict=False)],
}  # fmt: skip


def at_any_time(market: Market) -> float:
    """The papers' issuer calls at any time: the limit of value = limit + a / sqrt(n) + b / n."""
    counts = np.array([400, 800, 1600])
    values = [lattice_value(AFV, market, int(n)) for n in counts]
    orders = np.column_stack([np.ones(3), counts**-0.5, 1 / counts])
    return float(np.linalg.solve(orders, values)[0])


@pytest.mark.parametrize(
    ("model", "spread", "printed", "tolerance"),
    [
        (TF, 0.02, 123.9705, 0.01),
        (DEFAULT, 0.02, 122.7316, 0.01),
        (PARTIAL, 0.02, 124.9178, 0.01),
        (TF, 0.0, 125.9529, 0.005),
    ],
)
def test_ayache_forsyth_vetzal(model: str, spread: float, printed: float, tolerance: float) -> None:
    market = Market(100.0, 0.2, 0.05, spread, model)
    assert at_any_time(market) == pytest.approx(printed, abs=tolerance)


def test_step_by_step_with_the_explicit_table() -> None:
    """Table 2, explicit: as many steps, the same value."""
    market = Market(100.0, 0.2, 0.05, 0.02)
    printed = {200: 124.09519, 400: 124.05384, 800: 124.02508, 1600: 124.00798}
    for steps, value in printed.items():
        assert lattice_value(AFV, market, steps) == pytest.approx(value, abs=0.005)


def test_ammann_kind_wilde() -> None:
    market = Market(100.0, 0.4, 0.05, 0.0, dividend_yield=0.1)
    assert lattice_value(AKW, market, 100) == pytest.approx(106.405, abs=0.03)


# QuantLib 1.44 on the Chinese bond: CRR trees of 200 and 1000 steps


@pytest.mark.parametrize(
    ("line", "quantlib"),
    [(np.inf, {200: 120.17643, 1000: 119.94368}), (16.25, {200: 114.19876, 1000: 112.76980})],
)
def test_quantlib_is_a_tree_with_a_blended_rate(line: float, quantlib: dict[int, float]) -> None:
    for steps, printed in quantlib.items():
        found = crr_value(**TREE, steps=steps, line=line, blended=True)
        assert found == pytest.approx(printed, abs=0.01)


def test_without_a_call_we_are_the_same_tree_with_the_published_split() -> None:
    """QuantLib's 119.94 with the split of shares and cash in place of its rate is our 120.64."""
    tree = [crr_value(**TREE, steps=steps) for steps in range(990, 1011)]
    ours = lattice_value(in_days(), MARKET)
    assert min(tree) < ours < max(tree)
    assert max(tree) - min(tree) < 0.1


def test_with_a_call_we_lie_within_the_error_of_the_tree() -> None:
    """The tree's line falls anywhere between two nodes: its error is a point and a half."""
    tree = [crr_value(**TREE, steps=steps, line=16.25) for steps in range(190, 211)]
    ours = lattice_value(in_days(call=Call(1.3)), MARKET)
    assert min(tree) < ours < max(tree)
    fine = [crr_value(**TREE, steps=steps, line=16.25) for steps in range(1000, 1130, 7)]
    assert ours == pytest.approx(np.mean(fine), abs=max(fine) - min(fine))


def test_smooth_in_steps_where_the_trees_are_not() -> None:
    for contract in (in_days(), in_days(call=Call(1.3)), in_days(call=Call(1.3, 15, 30))):
        ours = [lattice_value(contract, MARKET, steps) for steps in range(190, 211)]
        assert max(ours) - min(ours) < 0.02
    tree = [crr_value(**TREE, steps=steps, line=16.25) for steps in range(190, 211)]
    assert max(tree) - min(tree) > 0.5
