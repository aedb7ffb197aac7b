"""A percentage typed as a plain number is refused with the two ways to write it."""

import pytest

import xlfuncs
from xlfuncs.errors import OutOfDomain


def test_coupon_typed_as_percent_points() -> None:
    with pytest.raises(OutOfDomain, match="不大于 1；百分数请写 1.5% 或 0.015"):
        xlfuncs.CB_ACCRUED(100, 1.5, 286)


def test_both_ways_of_the_hint_are_read() -> None:
    assert xlfuncs.CB_ACCRUED(100, "1.5%", 286) == xlfuncs.CB_ACCRUED(100, 0.015, 286)


@pytest.mark.parametrize("rate", [-0.01, 101])
def test_no_hint_where_no_percentage_is_meant(rate: float) -> None:
    with pytest.raises(OutOfDomain) as refused:
        xlfuncs.CB_ACCRUED(100, rate, 286)
    assert "百分数" not in str(refused.value)
