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


def fit_rows(sheet: Worksheet, first: int = 5) -> None:
    """Rows high enough for their longest wrapped text, once the widths are set."""
    spans = _spans(sheet)
    for at, row in enumerate(sheet.iter_rows(min_row=first), first):
        lines = max((_lines(cell, spans.get(cell.coordinate)) for cell in row), default=1)
        if lines > 1:
            sheet.row_dimensions[at].height = 15.0 * lines + 4


def _spans(sheet: Worksheet) -> dict[str, float]:
    """The width of each merged area by its first cell; none is too narrow, if it is not one row."""
    return {
        area.coord.partition(":")[0]: _width(sheet, area.min_col, area.max_col)
        if area.min_row == area.max_row
        else math.inf
        for area in sheet.merged_cells.ranges
    }


def _width(sheet: Worksheet, left: int, right: int) -> float:
    letters = map(get_column_letter, range(left, right + 1))
    return sum(sheet.column_dimensions[letter].width for letter in letters)


def _lines(cell: Any, span: float | None) -> int:
    """Lines a text takes in its column or merged area: a Chinese character is two wide."""
    if not isinstance(cell.value, str) or not cell.alignment.wrap_text:
        return 1
    room = (span or _width(cell.parent, cell.column, cell.column)) - 2
    return sum(max(1, math.ceil(_wide(text) / room)) for text in cell.value.splitlines())


def _wide(text: str) -> float:
    return sum(2.1 if ord(letter) > 0x2E7F else 1.0 for letter in text)
