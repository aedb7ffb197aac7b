"""The parts of the value, the Greeks, and the grid of share prices and volatilities."""

from typing import Final

from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles
from workbooks.sheets.rows import validate
from workbooks.sheets.valuation_inputs import COMPLETE, assumed
from workbooks.sheets.valuation_results import MARKET, PEOPLE, READY
from xlfuncs.registry import BY_NAME

TOP: Final = 46
PARTS: Final = TOP + 4
GREEKS: Final = 72
GRID: Final = 78
STEPS: Final = GRID - 2  # the row of the two steps
STOCKS, VOLATILITIES = 7, 5
STOCK_STEP, VOLATILITY_STEP = 0.1, 0.05
LAST: Final = GRID + STOCKS - 1
PART_UNITS: Final = ("元/张\nCB-05 CB-17", "元/张\nCB-16", "元/张\nCB-18", "元/张\nCB-20",
                     "元/张\nCB-14", "元/张", "元/张", "")  # fmt: skip
GREEK_UNITS: Final = ("元/张", "元/张", "", "元/张\n每 1 元股价", "Delta\n每 1 元股价",
                      "元/张\n波动率 +1 点", "元/张\n每日历日", "元/张\n利率 +1 点",
                      "元/张\n利差 +1 点")  # fmt: skip
PART_FORMS: Final = (*[styles.PRICE] * 6, styles.FINE, None)
GREEK_FORMS: Final = (styles.PRICE, styles.FINE, None, *[styles.FINE] * 6)
VOLATILITY_FORM: Final = '"波动率 "0.0%'


def add(sheet: Worksheet) -> None:
    title = "三、价值构成（公式 CB_VALUE_PARTS，各部分相加等于理论价值）"
    _row(sheet, TOP, title, "CB_VALUE_PARTS", PART_UNITS, PART_FORMS, "价值构成")
    title = "四、敏感指标（公式 CB_GREEKS）  Greeks"
    _row(sheet, GREEKS - 4, title, "CB_GREEKS", GREEK_UNITS, GREEK_FORMS, "敏感指标")
    _grid(sheet)


def _row(
    sheet: Worksheet,
    top: int,
    title: str,
    function: str,
    units: tuple[str, ...],
    forms: tuple[str | None, ...],
    name: str,
) -> None:
    """A table of one spilled row under its assumptions, headings and units."""
    layout.section(sheet, f"A{top}", title, columns=9)
    assumed(sheet, top + 1)
    heads = [column.replace(" ", "\n", 1) for column in BY_NAME[function].columns]
    layout.across(sheet, f"A{top + 2}", heads, styles.HEADER)
    layout.across(sheet, f"A{top + 3}", units, styles.CLAUSE)
    sheet.row_dimensions[top + 2].height = sheet.row_dimensions[top + 3].height = 34
    area = f"A{top + 4}:{'ABCDEFGHI'[len(units) - 1]}{top + 4}"
    layout.dress(sheet, area, styles.KEY, forms)
    sheet.cell(top + 4, units.index("") + 1).style = styles.CLAUSE  # the method, in two lines
    sheet.row_dimensions[top + 4].height = 30
    sheet[f"A{top + 4}"] = f"{READY}{function}({MARKET},{PEOPLE}))"
    layout.name(sheet, name, area)


def _grid(sheet: Worksheet) -> None:
    title = (
        "五、敏感度表：正股价 × 波动率的理论价值（公式 CB_VALUE_GRID，元/张，CB-14 CB-18 CB-20）"
    )
    layout.section(sheet, f"A{STEPS - 2}", title, columns=9)
    assumed(sheet, STEPS - 1)
    _step(sheet, "A", "B", "股价步长", STOCK_STEP)
    _step(sheet, "D", "E", "波动率步长", VOLATILITY_STEP)
    _axes(sheet)
    layout.dress(sheet, f"B{GRID}:F{LAST}", styles.RESULT, (styles.PRICE,))
    axes = "敏感度股价,敏感度波动率"
    sheet[f"B{GRID}"] = f"{READY}CB_VALUE_GRID({MARKET},{axes},{PEOPLE}))"
    layout.name(sheet, "敏感度表", f"B{GRID}:F{LAST}")


def _step(sheet: Worksheet, label: str, value: str, words: str, figure: float) -> None:
    layout.put(sheet, f"{label}{STEPS}", words, styles.LABEL)
    layout.put(sheet, f"{value}{STEPS}", figure, styles.INPUT, styles.PERCENT)
    layout.name(sheet, words, f"{value}{STEPS}")
    validate(sheet, f"{value}{STEPS}", "step", words)


def _axes(sheet: Worksheet) -> None:
    """Share prices down, volatilities across, and the parity of each price at the right."""
    head = GRID - 1
    layout.across(
        sheet, f"A{head}", ["正股价\n元/股", *[None] * 5, "转股价值\n元/张"], styles.HEADER
    )
    sheet.row_dimensions[head].height = 34
    for place, column in enumerate("BCDEF", -(VOLATILITIES // 2)):
        near = f"ROUND(MIN(5,MAX(1%,波动率+{place}*波动率步长)),4)"
        shown = f'=IF(估值状态<>"{COMPLETE}","波动率",{near})'  # a chart line keeps its name
        layout.put(sheet, f"{column}{head}", shown, styles.HEADER, VOLATILITY_FORM)
    for place, at in enumerate(range(GRID, LAST + 1), -(STOCKS // 2)):
        price = f"{READY}ROUND(估值股价*(1+{place}*股价步长),2))"
        parity = f"{READY}CB_PARITY(A{at},估值转股价))"
        layout.put(sheet, f"A{at}", price, styles.KEY, styles.PRICE)
        layout.put(sheet, f"G{at}", parity, styles.RESULT, styles.PRICE)
    layout.name(sheet, "敏感度股价", f"A{GRID}:A{LAST}")
    layout.name(sheet, "敏感度波动率", f"B{head}:F{head}")
    layout.name(sheet, "敏感度转股价值", f"G{GRID}:G{LAST}")
