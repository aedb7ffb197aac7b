"""What addin/README.md tells the user of LibreOffice to expect is what LibreOffice shows."""

import re
from pathlib import Path

from calc_books import calculated
from openpyxl.worksheet.formula import ArrayFormula

from workbooks.office.process import Office

README = (Path(__file__).parents[2] / "addin" / "README.md").read_text(encoding="utf-8")
TEXT = README.split("## LibreOffice Calc\n")[1]
ROWS = re.findall(r"^ +- `(=[^`]+)` → (\S+)$", TEXT, re.M)


def test_values(office: Office) -> None:
    assert len(ROWS) == 6
    sheet = calculated(office, {f"A{n}": formula for n, (formula, _) in enumerate(ROWS, 1)})
    assert [str(sheet.cell(n, 1).value) for n in range(1, 7)] == [shown for _, shown in ROWS]


def test_the_table(office: Office) -> None:
    (formula, shown) = re.findall(r"`(=CB_CONVERT[^`]+)`，按 Ctrl\+Shift\+Enter，得 (.+?)。", TEXT)[
        0
    ]
    sheet = calculated(office, {"A1": ArrayFormula("A1:E1", formula)})
    assert [f"{cell.value:g}" for cell in sheet[1]] == shown.split("、")


def test_error_type_is_of_the_cell(office: Office) -> None:
    cells = {"A1": "=CB_SHARES(1,0)", "A2": "=ERROR.TYPE(A1)", "A3": "=ERROR.TYPE(CB_SHARES(1,0))"}
    sheet = calculated(office, cells)
    assert [sheet["A2"].value, sheet["A3"].value] == [6, "#N/A"]
