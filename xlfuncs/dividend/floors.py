"""Floors: what each rule of a policy asks for as cash dividend of a year, or why nothing."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from xlfuncs.dividend.policy import stage_ratio
from xlfuncs.errors import BadArgument, NotCovered
from xlfuncs.rounding import Floats, exact, half_up
from xlfuncs.tables import Plan

APPLIES: Final = "适用"
NOT_APPLICABLE: Final = "不适用"
MISSING: Final = "资料不足"
ANNUAL: Final = "年度现金分红比例"
STAGE: Final = "差异化现金分红比例"
THREE_YEARS: Final = "三年累计分红比例"
NAMES: Final = {
    "stage": "发展阶段",
    "distribution": "本次利润分配总额",
    "prior_profits": "前两年可分配利润",
    "prior_cash": "前两年现金分红",
}


@dataclass(frozen=True)
class Year:
    """The figures of one year that the rules ask for; None where one is not given."""

    profit: float
    major: bool = False
    stage: str | None = None
    distribution: float | None = None
    prior_profits: Floats | None = None
    prior_cash: Floats | None = None


@dataclass(frozen=True)
class Floor:
    """What one rule asks for: an amount and its working, or why there is none."""

    rule: str
    clause: str
    status: str
    zh: str
    en: str
    amount: Fraction | None = None


def floors(plan: Plan, year: Year) -> list[Floor]:
    """Every rule of the plan that can put a floor under the cash."""
    found = []
    if plan.annual_ratio is not None:
        found.append(_annual(plan, plan.annual_ratio, year))
    if plan.stage_rule:
        found.append(_of_stage(plan, year))
    if plan.three_year_ratio is not None:
        found.append(_of_three_years(plan, plan.three_year_ratio, year))
    return found


def still_to_pay(ratio: float, profits: list[float], paid: list[float]) -> Fraction:
    """DV-12: the share of the yearly average, loss years included, less what is paid."""
    average = total(profits) / len(profits)
    if average <= 0:
        raise NotCovered(
            f"三年年均可分配利润 {yuan(float(average))} 不大于 0", "the average is not positive"
        )
    return max(exact(ratio) * average - total(paid), Fraction())


def total(values: Iterable[float]) -> Fraction:
    return sum(map(exact, values), Fraction())


def of_years(name: str, years: Floats, count: int) -> list[float]:
    """The figures of so many years, neither more nor fewer."""
    values: list[float] = years.tolist()
    if len(values) != count:
        which = {
            2: ("前两年的两", "the two prior years"),
            3: ("最近三年的三", "the last three years"),
        }
        raise BadArgument(
            f"参数 {name} 须为{which[count][0]}个数值，现有 {len(values)} 个",
            f"argument {name} must hold {which[count][1]}, not {len(values)}",
        )
    return values


def fen_up(amount: Fraction) -> float:
    """The least amount in whole fen that reaches a floor."""
    return math.ceil(amount * 100) / 100


def yuan(amount: float) -> str:
    return f"{half_up(amount, 2):,.2f}"


def percent(ratio: float) -> str:
    return f"{float(exact(ratio) * 100):.15g}%"


def _annual(plan: Plan, ratio: float, year: Year) -> Floor:
    clause = plan.clause("annual_ratio", "annual_special_approval")
    if year.profit <= 0:
        return Floor(
            ANNUAL, clause, NOT_APPLICABLE, "当年可分配利润不大于 0", "no profit this year"
        )
    if year.major and not plan.annual_with_major:
        return Floor(
            ANNUAL, clause, NOT_APPLICABLE, "有重大资金支出安排", "there is major spending"
        )
    working = f"{percent(ratio)} × {yuan(year.profit)}"
    return Floor(ANNUAL, clause, APPLIES, working, working, exact(ratio) * exact(year.profit))


def _of_stage(plan: Plan, year: Year) -> Floor:
    clause = plan.clause("stage_rule")
    if year.distribution == 0:
        return Floor(STAGE, clause, NOT_APPLICABLE, "本次不分配利润", "nothing is distributed")
    try:
        ratio = stage_ratio(year.stage, year.major) if year.stage else None
    except NotCovered as none:
        return Floor(STAGE, clause, NOT_APPLICABLE, none.zh, none.en)
    if ratio is None or year.distribution is None:
        return _lacking(STAGE, clause, stage=year.stage, distribution=year.distribution)
    working = f"{percent(ratio)} × {yuan(year.distribution)}"
    amount = exact(ratio) * exact(year.distribution)
    return Floor(STAGE, clause, APPLIES, working, working, amount)


def _of_three_years(plan: Plan, ratio: float, year: Year) -> Floor:
    clause = plan.clause("three_year_ratio")
    if year.prior_profits is None or year.prior_cash is None:
        return _lacking(
            THREE_YEARS, clause, prior_profits=year.prior_profits, prior_cash=year.prior_cash
        )
    profits = [*of_years("prior_profits", year.prior_profits, 2), year.profit]
    paid = of_years("prior_cash", year.prior_cash, 2)
    try:
        amount = still_to_pay(ratio, profits, paid)
    except NotCovered as none:
        return Floor(THREE_YEARS, clause, NOT_APPLICABLE, none.zh, none.en)
    terms = " + ".join(map(yuan, profits))
    working = f"{percent(ratio)} × ({terms}) / {len(profits)} − {' − '.join(map(yuan, paid))}"
    return Floor(THREE_YEARS, clause, APPLIES, working, working, amount)


def _lacking(rule: str, clause: str, **given: object) -> Floor:
    names = "、".join(f"{NAMES[name]} {name}" for name, value in given.items() if value is None)
    lacks = ", ".join(name for name, value in given.items() if value is None)
    return Floor(rule, clause, MISSING, f"缺少{names}", f"{lacks} not given")
