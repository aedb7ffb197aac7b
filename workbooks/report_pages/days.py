"""The rows of 条款跟踪 below the conditions: waivers, days of the bond's life, amounts."""

from typing import Any, Final

from workbooks.report_pages.reading import Book
from xlfuncs.registry import BY_NAME

TERMS: Final = (("转股起始日", "日期"), ("转股截止日", "日期"), ("到期日", "日期"),
                ("到期赎回价", "元/张"), ("回售计数起始日", "日期"))  # fmt: skip
DAYS: Final = (
    ("下一付息日", "CB-07", "名义付息日顺延至下一交易日，不另计息", "日期"),
    ("付息登记日", "CB-09", "付息日的前一交易日", "日期"),
    ("赎回登记日", "CB-18b", "转股至当日收市止", "日期"),
    ("最后交易日", "CB-30", "赎回登记日前第三个交易日", "日期"),
    ("到期最后交易日", "CB-30", "到期日前第三个交易日", "日期"),
)
AMOUNTS: Final = (
    ("计息日", "CB-18b", "赎回日，计息截止，不计当日", "日期"),
    ("计息天数", "CB-19", "算头不算尾，一年按 365 天", "天"),
    ("应计利息", "CB-19", "IA = B × i × t / 365", "元/张"),
    ("赎回价", "CB-18b", "面值加当期应计利息", "元/张"),
    ("税后赎回价", "CB-10", "利息代扣所得税后", "元/张"),
    ("回售计息天数", "CB-19", "至回售申报首日，不计当日", "天"),
    ("回售价", "CB-20", "面值加当期应计利息，两位小数", "元/张"),
    ("税后回售价", "CB-10", "利息代扣所得税后", "元/张"),
)
VALUE: Final = 3
RESTART: Final = "期满后第一个交易日重新计数"


def waivers(book: Book) -> list[list[Any]]:
    """CB-31: a board's word not to call or reset, and from when its sessions count."""
    rows = []
    for zh in ("强赎", "下修"):
        given = book.row(f"{zh}承诺")
        say = "未登记承诺" if given[0] is None else "承诺期内的交易日不计数"
        since = book.value(f"{zh}计数起始日") or "全部交易日"
        rows.append(["CB-31", f"不{zh}", RESTART, *given, since, say])
    return rows


def days(book: Book) -> list[list[Any]]:
    rows = []
    for name, unit in TERMS:
        clause, words = book.words(name)
        rows.append([clause, name, words, book.value(name), unit])
    return _filled([*rows, *_named(book, DAYS), *_put_days(book)])


def amounts(book: Book) -> list[list[Any]]:
    return _filled(_named(book, AMOUNTS))


def _filled(rows: list[list[Any]]) -> list[list[Any]]:
    return [row for row in rows if row[VALUE] is not None]


def _named(book: Book, wanted: tuple[tuple[str, str, str, str], ...]) -> list[list[Any]]:
    return [[clause, name, words, book.value(name), unit] for name, clause, words, unit in wanted]


def _put_days(book: Book) -> list[list[Any]]:
    """The row of CB_PUT_DATES; one word where the calendar is not known."""
    found = [book.value("回售申报首日"), *book.row("回售日程")]
    words = (
        book.value("回售申报说明"),
        "申报首日起五个交易日",
        *[f"申报期截止后第 {n} 个交易日" for n in (3, 4, 5)],
    )
    heads = ["申报期首日", *(column.split()[0] for column in BY_NAME["CB_PUT_DATES"].columns)]
    return [
        ["CB-20b", f"回售{head}", rule, value, "日期"]
        for head, rule, value in zip(heads, words, found, strict=True)
    ]
