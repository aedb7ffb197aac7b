"""付息, lower part: the coupon before and after the last close, and the days of the bond's life."""

import datetime as dt
from typing import Final

from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles
from workbooks.sheets.conditions import BEYOND
from workbooks.sheets.inputs import Inputs
from workbooks.sheets.rows import Row, write_notes, write_rows

COUPONS, LIFE = 35, 46
HEADER: Final = ("项目", "值", "单位", "条款", "说明")
READY: Final = '=IF(OR(截至日="",发行日="",COUNT(票面利率)=0,N(截至日)<N(发行日)),"",'
DUE: Final = "=IF(NOT(ISNUMBER(下一名义付息日)),下一名义付息日,"
OF_YEAR: Final = "INDEX(付息表,截至计息年度,%d)"
FORESEEN: Final = '=IF(ISNUMBER(下一付息日),"交易日历："&' + OF_YEAR % 9 + ',"")'


def add(sheet: Worksheet, inputs: Inputs) -> None:
    _section(sheet, COUPONS, "截至日前后的付息  Coupons around the last close", _coupons())
    _section(sheet, LIFE, "期限与日期  Days of the bond's life", _life(inputs.case.issue_end))


def _section(sheet: Worksheet, at: int, title: str, rows: tuple[Row, ...]) -> None:
    layout.section(sheet, f"A{at}", title, columns=9)
    layout.across(sheet, f"A{at + 1}", HEADER, styles.HEADER)
    layout.merged(sheet, f"E{at + 1}:I{at + 1}", HEADER[-1], styles.HEADER)
    write_rows(sheet, at + 2, rows, "ABCDE")
    write_notes(sheet, at + 2, rows, "EI")


def _coupons() -> tuple[Row, ...]:
    """Past the known calendar the pay date is that of the schedule, marked 推算 there."""
    over = f'{READY}IF(截至计息年度>COUNT(票面利率),"已到期",'
    paid = f"_xlfn.IFNA(CB_PAY_DATE(下一名义付息日,另行休市日),{OF_YEAR % 5}))"
    record = f"_xlfn.IFNA(CB_RECORD_DATE(下一付息日,另行休市日),{OF_YEAR % 4}))"
    return (
        Row("截至日计息年度", f"{READY}CB_COUPON_YEAR(发行日,截至日))", "第几年", "CB-08",
            styles.COUNT, name="截至计息年度", note="周年日起为新的计息年度，付息顺延不影响"),
        Row("上一名义付息日", f"{READY}CB_LAST_COUPON(发行日,截至日))", "日期", "CB-08",
            styles.DATE, name="上一名义付息日", note="首次付息前为发行日"),
        Row("下一名义付息日", f"{over}CB_NEXT_COUPON(发行日,截至日)))", "日期", "CB-08",
            styles.DATE, name="下一名义付息日", note="发行日的周年日"),
        Row("下一付息日", f"{DUE}{paid}", "日期", "CB-07", styles.DATE, True, "下一付息日",
            "名义日非交易日的顺延至下一交易日，不另计息"),
        Row("付息债权登记日", f"{DUE}{record}", "日期", "CB-09", styles.DATE, True, "付息登记日",
            "付息日前一交易日；当日及之前转股的不享有本期利息"),
        Row("下一期利息", f'=IF(ISNUMBER(下一付息日),{OF_YEAR % 7},"")', "元/张", "CB-05",
            styles.PRICE, name="下一期利息", note=FORESEEN),
    )  # fmt: skip


def _life(issue_end: dt.date | None) -> tuple[Row, ...]:
    """Reckoned from the terms, beside what the terms say."""
    years = "COUNT(票面利率)"
    ready = f'=IF(OR(发行日="",{years}=0),"",'
    start = f'_xlfn.IFNA(CB_CONVERSION_START(B{LIFE + 2},6,另行休市日),"{BEYOND}"))'
    trade = f'_xlfn.IFNA(CB_LAST_TRADE(到期日,3,另行休市日),"{BEYOND}"))'
    return (
        Row("发行结束日", issue_end, "日期", "CB-11", styles.DATE, kind="dates",
            name="发行结束日", note="募集资金划至发行人账户之日，按发行结果公告填写"),
        Row("转股起始日（推算）", f'=IF(B{LIFE + 2}="","",{start}', "日期", "CB-11", styles.DATE,
            name="推算转股起始日", note=against(f"B{LIFE + 3}", "转股起始日")),
        Row("到期日（推算）", f"{ready}CB_MATURITY(发行日,{years}))", "日期", "CB-03", styles.DATE,
            name="推算到期日", note=against(f"B{LIFE + 4}", "到期日")),
        Row("到期最后交易日", f'=IF(到期日="","",{trade}', "日期", "CB-30", styles.DATE,
            name="到期最后交易日", note="到期日前三个交易日停止交易，转股至到期日止"),
    )  # fmt: skip


def against(cell: str, term: str) -> str:
    """Whether the day reckoned is the one in the terms, which binds."""
    same = f'IF({cell}={term},"与“条款”所填一致","与“条款”所填不同，以募集说明书与公告为准")'
    return f'=IF(OR(NOT(ISNUMBER({cell})),{term}=""),"",{same})'
