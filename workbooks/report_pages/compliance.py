"""分红: each company's plan checked rule by rule, and the floors with their working."""

from typing import Any, Final

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles
from workbooks.highlights import colour_verdicts
from workbooks.report_pages.reading import Book
from workbooks.report_pages.tables import fit_rows, page, table, two_lines
from workbooks.sheets.company_form import figures
from workbooks.sheets.dividend_items import ITEMS
from workbooks.sheets.inputs import SAMPLE
from xlfuncs.registry import BY_NAME

TITLE: Final = "分红"
CHECK_FORMS: Final = (None, None, None, None, None, styles.SHORTFALL)
FLOOR_FORMS: Final = (None, None, None, styles.MONEY, None, None)
COLUMNS: Final = 6
ONE_PAGE: Final = 24  # rows after which a company begins a new page


def add(report: Workbook, book: Book) -> None:
    sheet = page(report, TITLE, "分红合规  Dividend compliance", NOTE, columns=COLUMNS)
    at, starts = 3, [1]
    for place in (1, 2, 3):
        company = figures(book.block(f"分红公司{place}"), ITEMS)
        if company["company"] is not None:
            if at - starts[-1] > ONE_PAGE:
                starts.append(at)
            at = _one(sheet, at, book, place, company)
    layout.widths(sheet, A=26, B=62, C=22, D=22, E=20, F=18)
    fit_rows(sheet)
    sheet.freeze_panes = "A3"
    ends = [start - 1 for start in starts[1:]] + [at]
    areas = [f"A{start}:F{end}" for start, end in zip(starts, ends, strict=True)]
    layout.page(sheet, *areas, landscape=True)


NOTE: Final = (
    f"金额单位：元。标“{SAMPLE}”的输入为演算而设，不是公司数据；下限进位到分。"
    "未列入的规则为该规划所无。"
)


def _one(sheet: Worksheet, at: int, book: Book, place: int, company: dict[str, Any]) -> int:
    title = f"{company['company']}   {company['year'] or ''}   政策 {company['policy']}"
    layout.section(sheet, f"A{at}", title, columns=COLUMNS)
    layout.merged(sheet, f"A{at + 1}:F{at + 1}", _summary(company), styles.BANNER)
    heads = two_lines(BY_NAME["DIV_CHECK"].columns)
    first = at + 2
    end = table(sheet, first, heads, book.rows(f"核对表{place}"), CHECK_FORMS)
    layout.dress(sheet, f"C{first + 1}:C{end - 1}", styles.RESULT)  # figures, written as text
    colour_verdicts(sheet, f"D{first + 1}:D{end - 1}")
    heads = ["规则\nrule", "依据\nbasis", "适用\napplies", "下限 元\nfloor", "条款\nclause", ""]
    floors = [[r[0], r[4], r[2], r[3], r[1], None] for r in book.rows(f"下限表{place}")]
    return table(sheet, end, heads, floors, FLOOR_FORMS) + 1


def _summary(company: dict[str, Any]) -> str:
    profit, cash = _yuan(company["profit"]), _yuan(company["cash"])
    return (
        f"可分配利润 {profit}    现金分红下限 {_yuan(company['floor'])}    "
        f"拟分现金 {cash}    结论：{company['verdict'] or '—'}"
    )


def _yuan(value: Any) -> str:
    return f"{value:,.2f} 元" if isinstance(value, int | float) else str(value or "—")
