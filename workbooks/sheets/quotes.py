"""行情: unadjusted closes, and the conversion price in force on each session."""

from typing import Final

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles, validations
from workbooks.highlights import highlight
from workbooks.sheets.inputs import Inputs
from workbooks.sheets.rows import Row, write_rows

TITLE: Final = "行情"
FIRST: Final = 5
HEADER: Final = ("日期\ndate", "收盘价\n元/股", "转股价\n元/股", "收盘/转股价\n%", "备注\nnote")


def add(book: Workbook, inputs: Inputs) -> None:
    sheet = layout.new_sheet(book, TITLE, styles.AMBER)
    layout.heading(
        sheet,
        "正股行情  Closes of the stock",
        "填入不复权收盘价；停牌日收盘价留空。转股价为当日有效价格（CB-13e、CB-14a），由公式逐日给出。",
        columns=10,
    )
    layout.section(sheet, "A3", "逐日收盘（输入日期与收盘价）", columns=5)
    layout.across(sheet, "A4", HEADER, styles.HEADER)
    sheet.row_dimensions[4].height = 34
    last = FIRST + inputs.rows - 1
    for at in range(FIRST, last + 1):
        _row(sheet, at)
    for at, (day, close) in enumerate(inputs.closes, FIRST):
        sheet[f"A{at}"], sheet[f"B{at}"] = day, close
    _inputs(sheet, last)
    _marks(sheet, last)
    _facts(sheet)
    layout.widths(sheet, A=13, B=12, C=12, D=14, E=18, F=3, G=23, H=18, I=10, J=10)
    sheet.freeze_panes = "B5"
    shown = FIRST + max(len(inputs.closes), 40) - 1
    layout.page(sheet, f"A1:J{shown}", rows="4:4")


def _row(sheet: Worksheet, at: int) -> None:
    price = f'=IF(OR(A{at}="",初始转股价=""),"",CB_PRICE_ON(A{at},初始转股价,调整事项))'
    ratio = f'=IF(OR(B{at}="",C{at}=""),"",B{at}/C{at})'
    layout.put(sheet, f"A{at}", None, styles.INPUT, styles.DATE)
    layout.put(sheet, f"B{at}", None, styles.INPUT, styles.PRICE)
    layout.put(sheet, f"C{at}", price, styles.RESULT, styles.PRICE)
    layout.put(sheet, f"D{at}", ratio, styles.RESULT, styles.PERCENT)
    layout.put(sheet, f"E{at}", None, styles.INPUT_TEXT)


def _inputs(sheet: Worksheet, last: int) -> None:
    validations.dates(sheet, f"A{FIRST}:A{last}")
    validations.positive(sheet, f"B{FIRST}:B{last}", "收盘价（停牌留空）")
    validations.text(sheet, f"E{FIRST}:E{last}", "备注")
    for label, column in (("交易日", "A"), ("收盘价", "B"), ("转股价列", "C"), ("行情备注", "E")):
        layout.name(sheet, label, f"{column}{FIRST}:{column}{last}")


def _marks(sheet: Worksheet, last: int) -> None:
    """At or above the call line green, below the reset line amber, below the put line red."""
    beyond = f"AND(ISNUMBER($D{FIRST}),ROUND($B{FIRST}-$C{FIRST}*%s,8)%s0)"
    for ratio, sign, fill in (
        ("强赎比例", ">=", styles.KEY_FILL),
        ("回售比例", "<", styles.RED_FILL),
        ("下修比例", "<", styles.AMBER_FILL),
    ):
        highlight(sheet, f"D{FIRST}:D{last}", beyond % (ratio, sign), fill, last=True)


def _facts(sheet: Worksheet) -> None:
    """Below row 4, which every printed page repeats."""
    layout.section(sheet, "G5", "行情概况", columns=4)
    layout.across(sheet, "G6", ("项目", "值", "单位", "条款"), styles.HEADER)
    none, undated = 'IF(COUNT(收盘价)=0,""', 'IF(COUNT(交易日)=0,""'
    pasted = "=COUNTA(交易日)-COUNT(交易日)+COUNTA(收盘价)-COUNT(收盘价)"
    rows = (
        Row("正股", '=IF(正股="","",正股)'),
        Row("有收盘价的交易日", "=COUNT(收盘价)", "天", "CB-14", styles.COUNT, name="行情天数"),
        Row("首日", f"={undated},MIN(交易日))", "日期", "", styles.DATE),
        Row("末日", f"={undated},MAX(交易日))", "日期", "", styles.DATE),
        Row("最低收盘", f"={none},MIN(收盘价))", "元/股", "CB-14a", styles.PRICE),
        Row("最高收盘", f"={none},MAX(收盘价))", "元/股", "CB-14a", styles.PRICE),
        Row("文字形式的日期、价格", pasted, "格，见红", "", styles.COUNT),
    )
    write_rows(sheet, 7, rows, "GHIJ")
    highlight(sheet, "H13", "H13>0", styles.RED_FILL, styles.RED)
    legend = (("≥ 强赎线", styles.KEY_FILL), ("< 下修线", styles.AMBER_FILL),
              ("< 回售线", styles.RED_FILL))  # fmt: skip
    for at, (words, fill) in enumerate(legend, 15):
        layout.put(sheet, f"G{at}", words, styles.LABEL).fill = styles.solid(fill)
