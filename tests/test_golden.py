"""Every golden row as a Python call and as a formula in a refreshed workbook."""

import io
from typing import Any

import openpyxl
import pytest
from golden_book import answer, book, tops
from golden_rows import FOLDER, GoldenRow, golden_rows, is_same

import xlfuncs
from workbooks.refresh import refresh_bytes
from xlfuncs.errors import CellError
from xlfuncs.hosts.call import Spill, caller
from xlfuncs.hosts.headless import Headless
from xlfuncs.registry import BY_NAME, FUNCTIONS

ROWS = golden_rows()


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
    result = refresh_bytes(book(ROWS), Headless)
    return openpyxl.load_workbook(io.BytesIO(result.data), data_only=True).worksheets[0]


@pytest.mark.parametrize(
    ("top", "row"), list(zip(tops(ROWS), ROWS, strict=True)), ids=lambda x: getattr(x, "id", "")
)
def test_as_formula(top: int, row: GoldenRow, refreshed: Any) -> None:
    found = answer(refreshed, top, row.expected)
    assert is_same(found, row.expected, row.tolerance), found


def _has_error(expected: Any) -> bool:
    if isinstance(expected, list):
        return any(map(_has_error, expected))
    return isinstance(expected, str) and expected.startswith("#")
