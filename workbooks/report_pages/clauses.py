"""条款跟踪: each condition of the contract, its rule, where it stands and when it may be met."""

from typing import Any, Final

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles
from workbooks.highlights import highlight
from workbooks.report_pages.days import amounts, days, waivers
from workbooks.report_pages.reading import Book
from workbooks.report_pages.tables import fit_rows, page, table

TITLE: Final = "条款跟踪"
HEADS: Final = ("条款", "条件", "规则原文", "当期线\n元/股", "收盘价\n元/股",
                "已满足/须满足\n| 窗口", "首次满足日", "预计最早\n满足日", "结论")  # fmt: skip
FORMS: Final = (None, None, None, styles.FINE, styles.PRICE, None, styles.DATE, styles.DATE, None)
WAIVER_HEADS: Final = ("条款", "承诺", "规则", "董事会决议日", "月数", "承诺期截止",
                       "重新起算", "计数自", "说明")  # fmt: skip
WAIVER_FORMS: Final = (None, None, None, styles.DATE, styles.COUNT, *[styles.DATE] * 3, None)
DAY_HEADS: Final = ("条款", "项目", "规则原文", "值", "单位")
COLUMNS: Final = 9


def add(report: Workbook, book: Book) -> None:
    sheet = page(report, TITLE, "条款跟踪  Clause tracker", _note(book), columns=COLUMNS)
    at = _part(sheet, 3, "触发条件", HEADS, _conditions(book), FORMS)
    highlight(sheet, f"I5:I{at - 2}", '$I5="条件已满足"', styles.KEY_FILL, styles.GREEN)
    first = _part(sheet, at, "不强赎、不下修承诺", WAIVER_HEADS, waivers(book), WAIVER_FORMS)
    second = _part(sheet, first, "期限与日期", DAY_HEADS, days(book), (None,) * 5)
    last = _part(sheet, second, "赎回与回售金额", DAY_HEADS, amounts(book), (None,) * 5)
    _forms(sheet, first, last)
    layout.widths(sheet, A=10, B=22, C=44, D=16, E=13, F=17, G=14, H=16, I=16)
    fit_rows(sheet)
    sheet.freeze_panes = "A5"
    areas = [f"A1:I{first - 2}", f"A{first}:I{last - 2}"][: 1 + (last > first)]
    layout.page(sheet, *areas, landscape=True)


def _part(
    sheet: Worksheet,
    at: int,
    title: str,
    heads: tuple[str, ...],
    rows: list[list[Any]],
    forms: tuple[str | None, ...],
) -> int:
    """A titled table, none if nothing is known; the row where the next one begins."""
    if not rows:
        return at
    layout.section(sheet, f"A{at}", title, columns=COLUMNS)
    end = table(sheet, at + 1, heads, rows, forms)
    for row in range(at + 2, end):
        sheet[f"A{row}"].style = styles.CLAUSE
    return end + 1


def _forms(sheet: Worksheet, first: int, last: int) -> None:
    """Days, counts and amounts stand in one column: each in its own form."""
    for at in range(first, last):
        value = sheet[f"D{at}"].value
        if value is not None and not isinstance(value, str):
            sheet[f"D{at}"].number_format = _form(value)


def _note(book: Book) -> str:
    return (
        f"截至 {book.value('截至日'):%Y-%m-%d}。强赎含等于线的收盘价，下修与回售须低于线；"
        "各线为精确乘积，不取舍（CB-32）。预计最早满足日：其后每个交易日都满足时的日期，已满足的为截至日。"
    )


def _conditions(book: Book) -> list[list[Any]]:
    close = book.value("截至收盘")
    rows = [_condition(book, zh, close) for zh in ("强赎", "下修", "回售")]
    clause, words = book.words("余额下限")
    balance = book.value("未转股余额")
    state = "未填余额" if balance is None else f"余额 {balance / 10_000:,.2f} 万元"
    verdict = book.value("余额结论")
    rows.insert(1, [clause, "强赎（余额不足）", words, *[None] * 2, state, *[None] * 2, verdict])
    return rows


def _condition(book: Book, zh: str, close: float) -> list[Any]:
    clause, ratio_words = book.words(f"{zh}比例")
    _, need_words = book.words(f"{zh}天数")
    words = "；".join(filter(None, (need_words, ratio_words)))
    sign = "≥" if zh == "强赎" else "＜"
    found = [book.value(f"{zh}{what}") for what in ("进度", "满足日", "预计日", "结论")]
    label = f"{zh} {sign} {book.value(f'{zh}比例'):.0%}"
    return [clause, label, words, book.value(f"{zh}线"), close, *found]


def _form(value: Any) -> str:
    if isinstance(value, int):
        return styles.COUNT
    return styles.FINE if isinstance(value, float) else styles.DATE
