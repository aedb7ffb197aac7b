"""The tables beside 分红测算: every rule checked, and every floor with its working."""

from collections.abc import Mapping, Sequence
from typing import Final

from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles
from workbooks.highlights import colour_verdicts
from workbooks.sheets.dividend_formulas import FORMULAS
from workbooks.sheets.inputs import OWN
from xlfuncs.registry import BY_NAME

ROOM: Final = 10  # rows a company: a policy has no more rules
TOPS: Final = (3, 16, 29)
LAST: Final = TOPS[-1] + ROOM + 1
AREAS: Final = (f"K3:P{LAST}", f"R3:V{LAST}")


def add(sheet: Worksheet, rows: Mapping[str, int], values: Sequence[str]) -> None:
    for place, column in enumerate(values):
        cells = {key: f"${column}${at}" for key, at in rows.items()}
        cells["plan"] = f'IF({cells["policy"]}="{OWN}",自定政策,{cells["policy"]})'
        top = TOPS[place]
        _table(sheet, f"K{top}", "DIV_CHECK", "check", cells, f"核对表{place + 1}", "逐条核对")
        _table(sheet, f"R{top}", "DIV_REQUIREMENTS", "requirements", cells,
               f"下限表{place + 1}", "现金分红下限")  # fmt: skip
        colour_verdicts(sheet, f"N{top + 2}:N{top + 1 + ROOM}")
    layout.widths(sheet, K=24, L=100, M=19, N=21, O=18, P=19, Q=3)
    layout.widths(sheet, R=24, S=16, T=12, U=20, V=126)


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
    layout.dress(sheet, area, styles.SPILL_TEXT, (None,) * len(columns))
    for row in sheet[area]:
        for cell in row:
            cell.number_format = styles.SHORTFALL if cell.column_letter == "P" else styles.MONEY
    sheet[f"{letters[0]}{first}"] = FORMULAS[formula].format(**cells)
    layout.name(sheet, label, area)
