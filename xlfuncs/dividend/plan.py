"""A plan checked: each rule of a policy against the distribution that is proposed."""

from dataclasses import replace
from fractions import Fraction
from typing import Final

from xlfuncs.dividend.floors import (
    ANNUAL,
    NOT_APPLICABLE,
    STAGE,
    THREE_YEARS,
    Floor,
    Year,
    fen_up,
    floors,
    yuan,
)
from xlfuncs.dividend.lines import (
    BROKEN,
    MET,
    Line,
    conditions,
    of_cash_first,
    of_cumulative,
    of_stock,
    of_yearly,
    unmet_reason,
)
from xlfuncs.errors import NotCovered
from xlfuncs.rounding import exact
from xlfuncs.spec import worksheet_function
from xlfuncs.tables import Plan
from xlfuncs.vocabulary.policy import (
    AuditOpinion,
    CashTotal,
    MajorSpending,
    Policy,
    Stage,
    StockTotal,
)
from xlfuncs.vocabulary.profits import (
    CumulativeProfit,
    DistributableProfit,
    PriorCash,
    PriorProfits,
)

SPECIAL_APPROVAL: Final = "需股东大会特别审批"


@worksheet_function(
    "DIV_CHECK",
    zh="利润分配方案合规核对表",
    en="Compliance of a proposed distribution, rule by rule",
    returns="表 table",
    clauses=("DV-01", "DV-03", "DV-04", "DV-05", "DV-08", "DV-09", "DV-10", "DV-12", "DV-13"),
    columns=(
        "规则 rule",
        "要求 required",
        "实际 actual",
        "结论 verdict",
        "条款 clause",
        "差额 shortfall",
    ),
)
def check(
    policy: Policy,
    cash: CashTotal,
    stock: StockTotal,
    distributable_profit: DistributableProfit,
    major_spending: MajorSpending = False,
    stage: Stage = None,
    prior_profits: PriorProfits = None,
    prior_cash: PriorCash = None,
    cumulative_profit: CumulativeProfit = None,
    audit_opinion: AuditOpinion = None,
) -> list[list[object]]:
    """C >= each floor; C > t * P before stock; C + S <= U

    C cash of the year, interim dividends included, S stock dividend, P distributable profit, U
    cumulative distributable profit, the floors those of DIV_REQUIREMENTS for C + S, t the share
    above which stock may follow. One row to a rule of the policy: 满足, 不满足, 不适用,
    需股东大会特别审批 (below an annual ratio that a special vote may waive) or 资料不足, which
    names the figure; U of 0 is U not given. The shortfall is what the proposal misses in yuan,
    up to the fen: more cash, for the stage at the same C + S, and for U what is too much. When
    a condition of the policy is not met no floor of the year binds. 转增 is no stock dividend.

    >>> from xlfuncs import norms
    >>> check(norms.plan("688567-2021"), 9.0, 0.0, 100.0)[3]
    ['年度现金分红比例', '≥ 10.00（10% × 100.00）', '9.00', '需股东大会特别审批', 'DV-09', 1.0]
    """
    total = cash + stock
    year = Year(distributable_profit, major_spending, stage, total, prior_profits, prior_cash)
    needed = conditions(policy, distributable_profit, cumulative_profit, audit_opinion)
    unmet = [line.rule for line in needed if line.verdict == BROKEN]
    lines = [
        *needed,
        *(_of_floor(policy, _waived(f, unmet), cash, stock) for f in floors(policy, year)),
        *of_yearly(policy, total, distributable_profit, unmet),
        *of_cash_first(policy, cash, stock),
        *of_stock(policy, cash, stock, distributable_profit),
        *of_cumulative(policy, total, cumulative_profit),
    ]
    if not lines:
        raise NotCovered("该政策没有可核对的规则", "the policy has no rule to check")
    return [list(line) for line in lines]


def _waived(floor: Floor, unmet: list[str]) -> Floor:
    """The floors of a year do not bind when its conditions fail; the share by stage does."""
    if not unmet or floor.rule == STAGE:
        return floor
    return replace(floor, status=NOT_APPLICABLE, zh=unmet_reason(unmet), amount=None)


def _of_floor(plan: Plan, floor: Floor, cash: float, stock: float) -> Line:
    counted = cash
    if floor.rule == THREE_YEARS and plan.three_year_stock:  # DV-12, the literal reading
        counted = cash + stock
    if floor.amount is None:
        return Line(floor.rule, floor.zh, yuan(counted), floor.status, floor.clause)
    required = f"≥ {yuan(fen_up(floor.amount))}（{floor.zh}）"
    short = fen_up(max(floor.amount - exact(counted), Fraction()))
    below = SPECIAL_APPROVAL if floor.rule == ANNUAL and plan.annual_special_approval else BROKEN
    return Line(floor.rule, required, yuan(counted), below if short else MET, floor.clause, short)
