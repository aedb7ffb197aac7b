"""Dividend rules: what must hold for any figures, and for plans that are only data."""

import dataclasses
import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import xlfuncs
from xlfuncs import norms
from xlfuncs.errors import BadArgument, NotCovered
from xlfuncs.tables import Plan

anytime = settings(deadline=None)
SEEDS = Path(__file__).parents[2] / "shared" / "seeds"
PLANS = norms.names("plans")
WORSE = ("不满足", "需股东大会特别审批")  # the worst first; any other verdict is no complaint
FLOORS = ("年度现金分红比例", "差异化现金分红比例", "三年累计分红比例")

fen = st.integers(0, 10**13).map(lambda n: n / 100)
signed = st.integers(-(10**13), 10**13).map(lambda n: n / 100)
stages = st.sampled_from([None, "成熟期", "成长期", "不易区分"])
years = st.tuples(signed, signed).map(list)
paid = st.tuples(fen, fen).map(list)


# a fourth company: an annual ratio, a three-year rule and its own major spending
FOURTH = [
    ["项目", "数值", "条款", "原文"],
    ["公司", "示例公司"],
    ["年度现金分红比例", "20%", "章程第158条", "每年以现金方式分配的利润不少于20%"],
    ["三年累计比例", 0.3, "章程第159条"],
    ["重大支出占净资产比例", 0.2, "章程第160条"],
    ["重大支出金额", "10,000,000", "章程第160条"],
    ["重大支出扣除募投项目", "是", "章程第160条"],
    ["须当年盈利", "否"],
    [None, None],
]


def as_range(plan: Plan, spelling: str) -> list[list[Any]]:
    """A packaged plan as a user would type it: key, value, clause, words."""
    rows = []
    for f in dataclasses.fields(plan):
        if f.name in plan.sources:
            source = plan.sources[f.name]
            word = f.name if spelling == "en" else f.metadata["zh"]
            value = getattr(plan, f.name)
            yes_no = {True: "是", False: "否"}
            written = yes_no[value] if isinstance(value, bool) else value
            rows.append([word, written, source.clause, source.words])
    return rows


def table(rows: list[list[Any]]) -> dict[str, list[Any]]:
    return {row[0]: row[1:] for row in rows}


@pytest.mark.parametrize("name", PLANS)
@pytest.mark.parametrize("spelling", ["zh", "en"])
def test_a_packaged_plan_typed_as_a_range_is_the_same_plan(name: str, spelling: str) -> None:
    own = as_range(norms.plan(name), spelling)
    for figures in (
        (10.0, 2.0, 100.0, False, "成熟期", [90.0, 80.0], [5.0, 5.0], 500.0, "标准无保留意见"),
        (1.0, 0.0, -100.0, True, "成长期", [90.0, 80.0], [5.0, 5.0], -500.0, "非标"),
    ):
        assert xlfuncs.DIV_CHECK(own, *figures) == xlfuncs.DIV_CHECK(name, *figures)


@pytest.mark.parametrize("name", PLANS)
def test_the_words_of_a_plan_stand_in_its_seed(name: str) -> None:
    if not SEEDS.is_dir():
        pytest.skip(f"{SEEDS} is not there: no seed text to compare with")
    (seed,) = SEEDS.glob(f"dividend-plan-{name[:6]}-*.txt")
    text = re.sub(r"\s", "", seed.read_text(encoding="utf-8"))
    plan = norms.plan(name)
    for key, source in plan.sources.items():
        assert source.words, f"{key} rests on no words"
        assert re.sub(r"\s", "", source.words) in text, key


def test_a_fourth_plan_needs_no_python() -> None:
    assert xlfuncs.DIV_MAJOR_SPENDING(FOURTH, 30e6, 100e6, 1e9, 10e6) is True
    assert xlfuncs.DIV_MAJOR_SPENDING(FOURTH, 30e6, 100e6, 1e9, 10e6 + 0.01) is False
    rows = xlfuncs.DIV_REQUIREMENTS(FOURTH, 100e6, False, None, None, [50e6, 60e6], [5e6, 6e6])
    assert [row[:4] for row in rows] == [
        ["年度现金分红比例", "章程第158条", "适用", 20e6],
        ["三年累计分红比例", "章程第159条", "适用", 10e6],
    ]
    assert xlfuncs.DIV_MIN_CASH(FOURTH, 100e6, True, None, None, [50e6, 60e6], [5e6, 6e6]) == 10e6


@pytest.mark.parametrize(
    ("row", "named"),
    [
        (["年度分红比例", 0.3], "年度分红比例"),
        (["年度现金分红比例", 30], "年度现金分红比例"),
        (["annual_ratio", "三成"], "annual_ratio"),
        (["三年累计比例", 0.3], "三年累计比例"),  # a second time
        (["须当年盈利2", "是"], "须当年盈利2"),
    ],
)
def test_a_wrong_key_is_named(row: list[Any], named: str) -> None:
    with pytest.raises(xlfuncs.CellError, match=named):
        xlfuncs.DIV_MIN_CASH([["三年累计比例", 0.3], row], 100)


