"""Policy: what a plan calls major spending, and the cash share that a company's stage asks for."""

from fractions import Fraction
from typing import Final

from xlfuncs import norms
from xlfuncs.errors import NotCovered, OutOfDomain
from xlfuncs.rounding import exact
from xlfuncs.spec import worksheet_function
from xlfuncs.tables import Plan
from xlfuncs.vocabulary.policy import (
    MajorSpending,
    NetAssets,
    Outlay,
    Policy,
    RaisedFunds,
    Stage,
    TotalAssets,
)

SHARES: Final = {
    ("mature", False): "stage_mature",
    ("mature", True): "stage_mature_major",
    ("growth", True): "stage_growth_major",
    # READING: 可以按照前项规定处理: the item just before, which is the one of 20% (DV-04)
    ("unclear", True): "stage_growth_major",
}


@worksheet_function(
    "DIV_MAJOR_SPENDING",
    zh="是否属于重大资金支出",
    en="Whether an outlay is major spending under a policy",
    returns="TRUE/FALSE",
    clauses=("DV-02", "DV-11"),
)
def is_major_spending(
    policy: Policy,
    outlay: Outlay,
    net_assets: NetAssets,
    total_assets: TotalAssets,
    raised_funds: RaisedFunds = 0.0,
) -> bool:
    """(E >= a * NAV and E > m) or E >= b * TA

    E outlay planned for the next 12 months, NAV net and TA total assets, latest audited; a, m
    and b as the policy gives them, a leg it does not give is left out. 达到或超过 counts the
    equal, 超过 does not. A policy that excludes raised-fund projects has them taken off E
    before every leg. A policy without a definition: #N/A.

    >>> plan = norms.plan("002911-2021")
    >>> is_major_spending(plan, 5e7, 1e8, 1e9), is_major_spending(plan, 3e7, 6e7, 1e9)
    (True, False)
    """
    if raised_funds > outlay:
        raise OutOfDomain("募投项目支出大于支出总额", "raised funds exceed the outlay")
    spent = exact(outlay) - (exact(raised_funds) if policy.major_less_raised else 0)  # DV-11
    cases = [
        *_case_of_net_assets(policy, spent, exact(net_assets)),
        *_case_of_total_assets(policy, spent, exact(total_assets)),
    ]
    if not cases:
        raise NotCovered(
            "该政策没有规定何为重大资金支出", "the policy does not say what major spending is"
        )
    return any(cases)  # 情形之一


@worksheet_function(
    "DIV_STAGE_RATIO",
    zh="差异化现金分红最低比例",
    en="Least cash share of a distribution by stage",
    returns="小数 fraction",
    clauses=("DV-03", "DV-04"),
)
def stage_ratio(stage: Stage, major_spending: MajorSpending = False) -> float:
    """s = 80% mature, 40% mature with major spending, 20% growth with major spending

    A stage not easily told, with major spending, follows the item of 20%. Growth or unclear
    without major spending: there is no rule, #N/A.

    >>> stage_ratio("mature"), stage_ratio("unclear", True)
    (0.8, 0.2)
    """
    if stage is None:
        raise NotCovered("缺少发展阶段 stage", "the stage is not given")
    if (stage, major_spending) not in SHARES:
        zh, en = {"growth": ("成长期", "growth")}.get(stage, ("不易区分", "unclear"))
        raise NotCovered(
            f"发展阶段{zh}且无重大资金支出安排，规定未设最低比例",
            f"no least share is set for stage {en} without major spending",
        )
    ratio: float = norms.statute(SHARES[stage, major_spending])
    return ratio


def _case_of_net_assets(policy: Plan, spent: Fraction, net_assets: Fraction) -> list[bool]:
    """达到或超过净资产的a，且超过m: both legs, as far as the policy has them."""
    legs = []
    if policy.major_net_assets is not None:
        legs.append(spent >= exact(policy.major_net_assets) * net_assets)
    if policy.major_amount is not None:
        legs.append(spent > exact(policy.major_amount))
    return [all(legs)] if legs else []


def _case_of_total_assets(policy: Plan, spent: Fraction, total_assets: Fraction) -> list[bool]:
    if policy.major_total_assets is None:
        return []
    return [spent >= exact(policy.major_total_assets) * total_assets]
