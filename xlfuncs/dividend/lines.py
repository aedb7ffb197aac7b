"""Lines of the compliance table: conditions, stock dividend and the cumulative limit."""

import math
from fractions import Fraction
from typing import Final, NamedTuple

from xlfuncs.dividend.floors import MISSING, NOT_APPLICABLE, fen_up, percent, yuan
from xlfuncs.rounding import exact
from xlfuncs.tables import Plan

MET: Final = "满足"
BROKEN: Final = "不满足"
CONDITION: Final = "分配条件："
NO_STOCK: Final = "无股票股利"


class Line(NamedTuple):
    """One row of the compliance table."""

    rule: str
    required: str
    actual: str
    verdict: str
    clause: str
    shortfall: float = 0.0


def conditions(
    plan: Plan, profit: float, cumulative: float | None, opinion: str | None
) -> list[Line]:
    """DV-08: what must hold before anything is distributed; all of it, strictly above 0."""
    lines = []
    if plan.needs_profit:
        # READING: 当年盈利 is looked at on the distributable profit, the figure that is given.
        lines.append(_positive(f"{CONDITION}当年盈利", profit, plan.clause("needs_profit")))
    if plan.needs_cumulative:
        rule, clause = f"{CONDITION}累计未分配利润为正", plan.clause("needs_cumulative")
        if cumulative is None:
            lines.append(_without(rule, "> 0.00", "累计可分配利润 cumulative_profit", clause))
        else:
            lines.append(_positive(rule, cumulative, clause))
    if plan.needs_clean_audit:
        lines.append(_of_audit(opinion, plan.clause("needs_clean_audit")))
    return lines


def unmet_reason(rules: list[str]) -> str:
    return f"不具备{CONDITION}" + "、".join(rule.removeprefix(CONDITION) for rule in rules)


def _positive(rule: str, amount: float, clause: str) -> Line:
    return Line(rule, "> 0.00", yuan(amount), MET if amount > 0 else BROKEN, clause)


def _of_audit(opinion: str | None, clause: str) -> Line:
    rule, required = f"{CONDITION}审计意见", "标准无保留意见"
    if opinion is None:
        return _without(rule, required, "审计意见 audit_opinion", clause)
    if opinion == "standard":
        return Line(rule, required, required, MET, clause)
    return Line(rule, required, "非标准意见", BROKEN, clause)


def _without(rule: str, required: str, figure: str, clause: str) -> Line:
    return Line(rule, required, f"缺少{figure}", MISSING, clause)


def of_yearly(plan: Plan, total: float, profit: float, unmet: list[str]) -> list[Line]:
    if not plan.yearly_distribution:
        return []
    rule, clause = "每年至少分配一次", plan.clause("yearly_distribution")
    if profit <= 0 or unmet:
        reason = unmet_reason(unmet) if unmet else "当年可分配利润不大于 0"
        return [Line(rule, reason, yuan(total), NOT_APPLICABLE, clause)]
    return [_above(rule, Fraction(), "", total, clause)]


def of_cash_first(plan: Plan, cash: float, stock: float) -> list[Line]:
    """DV-13: no stock dividend without cash; how much cash the floors say."""
    if not plan.cash_first:
        return []
    rule, clause = "现金分红优先于股票股利", plan.clause("cash_first")
    if not stock:
        return [Line(rule, NO_STOCK, yuan(cash), NOT_APPLICABLE, clause)]
    return [_above(rule, Fraction(), "", cash, clause)]


def of_stock(plan: Plan, cash: float, stock: float, profit: float) -> list[Line]:
    """DV-10: stock only once the cash is above the share, with major spending or without."""
    if plan.stock_above_ratio is None:
        return []
    rule, clause = "股票股利的前提", plan.clause("stock_above_ratio")
    if not stock or profit <= 0:
        reason = "当年可分配利润不大于 0" if stock else NO_STOCK
        return [Line(rule, reason, yuan(cash), NOT_APPLICABLE, clause)]
    # READING: the clause stands under 如无重大投资计划; the stricter reading is taken.
    limit = exact(plan.stock_above_ratio) * exact(profit)
    working = f"（{percent(plan.stock_above_ratio)} × {yuan(profit)}）"
    return [_above(rule, limit, working, cash, clause)]


def _above(rule: str, limit: Fraction, working: str, amount: float, clause: str) -> Line:
    """超过: strictly above; the shortfall reaches the next fen."""
    line = math.floor(limit * 100)
    required = f"> {yuan(line / 100)}{working}"
    if exact(amount) > limit:
        return Line(rule, required, yuan(amount), MET, clause)
    short = fen_up(Fraction(line + 1, 100) - exact(amount))
    return Line(rule, required, yuan(amount), BROKEN, clause, short)


def of_cumulative(plan: Plan, total: float, cumulative: float | None) -> list[Line]:
    """DV-05: cash and stock together, the equal allowed."""
    if not plan.within_cumulative:
        return []
    rule, clause = "不超过累计可分配利润", plan.clause("within_cumulative")
    if cumulative is None:
        return [Line(rule, "缺少累计可分配利润 cumulative_profit", yuan(total), MISSING, clause)]
    limit = max(cumulative, 0.0)
    excess = fen_up(max(exact(total) - exact(limit), Fraction()))
    return [Line(rule, f"≤ {yuan(limit)}", yuan(total), BROKEN if excess else MET, clause, excess)]
