"""条款跟踪: each condition of the contract, its rule, where it stands."""

from typing import Any, Final

from openpyxl import Workbook

from workbooks import layout, styles
from workbooks.highlights import highlight
from workbooks.report_pages.reading import Book
from workbooks.report_pages.tables import fit_rows, page, table

TITLE: Final = "条款跟踪"
HEADS: Final = ("条款", "条件", "规则原文", "当期线\n元/股", "收盘价\n元/股",
                "已满足/须满足\n| 窗口", "首次满足日", "结论")  # fmt: skip
FORMS: Final = (None, None, None, styles.FINE, styles.PRICE, None, styles.DATE, None)
DAY_HEADS: Final = ("条款", "项目", "规则原文", "值", "单位")


def add(report: Workbook, book: Book) -> None:
    sheet = page(report, TITLE, "条款跟踪  Clause tracker", _note(book), columns=8)
    layout.section(sheet, "A3", "触发条件", columns=8)
    end = table(sheet, 4, HEADS, _conditions(book), FORMS)
    highlight(sheet, f"H5:H{end - 1}", '$H5="条件已满足"', styles.KEY_FILL, styles.GREEN)
    layout.section(sheet, f"A{end + 1}", "期限与金额", columns=8)
    last = table(sheet, end + 2, DAY_HEADS, _days(book), (None,) * 5)
    for row in (*range(5, end), *range(end + 3, last)):
        sheet[f"A{row}"].style = styles.CLAUSE
    for at in range(end + 3, last):
        sheet[f"D{at}"].number_format = _form(sheet[f"D{at}"].value)
    layout.widths(sheet, A=10, B=24, C=44, D=16, E=13, F=17, G=14, H=16)
    fit_rows(sheet)
    sheet.freeze_panes = "A5"
    layout.page(sheet, f"A1:H{last - 1}", landscape=True)


def _note(book: Book) -> str:
    return (
        f"截至 {book.value('截至日'):%Y-%m-%d}。强赎含等于线的收盘价，下修与回售须低于线；"
        "各线为精确乘积，不取舍（CB-32）。"
    )


def _conditions(book: Book) -> list[list[Any]]:
    close = book.value("截至收盘")
    rows = [_condition(book, zh, close) for zh in ("强赎", "下修", "回售")]
    clause, words = book.words("余额下限")
    balance = book.value("未转股余额")
    state = "未填余额" if balance is None else f"余额 {balance / 10_000:,.2f} 万元"
    verdict = book.value("余额结论")
    rows.insert(1, [clause, "强赎（余额不足）", words, None, None, state, None, verdict])
    return rows


def _condition(book: Book, zh: str, close: float) -> list[Any]:
    clause, ratio_words = book.words(f"{zh}比例")
    _, need_words = book.words(f"{zh}天数")
    words = "；".join(filter(None, (need_words, ratio_words)))
    sign = "≥" if zh == "强赎" else "＜"
    line, state, met = (book.value(f"{zh}{what}") for what in ("线", "进度", "满足日"))
    label = f"{zh} {sign} {book.value(f'{zh}比例'):.0%}"
    return [clause, label, words, line, close, state, met, book.value(f"{zh}结论")]


def _days(book: Book) -> list[list[Any]]:
    rows = []
    for name, unit in (("转股起始日", "日期"), ("转股截止日", "日期"), ("到期日", "日期"),
                       ("到期赎回价", "元/张"), ("回售计数起始日", "日期")):  # fmt: skip
        clause, words = book.words(name)
        rows.append([clause, name, words, book.value(name), unit])
    for name, clause, words, unit in (
        ("计息日", "CB-18b", "赎回日，计息截止，不计当日", "日期"),
        ("计息天数", "CB-19", "算头不算尾，一年按 365 天", "天"),
        ("应计利息", "CB-19", "IA = B × i × t / 365", "元/张"),
        ("赎回价", "CB-18b", "面值加当期应计利息", "元/张"),
        ("税后赎回价", "CB-10", "利息代扣所得税后", "元/张"),
    ):
        rows.append([clause, name, words, book.value(name), unit])
    return rows


def _form(value: Any) -> str:
    if isinstance(value, int):
        return styles.COUNT
    return styles.FINE if isinstance(value, float) else styles.DATE
