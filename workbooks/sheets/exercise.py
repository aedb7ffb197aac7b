"""换股与回售: applications to convert, the cash for fractions, one lot today, and the put."""

from typing import Final

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles, validations
from workbooks.sheets import put
from workbooks.sheets.inputs import Inputs
from workbooks.sheets.rows import Row, write_notes, write_rows

TITLE: Final = "换股与回售"
FIRST, LAST = 6, 17
HEADER: Final = ("转股申请日", "申请面值 V", "转股价 P", "票面利率 i", "计息天数 t", "转股数 Q",
                 "转股面值 Q·P", "剩余面值", "剩余面值利息", "不足一股\n兑付现金",
                 "转股所得市值")  # fmt: skip
UNITS: Final = ("CB-13e", "元 CB-16", "元/股 CB-13a", "比例 CB-04", "天 CB-19", "股 CB-16", "元",
                "元", "元 CB-19", "元 CB-16a", "元 CB-22")  # fmt: skip
FORMS: Final = (styles.DATE, styles.MONEY, styles.PRICE, styles.PERCENT, styles.COUNT,
                styles.WHOLE, styles.MONEY, styles.MONEY, styles.FINE, styles.MONEY,
                styles.MONEY)  # fmt: skip
COLUMNS: Final = "ABCDEFGHIJK"
SUMMED: Final = "BFGHJK"


def add(book: Workbook, inputs: Inputs) -> None:
    sheet = layout.new_sheet(book, TITLE)
    layout.heading(
        sheet,
        "换股与回售  Conversion and put",
        "每笔申请单独去尾取整（CB-16），多笔合计不能合并计算；不足一股的余额及其利息以现金兑付，"
        "合计一次四舍五入到分（CB-16a）。",
        columns=11,
    )
    layout.section(sheet, "A3", "转股申请（输入日期与面值，公式 CB_CONVERT 逐笔计算）", columns=11)
    layout.across(sheet, "A4", HEADER, styles.HEADER)
    layout.across(sheet, "A5", UNITS, styles.CLAUSE)
    sheet.row_dimensions[4].height = 34
    for at in range(FIRST, LAST + 1):
        _application(sheet, at)
    layout.name(sheet, "转股申请", f"A{FIRST}:B{LAST}")
    for at, (day, face) in enumerate(inputs.case.applications, FIRST):
        sheet[f"A{at}"], sheet[f"B{at}"] = day, face
    validations.dates(sheet, f"A{FIRST}:A{LAST}")
    validations.whole(sheet, f"B{FIRST}:B{LAST}", 100, 10**12, "申请面值（元，每张 100）")
    _totals(sheet)
    _today(sheet)
    put.add(sheet, inputs)
    layout.widths(sheet, A=22, **dict.fromkeys("BCDEFGHIJK", 14.5))
    sheet.freeze_panes = "A6"
    layout.page(sheet, f"A1:K{put.END}", landscape=True, tall=1)


def _application(sheet: Worksheet, at: int) -> None:
    """One row; F spills its five figures to J."""
    ready = f'=IF(OR(A{at}="",B{at}="",初始转股价="",发行日="",COUNT(票面利率)=0),"",'
    worth = f"ROUND(F{at}*INDEX(收盘价,MATCH(A{at},交易日,0)),2)"
    formulas = (
        f"{ready}CB_PRICE_ON(A{at},初始转股价,调整事项))",
        f"{ready}CB_COUPON_RATE(发行日,A{at},票面利率))",
        f"{ready}CB_ACCRUED_DAYS(发行日,A{at}))",
        f"{ready}CB_CONVERT(B{at},C{at},D{at},E{at}))",
        *[None] * 4,
        f'{ready}IF(ISNA(MATCH(A{at},交易日,0)),"",{worth}))',
    )
    layout.across(sheet, f"A{at}", (None, None), styles.INPUT)
    layout.across(sheet, f"C{at}", formulas, styles.RESULT)
    for cell, form in zip(sheet[f"A{at}:K{at}"][0], FORMS, strict=True):
        cell.number_format = form


def _totals(sheet: Worksheet) -> None:
    at = LAST + 1
    layout.put(sheet, f"A{at}", "合计（逐笔结果相加）", styles.LABEL)
    for column, form in zip(COLUMNS[1:], FORMS[1:], strict=True):
        cells = f"{column}{FIRST}:{column}{LAST}"
        total = f'=IF(COUNT({cells})=0,"",ROUND(SUM({cells}),2))'
        layout.put(sheet, f"{column}{at}", total if column in SUMMED else None, styles.KEY, form)


def _today(sheet: Worksheet) -> None:
    """What one lot, or any face, gives at the price of the last close."""
    layout.section(sheet, "A20", "按截至日转股价试算（一手 1,000 元）", columns=11)
    layout.across(sheet, "A21", ("项目", "值", "单位", "条款"), styles.HEADER)
    layout.merged(sheet, "E21:K21", "说明", styles.HEADER)
    ready = '=IF(OR(B22="",当期转股价=""),"",'
    accrued = '=IF(OR(B22="",当期转股价="",截至计息年度="",N(截至计息年度)>COUNT(票面利率)),"",'
    rate = "CB_COUPON_RATE(发行日,截至日,票面利率),CB_ACCRUED_DAYS(发行日,截至日)"
    rows = (
        Row("面值", 1000, "元", "CB-02", styles.MONEY, kind="face", name="试算面值",
            note="沪市一手，深市一张为 100"),
        Row("转股数", f"{ready}CB_SHARES(B22,当期转股价))", "股", "CB-16", styles.WHOLE, True,
            "试算转股数", "面值 / 当期转股价，去尾取整"),
        Row("不足一股兑付现金", f"{accrued}CB_FRACTION_CASH(B22,当期转股价,{rate}))", "元",
            "CB-16a", styles.MONEY, True, "试算现金", "余额加其当期应计利息，一次四舍五入到分"),
    )  # fmt: skip
    write_rows(sheet, 22, rows, "ABCDE")
    write_notes(sheet, 22, rows, "EK")
