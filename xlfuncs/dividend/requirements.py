"""Requirements: the floors under the cash dividend, the binding one and each with its clause."""

from xlfuncs.dividend.floors import Year, fen_up, floors
from xlfuncs.errors import NotCovered
from xlfuncs.spec import worksheet_function
from xlfuncs.vocabulary.policy import Distribution, MajorSpending, Policy, Stage
from xlfuncs.vocabulary.profits import DistributableProfit, PriorCash, PriorProfits


@worksheet_function(
    "DIV_MIN_CASH",
    zh="现金分红最低金额",
    en="Least cash dividend that the policy allows",
    returns="元 yuan",
    clauses=("DV-01", "DV-03", "DV-04", "DV-09", "DV-12"),
)
def min_cash(
    policy: Policy,
    distributable_profit: DistributableProfit,
    major_spending: MajorSpending = False,
    stage: Stage = None,
    distribution: Distribution = None,
    prior_profits: PriorProfits = None,
    prior_cash: PriorCash = None,
) -> float:
    """max(r * P, s * X, q * (P1 + P2 + P) / 3 - C1 - C2, as far as each applies)

    P distributable profit, r the policy's annual ratio (without major spending, P > 0), s the
    share for the stage of this distribution X, q the three-year ratio on the average with the
    two prior years, loss years included, less the cash C already paid; never below 0, and no
    floor when the average is not positive. A floor is a least amount: rounded up to the fen.
    #N/A when no rule applies or its figures are not given; DIV_REQUIREMENTS says which.

    >>> from xlfuncs import norms
    >>> min_cash(norms.plan("002911-2021"), 333.33)
    100.0
    """
    found = floors(
        policy,
        Year(distributable_profit, major_spending, stage, distribution, prior_profits, prior_cash),
    )
    amounts = [floor.amount for floor in found if floor.amount is not None]
    if not amounts:
        raise NotCovered(
            "没有适用的现金分红下限。" + "；".join(f"{f.rule}：{f.zh}" for f in found),
            "no floor applies. " + "; ".join(f"{f.clause}: {f.en}" for f in found),
        )
    return fen_up(max(amounts))


@worksheet_function(
    "DIV_REQUIREMENTS",
    zh="现金分红下限逐条",
    en="Every floor under the cash dividend",
    returns="表 table",
    clauses=("DV-01", "DV-03", "DV-04", "DV-09", "DV-12"),
    columns=("规则 rule", "条款 clause", "适用 applies", "下限 floor", "依据 basis"),
)
def requirements(
    policy: Policy,
    distributable_profit: DistributableProfit,
    major_spending: MajorSpending = False,
    stage: Stage = None,
    distribution: Distribution = None,
    prior_profits: PriorProfits = None,
    prior_cash: PriorCash = None,
) -> list[list[object]]:
    """the floors of DIV_MIN_CASH, one row to a rule of the policy

    适用 says 适用, 不适用 or 资料不足; the basis is the working, the reason why the rule does
    not apply, or the figure that is missing; the floor, rounded up to the fen, is blank in the
    last two cases.

    >>> from xlfuncs import norms
    >>> requirements(norms.plan("688567-2021"), 333.33)[0]
    ['年度现金分红比例', 'DV-09', '适用', 33.34, '10% × 333.33']
    """
    found = floors(
        policy,
        Year(distributable_profit, major_spending, stage, distribution, prior_profits, prior_cash),
    )
    if not found:
        raise NotCovered("该政策没有现金分红下限", "the policy sets no floor")
    return [
        [f.rule, f.clause, f.status, None if f.amount is None else fen_up(f.amount), f.zh]
        for f in found
    ]
