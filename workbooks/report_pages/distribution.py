"""分红实施: what each plan pays, when, to whom, the votes, past plans, and the ST test."""

from collections.abc import Sequence
from typing import Any, Final

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles
from workbooks.highlights import colour_verdicts
from workbooks.report_pages.reading import Book
from workbooks.report_pages.tables import fit_rows, page, table, two_lines
from workbooks.sheets import past_plans
from workbooks.sheets.company_form import figures
from workbooks.sheets.distribution_items import ITEMS, ROWS, VERDICTS
from workbooks.sheets.dividend_items import FIRST, Item
from workbooks.sheets.inputs import SAMPLE
from xlfuncs.registry import BY_NAME

TITLE: Final = "分红实施"
COLUMNS: Final = 6
PLACES: Final = (1, 2, 3)
NEW_PAGES: Final = ("三、", "五、")
LINES: Final = tuple(  # what the heads and, from 板块 on, the table of the test do not say
    item for at, item in enumerate(ITEMS, FIRST)
    if item.key not in ("name", "scale") and at < ROWS["board"] - 1
)  # fmt: skip
SHOWN_PAST: Final = ("S", "T", "W", "Y", "AB", "AC")
PAST_HEADS: Final = ("公司", "方案年度", "现金总额 元\nDV-13", "减公告总额\n元",
                     "除权除息参考价\n元/股", "除息日收盘\n元/股")  # fmt: skip
PAST_FORMS: Final = (None, None, styles.MONEY, styles.SHORTFALL, styles.PRICE, styles.PRICE)
NOTE: Final = (
    f"由“分红实施”重算所得。其中投票、持有人、占用资金、会议日等多为{SAMPLE}，不是公司数据；"
    "来源逐项见工作簿“分红实施”来源列。"
)


def add(report: Workbook, book: Book) -> None:
    sheet = page(report, TITLE, "分红实施  Paying the dividend", NOTE, columns=COLUMNS)
    companies = [figures(book.block(f"分红实施{place}"), ITEMS) for place in PLACES]
    second = _plans(sheet, 3, companies)
    at = second
    for place, company in zip(PLACES, companies, strict=True):
        if company["name"] is not None:
            at = _warning(sheet, at, company["name"], book.rows(f"风险警示表{place}"))
    end = _past(sheet, at, book)
    layout.widths(sheet, A=40, B=28, C=28, D=28, E=16, F=27)
    fit_rows(sheet)
    sheet.freeze_panes = "A3"
    starts = [1, *_breaks(sheet), second, at, end + 1]
    areas = [f"A{a}:F{b - 1}" for a, b in zip(starts, starts[1:], strict=False) if b > a]
    layout.page(sheet, *areas, landscape=True)


def _breaks(sheet: Worksheet) -> list[int]:
    """The rows whose sections begin a new page."""
    return [cell.row for cell in sheet["A"] if str(cell.value or "").startswith(NEW_PAGES)]


def _plans(sheet: Worksheet, at: int, companies: Sequence[dict[str, Any]]) -> int:
    """The lines of the sheet, the three companies side by side; the row after comes back."""
    heads = ["项目\nitem", *(c["name"] or "—" for c in companies), "单位\nunit", "条款\nclause"]
    layout.across(sheet, f"A{at}", heads, styles.HEADER)
    sheet.row_dimensions[at].height = 34
    for line, item in enumerate(LINES, at + 1):
        if item.key:
            _line(sheet, line, item, companies)
        else:
            layout.section(sheet, f"A{line}", item.label, columns=COLUMNS)
    return at + len(LINES) + 2


def _line(sheet: Worksheet, at: int, item: Item, companies: Sequence[dict[str, Any]]) -> None:
    layout.put(sheet, f"A{at}", item.label, styles.LABEL)
    for column, company in zip("BCD", companies, strict=True):
        value = company[item.key]
        layout.put(sheet, f"{column}{at}", _shown(value), styles.RESULT, item.form)
        if isinstance(value, str) and item.key not in VERDICTS:
            sheet[f"{column}{at}"].style = styles.LABEL
    layout.put(sheet, f"E{at}", item.unit, styles.UNIT)
    layout.put(sheet, f"F{at}", item.clause, styles.CLAUSE)
    if item.key in VERDICTS:
        colour_verdicts(sheet, f"B{at}:D{at}")


def _shown(value: Any) -> Any:
    return "—" if value is None else value


def _warning(sheet: Worksheet, at: int, company: str, rows: Sequence[Sequence[Any]]) -> int:
    title = f"{company}   现金分红不达标风险警示（ST）核对   金额 元   股票上市规则"
    layout.section(sheet, f"A{at}", title, columns=4)
    heads = two_lines(BY_NAME["DIV_ST_RISK"].columns)
    forms = (None, styles.MONEY, styles.MONEY, None)
    end = table(sheet, at + 1, heads, rows, forms)
    for line in range(at + 2, end):
        if "占营业收入" in str(sheet[f"A{line}"].value):
            sheet[f"B{line}"].number_format = sheet[f"C{line}"].number_format = styles.PERCENT
    colour_verdicts(sheet, f"D{at + 2}:D{end - 1}")
    return end + 1


def _past(sheet: Worksheet, at: int, book: Book) -> int:
    layout.section(sheet, f"A{at}", past_plans.TITLE, columns=COLUMNS)
    letters = [column for column, *_ in past_plans.COLUMNS]
    places = [letters.index(column) for column in SHOWN_PAST]
    rows = [[row[i] for i in places] for row in book.rows("历次方案")]
    return table(sheet, at + 1, PAST_HEADS, rows, PAST_FORMS)
