"""表格示例: the example of every table function, with its rows spilled below it."""

import datetime as dt
from collections.abc import Mapping
from typing import Any, Final

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import layout, styles
from xlfuncs.hosts.examples import Example, example
from xlfuncs.registry import FUNCTIONS

TITLE: Final = "表格示例"
LETTERS: Final = "ABCDEFGHI"
INEXACT: Final = "0.0000##"
WRAPS: Final = 24  # letters of a text that a cell holds in one line, half as many Chinese ones


def add(book: Workbook) -> Mapping[str, str]:
    """The sheet; where each table function stands on it."""
    sheet = layout.new_sheet(book, TITLE, styles.GREY)
    layout.heading(
        sheet,
        "表格示例  Examples of the table functions",
        "结果为多行或多列的函数：在一个单元格输入公式，结果向右、向下溢出，不带标题行。"
        "以下各表由其上方绿底所示公式当场算出。",
        columns=len(LETTERS),
    )
    places, at = {}, 4
    for spec in FUNCTIONS:
        if spec.is_table:
            places[spec.name] = f"'{TITLE}'!A{at}"
            at = _block(sheet, at, example(spec)) + 2
    layout.widths(sheet, **dict.fromkeys(LETTERS, 21) | {"A": 25})
    sheet.freeze_panes = "A4"
    layout.page(sheet, f"A1:I{at - 2}", tall=1)
    return places


def _block(sheet: Worksheet, at: int, own: Example) -> int:
    """The formula as text, the names of the columns, the rows; the last row is given back."""
    rows = own.answer
    layout.put(sheet, f"A{at}", own.spec.name, styles.BANNER)
    layout.merged(sheet, f"B{at}:I{at}", own.formula, styles.BANNER).data_type = "s"
    heads = [c.replace(" ", "\n", 1) for c in own.spec.columns]
    unnamed = [None] * (len(rows[0]) - len(heads))
    layout.across(sheet, f"A{at + 1}", (*heads, *unnamed), styles.HEADER)
    sheet.row_dimensions[at + 1].height = 34
    for place, row in enumerate(rows, at + 2):
        _dress(sheet, place, row)
    sheet[f"A{at + 2}"] = own.formula
    return int(at + 1 + len(rows))


def _dress(sheet: Worksheet, at: int, row: list[Any]) -> None:
    """The look of a row that will be spilled: days, inexact numbers, texts that need two lines."""
    for letter, value in zip(LETTERS, row, strict=False):
        text = isinstance(value, str)
        cell = layout.put(sheet, f"{letter}{at}", None, styles.WORDS if text else styles.RESULT)
        if isinstance(value, dt.date):
            cell.number_format = styles.DATE
        elif isinstance(value, float) and round(value, 8) != value:
            cell.number_format = INEXACT
        if text and len(value.encode("gbk", "replace")) > WRAPS:
            sheet.row_dimensions[at].height = 30
