"""What addin/README.md tells the first person with Excel to expect is what the functions give."""

import io
import re
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from workbooks.refresh import refresh_bytes

README = (Path(__file__).parents[2] / "addin" / "README.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^ *\| `(=[^`]+)` \| (\S+) \|$", README, re.M)


def calculated(*formulas: str) -> Any:
    """The formulas below each other, 20 rows apart, as the headless engine fills them in."""
    book = openpyxl.Workbook()
    for n, formula in enumerate(formulas):
        book.worksheets[0].cell(1 + 20 * n, 1, formula)
    out = io.BytesIO()
    book.save(out)
    done = io.BytesIO(refresh_bytes(out.getvalue()).data)
    return openpyxl.load_workbook(done, data_only=True).worksheets[0]


@pytest.mark.parametrize(("formula", "shown"), ROWS, ids=lambda text: text)
def test_values(formula: str, shown: str):
    value = calculated(formula)["A1"].value
    assert (str(value).upper() if isinstance(value, bool) else str(value)) == shown


def test_the_checklist_has_values_and_errors():
    assert len(ROWS) == 10
    assert {"12.28", "#NUM!", "#VALUE!", "#N/A", "TRUE"} <= {shown for _, shown in ROWS}


def test_tables_and_omitted_arguments():
    told = [f"={found}" for found in re.findall(r"`=(CB_SCHEDULE\(DATE[^`]+)`", README)]
    spread = re.findall(r"`(=CB_SHARES\(\{[^`]+)`", README)
    omitted = re.findall(r"`(=CB_ADJUST_PRICE\(12.44,,[^`]+)` → 8.89", README)
    sheet = calculated(*told, *spread, *omitted)
    assert [cell.value for cell in sheet[6]][6:] == [2.5, 110, "确定"]
    assert [sheet.cell(n, 1).value for n in range(1, 8)] == [1, 2, 3, 4, 5, 6, None]
    assert [sheet["A21"].value, sheet["A22"].value] == [485, "#NUM!"]
    assert sheet["A41"].value == 8.89