def test_reasons_say_why_no_floor_applies() -> None:
    with pytest.raises(NotCovered) as none:
        xlfuncs.DIV_MIN_CASH("002911-2021", 100, True, "成熟期")
    assert "有重大资金支出安排" in none.value.zh
    assert "distribution" in none.value.zh
    with pytest.raises(BadArgument, match="两个"):
        xlfuncs.DIV_MIN_CASH("605090-2022", 100, prior_profits=[1], prior_cash=[1, 2])


@anytime
@given(
    name=st.sampled_from(PLANS), cash=fen, more=fen, stock=fen, profit=signed,
    major=st.booleans(), stage=stages, prior=years, before=paid,
    cumulative=st.none() | signed, opinion=st.sampled_from([None, "standard", "other"]),
)  # fmt: skip
def test_more_cash_never_worsens_a_verdict(
    name: str, cash: float, more: float, stock: float, profit: float, major: bool,
    stage: str | None, prior: list[float], before: list[float], cumulative: float | None,
    opinion: str | None,
) -> None:  # fmt: skip
    """But for DV-05, which is a limit on what is paid."""
    rest = (stock, profit, major, stage, prior, before, cumulative, opinion)
    less, richer = (table(xlfuncs.DIV_CHECK(name, c, *rest)) for c in (cash, cash + more))
    for rule in less.keys() - {"不超过累计可分配利润"}:
        assert _rank(richer[rule][2]) >= _rank(less[rule][2]), rule


def _rank(verdict: str) -> int:
    return WORSE.index(verdict) if verdict in WORSE else len(WORSE)


@anytime
@given(
    name=st.sampled_from(PLANS), profit=signed, major=st.booleans(), stage=stages,
    distribution=st.none() | fen, prior=st.none() | years, before=st.none() | paid,
)  # fmt: skip
def test_the_binding_floor_is_the_largest_that_applies(
    name: str, profit: float, major: bool, stage: str | None, distribution: float | None,
    prior: list[float] | None, before: list[float] | None,
) -> None:  # fmt: skip
    figures = (name, profit, major, stage, distribution, prior, before)
    rows = xlfuncs.DIV_REQUIREMENTS(*figures)
    applying = [row[3] for row in rows if row[2] == "适用"]
    assert all((row[3] is None) == (row[2] != "适用") for row in rows)
    if applying:
        assert xlfuncs.DIV_MIN_CASH(*figures) == max(applying)
    else:
        with pytest.raises(NotCovered):
            xlfuncs.DIV_MIN_CASH(*figures)


@anytime
@given(cash=fen, profit=signed)
def test_the_annual_verdict_is_that_of_decimals(cash: float, profit: float) -> None:
    assume(profit > 0)
    enough = Decimal(str(cash)) >= Decimal("0.3") * Decimal(str(profit))
    verdict = table(xlfuncs.DIV_CHECK("002911-2021", cash, 0, profit))["年度现金分红比例"][2]
    assert verdict == ("满足" if enough else "不满足")


@anytime
@given(
    name=st.sampled_from(PLANS), profit=signed, prior=years, before=paid, major=st.booleans(),
)  # fmt: skip
def test_the_least_cash_is_enough_and_a_fen_less_is_not(
    name: str, profit: float, prior: list[float], before: list[float], major: bool
) -> None:
    try:
        least = xlfuncs.DIV_MIN_CASH(name, profit, major, None, None, prior, before)
    except NotCovered:
        assume(False)
    assume(least >= 0.02)

    def verdicts(cash: float) -> list[str]:
        rows = table(xlfuncs.DIV_CHECK(name, cash, 0, profit, major, None, prior, before))
        return [rows[rule][2] for rule in FLOORS if rule in rows]

    assert not set(verdicts(least)) & set(WORSE)
    assert set(verdicts(round(least * 100 - 1) / 100)) & set(WORSE)


@anytime
@given(profit=signed, loss=fen, balance=fen, capital=fen)
def test_profit_is_reserve_and_distributable(
    profit: float, loss: float, balance: float, capital: float
) -> None:
    reserve = xlfuncs.DIV_STATUTORY_RESERVE(profit, loss, balance, capital)
    left = xlfuncs.DIV_DISTRIBUTABLE(profit, loss, balance, capital)
    assert reserve + left == pytest.approx(profit - loss, abs=1e-3)
    assert reserve >= 0
    if capital and reserve:
        assert balance + reserve <= capital / 2 + 1e-3


@anytime
@given(st.lists(st.tuples(signed, fen, fen, fen), min_size=2, max_size=20))
def test_a_column_gives_what_its_cells_give(rows: list[tuple[float, float, float, float]]) -> None:
    columns = [np.array(column) for column in zip(*rows, strict=True)]
    for function in (xlfuncs.DIV_STATUTORY_RESERVE, xlfuncs.DIV_DISTRIBUTABLE):
        assert function(*columns).tolist() == [function(*row) for row in rows]
