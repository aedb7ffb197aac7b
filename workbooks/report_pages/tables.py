"""Tables of a report: headers, rows of values with their formats, page frame."""

from collections.abc import Iterable, Sequence
from typing import Any

from openpyxl import Workbook
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
