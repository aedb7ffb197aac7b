"""Every golden row as a formula of an .xlsx, calculated in the real office by the extension."""

import io
import re
import zipfile
from typing import Any

import openpyxl
import pytest
from golden_book import answer, book, tops
from golden_rows import GoldenRow, golden_rows, is_same

from workbooks.office.process import Office
from xlfuncs.registry import BY_NAME

ROWS = golden_rows()
TRUE_IS_ONE = {"CB_ADJUST_PRICE-boolean-price": 1}  # Calc passes TRUE as the number 1


def in_calc(row: GoldenRow) -> Any:
    """The expected answer, but for errors in arguments, with which Calc deals before any add-in.

    A range with an error in it is #VALUE! throughout; of errors in single cells the last one
    passes through, where Excel shows the first.
    """
    if any(isinstance(a, list) and _errors(a) for a in row.arguments):
        return _everywhere("#VALUE!", row.expected)
    alone = _errors(row.arguments)
    if alone and row.expected == alone[0]:
        return alone[-1]
    return TRUE_IS_ONE.get(row.id, row.expected)


def _errors(cells: Any) -> list[str]:
    if isinstance(cells, list):
        return [error for cell in cells for error in _errors(cell)]
    return [cells["error"]] if isinstance(cells, dict) and "error" in cells else []


def _everywhere(code: str, expected: Any) -> Any:
    return [_everywhere(code, cell) for cell in expected] if isinstance(expected, list) else code


@pytest.fixture(scope="module")
def saved(office: Office) -> bytes:
    return office.recalculated(book(ROWS, arrays=True))


@pytest.fixture(scope="module")
def sheet(saved: bytes) -> Any:
    return openpyxl.load_workbook(io.BytesIO(saved), data_only=True).worksheets[0]


@pytest.mark.parametrize(
    ("top", "row"), list(zip(tops(ROWS), ROWS, strict=True)), ids=lambda x: getattr(x, "id", "")
)
def test_as_a_formula_in_calc(top: int, row: GoldenRow, sheet: Any):
    expected = in_calc(row)
    found = answer(sheet, top, expected)
    assert is_same(found, expected, row.tolerance), found


def test_errors_are_true_errors(sheet: Any):
    cells = [c for r in sheet.iter_rows() for c in r if str(c.value).startswith("#")]
    assert len(cells) > 100
    assert {c.data_type for c in cells} == {"e"}
    assert {c.value for c in cells} >= {"#VALUE!", "#NUM!", "#N/A", "#DIV/0!"}


def test_every_function_is_saved_by_its_plain_name(saved: bytes):
    with zipfile.ZipFile(io.BytesIO(saved)) as archive:
        xml = archive.read("xl/worksheets/sheet1.xml").decode()
        links = [name for name in archive.namelist() if "externalLink" in name]
    formulas = re.findall(r"<f\b[^>]*>([^<]*)</f>", xml)
    ours = [formula for formula in formulas if re.search(r"\b(?:CB|DIV)_", formula)]
    assert all(re.match(r"(?:CB|DIV)_[A-Z_0-9]+\(", formula) for formula in ours)
    assert {formula.split("(")[0] for formula in ours} == set(BY_NAME)
    assert links == []
