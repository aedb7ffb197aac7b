"""Tables of a report: headers, rows of values with their formats, page frame."""

import math
from collections.abc import Iterable, Sequence
from typing import Any

from openpyxl import Workbook
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles

Forms = Sequence[str | None]


def page(report: Workbook, title: str, heading: str, note: str, columns: int) -> Worksheet:
    """A new page with its heading."""
    sheet = layout.new_sheet(report, title)
    layout.heading(sheet, heading, note, columns)
    return sheet


def table(
    sheet: Worksheet, at: int, heads: Sequence[str], rows: Iterable[Sequence[Any]], forms: Forms
) -> int:
    """A header and its rows from column A; the row after it comes back."""
    layout.across(sheet, f"A{at}", heads, styles.HEADER)
    sheet.row_dimensions[at].height = 34
    for at, row in enumerate(rows, at + 1):  # noqa: B020  at moves on
        for place, (value, form) in enumerate(zip(row, forms, strict=True), 1):
            cell = sheet.cell(at, place, value)
            cell.style = styles.RESULT if _is_figure(value) else styles.LABEL
            if form and _is_figure(value):
                cell.number_format = form
    return at + 1


def _is_figure(value: Any) -> bool:
    return value is not None and not isinstance(value, str | bool)


def two_lines(columns: Iterable[str]) -> list[str]:
    """Column names with the English under the Chinese."""
    return [column.replace(" ", "\n", 1) for column in columns]


def fit_rows(sheet: Worksheet) -> None:
    """Rows high enough for their longest wrapped text, once the widths are set."""
    merged = {cell for area in sheet.merged_cells.ranges for row in area.rows for cell in row}
    for at, row in enumerate(sheet.iter_rows(min_row=5), 5):
        free = [_lines(sheet, cell) for cell in row if (cell.row, cell.column) not in merged]
        if max(free, default=1) > 1:
            sheet.row_dimensions[at].height = 15.0 * max(free) + 4


def _lines(sheet: Worksheet, cell: Any) -> int:
    """Lines a text takes in its column: a Chinese character is two wide."""
    width = sheet.column_dimensions[get_column_letter(cell.column)].width - 2
    texts = str(cell.value).splitlines() if isinstance(cell.value, str) else [""]
    return sum(max(1, math.ceil(_wide(text) / width)) for text in texts)


def _wide(text: str) -> float:
    return sum(2.1 if ord(letter) > 0x2E7F else 1.1 for letter in text)
