"""A percentage typed as a plain number is refused with the two ways to write it."""

from collections.abc import Callable

import pytest

import xlfuncs
from xlfuncs.errors import CellError

DAYS = ["2025-01-02", "2025-01-03"]


@pytest.mark.parametrize(
    ("call", "ways"),
    [
        (lambda: xlfuncs.CB_ACCRUED(100, 1.5, 286), "1.5% 或 0.015"),
        (lambda: xlfuncs.CB_ACCRUED(100, [0.01, 1.5], 286), "1.5% 或 0.015"),
        (lambda: xlfuncs.CB_ACCRUED(100, 100, 286), "100% 或 1"),
        (lambda: xlfuncs.CB_SCHEDULE("2022-12-05", [0.004, 1.5]), "1.5% 或 0.015"),
        (lambda: xlfuncs.CB_TRIGGER_PRICE(20, 130), "130% 或 1.3"),
        (lambda: xlfuncs.CB_TRIGGER_PRICE(20, 1000), "1000% 或 10"),
        (lambda: _triggers("强赎比例", 130), "130% 或 1.3"),
        (lambda: _triggers("票面利率", 1.5), "1.5% 或 0.015"),
    ],
)
def test_both_ways_are_told(call: Callable[[], object], ways: str) -> None:
    with pytest.raises(CellError, match=f"若为百分数，请写 {ways} "):
        call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: xlfuncs.CB_ACCRUED(100, -0.01, 286),
        lambda: xlfuncs.CB_ACCRUED(100, 101, 286),
        lambda: xlfuncs.CB_TRIGGER_PRICE(20, 0),
        lambda: xlfuncs.CB_TRIGGER_PRICE(20, 1001),
        lambda: xlfuncs.CB_ACCRUED(-100, 0.01, 286),  # yuan are no percentage
    ],
)
def test_no_hint_where_no_percentage_would_do(call: Callable[[], object]) -> None:
    with pytest.raises(CellError) as refused:
        call()
    assert "百分数" not in str(refused.value)


def test_the_ways_told_are_read() -> None:
    assert xlfuncs.CB_ACCRUED(100, "1.5%", 365) == xlfuncs.CB_ACCRUED(100, 0.015, 365) == 1.5
    assert xlfuncs.CB_ACCRUED(100, 1, 365) == 100
    assert xlfuncs.CB_TRIGGER_PRICE(20, "130%") == xlfuncs.CB_TRIGGER_PRICE(20, 1.3) == 26


def _triggers(key: str, value: float) -> object:
    return xlfuncs.CB_TRIGGERS(DAYS, [20.0, 21.0], 20.0, [[key, value]])
