"""The tables beside 分红测算: every rule checked, and every floor with its working."""

from collections.abc import Mapping
from typing import Final

from openpyxl.utils import get_column_letter
from openpyxl.utils.cell import absolute_coordinate
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles
from workbooks.highlights import colour_verdicts
from workbooks.sheets import company_form
from workbooks.sheets.dividend_formulas import FORMULAS
from workbooks.sheets.dividend_items import ITEMS
from workbooks.sheets.inputs import OWN
from xlfuncs.registry import BY_NAME

ROOM: Final = 10  # rows a company: a policy has no more rules
TOPS: Final = (3, 16, 29)
LAST: Final = TOPS[-1] + ROOM + 1
FIGURES: Final = {"实际 actual": styles.MONEY, "差额 shortfall": styles.SHORTFALL,
                  "下限 floor": styles.MONEY}  # fmt: skip
AREAS: Final = (f"N3:S{LAST}", f"U3:Y{LAST}")


def add(sheet: Worksheet) -> None:
    for place, column in enumerate(company_form.VALUES):
        found = company_form.cells(column, ITEMS)
        cells = {key: absolute_coordinate(cell) for key, cell in found.items()}
        cells["plan"] = f'IF({cells["policy"]}="{OWN}",自定政策,{cells["policy"]})'
        top = TOPS[place]
        _table(sheet, f"N{top}", "DIV_CHECK", "check", cells, f"核对表{place + 1}", "逐条核对")
        _table(sheet, f"U{top}", "DIV_REQUIREMENTS", "requirements", cells,
               f"下限表{place + 1}", "现金分红下限")  # fmt: skip
        colour_verdicts(sheet, f"Q{top + 2}:Q{top + 1 + ROOM}")
    layout.widths(sheet, N=24, O=100, P=19, Q=21, R=18, S=19, T=3)
    layout.widths(sheet, U=24, V=16, W=12, X=20, Y=126)


def _table(
    sheet: Worksheet,
    at: str,
    function: str,
    formula: str,
    cells: Mapping[str, str],
    label: str,
    title: str,
) -> None:
    corner = sheet[at]
    columns = BY_NAME[function].columns
    letters = [get_column_letter(corner.column + i) for i in range(len(columns))]
    layout.section(sheet, at, "", columns=len(columns))
    company = cells["company"]
    corner.value = f'={company}&IF({company}="","","  ")&"{title}（公式 {function}）"'
    layout.across(sheet, f"{letters[0]}{corner.row + 1}", columns, styles.HEADER)
    first, last = corner.row + 2, corner.row + 1 + ROOM
    area = f"{letters[0]}{first}:{letters[-1]}{last}"
    for letter, column in zip(letters, columns, strict=True):
        style = styles.SPILL if column in FIGURES else styles.SPILL_TEXT
        layout.dress(sheet, f"{letter}{first}:{letter}{last}", style, (FIGURES.get(column),))
    sheet[f"{letters[0]}{first}"] = FORMULAS[formula].format(**cells)
    layout.name(sheet, label, area)
