"""触发: every session against the call, reset and put lines, and the state of each condition."""

from typing import Final

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles
from workbooks.highlights import highlight
from workbooks.sheets import trigger_charts, trigger_state, waivers
from workbooks.sheets.inputs import Inputs
from xlfuncs.registry import BY_NAME

TITLE: Final = "触发"
FIRST: Final = 6
COLUMNS: Final = "ABCDEFGHI"
FORMS: Final = (styles.DATE, styles.PRICE, styles.PRICE, styles.FINE, styles.COUNT,
                styles.FINE, styles.COUNT, styles.FINE, styles.COUNT)  # fmt: skip


def add(book: Workbook, inputs: Inputs) -> None:
    sheet = layout.new_sheet(book, TITLE, styles.GREEN)
    layout.heading(
        sheet,
        "触发条件  Triggers",
        "逐日收盘价与强赎、下修、回售线比较：强赎含等于（CB-18），下修、回售须低于（CB-14、CB-20）；"
        "各线为精确乘积（CB-32），天数为截至当日窗口内已满足的交易日数。",
        columns=9,
        height=46,
    )
    _table(sheet, inputs.rows)
    trigger_state.add(sheet, inputs)
    waivers.add(sheet, inputs)
    trigger_charts.add(sheet, inputs, FIRST)
    layout.widths(sheet, **dict.fromkeys(COLUMNS, 10.5), J=3)
    layout.widths(sheet, A=12, K=22, L=16, M=14, N=15, O=22, P=15, Q=18, R=15)
    sheet.freeze_panes = f"B{FIRST}"
    sheet.sheet_view.zoomScale = 85
    shown = FIRST + max(len(inputs.closes), 40) - 1
    layout.page(sheet, "K3:R62", f"A1:I{shown}", rows="4:5")


def _table(sheet: Worksheet, rows: int) -> None:
    layout.section(sheet, "A3", "逐日触发表（公式 CB_TRIGGERS）", columns=9)
    units = ("", "元/股", "元/股", "元/股", "天", "元/股", "天", "元/股", "天")
    spec = BY_NAME["CB_TRIGGERS"]
    heads = [column.replace(" ", "\n", 1) for column in spec.columns]
    layout.across(sheet, "A4", heads, styles.HEADER)
    layout.across(sheet, "A5", units, styles.CLAUSE)
    sheet.row_dimensions[4].height = 34
    last = FIRST + rows - 1
    layout.dress(sheet, f"A{FIRST}:I{last}", styles.SPILL, FORMS)
    sheet[f"A{FIRST}"] = f"={trigger_state.NONE},CB_TRIGGERS(交易日,收盘价,转股价列,条款表))"
    layout.name(sheet, "触发表", f"A{FIRST}:I{last}")
    _marks(sheet, last)


def _marks(sheet: Worksheet, last: int) -> None:
    """Qualifying sessions shaded, days on which a condition stands met in bold."""
    beyond = f"AND(ISNUMBER($B{FIRST}),ROUND($B{FIRST}-$%s{FIRST},8)%s0)"
    met = f"AND(ISNUMBER($%s{FIRST}),$%s{FIRST}>=%s)"
    for line, count, sign, need, fill, color in (
        ("D", "E", ">=", "强赎天数", styles.KEY_FILL, styles.GREEN),
        ("F", "G", "<", "下修天数", styles.AMBER_FILL, styles.AMBER),
        ("H", "I", "<", "回售天数", styles.RED_FILL, styles.RED),
    ):
        area = f"{line}{FIRST}:{count}{last}"
        close, full = beyond % (line, sign), met % (count, count, need)
        highlight(sheet, area, f"AND({close},{full})", fill, color)
        highlight(sheet, area, close, fill)
        highlight(sheet, area, full, color=color)
