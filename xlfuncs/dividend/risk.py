"""Risk: the exchange's warning (ST) for low cash dividends."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from xlfuncs import norms
from xlfuncs.dividend.floors import MISSING, of_years, percent, total
from xlfuncs.rounding import Floats, exact
from xlfuncs.spec import worksheet_function
from xlfuncs.vocabulary.profits import Profits, YearsCash
from xlfuncs.vocabulary.risk import Board, CancelledBuybacks, RdSpending, Revenue, Undistributed

BREACHED: Final = {True: "触及", False: "未触及", None: MISSING}
EXEMPT: Final = {True: "豁免", False: "不豁免", None: MISSING}
VERDICT: Final = "结论"
WARNED: Final = "实施其他风险警示（ST）"
SAFE: Final = "不触及"
SPARED: Final = "不触及（研发投入豁免）"


@dataclass(frozen=True)
class Leg:
    """One condition: its figure, its limit, and whether it is met; None where not known."""

    name: str
    figure: Fraction | None
    limit: Fraction
    holds: bool | None


@worksheet_function(
    "DIV_ST_RISK",
    zh="现金分红不达标的风险警示核对表",
    en="Exchange risk warning for low dividends",
    returns="表 table",
    clauses=("股票上市规则",),
    columns=("条件 leg", "数值 figure", "界限 limit", "触及 breached"),
)
def st_risk(
    profits: Profits,
    cash: YearsCash,
    board: Board,
    undistributed: Undistributed = None,
    rd_spending: RdSpending = None,
    revenue: Revenue = None,
    cancelled_buybacks: CancelledBuybacks = None,
) -> list[list[object]]:
    """N3 > 0, U > 0, C < 30% * (N1 + N2 + N3) / 3 and C < M: all four, then the verdict

    N net profits of three years, oldest first, U undistributed profit at the end of the last,
    C cash of the three years with buy-backs that were cancelled, M 50,000,000 main board,
    30,000,000 ChiNext and STAR. 低于 does not count the equal. ChiNext and STAR are spared with
    R&D of at least 15% of revenue or 300,000,000 over the three years. A figure that is not
    given reads 资料不足 and so does the verdict where it hangs on it; U of 0 is U not given.

    >>> import numpy as np
    >>> years = np.array([1e8, 1e8, 1e8])
    >>> st_risk(years, np.array([1e7, 1e7, 9e6]), "main", 5e8)[-1]
    ['结论', None, None, '实施其他风险警示（ST）']
    """
    earned = of_years("profits", profits, 3)
    paid = total(of_years("cash", cash, 3)) + (_sum(cancelled_buybacks) or 0)
    legs = _legs(earned, paid, board, undistributed)
    exemptions = [] if board == "main" else _exemptions(_sum(rd_spending), _sum(revenue))
    return [
        *(_row(leg, BREACHED) for leg in legs),
        *(_row(leg, EXEMPT) for leg in exemptions),
        [VERDICT, None, None, _verdict(legs, exemptions)],
    ]


def _legs(
    earned: list[float], paid: Fraction, board: str, undistributed: float | None
) -> list[Leg]:
    ratio, amount = norms.statute("st_ratio"), norms.statute(f"st_amount_{board}")
    left = None if undistributed is None else exact(undistributed)
    floor = exact(ratio) * total(earned) / len(earned)
    line = exact(amount)
    return [
        Leg("最近一年净利润为正", exact(earned[-1]), Fraction(), earned[-1] > 0),
        Leg("年末未分配利润为正", left, Fraction(), None if left is None else left > 0),
        Leg(f"三年现金分红低于年均净利润的{percent(ratio)}", paid, floor, paid < floor),
        Leg(f"三年现金分红低于{amount / 1e4:,.0f}万元", paid, line, paid < line),
    ]


def _exemptions(spent: Fraction | None, revenue: Fraction | None) -> list[Leg]:
    """以上 counts the equal; either is enough."""
    ratio, amount = norms.statute("st_rd_share"), norms.statute("st_rd_amount")
    share = spent / revenue if spent is not None and revenue else None
    return [
        _at_least(f"三年研发投入占营业收入{percent(ratio)}以上", share, exact(ratio)),
        _at_least(f"三年研发投入{amount / 1e4:,.0f}万元以上", spent, exact(amount)),
    ]


def _at_least(name: str, figure: Fraction | None, limit: Fraction) -> Leg:
    return Leg(name, figure, limit, None if figure is None else figure >= limit)


def _verdict(legs: list[Leg], exemptions: list[Leg]) -> str:
    conditions, spared = [leg.holds for leg in legs], [leg.holds for leg in exemptions]
    if False in conditions:
        return SAFE
    if True in spared:
        return SPARED
    return MISSING if None in (*conditions, *spared) else WARNED


def _row(leg: Leg, words: dict[bool | None, str]) -> list[object]:
    figure = None if leg.figure is None else float(leg.figure)
    return [leg.name, figure, float(leg.limit), words[leg.holds]]


def _sum(values: Floats | None) -> Fraction | None:
    """The figures of three years, or their sum as one figure."""
    if values is None:
        return None
    listed: Iterable[float] = values.tolist() if values.size == 1 else of_years("", values, 3)
    return total(listed)
