"""The closes up to the day of 估值, and their logarithmic returns, beside the printed page."""

from typing import Final

from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles
from workbooks.sheets import quotes
from workbooks.sheets.inputs import Inputs

HEAD: Final = 5
CLOSE, RETURN = "T", "U"
HEADS: Final = ("收盘沿用", "对数收益")
PLACE: Final = (
    '=IF(OR(估值日="",COUNT(交易日)=0),"",IF(估值日<MIN(交易日),"",MATCH(估值日,交易日,1)))'
)


def add(sheet: Worksheet, inputs: Inputs) -> None:
    first = HEAD + 1
    last = HEAD + inputs.rows
    layout.put(sheet, f"{CLOSE}3", "历史波动率（公式，勿改）；估值日的行", styles.NOTE)
    layout.put(sheet, f"{CLOSE}4", PLACE, styles.NOTE, styles.COUNT)
    layout.name(sheet, "估值序号", f"{CLOSE}4")
    layout.across(sheet, f"{CLOSE}{HEAD}", HEADS, styles.CLAUSE)
    for place, at in enumerate(range(first, last + 1), 1):
        _row(sheet, at, place)
    layout.name(sheet, "估值收盘列", f"{CLOSE}{first}:{CLOSE}{last}")
    layout.name(sheet, "估值收益列", f"{RETURN}{first}:{RETURN}{last}")
    layout.widths(sheet, **{get_column_letter(20 + i): 11.5 for i in range(len(HEADS))})


def _row(sheet: Worksheet, at: int, place: int) -> None:
    """A return is between two sessions that both have a close."""
    source = quotes.FIRST + place - 1
    here, before = f"{quotes.TITLE}!B{source}", f"{quotes.TITLE}!B{source - 1}"
    carried = '""' if place == 1 else f"{CLOSE}{at - 1}"
    close = f'=IF({here}="",{carried},{here})'
    # counted by the row itself, for an import may copy the last row further down
    own = f"(ROW()-{HEAD})"
    inside = f'估值序号="",{own}>N(估值序号),{own}<=N(估值序号)-历史波动率天数'
    change = f'=IF(OR({inside},{here}="",{before}=""),"",LN({here}/{before}))'
    layout.put(sheet, f"{CLOSE}{at}", close, styles.NOTE, styles.PRICE)
    layout.put(sheet, f"{RETURN}{at}", None if place == 1 else change, styles.NOTE, styles.FINE)
