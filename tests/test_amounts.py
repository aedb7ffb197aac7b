"""Amounts under headings in 万元 or 亿元: every spelling, in terms, policies and files."""

from decimal import Decimal
from pathlib import Path

import pytest

import xlfuncs
from xlfuncs.amounts import headed, yuan
from xlfuncs.errors import BadArgument
from xlfuncs.norms import MalformedNorm


@pytest.mark.parametrize(
    ("heading", "name", "factor"),
    [
        ("余额", "余额", 1),
        ("余额（元）", "余额", 1),
        ("余额（万元）", "余额", 10**4),
        ("余额(亿元)", "余额", 10**8),
        ("余额【百万元】", "余额", 10**6),
        (" 余额 亿元 ", "余额", 10**8),
        ("余额_万元", "余额", 10**4),
        ("余额亿", "余额", 10**8),
        ("余额（人民币万元）", "余额", 10**4),
        ("初始转股价（元/股）", "初始转股价", 1),
        ("outstanding (CNY million)", "outstanding", 10**6),
        ("issue_size_bn", "issue_size", 10**9),
        ("余额（万港元）", "余额（万港元）", 1),  # not yuan: the heading stays as it is
    ],
)
def test_a_heading_and_its_unit(heading: str, name: str, factor: int) -> None:
    assert headed(heading) == (name, Decimal(factor))


def test_the_figure_is_multiplied_as_it_is_written() -> None:
    assert 1.1 * 1e8 != 110_000_000  # the binary product is off
    assert yuan(1.1, Decimal("1E+8")) == 110_000_000
    assert yuan(4.35, Decimal("1E+4")) == 43_500


@pytest.mark.parametrize(
    "key", ["重大支出金额（万元）", "major_amount (万元)", "重大支出金额 万元"]
)
def test_a_policy_range_may_be_in_wan(key: str) -> None:
    rows = [["重大支出占净资产比例", 0.5], [key, 5000, "章程第160条"]]
    reached = [xlfuncs.DIV_MAJOR_SPENDING(rows, x, 60e6, 1e9) for x in (50e6 + 1, 50e6 - 1)]
    assert reached == [True, False]


def test_a_key_in_two_units_occurs_twice() -> None:
    rows = [["重大支出金额", 50e6], ["重大支出金额（万元）", 5000]]
    with pytest.raises(BadArgument, match="重复"):
        xlfuncs.DIV_MAJOR_SPENDING(rows, 1.0, 60e6, 1e9)


@pytest.mark.parametrize("key", ["年度现金分红比例（万元）", "重大支出金额（万港元）"])
def test_only_amounts_in_yuan_have_units(key: str) -> None:
    with pytest.raises(BadArgument, match="没有名为"):
        xlfuncs.DIV_MIN_CASH([[key, 0.2]], 100)


def test_a_file_may_be_in_wan_too(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text('"重大支出金额（万元）" = { value = 5000, clause = "章程" }', encoding="utf-8")
    assert xlfuncs.DIV_MAJOR_SPENDING(str(path), 50e6 + 1, 60e6, 1e9) is True
    assert xlfuncs.DIV_MAJOR_SPENDING(str(path), 50e6 - 1, 60e6, 1e9) is False
    path.write_text('"重大支出金额（万港元）" = 5000', encoding="utf-8")
    with pytest.raises(MalformedNorm, match="没有这个项目"):
        xlfuncs.DIV_MAJOR_SPENDING(str(path), 1.0, 60e6, 1e9)
