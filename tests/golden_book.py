"""Golden rows as formulas of a workbook, and what the saved workbook answers."""

import datetime as dt
import io
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import openpyxl
from golden_rows import GoldenRow, from_json
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.worksheet import Worksheet

ERROR_FORMULAS = {"#N/A": "=NA()", "#DIV/0!": "=1/0", "#VALUE!": '="a"+1', "#NUM!": "=SQRT(-1)"}
FIRST_DATA_COLUMN = 40  # right of every spill


def tops(rows: Sequence[GoldenRow]) -> list[int]:
    """The row of the sheet where each case begins."""
    heights = (max(map(_height, [*row.arguments, row.expected])) for row in rows)
    return list(accumulate(heights, lambda top, height: top + height + 1, initial=1))[:-1]


def book(rows: Sequence[GoldenRow], arrays: bool = False) -> bytes:
    """All cases below each other; `arrays` marks the cells that a table fills, for Calc."""
    made = openpyxl.Workbook()
    for top, row in zip(tops(rows), rows, strict=True):
        _write_case(made.worksheets[0], top, row, arrays)
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def answer(sheet: Worksheet, top: int, expected: Any) -> Any:
    """The cached values of the cells that the expected answer takes."""
    if not isinstance(expected, list):
        return _cell(sheet.cell(top, 1).value, expected)
    last = top + len(expected) - 1
    grid = sheet.iter_rows(top, last, 1, _width(expected), values_only=True)
    return [
        [_cell(v, e) for v, e in zip(r, _wide(w), strict=True)]
        for r, w in zip(grid, expected, strict=True)
    ]


def _height(cells: Any) -> int:
    return len(cells) if isinstance(cells, list) else 1


def _wide(row: Any) -> list[Any]:
    return row if isinstance(row, list) else [row]


def _width(rows: list[Any]) -> int:
    return max(len(_wide(row)) for row in rows)


def _cell(value: Any, expected: Any) -> Any:
    """A cached value; a date stands in the file as its serial."""
    if isinstance(expected, dict) and isinstance(value, int | float):
        return dt.date(1899, 12, 30) + dt.timedelta(value)
    return value


def _write_case(sheet: Worksheet, top: int, row: GoldenRow, arrays: bool) -> None:
    column = FIRST_DATA_COLUMN
    written = []
    for argument in row.arguments:
        text, width = _argument(sheet, argument, top, column)
        written.append(text)
        column += width
    formula = f"={row.function}({','.join(written)})"
    if arrays and isinstance(row.expected, list):
        last = f"{get_column_letter(_width(row.expected))}{top + len(row.expected) - 1}"
        sheet.cell(top, 1).value = ArrayFormula(f"A{top}:{last}", formula)
    else:
        sheet.cell(top, 1).value = formula


def _argument(sheet: Worksheet, argument: Any, top: int, column: int) -> tuple[str, int]:
    """One argument as formula text; dates, errors and ranges stand in cells to the right."""
    if argument is None:
        return "", 0
    if isinstance(argument, bool):
        return str(argument).upper(), 0
    if isinstance(argument, str):
        return '"' + argument.replace('"', '""') + '"', 0
    if isinstance(argument, int | float):
        return repr(argument), 0
    first = f"${get_column_letter(column)}${top}"
    if not isinstance(argument, list):
        sheet.cell(top, column).value = _stored(argument)
        return first, 1
    for i, cells in enumerate(map(_wide, argument)):
        for j, cell in enumerate(cells):
            sheet.cell(top + i, column + j).value = _stored(cell)
    width = _width(argument)
    last = f"${get_column_letter(column + width - 1)}${top + len(argument) - 1}"
    return f"{first}:{last}", width


def _stored(cell: Any) -> Any:
    if isinstance(cell, dict) and "error" in cell:
        return ERROR_FORMULAS[cell["error"]]
    return from_json(cell)
