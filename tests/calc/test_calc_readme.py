"""What addin/README.md tells a user of LibreOffice to expect is what the real office shows."""

import io
import re
from pathlib import Path

import openpyxl
from openpyxl.worksheet.formula import ArrayFormula

from workbooks.office.process import Office

README = Path(__file__).parents[2] / "addin" / "README.md"
SECTION = README.read_text(encoding="utf-8").partition("\n# 装进 LibreOffice")[2]
CELLS = re.findall(r"^ *- `(=[^`]+)` 应显示 must show (\S+)$", SECTION, re.M)
TABLE = re.findall(r"`(=CB_PUT_DATES[^`]+)`.*?序列值 ([\d、]+)", SECTION)


def shown(value: object) -> str:
    return str(value).upper() if isinstance(value, bool) else str(value)


def test_cells_and_table(office: Office) -> None:
    book, out = openpyxl.Workbook(), io.BytesIO()
    sheet = book.worksheets[0]
    for n, (formula, _) in enumerate(CELLS, 1):
        sheet.cell(n, 1, formula)
    ((formula, told),) = TABLE
    sheet["C1"] = ArrayFormula("C1:F1", formula)
    book.save(out)
    done = io.BytesIO(office.recalculated(out.getvalue()))
    found = openpyxl.load_workbook(done, data_only=True).worksheets[0]
    assert [shown(found.cell(n, 1).value) for n, _ in enumerate(CELLS, 1)] == [
        wanted for _, wanted in CELLS
    ]
    assert [str(found.cell(1, column).value) for column in range(3, 7)] == told.split("、")


def test_the_list_has_values_errors_and_a_text() -> None:
    assert {"12.28", "#NUM!", "#VALUE!", "#N/A", "TRUE", "错"} <= {w for _, w in CELLS}
