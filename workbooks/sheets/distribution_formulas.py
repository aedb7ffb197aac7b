"""The formulas of 分红实施: {key} is a cell of the company's column, {m_key} one of 分红测算."""

from typing import Final

from workbooks.sheets.distribution_items import HOLDERS

_NO_CASH: Final = '"不派现"'
_CUT: Final = '{places},IF({cutting}="截取","down","half_up")'


def _given(formula: str, *cells: str) -> str:
    """The formula once every cell it needs is filled; blank before."""
    blank = ",".join(f'{{{cell}}}=""' for cell in cells)
    return f'=IF(OR({blank}),"",{formula})' if len(cells) > 1 else f'=IF({blank},"",{formula})'


def _parsed(place: int) -> str:
    return _given(f"ROUND(10*INDEX(DIV_PARSE({{wording}}),1,{place}),8)", "wording")


def _of_holder(place: int) -> dict[str, str]:
    given = f"{{held_cash}},{{bought_{place}}},{{sold_{place}}}"
    needed = ("held_cash", f"bought_{place}")
    return {
        f"tax_{place}": _given(f"ROUND(DIV_TAX({given}),2)", *needed),
        f"net_{place}": _given(f"ROUND(DIV_NET({given}),2)", *needed),
    }


FORMULAS: Final = {
    "name": '=IF({m_company}="","",{m_company})',
    "rule": '=IF({m_policy}="","",{m_policy})',
    "scale": '=IF({m_scale}="","元",{m_scale})',
    "per_ten": _parsed(1),
    "sent": _parsed(2),
    "capitalised": _parsed(3),
    "paid_out": _given("DIV_CASH({entitled},{per_ten})", "entitled", "per_ten"),
    "year_cash": _given("{m_cash}", "m_cash"),
    "interim": _given("ROUND({year_cash}-{paid_out},2)", "year_cash", "paid_out"),
    "spread": _given(
        "CB_SPREAD_CASH({per_ten}/10,{entitled},{total}," + _CUT + ")",
        "per_ten", "entitled", "total", "places", "cutting",
    ),
    "spread_ten": _given(
        "DIV_PER_TEN({paid_out},{total}," + _CUT.replace("{places}", "MAX(1,{places}-1)") + ")",
        "paid_out", "total", "places", "cutting",
    ),
    "spread_bonus": _given(
        "({sent}+{capitalised})/10*{entitled}/{total}", "per_ten", "entitled", "total"
    ),
    "ex_price": _given(
        "IF({per_ten}+{sent}+{capitalised}=0," + '"不分配",'
        "DIV_EX_PRICE({close},{spread},{spread_bonus}))",
        "close", "spread", "spread_bonus",
    ),
    "deadline": _given(
        f"IF({{per_ten}}=0,{_NO_CASH},DIV_PAY_DEADLINE({{meeting}},{{months}}))",
        "meeting", "months", "per_ten",
    ),
    "on_time": _given(
        'IF({per_ten}=0,"不适用",IF({ex_date}="","资料不足",'
        'IF({ex_date}<={deadline},"满足","不满足")))',
        "deadline",
    ),
    "owner_due": _given("DIV_CASH({owner_shares},{per_ten})", "owner_shares", "per_ten"),
    "owner_paid": _given("INDEX(DIV_OFFSET({owner_due},N({occupied})),1,1)", "owner_due"),
    "withheld": _given("INDEX(DIV_OFFSET({owner_due},N({occupied})),1,2)", "owner_due"),
    "vote_share": _given(
        'IF({votes_present}>N({barred}),{votes_for}/({votes_present}-N({barred})),"无有效表决权")',
        "votes_for", "votes_present",
    ),
    "carried": _given(
        'IF(DIV_VOTE("分配方案",{votes_for},{votes_present},N({barred}),{plan}),"通过","未通过")',
        "votes_for", "votes_present", "rule",
    ),
    "held_cash": _given("DIV_CASH({held},{per_ten})", "held", "per_ten"),
    **{key: of for place in range(1, len(HOLDERS) + 1) for key, of in _of_holder(place).items()},
    "paid_share": _given(
        'IF({m_net_profit}>0,DIV_PAYOUT({year_cash},{m_net_profit}),"净利润不为正")',
        "year_cash", "m_net_profit",
    ),
    "yield": _given("DIV_YIELD({year_cash}/{total},{close})", "year_cash", "total", "close"),
    "base_2": _given("{m_profit_2}", "m_profit_2"),
    "base_1": _given("{m_profit_1}", "m_profit_1"),
    "base_0": _given("{m_profit}", "m_profit"),
    "three_years": _given(
        "IF(SUM({base_2}:{base_0})>0,DIV_THREE_YEAR_MIN({base_2}:{base_0},{given_2}:{given_1}),"
        '"年均利润不为正，不设下限")',
        "base_2", "base_1", "base_0", "given_2", "given_1",
    ),
    "stock_limit": _given(
        'IF({base_0}<=0,"可分配利润不为正",'
        '_xlfn.IFNA(DIV_STOCK_LIMIT({plan},{base_0},{year_cash}),"政策未规定"))',
        "base_0", "year_cash", "rule",
    ),
    "given_2": _given("{m_cash_2}", "m_cash_2"),
    "given_1": _given("{m_cash_1}", "m_cash_1"),
    "given_0": _given("{year_cash}", "year_cash"),
    "st": '=IF(COUNTIF({table},"结论*")=0,"",INDEX({table},MATCH("结论*",INDEX({table},0,1),0),4))',
    "st_table": _given(
        "DIV_ST_RISK({earned_2}:{earned_0},{given_2}:{given_0},{board},{undistributed},"
        "{research},{revenue},{buybacks})",
        "board", "earned_2", "earned_1", "earned_0", "given_2", "given_1", "given_0",
    ),
}  # fmt: skip
