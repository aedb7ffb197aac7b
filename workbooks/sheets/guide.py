"""说明: what the workbook is, how to use it, and the state in one look."""

from typing import Final

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles
from workbooks.sheets.guide_words import CAVEATS, LEGEND, SHEETS, SOURCES, STEPS
from workbooks.sheets.inputs import Inputs

TITLE: Final = "说明"
STATE: Final = (
    ("截至日", "=截至日", styles.DATE, "日期", "", "触发"),
    ("正股收盘价", "=截至收盘", styles.PRICE, "元/股", "CB-14a", "行情"),
    ("当期转股价", "=当期转股价", styles.PRICE, "元/股", "CB-13a", "转股价"),
    ("强赎进度", "=强赎进度", None, "已满足/须满足 | 窗口", "CB-18", "触发"),
    ("强赎条件首次满足日", "=强赎满足日", styles.DATE, "日期", "CB-18", "触发"),
    ("下修进度", "=下修进度", None, "已满足/须满足 | 窗口", "CB-14", "触发"),
    ("下修预计最早满足日", "=下修预计日", styles.DATE, "日期", "CB-14", "触发"),
    ("回售进度", "=回售进度", None, "已连续/须连续 | 窗口", "CB-20", "触发"),
    ("回售预计最早满足日", "=回售预计日", styles.DATE, "日期", "CB-20", "触发"),
    ("下一付息日", "=下一付息日", styles.DATE, "日期", "CB-07", "付息"),
    ("最后交易日（赎回）", "=最后交易日", styles.DATE, "日期", "CB-30", "付息"),
    ("赎回日应计利息", "=应计利息", styles.FINE, "元/张", "CB-19", "付息"),
    ("赎回价（税前）", "=赎回价", styles.FINE, "元/张", "CB-18b", "付息"),
    ("赎回价（税后）", "=税后赎回价", styles.FINE, "元/张", "CB-10", "付息"),
    ("理论价值（估值日）", "=理论价值", styles.PRICE, "元/张", "CB-14～20", "估值"),
)


def add(book: Workbook, inputs: Inputs) -> None:
    sheet = layout.new_sheet(book, TITLE, styles.NAVY)
    layout.heading(
        sheet,
        "可转债条款与现金分红工作簿",
        "Convertible-bond clauses and dividend policies. 条款即函数：每个结果都是一条条款的公式，"
        "注明单位与条款编号；由 xlfuncs 生成。",
        columns=5,
    )
    bond = '=IF(名称="","请先在“条款”填写本债条款",名称&IF(正股="","","   正股 "&正股))'
    layout.merged(sheet, "A3:E3", bond, styles.BANNER)
    at = _state(sheet, 5)
    at = _legend(sheet, at + 1)
    at = _sheets(sheet, at + 1)
    at = _paragraphs(sheet, at + 1, "使用步骤", STEPS)
    at = _paragraphs(sheet, at + 1, "数据来源", SOURCES if inputs.closes else ("由使用者填写。",))
    at = _paragraphs(sheet, at + 1, "请注意", CAVEATS)
    layout.widths(sheet, A=26, B=22, C=22, D=12, E=40)
    sheet.freeze_panes = "A4"
    layout.page(sheet, f"A1:E{at - 1}", tall=1)


def _state(sheet: Worksheet, at: int) -> int:
    layout.section(sheet, f"A{at}", "一览  State in one look", columns=5)
    layout.across(sheet, f"A{at + 1}", ("项目", "值", "单位", "条款", "详见"), styles.HEADER)
    first = at + 2
    for at, (label, formula, form, unit, clause, where) in enumerate(STATE, first):
        layout.put(sheet, f"A{at}", label, styles.LABEL)
        layout.put(sheet, f"B{at}", formula, styles.KEY, form)
        layout.put(sheet, f"C{at}", unit, styles.UNIT)
        layout.put(sheet, f"D{at}", clause, styles.CLAUSE)
        _link(sheet, f"E{at}", where)
    for place in (1, 2, 3):
        at += 1
        _floor(sheet, at, place)
    return at + 1


def _floor(sheet: Worksheet, at: int, place: int) -> None:
    company = f"INDEX(分红公司{place},1,1)"
    label = f'=IF({company}="","公司{place}最低现金分红",{company}&" 最低现金分红")'
    layout.put(sheet, f"A{at}", label, styles.LABEL)
    layout.put(sheet, f"B{at}", f"=最低现金分红{place}", styles.KEY, styles.MONEY)
    layout.put(sheet, f"C{at}", "元", styles.UNIT)
    layout.put(sheet, f"D{at}", "DV-01～12", styles.CLAUSE)
    _link(sheet, f"E{at}", "分红测算")


def _link(sheet: Worksheet, at: str, where: str) -> None:
    cell = layout.put(sheet, at, where, styles.LINK)
    cell.hyperlink = f"#'{where}'!A1"
    cell.style = styles.LINK


def _legend(sheet: Worksheet, at: int) -> int:
    layout.section(sheet, f"A{at}", "颜色  Colours", columns=5)
    first = at + 1
    for at, (style, sample, words) in enumerate(LEGEND, first):
        layout.put(sheet, f"A{at}", sample, style)
        layout.merged(sheet, f"B{at}:E{at}", words, styles.TEXT)
    return at + 1


def _sheets(sheet: Worksheet, at: int) -> int:
    layout.section(sheet, f"A{at}", "工作表  Sheets（点击跳转）", columns=5)
    first = at + 1
    for at, (title, words) in enumerate(SHEETS, first):
        _link(sheet, f"A{at}", title)
        layout.merged(sheet, f"B{at}:E{at}", words, styles.TEXT)
    return at + 1


def _paragraphs(sheet: Worksheet, at: int, title: str, lines: tuple[str, ...]) -> int:
    layout.section(sheet, f"A{at}", title, columns=5)
    first = at + 1
    for at, line in enumerate(lines, first):
        layout.merged(sheet, f"A{at}:E{at}", line, styles.TEXT)
        sheet.row_dimensions[at].height = 17.0 * -(-len(line) // 58) + 3
    return at + 1
