"""估值: what is assumed, what the bond is worth and why, and what moves it."""

from itertools import pairwise
from typing import Final

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles
from workbooks.sheets import (
    valuation_charts,
    valuation_history,
    valuation_inputs,
    valuation_results,
    valuation_tables,
)
from workbooks.sheets.inputs import Inputs
from workbooks.sheets.valuation_words import METHOD

TITLE: Final = "估值"
COLUMNS: Final = 9
METHOD_TOP: Final = 106


def add(book: Workbook, inputs: Inputs) -> None:
    sheet = layout.new_sheet(book, TITLE, styles.GREEN)
    layout.heading(
        sheet,
        "估值  Valuation",
        "自上而下：填黄色输入，看结果、构成、敏感指标与敏感度表。每张面值 100 元的全价，"
        "市价不再另加应计利息；每组数字上方写明所用假设，方法见末尾。",
        columns=COLUMNS,
    )
    valuation_inputs.add(sheet, inputs)
    valuation_results.add(sheet)
    valuation_tables.add(sheet)
    valuation_history.add(sheet, inputs)
    valuation_charts.add(sheet, inputs)
    end = _method(sheet)
    layout.even_rows(sheet, end)
    layout.widths(sheet, A=24, B=15, **dict.fromkeys("CDEFGHI", 14.5))
    sheet.freeze_panes = "A3"
    tops = (1, valuation_tables.TOP, valuation_tables.STEPS - 2, end + 1)
    areas = (f"A{top}:I{below - 1}" for top, below in pairwise(tops))
    layout.page(sheet, *areas)


def _method(sheet: Worksheet) -> int:
    layout.section(sheet, f"A{METHOD_TOP}", "六、方法与假设  Method", columns=COLUMNS)
    at = METHOD_TOP
    for at, words in enumerate(METHOD, METHOD_TOP + 1):
        layout.merged(sheet, f"A{at}:I{at}", words, styles.TEXT)
        sheet.row_dimensions[at].height = 15.0 * -(-len(words) // 66) + 4
    return at
