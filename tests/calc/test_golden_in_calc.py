"""Every golden row as a formula that LibreOffice calculates through the installed extension."""

import io
from typing import Any

import openpyxl
import pytest
from golden_book import answer, book, tops
from golden_rows import GoldenRow, golden_rows, is_same

from workbooks.office.process import Office

ROWS = golden_rows()
# What Calc itself decides: TRUE arrives as 1, of two errors the later argument's is shown, and a
# range of cells that holds an error is #VALUE! as a whole.
OF_CALC = {
    "CB_ADJUST_PRICE-boolean-price": 1,
    "CB_ADJUST_PRICE-leftmost-error": "#DIV/0!",
    "CB_CALL_DAYS-error-in-range": "#VALUE!",
    "DIV_DISTRIBUTABLE-column-with-error": [["#VALUE!"]] * 3,
    "DIV_MAJOR_SPENDING-error-in-policy": "#VALUE!",
    "DIV_OFFSET-error-rows": [["#VALUE!"] * 2] * 4,
    "DIV_PARSE-error-rows": [["#VALUE!"] * 3] * 5,
}


@pytest.fixture(scope="module")
def calculated(office: Office) -> Any:
    done = io.BytesIO(office.recalculated(book(ROWS, arrays=True)))
    return openpyxl.load_workbook(done, data_only=True).worksheets[0]


@pytest.mark.parametrize(
    ("top", "row"), list(zip(tops(ROWS), ROWS, strict=True)), ids=lambda x: getattr(x, "id", "")
)
def test_as_formula_in_calc(top: int, row: GoldenRow, calculated: Any) -> None:
    expected = OF_CALC.get(row.id, row.expected)
    found = answer(calculated, top, expected)
    assert is_same(found, expected, row.tolerance), found


def test_what_calc_decides_are_golden_rows() -> None:
    assert set(OF_CALC) < {row.id for row in ROWS}
