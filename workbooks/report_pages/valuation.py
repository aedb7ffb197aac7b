"""估值: the value beside its assumptions, its parts, the Greeks, and the grid."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles
from workbooks.charts import figure_chart, part_chart
from workbooks.report_pages.reading import Book
from workbooks.report_pages.tables import page, table
from workbooks.sheets.inputs import Valuation
from workbooks.sheets.rows import Row, write_rows
from workbooks.sheets.valuation_charts import (
    BAR_HEADS,
    BARS,
    COLORS,
    LINES,
    X_TITLE,
    grid_frame,
    part_frame,
)
from workbooks.sheets.valuation_inputs import COMPLETE, assumptions
from workbooks.sheets.valuation_results import RESULTS
from workbooks.sheets.valuation_words import METHOD

TITLE: Final = "估值"
COLUMNS: Final = 8
HEADS: Final = ("项目", "值", "单位", "条款")
PARTS: Final = (("纯债", "CB-05、17"), ("转股权", "CB-16"), ("强赎", "CB-18"), ("回售", "CB-20"),
                ("下修", "CB-14"), ("理论价值", "CB-14～20"))  # fmt: skip
GREEKS: Final = (("Delta", "元/张，股价 +1 元"), ("Gamma", "Delta，股价 +1 元"),
                 ("Vega", "元/张，波动率 +1 点"), ("Theta", "元/张，每日历日"),
                 ("Rho", "元/张，利率 +1 点"), ("信用", "元/张，利差 +1 点"))  # fmt: skip
SAMPLES: Final = "市价、波动率、利率与利差由使用者填写；示例工作簿所填为示例数字，不是公司数据。"
BARS_AT: Final = 10  # column J, beside the printed page


def add(report: Workbook, book: Book) -> None:
    state = str(book.value("估值状态"))
    note = f"每张面值 100 元的全价。{SAMPLES}"
    sheet = page(report, TITLE, "估值  Valuation", note, columns=COLUMNS)
    layout.widths(sheet, A=24, E=20, **dict.fromkeys("BCDFGH", 15.5))
    sheet.freeze_panes = "A3"
    if state != COMPLETE:
        layout.merged(sheet, "A3:H3", f"没有估值：{state}", styles.BANNER)
        layout.page(sheet, "A1:H3")
        return
    second = _figures(sheet, 3, book)
    grid = _parts(sheet, second, book)
    end = _grid(sheet, grid, book)
    layout.even_rows(sheet, end)
    layout.page(sheet, f"A1:H{grid - 1}", f"A{grid}:H{end}")


def _figures(sheet: Worksheet, at: int, book: Book) -> int:
    """Results at the left, what they assume at the right."""
    layout.section(sheet, f"A{at}", "结果  Results", columns=4)
    layout.section(sheet, f"E{at}", "所用假设  Assumptions", columns=4)
    given = assumptions(Valuation())
    for left, rows in (("ABCD", RESULTS), ("EFGH", given)):
        layout.across(sheet, f"{left[0]}{at + 1}", HEADS, styles.HEADER)
        write_rows(sheet, at + 2, [_read(book, row) for row in rows], left)
    return at + 3 + max(len(RESULTS), len(given))


def _read(book: Book, row: Row) -> Row:
    """A row of the sheet with its value in place of the formula or input."""
    value = book.value(row.name)
    return replace(row, value="—" if value is None else value, name="", kind="")


def _parts(sheet: Worksheet, at: int, book: Book) -> int:
    """Parts and Greeks at the left, the bars at the right."""
    parts, greeks = book.row("价值构成"), book.row("敏感指标")
    layout.section(sheet, f"A{at}", "价值构成与敏感指标  Parts and Greeks", columns=COLUMNS)
    layout.across(sheet, f"A{at + 1}", HEADS, styles.HEADER)
    rows = [
        *(Row(name, value, "元/张", clause, styles.PRICE, name == "理论价值")
          for (name, clause), value in zip(PARTS, parts, strict=False)),
        *(Row(name, value, unit, "CB-14～20", styles.FINE)
          for (name, unit), value in zip(GREEKS, greeks[3:], strict=True)),
    ]  # fmt: skip
    write_rows(sheet, at + 2, rows, "ABCD")
    for row in range(at + 2 + len(PARTS), at + 2 + len(rows)):
        sheet.row_dimensions[row].height = 28
        sheet[f"C{row}"].style = styles.CLAUSE
    _bars(sheet, at + 1, parts[:BARS])
    chart = part_chart(sheet, BARS_AT, (at + 1, at + 1 + BARS), COLORS, part_frame(15.0, 10.0))
    sheet.add_chart(chart, f"E{at + 1}")
    return at + 3 + len(rows)


def _bars(sheet: Worksheet, at: int, parts: Iterable[float]) -> None:
    layout.across(sheet, f"J{at}", BAR_HEADS, styles.CLAUSE)
    total = 0.0
    for row, ((name, _), part) in enumerate(zip(PARTS, parts, strict=True), at + 1):
        whole = name in (PARTS[0][0], PARTS[-1][0])
        foot = 0.0 if whole else total + min(0.0, part)
        bar = (part, 0, 0) if whole else (0, max(0.0, part), max(0.0, -part))
        layout.across(sheet, f"J{row}", (f"{name}\n{part:.2f}", foot, *bar), styles.NOTE)
        total += part


def _grid(sheet: Worksheet, at: int, book: Book) -> int:
    title = "正股价 × 波动率的理论价值（元/张，CB-14～20）  Sensitivity"
    layout.section(sheet, f"A{at}", title, columns=COLUMNS)
    layout.merged(sheet, f"A{at + 1}:H{at + 1}", book.value("估值假设"), styles.NOTE)
    sheet.row_dimensions[at + 1].height = 30
    heads = ["正股价\n元/股", *(f"波动率 {v:.1%}" for v in book.row("敏感度波动率")),
             "转股价值\nCB-16"]  # fmt: skip
    parity = book.column("敏感度转股价值")
    columns = zip(book.column("敏感度股价"), book.rows("敏感度表"), parity, strict=True)
    rows: list[list[Any]] = [[stock, *values, shares] for stock, values, shares in columns]
    end = table(sheet, at + 2, heads, rows, (styles.PRICE,) * len(heads))
    frame = grid_frame(min(parity), 30.5, 11.0)
    sheet.add_chart(figure_chart(sheet, 1, (at + 2, end - 1), LINES, frame, X_TITLE), f"A{end + 1}")
    return _method(sheet, end + 19)


def _method(sheet: Worksheet, at: int) -> int:
    layout.section(sheet, f"A{at}", "方法与假设  Method", columns=COLUMNS)
    for at, words in enumerate(METHOD, at + 1):  # noqa: B020  at moves on
        layout.merged(sheet, f"A{at}:H{at}", words, styles.TEXT)
        sheet.row_dimensions[at].height = 15.0 * -(-len(words) // 58) + 4
    return at
