"""Every golden row as a Python call and as a formula in a refreshed workbook."""

import datetime as dt
import io
from typing import Any

import openpyxl
import pytest
from golden_rows import FOLDER, GoldenRow, from_json, golden_rows, is_same
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

import xlfuncs
from workbooks.refresh import refresh_bytes
from xlfuncs.errors import CellError
from xlfuncs.hosts.call import Spill, caller
from xlfuncs.hosts.headless import Headless
from xlfuncs.registry import BY_NAME, FUNCTIONS

ROWS = golden_rows()
ERROR_FORMULAS = {"#N/A": "=NA()", "#DIV/0!": "=1/0", "#VALUE!": '="a"+1', "#NUM!": "=SQRT(-1)"}
FIRST_DATA_COLUMN = 40  # right of every spill


def test_every_function_has_golden_rows_and_an_error_row() -> None:
    for spec in FUNCTIONS:
        rows = golden_rows(spec.name)
        assert len(rows) >= 3, spec.name
        assert any(_has_error(row.expected) for row in rows), f"{spec.name} has no error row"
    assert {path.stem for path in FOLDER.glob("*.csv")} == set(BY_NAME)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_as_python_call(row: GoldenRow) -> None:
    function = getattr(xlfuncs, row.function)
    if _has_error(row.expected):
        with pytest.raises(CellError):
            function(*row.python_arguments)
        found = _neutral(row)
    else:
        found = function(*row.python_arguments)
    found = found.tolist() if hasattr(found, "tolist") else found
    assert is_same(found, row.expected, row.tolerance), found


def _neutral(row: GoldenRow) -> Any:
    """The answer as a host sees it: errors stay in their own cells."""
    try:
        answer = caller(BY_NAME[row.function])(*row.python_arguments)
    except CellError as error:
        return error.code
    return answer.rows() if isinstance(answer, Spill) else answer


@pytest.fixture(scope="module")
def refreshed() -> Any:
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for number, row in enumerate(ROWS):
        _write_case(book.create_sheet(f"c{number}"), row)
    saved = io.BytesIO()
    book.save(saved)
    result = refresh_bytes(saved.getvalue(), Headless)
    return openpyxl.load_workbook(io.BytesIO(result.data), data_only=True)


@pytest.mark.parametrize(
    ("number", "row"), list(enumerate(ROWS)), ids=lambda x: getattr(x, "id", "")
)
def test_as_formula(number: int, row: GoldenRow, refreshed: Any) -> None:
    sheet = refreshed[f"c{number}"]
    expected = row.expected
    if isinstance(expected, list):
        wide = max(len(r) if isinstance(r, list) else 1 for r in expected)
        grid = sheet.iter_rows(1, len(expected), 1, wide, values_only=True)
        found: Any = [[_cell(v, e) for v, e in zip(r, _wide(w), strict=True)]
                      for r, w in zip(grid, expected, strict=True)]  # fmt: skip
    else:
        found = _cell(sheet["A1"].value, expected)
    assert is_same(found, expected, row.tolerance), found


def _wide(row: Any) -> list[Any]:
    return row if isinstance(row, list) else [row]


def _cell(value: Any, expected: Any) -> Any:
    """A cached value; a date stands in the file as its serial."""
    if isinstance(expected, dict) and isinstance(value, int | float):
        return dt.date(1899, 12, 30) + dt.timedelta(value)
    return value


def _write_case(sheet: Worksheet, row: GoldenRow) -> None:
    column = FIRST_DATA_COLUMN
    written = []
    for argument in row.arguments:
        text, width = _argument(sheet, argument, column)
        written.append(text)
        column += width
    sheet["A1"] = f"={row.function}({','.join(written)})"


def _argument(sheet: Worksheet, argument: Any, column: int) -> tuple[str, int]:
    """One argument as formula text; dates, errors and ranges stand in cells to the right."""
    if argument is None:
        return "", 0
    if isinstance(argument, bool):
        return str(argument).upper(), 0
    if isinstance(argument, str):
        return '"' + argument.replace('"', '""') + '"', 0
    if isinstance(argument, int | float):
        return repr(argument), 0
    rows = argument if isinstance(argument, list) else [argument]
    grid = [_wide(r) for r in rows]
    for i, cells in enumerate(grid, 1):
        for j, cell in enumerate(cells):
            sheet.cell(i, column + j).value = _stored(cell)
    width = max(map(len, grid))
    last = f"${get_column_letter(column + width - 1)}${len(grid)}"
    return f"${get_column_letter(column)}$1:{last}", width


def _stored(cell: Any) -> Any:
    if isinstance(cell, dict) and "error" in cell:
        return ERROR_FORMULAS[cell["error"]]
    return from_json(cell)


def _has_error(expected: Any) -> bool:
    if isinstance(expected, list):
        return any(map(_has_error, expected))
    return isinstance(expected, str) and expected.startswith("#")
