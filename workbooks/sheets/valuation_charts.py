"""The two charts of 估值, and the columns behind the bars of the parts."""

from typing import Final

from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles
from workbooks.charts import Frame, Line, figure_chart, part_chart
from workbooks.sheets.valuation_tables import GRID, LAST, PARTS

LEFT: Final = 23  # column W
HEAD: Final = PARTS - 1
BARS: Final = 6
WIDTH, HEIGHT = 25.5, 9.5  # cm: columns A to I
HEADS: Final = ("构成", "底", "合计", "增加", "减少")
COLORS: Final = (styles.NAVY, styles.GREEN, styles.RED)
PART_FRAME: Final = Frame("价值构成", "元/张 yuan a bond", "0", 0, None, WIDTH, HEIGHT)
GRID_FRAME: Final = Frame(
    "理论价值随正股价与波动率", "元/张 yuan a bond", "0", None, None, WIDTH, 11.0
)
X_TITLE: Final = "正股价 share price，元/股"
LINES: Final = (
    *(Line(column, color) for column, color in enumerate(
        ("9DB4D3", "6A8FC1", "1F3A5F", "D08A1C", "B3392F"), 2)),
    Line(7, "8A94A3", 1.25, "sysDash"),
)  # fmt: skip


def add(sheet: Worksheet) -> None:
    _bars(sheet)
    parts = part_chart(sheet, LEFT, (HEAD, HEAD + BARS), COLORS, PART_FRAME)
    sheet.add_chart(parts, f"A{PARTS + 2}")
    curves = figure_chart(sheet, 1, (GRID - 1, LAST), LINES, GRID_FRAME, X_TITLE)
    sheet.add_chart(curves, f"A{LAST + 2}")


def _bars(sheet: Worksheet) -> None:
    """A row a part: where its bar stands, and what it adds or takes."""
    label, foot, whole, more, less = (get_column_letter(LEFT + i) for i in range(len(HEADS)))
    layout.put(sheet, f"{label}{HEAD - 1}", "图表数据（公式，勿改）", styles.NOTE)
    layout.across(sheet, f"{label}{HEAD}", HEADS, styles.CLAUSE)
    for place, at in enumerate(range(HEAD + 1, HEAD + BARS + 1), 1):
        part, name = f"INDEX(价值构成,1,{place})", f"{'ABCDEF'[place - 1]}${HEAD - 1}"
        shown = f'LEFT({name},FIND(CHAR(10),{name})-1)&CHAR(10)&TEXT({part},"0.00")'
        is_whole = place in (1, BARS)
        before = f"SUM($A${PARTS}:{'ABCDE'[max(place - 2, 0)]}${PARTS})"
        for column, formula in (
            (label, shown),
            (foot, "0" if is_whole else f"{before}+MIN(0,{part})"),
            (whole, part if is_whole else "0"),
            (more, "0" if is_whole else f"MAX(0,{part})"),
            (less, "0" if is_whole else f"MAX(0,-{part})"),
        ):
            guarded = (
                f"=IF(N({part})=0,0,{formula})"
                if column != label
                else (f'=IF(ISNUMBER({part}),{formula},"")')
            )
            layout.put(sheet, f"{column}{at}", guarded, styles.NOTE, styles.PRICE)
    layout.widths(sheet, **{get_column_letter(LEFT + i): 11.5 for i in range(len(HEADS))})
