"""大元转债 113664 end to end: template, refresh, report, and the figures against the notices."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from workbooks.files import new_folder, write_atomically
from workbooks.refresh import refresh_bytes
from workbooks.report import write_report
from workbooks.report_pages.reading import Book
from workbooks.template import example, workbook_bytes

Progress = Callable[[str, float], None]
BOOK: Final = "113664.xlsx"
REPORT: Final = "113664-report.xlsx"
TENTH: Final = dt.date(2025, 8, 15)
READ_OFF: Final = "（由除权除息日推得 read off ex-dates）"
PRICES: Final = (
    ("2023-05-29 22.48", READ_OFF),
    ("2023-10-20 22.28", READ_OFF),
    ("2024-06-20 21.29", ""),
    ("2024-10-21 20.79", READ_OFF),
    ("2025-06-16 20.59", ""),
)
CALL_DAYS: Final = 4  # the column of 触发表


@dataclass(frozen=True)
class DemoRow:
    """One announced figure and what the refreshed workbook says."""

    label: str
    announced: str
    found: str

    @property
    def equal(self) -> bool:
        return self.announced == self.found


@dataclass(frozen=True)
class DemoSummary:
    """Where the demo's files are and how its figures compare."""

    book: Path
    report: Path
    rows: tuple[DemoRow, ...]


def make_demo(folder: Path, progress: Progress | None = None) -> DemoSummary:
    """Write the refreshed workbook of 113664 and its report into a folder.

    The figures of the summary are read back from the refreshed workbook.
    """
    tell = progress or _silent
    book, report = folder / BOOK, folder / REPORT
    new_folder(folder)
    tell("生成模板 / building the template", 0.0)
    data = workbook_bytes(example())
    refreshed = refresh_bytes(data, progress=lambda step, share: tell(step, 0.2 + share * 0.5))
    write_atomically(book, refreshed.data)
    tell("生成报告 / writing the report", 0.75)
    write_report(book, report)
    tell("核对公告 / checking against the notices", 0.95)
    rows = announced_figures(Book(book))
    tell("完成 / done", 1.0)
    return DemoSummary(book, report, rows)


def announced_figures(book: Book) -> tuple[DemoRow, ...]:
    """Each figure of the issuer's notices beside the workbook's."""
    tenth = next((row[CALL_DAYS] for row in book.rows("触发表") if row[0] == TENTH), None)
    return (
        *_history(book),
        *_days(book),
        DemoRow("当期转股价 price in force，元/股", "20.59", _shown(book.value("当期转股价"), 2)),
        DemoRow(f"{TENTH} 强赎天数 qualifying sessions", "10", _shown(tenth)),
        DemoRow(
            "强赎条件满足日 call condition met", "2025-08-22", _shown(book.value("强赎满足日"))
        ),
        DemoRow("计息天数 t to 2025-09-17，天", "286", _shown(book.value("计息天数"))),
        DemoRow("应计利息 interest，元/张", "0.7836", _shown(book.value("应计利息"), 4)),
        DemoRow("赎回价 redemption price，元/张", "100.7836", _shown(book.value("赎回价"), 4)),
        DemoRow("税后赎回价 after 20% tax，元/张", "100.6269", _shown(book.value("税后赎回价"), 4)),
    )


def _history(book: Book) -> list[DemoRow]:
    """Every adjustment: its day and the price after it, and that there is no other."""
    found = [f"{row[0]} {_shown(row[-1], 2)}" for row in book.rows("转股价历史")]
    padded = found + [""] * len(PRICES)
    rows = [
        DemoRow(f"第 {n} 次调整 adjustment {n}，元/股{source}", announced, got)
        for n, ((announced, source), got) in enumerate(zip(PRICES, padded, strict=False), 1)
    ]
    return [*rows, DemoRow("调整次数 adjustments", str(len(PRICES)), str(len(found)))]


def _days(book: Book) -> list[DemoRow]:
    """The days of the bond's life, reckoned from the terms."""
    return [
        DemoRow("转股起始日 conversion from", "2023-06-09", _shown(book.value("推算转股起始日"))),
        DemoRow("到期日 maturity", "2028-12-04", _shown(book.value("推算到期日"))),
        DemoRow(
            "回售期首日（条款）put from, terms", "2026-12-05", _shown(book.value("推算回售首日"))
        ),
        DemoRow("最后交易日 last trading day", "2025-09-11", _shown(book.value("最后交易日"))),
    ]


def _shown(value: Any, places: int = 0) -> str:
    """As the notice prints it; a figure with more decimals than announced stays visible."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        exact = f"{value:.12g}"
        short = f"{value:.{places}f}"
        return short if float(short) == float(exact) else exact
    return "" if value is None else str(value)


def _silent(step: str, share: float) -> None:
    del step, share
