"""付息: the schedule of payments and how the redemption price comes about."""

from typing import Final

from openpyxl import Workbook

from workbooks import layout, styles
from workbooks.highlights import highlight
from workbooks.report_pages.reading import Book
from workbooks.report_pages.tables import page, table, two_lines
from workbooks.sheets.interest import FORMS
from xlfuncs.registry import BY_NAME

TITLE: Final = "付息"
NOTE: Final = (
    "每张面值 100 元。付息日遇非交易日顺延，不另计息（CB-07）；登记日为付息日前一交易日（CB-09）；"
    "末期现金流为到期赎回价，已含最后一期利息（CB-17）。"
)


def add(report: Workbook, book: Book) -> None:
    sheet = page(report, TITLE, "付息兑付日程  Schedule", NOTE, columns=9)
    heads = two_lines(BY_NAME["CB_SCHEDULE"].columns)
    for place, unit in ((5, "比例"), (6, "元/张"), (7, "元/张")):
        heads[place] = f"{heads[place]} {unit}"
    end = table(sheet, 4, heads, book.rows("付息表"), FORMS)
    highlight(sheet, f"I5:I{max(end - 1, 5)}", '$I5="推算"', styles.AMBER_FILL, styles.AMBER)
    if book.value("赎回价") is not None:
        layout.section(sheet, f"A{end + 1}", "赎回价的算式", columns=9)
        for at, line in enumerate(_working(book), end + 2):
            layout.merged(sheet, f"A{at}:I{at}", line, styles.TEXT)
    layout.widths(sheet, A=10, B=15, C=15, D=15, E=15, F=13, G=14, H=15, I=12)
    sheet.freeze_panes = "A5"
    layout.page(sheet, f"A1:I{end + 7}", landscape=True)


def _working(book: Book) -> tuple[str, ...]:
    face, rate, days = book.value("面值"), book.value("当期利率"), book.value("计息天数")
    interest, price = book.value("应计利息"), book.value("赎回价")
    net, tax = book.value("税后赎回价"), book.value("利息税率")
    return (
        f"当期应计利息 IA = B × i × t / 365 = {face:g} × {rate:.2%} × {days} / 365 = {interest:.4f}"
        " 元/张（CB-19）",
        f"赎回价格 = {face:g} + {interest:.4f} = {price:.4f} 元/张（CB-18b）",
        f"税后 = {face:g} + {interest:.4f} × (1 − {tax:.0%}) = {net:.4f} 元/张"
        "（CB-10，利息取舍后计税）",
        *_stops(book),
    )


def _stops(book: Book) -> list[str]:
    """CB-30: the bond trades until before the record day and converts until the day itself."""
    record, last = book.value("赎回登记日"), book.value("最后交易日")
    return [] if record is None else [f"最后交易日 {last}，最后转股日 {record}（CB-30）"]
