"""The two charts of 估值, and the columns behind the bars of the parts."""

from typing import Final

from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles
from workbooks.charts import Frame, Line, figure_chart, part_chart
from workbooks.sheets.inputs import Inputs
from workbooks.sheets.valuation_tables import GRID, LAST, PARTS, STOCK_STEP, STOCKS
from xlfuncs.convertible.price import price_on
from xlfuncs.registry import BY_NAME

LEFT: Final = 23  # column W
HEAD: Final = PARTS - 1
BARS: Final = 6
WIDTH, HEIGHT = 30.0, 9.5  # cm: columns A to I
BAR_HEADS: Final = ("构成", "底", "合计", "增加", "减少")
WHOLE: Final = ("纯债", "价值")
COLORS: Final = (styles.NAVY, styles.GREEN, styles.RED)
X_TITLE: Final = "正股价 share price，元/股"
LINES: Final = (
    *(Line(column, color) for column, color in enumerate(
        ("9DB4D3", "6A8FC1", "1F3A5F", "D08A1C", "B3392F"), 2)),
    Line(7, "8A94A3", 1.25, "sysDash"),
)  # fmt: skip


def add(sheet: Worksheet, inputs: Inputs) -> None:
    _bars(sheet)
    frame = part_frame(WIDTH, HEIGHT)
    parts = part_chart(sheet, LEFT, (HEAD, HEAD + BARS), COLORS, frame)
    sheet.add_chart(parts, f"A{PARTS + 2}")
    frame = grid_frame(_parity(inputs), WIDTH, 11.0)
    curves = figure_chart(sheet, 1, (GRID - 1, LAST), LINES, frame, X_TITLE)
    sheet.add_chart(curves, f"A{LAST + 2}")


def part_frame(width: float, height: float) -> Frame:
    return Frame("价值构成", "元/张 yuan a bond", "0", 0, None, width, height)


def grid_frame(parity: float | None, width: float, height: float) -> Frame:
    """The axis begins ten yuan steps under the lowest parity of the grid."""
    low = None if parity is None else parity // 10 * 10
    title = "理论价值随正股价与波动率"
    return Frame(title, "元/张 yuan a bond", "0", low, None, width, height)


def _parity(inputs: Inputs) -> float | None:
    """That of the lowest share price, for the closes and the day given."""
    terms, day = inputs.terms, inputs.case.valuation.day
    closes = [close for on, close in inputs.closes if day is not None and on <= day]
    if day is None or not closes or terms.initial_price is None:
        return None
    price = float(price_on(day, terms.initial_price, terms.events))
    return 100 * closes[-1] * (1 - STOCKS // 2 * STOCK_STEP) / price


def _bars(sheet: Worksheet) -> None:
    """A row a part: where its bar stands, and what it adds or takes."""
    label = get_column_letter(LEFT)
    layout.put(sheet, f"{label}{HEAD - 1}", "图表数据（公式，勿改）", styles.NOTE)
    layout.across(sheet, f"{label}{HEAD}", BAR_HEADS, styles.CLAUSE)
    names = [column.split()[0] for column in BY_NAME["CB_VALUE_PARTS"].columns[:BARS]]
    for at, (name, column) in enumerate(zip(names, "ABCDEF", strict=True), HEAD + 1):
        cell = f"{column}{PARTS}"
        shown = f'="{name}"&IF(ISNUMBER({cell}),CHAR(10)&TEXT({cell},"0.00"),"")'
        figures = (0, f"=N({cell})", 0, 0) if name in WHOLE else _step(column)
        for place, figure in enumerate((shown, *figures), LEFT):
            cell = f"{get_column_letter(place)}{at}"
            layout.put(sheet, cell, figure, styles.NOTE, styles.PRICE)
    layout.widths(sheet, **{get_column_letter(LEFT + i): 11.5 for i in range(len(BAR_HEADS))})


def _step(column: str) -> tuple[str | int, ...]:
    """Foot, whole, more and less of a part that stands on those before it."""
    cell, before = f"{column}{PARTS}", f"$A{PARTS}:{chr(ord(column) - 1)}{PARTS}"
    return f"=SUM({before})+MIN(0,{cell})", 0, f"=MAX(0,{cell})", f"=MAX(0,-{cell})"
