"""触发: the sessions around the trigger, the charts, and every session as an appendix."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from openpyxl import Workbook
from openpyxl.chart import LineChart
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles
from workbooks.charts import Frame, Line, day_chart
from workbooks.highlights import highlight
from workbooks.report_pages.reading import Book
from workbooks.report_pages.tables import page, table, two_lines
from workbooks.sheets.triggers import FORMS
from xlfuncs.registry import BY_NAME

TITLE: Final = "触发"
APPENDIX: Final = "附表"
HEAD: Final = 4
NEED: Final = 10  # the column of the needed sessions
PRICES: Final = (
    Line(2, "1F3A5F", 2.25),
    Line(3, "8A94A3", 1.5),
    Line(4, "2E7D4F", 1.5, "dash"),
    Line(6, "D08A1C", 1.5, "dash"),
    Line(8, "B3392F", 1.5, "dash"),
)
COUNTS: Final = (
    Line(5, "2E7D4F", 2.25),
    Line(7, "D08A1C", 2.25),
    Line(9, "B3392F", 2.25),
    Line(NEED, "8A94A3", 1.25, "sysDash"),
)


def add(report: Workbook, book: Book) -> None:
    rows = _excerpt(book)
    note = (
        f"摘录 {rows[0][0]:%Y-%m-%d} 至 {rows[-1][0]:%Y-%m-%d}；逐日全表见“{APPENDIX}”。"
        "绿色为计入强赎的交易日。"
    )
    sheet = page(report, TITLE, "触发天数  Triggers", note, columns=9)
    end = table(sheet, HEAD, _heads(book)[:9], rows, FORMS)
    _marks(sheet, HEAD + 1, end - 1, book)
    sheet.add_chart(count_chart(report, book, 23.5, 9), f"A{end + 1}")
    layout.widths(sheet, A=13, **dict.fromkeys("BCDEFGHI", 12.5))
    sheet.freeze_panes = "A5"
    layout.page(sheet, f"A1:I{end + 20}", tall=1)


def add_appendix(report: Workbook, book: Book) -> None:
    """Every session; the charts draw from here."""
    note = "CB_TRIGGERS 的全部结果：各线为当期转股价乘比例的精确值（CB-32），天数截至当日。"
    sheet = page(report, APPENDIX, "逐日触发表  All sessions", note, columns=10)
    need = book.value("强赎天数")
    rows = [[*row, need] for row in book.rows("触发表")]
    end = table(sheet, HEAD, _heads(book), rows, (*FORMS, styles.COUNT))
    _marks(sheet, HEAD + 1, end - 1, book)
    layout.widths(sheet, A=13, **dict.fromkeys("BCDEFGHIJ", 12))
    sheet.freeze_panes = "A5"
    layout.page(sheet, f"A1:J{end - 1}", rows="4:4")


def price_chart(report: Workbook, book: Book, width: float, height: float) -> LineChart:
    rows = book.rows("触发表")
    low = min(min(row[1], row[7]) for row in rows) // 5 * 5
    frame = Frame("收盘价与强赎、下修、回售线", "元/股", "0", low, None, width, height)
    lines = _titled(PRICES, _heads(book))
    return day_chart(report[APPENDIX], 1, (HEAD, HEAD + len(rows)), lines, frame)


def count_chart(report: Workbook, book: Book, width: float, height: float) -> LineChart:
    frame = Frame("触发天数与须满足天数", "天", "0", 0, None, width, height)
    last = HEAD + len(book.rows("触发表"))
    return day_chart(report[APPENDIX], 1, (HEAD, last), _titled(COUNTS, _heads(book)), frame)


def _titled(lines: Sequence[Line], heads: Sequence[str]) -> list[Line]:
    """Lines named by their headings without the units."""
    return [replace(line, title=heads[line.column - 1].partition("\n")[0]) for line in lines]


def _excerpt(book: Book) -> list[list[Any]]:
    """The window that ends with the day the call was met, or the last one."""
    rows, met = book.rows("触发表"), book.value("强赎满足日")
    end = next((i for i, row in enumerate(rows, 1) if row[0] == met), len(rows))
    return rows[max(0, end - int(book.value("强赎窗口"))) : end]


def _heads(book: Book) -> list[str]:
    heads = two_lines(BY_NAME["CB_TRIGGERS"].columns)
    for place, zh in ((3, "强赎"), (5, "下修"), (7, "回售")):
        heads[place] = f"{zh}线 {book.value(f'{zh}比例'):.0%}\n元/股"
        heads[place + 1] = f"{zh}天数\n天"
    heads[1], heads[2] = "收盘价\n元/股", "当期转股价\n元/股"
    return [*heads, f"须满足 {book.value('强赎天数')} 天"]


def _marks(sheet: Worksheet, first: int, last: int, book: Book) -> None:
    """Sessions that count for a call shaded; from the day it is met, bold."""
    beyond = f"ROUND($B{first}-$D{first},8)>=0"
    met = f"$E{first}>={book.value('强赎天数')}"
    bold = f"AND({beyond},{met})"
    highlight(sheet, f"E{first}:E{last}", bold, styles.KEY_FILL, styles.GREEN, last=True)
    highlight(sheet, f"A{first}:E{last}", beyond, styles.KEY_FILL)
