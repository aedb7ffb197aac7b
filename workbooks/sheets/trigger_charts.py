"""The two charts of 触发 and the columns they draw.

Past the last session the columns repeat it, so that the charts grow with the closes and a date
axis never meets a blank.
"""

from typing import Final

from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles
from workbooks.charts import Frame, Line, day_chart
from workbooks.sheets.inputs import Inputs
from xlfuncs.convertible.price import price_on

HEAD: Final = 5
LEFT: Final = 20  # column T
WIDTH, HEIGHT = 30.4, 13.0  # cm: columns K to R, 21 rows
HEADS: Final = ('日期', '收盘价', '当期转股价', '="强赎线 "&TEXT(强赎比例,"0%")',
                '="下修线 "&TEXT(下修比例,"0%")', '="回售线 "&TEXT(回售比例,"0%")', '强赎天数',
                '下修天数', '回售天数', '="须满足 "&强赎天数&" 天"')  # fmt: skip
SOURCES: Final = "ABCDFHEGI"
FORMS: Final = (styles.DATE, *[styles.PRICE] * 5, *[styles.COUNT] * 4)
PRICE_LINES: Final = (
    Line(LEFT + 1, "1F3A5F", 2.25),
    Line(LEFT + 2, "8A94A3", 1.5),
    Line(LEFT + 3, "2E7D4F", 1.5, "dash"),
    Line(LEFT + 4, "D08A1C", 1.5, "dash"),
    Line(LEFT + 5, "B3392F", 1.5, "dash"),
)
COUNT_LINES: Final = (
    Line(LEFT + 6, "2E7D4F", 2.25),
    Line(LEFT + 7, "D08A1C", 2.25),
    Line(LEFT + 8, "B3392F", 2.25),
    Line(LEFT + 9, "8A94A3", 1.25, "sysDash"),
)


def add(sheet: Worksheet, inputs: Inputs, first: int) -> None:
    last = first + inputs.rows - 1
    _columns(sheet, first, last)
    low = _low(inputs)
    price = Frame("收盘价与强赎、下修、回售线", "元/股 yuan a share", "0", low, None, WIDTH, HEIGHT)
    count = Frame("触发天数", "天 sessions", "0", 0, None, WIDTH, HEIGHT)
    rows = (HEAD, last)
    sheet.add_chart(day_chart(sheet, LEFT, rows, PRICE_LINES, price), "K18")
    sheet.add_chart(day_chart(sheet, LEFT, rows, COUNT_LINES, count), "K40")


def _columns(sheet: Worksheet, first: int, last: int) -> None:
    layout.put(sheet, f"{get_column_letter(LEFT)}3", "图表数据（公式，勿改）", styles.NOTE)
    layout.across(sheet, f"{get_column_letter(LEFT)}{HEAD}", HEADS, styles.CLAUSE)
    for at in range(first, last + 1):
        for place, source in enumerate(SOURCES):
            _cell(sheet, at, place, f'=IF({source}{at}="",{_above(at, place, first)},{source}{at})')
        _cell(sheet, at, 9, '=IF(COUNT(收盘价)=0,"",强赎天数)')
    layout.widths(sheet, **{get_column_letter(LEFT + i): 11.5 for i in range(len(HEADS))})


def _cell(sheet: Worksheet, at: int, place: int, formula: str) -> None:
    cell = sheet.cell(at, LEFT + place, formula)
    cell.style = styles.NOTE
    cell.number_format = FORMS[place]


def _above(at: int, place: int, first: int) -> str:
    return '""' if at == first else f"{get_column_letter(LEFT + place)}{at - 1}"


def _low(inputs: Inputs) -> float | None:
    """The foot of the price axis: five yuan steps under the lowest close or put line."""
    terms, closes = inputs.terms, [close for _, close in inputs.closes]
    if not closes or terms.initial_price is None:
        return None
    price = price_on(inputs.closes[-1][0], terms.initial_price, terms.events)
    return float(min(*closes, price * terms.put_ratio) // 5 * 5)
