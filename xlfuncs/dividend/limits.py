"""Limits over years and forms: what three years still ask for, what may go out as stock."""

import math
from fractions import Fraction
from typing import Final

from xlfuncs import norms
from xlfuncs.dividend.floors import fen_up, of_years, still_to_pay
from xlfuncs.errors import NotCovered
from xlfuncs.rounding import exact
from xlfuncs.spec import worksheet_function
from xlfuncs.vocabulary.policy import CashTotal, Policy
from xlfuncs.vocabulary.profits import CashBefore, CumulativeRatio, DistributableProfit, Profits

RATIO: Final[float] = norms.statute("three_year_ratio")


@worksheet_function(
    "DIV_THREE_YEAR_MIN",
    zh="三年累计分红当年尚须支付的金额",
    en="What three years of dividends still ask of this year",
    returns="元 yuan",
    clauses=("DV-12",),
)
def three_year_min(
    profits: Profits, prior_cash: CashBefore, ratio: CumulativeRatio = RATIO
) -> float:
    """max(q * (P1 + P2 + P3) / 3 - C1 - C2, 0), up to the fen

    P distributable profits of three years, this one last and loss years included, C the cash
    paid for the two prior years, interim dividends in their year, q the ratio. 不少于 counts
    the equal. An average that is not positive sets no floor: #N/A.

    >>> import numpy as np
    >>> three_year_min(np.array([100.0, 200.0, 300.0]), np.array([20.0, 10.0]))
    30.0
    """
    years = of_years("profits", profits, 3)
    return fen_up(still_to_pay(ratio, years, of_years("prior_cash", prior_cash, 2)))


@worksheet_function(
    "DIV_STOCK_LIMIT",
    zh="可用于股票股利的最高金额",
    en="Most that may go out as stock dividend",
    returns="元 yuan",
    clauses=("DV-10",),
)
def stock_limit(
    policy: Policy, distributable_profit: DistributableProfit, cash: CashTotal
) -> float:
    """max(P - C, 0) once C > t * P, else 0

    P distributable profit, C cash of the year, t the share above which the policy allows
    stock; 超过 does not count the equal. Down to the fen. Without such a rule, or with P not
    positive, there is no limit to tell: #N/A. The share by stage (DV-03) limits stock too.

    >>> stock_limit(norms.plan("688567-2021"), 100.0, 10.01)
    89.99
    >>> stock_limit(norms.plan("688567-2021"), 100.0, 10.0)
    0.0
    """
    if policy.stock_above_ratio is None:
        raise NotCovered("该政策没有股票股利的限额", "the policy sets no limit on stock")
    profit, paid = exact(distributable_profit), exact(cash)
    if profit <= 0:
        raise NotCovered("当年可分配利润不大于 0", "no profit this year")
    if paid <= exact(policy.stock_above_ratio) * profit:
        return 0.0
    # READING: 超过10%的部分 is the year's profit above 10%, of which C - 10% has gone as cash
    return math.floor(max(profit - paid, Fraction()) * 100) / 100
