"""转股价: the history of the conversion price with the line of each notice."""

from typing import Final

from openpyxl import Workbook

from workbooks import layout, styles
from workbooks.report_pages.reading import Book
from workbooks.report_pages.tables import page, table, two_lines
from xlfuncs.registry import BY_NAME

TITLE: Final = "转股价"
FORMS: Final = (styles.DATE, None, styles.PRICE, None, styles.PRICE, None)


def add(report: Workbook, book: Book) -> None:
    initial = book.value("初始转股价")
    note = (
        f"初始转股价 {initial:.2f} 元/股（CB-12）；"
        "每次调整自前次取舍后的价格起算，四舍五入到分（CB-13a）。"
    )
    sheet = page(report, TITLE, "转股价格历次调整  Conversion price", note, columns=6)
    heads = [*two_lines(BY_NAME["CB_PRICE_HISTORY"].columns), "条款\nclause"]
    heads[2], heads[4] = f"{heads[2]} 元/股", f"{heads[4]} 元/股"
    rows = [[*row, _clause(row[1])] for row in book.rows("转股价历史")]
    end = table(sheet, 4, heads, rows, FORMS)
    price, day = book.value("当期转股价"), book.value("截至日")
    line = (
        f"截至 {day:%Y-%m-%d} 有效的转股价格：{price:.2f} 元/股（CB-13a、CB-13e）；"
        f"转股比例 {book.value('转股比例'):.4f} 股/张，不取整（CB-16）"
    )
    layout.merged(sheet, f"A{end + 1}:F{end + 1}", line, styles.BANNER)
    layout.widths(sheet, A=14, B=26, C=16, D=46, E=16, F=10)
    sheet.freeze_panes = "A5"
    layout.page(sheet, f"A1:F{end + 1}", landscape=True, rows="4:4")


def _clause(reason: str) -> str:
    return "CB-15b" if "修正" in reason else "CB-13"
