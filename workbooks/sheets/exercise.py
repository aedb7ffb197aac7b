"""换股与回售: applications to convert, the cash for fractions, and the put."""

from typing import Final

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles, validations
from workbooks.sheets.inputs import Inputs
from workbooks.sheets.rows import Row, write_rows

TITLE: Final = "换股与回售"
FIRST, LAST = 6, 17
HEADER: Final = ("转股申请日", "申请面值 V", "转股价 P", "转股数 Q", "转股面值 Q·P", "剩余面值",
                 "票面利率 i", "计息天数 t", "不足一股\n兑付现金", "转股所得市值")  # fmt: skip
UNITS: Final = ("CB-13e", "元 CB-16", "元/股 CB-13a", "股 CB-16", "元", "元", "比例 CB-04",
                "天 CB-19", "元 CB-16a", "元")  # fmt: skip
FORMS: Final = (styles.DATE, styles.MONEY, styles.PRICE, styles.WHOLE, styles.MONEY, styles.MONEY,
                styles.PERCENT, styles.COUNT, styles.MONEY, styles.MONEY)  # fmt: skip


def add(book: Workbook, inputs: Inputs) -> None:
    sheet = layout.new_sheet(book, TITLE)
    layout.heading(
        sheet,
        "换股与回售  Conversion and put",
        "每笔申请单独去尾取整（CB-16），多笔合计不能合并计算；不足一股的余额及其利息以现金兑付，"
        "合计一次四舍五入到分（CB-16a）。",
        columns=10,
    )
    layout.section(sheet, "A3", "转股申请（输入日期与面值，逐笔计算）", columns=10)
    layout.across(sheet, "A4", HEADER, styles.HEADER)
    layout.across(sheet, "A5", UNITS, styles.CLAUSE)
    sheet.row_dimensions[4].height = 34
    for at in range(FIRST, LAST + 1):
        _application(sheet, at)
    for at, (day, face) in enumerate(inputs.case.applications, FIRST):
        sheet[f"A{at}"], sheet[f"B{at}"] = day, face
    validations.dates(sheet, f"A{FIRST}:A{LAST}")
    validations.whole(sheet, f"B{FIRST}:B{LAST}", 100, 10**12, "申请面值（元，每张 100）")
    _totals(sheet)
    _put(sheet, inputs)
    layout.widths(sheet, A=22, **dict.fromkeys("BCDEFGHIJ", 14.5))
    sheet.freeze_panes = "A6"
    layout.page(sheet, "A1:J32", landscape=True, tall=1)


def _application(sheet: Worksheet, at: int) -> None:
    ready = f'=IF(OR(A{at}="",B{at}="",初始转股价="",发行日="",COUNT(票面利率)=0),"",'
    formulas = (
        f"{ready}CB_PRICE_ON(A{at},初始转股价,调整事项))",
        f"{ready}CB_SHARES(B{at},C{at}))",
        f"{ready}ROUND(C{at}*D{at},2))",
        f"{ready}ROUND(B{at}-E{at},2))",
        f"{ready}CB_COUPON_RATE(发行日,A{at},票面利率))",
        f"{ready}CB_ACCRUED_DAYS(发行日,A{at}))",
        f"{ready}CB_FRACTION_CASH(B{at},C{at},G{at},H{at}))",
        f'{ready}IF(ISNA(MATCH(A{at},交易日,0)),"",ROUND(D{at}*INDEX(收盘价,MATCH(A{at},交易日,0)),2)))',
    )
    layout.across(sheet, f"A{at}", (None, None), styles.INPUT)
    layout.across(sheet, f"C{at}", formulas, styles.RESULT)
    for cell, form in zip(sheet[f"A{at}:J{at}"][0], FORMS, strict=True):
        cell.number_format = form


def _totals(sheet: Worksheet) -> None:
    at = LAST + 1
    layout.put(sheet, f"A{at}", "合计（逐笔结果相加）", styles.LABEL)
    for column, form in zip("BCDEFGHIJ", FORMS[1:], strict=True):
        cells = f"{column}{FIRST}:{column}{LAST}"
        total = f'=IF(COUNT({cells})=0,"",ROUND(SUM({cells}),2))'
        summed = column in "BDEFIJ"
        layout.put(sheet, f"{column}{at}", total if summed else None, styles.KEY, form)


def _put(sheet: Worksheet, inputs: Inputs) -> None:
    layout.section(
        sheet, "A21", "回售（最后两个计息年度，连续三十个交易日均低于回售线）", columns=10
    )
    layout.across(sheet, "A22", ("项目", "值", "单位", "条款", "说明"), styles.HEADER)
    rows = _put_rows(inputs)
    layout.merged(sheet, "E22:J22", "说明", styles.HEADER)
    write_rows(sheet, 23, rows, "ABCDE")
    for at, row in enumerate(rows, 23):
        layout.merged(sheet, f"E{at}:J{at}", row.note, styles.NOTE)
    layout.merged(sheet, "A31:J32", EXTRA, styles.NOTE)


def _put_rows(inputs: Inputs) -> tuple[Row, ...]:
    ready = 'IF(OR(B26="",发行日="",COUNT(票面利率)=0),""'
    day = inputs.case.put_date
    date, line, price = (
        ("日期", "CB-20", styles.DATE),
        ("元/股", "CB-20", styles.FINE),
        styles.PRICE,
    )
    first = '=IF(回售计数起始日="","",回售计数起始日)'
    interest = f"={ready},CB_ACCRUED_ON(B26,发行日,票面利率,面值,2))"
    return (
        Row("回售期首日", first, *date, note=FIRST_DAY),
        Row("截至日连续天数", "=回售进度", "天", "CB-20", None, note=RUN),
        Row("回售线", "=回售线", *line, note="当期转股价 × 回售比例，收盘须低于该线"),
        Row("回售计息截止日", day, *date, kind="dates", note=SAMPLE_DAY if day else NO_DAY),
        Row("计息天数 t", f"={ready},CB_ACCRUED_DAYS(发行日,B26))", "天", "CB-19", styles.COUNT),
        Row("应计利息 IA", interest, "元/张", "CB-19", price, note="面值 × i × t / 365，两位小数"),
        Row("回售价格", f"={ready},面值+B28)", "元/张", "CB-20", price, True, "回售价", ONCE),
    )


FIRST_DAY: Final = "取自条款表，最后两个计息年度的第一天"
RUN: Final = "已连续/须连续 | 窗口；下修后重新计算（CB-20a）"
SAMPLE_DAY: Final = "示例日期，按回售公告填写"
NO_DAY: Final = "按回售公告填写"
ONCE: Final = "面值加当期应计利息；每个计息年度只能行使一次（CB-20b）"
EXTRA: Final = (
    "附加回售（CB-21）：募集资金用途改变被认定时另有一次按面值加应计利息回售的权利，不须满足价格条件。"
    "付息债权登记日当日或之前转股的，不再享有当年及以后年度利息（CB-09）。"
)
