"""Placing things on a sheet: cells, areas, names, widths and the printed page."""

from collections.abc import Iterable, Sequence
from typing import Any

from openpyxl import Workbook
from openpyxl.cell.cell import Cell
from openpyxl.utils import get_column_letter, quote_sheetname
from openpyxl.utils.cell import absolute_coordinate
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import styles

A4 = 9
ROW_HEIGHT = 18.0
FOOTER = "第 &P 页，共 &N 页"


def new_sheet(book: Workbook, title: str, color: str = styles.NAVY) -> Worksheet:
    sheet: Worksheet = book.create_sheet(title)
    sheet.sheet_properties.tabColor = color
    sheet.sheet_view.showGridLines = False
    sheet.sheet_format.defaultRowHeight = ROW_HEIGHT
    sheet.sheet_format.customHeight = True
    return sheet


def heading(sheet: Worksheet, title: str, note: str, columns: int = 9, height: float = 32) -> None:
    """Row 1 the title, row 2 what the sheet is for."""
    put(sheet, "A1", title, styles.TITLE)
    area = f"A2:{get_column_letter(columns)}2"
    merged(sheet, area, note, styles.NOTE)
    sheet.row_dimensions[1].height = 28
    sheet.row_dimensions[2].height = height


def put(sheet: Worksheet, at: str, value: Any, style: str, form: str | None = None) -> Cell:
    cell: Cell = sheet[at]
    cell.value = value
    cell.style = style
    if form:
        cell.number_format = form
    return cell


def across(sheet: Worksheet, at: str, values: Iterable[Any], style: str) -> None:
    """Values in one row from a cell to the right."""
    first: Cell = sheet[at]
    for place, value in enumerate(values):
        cell = sheet.cell(first.row, first.column + place, value)
        cell.style = style


def dress(sheet: Worksheet, area: str, style: str, forms: Sequence[str | None] = ()) -> None:
    """Style an area in advance; `forms` are number formats by column."""
    for row in sheet[area]:
        for place, cell in enumerate(row):
            cell.style = style
            if forms and forms[place % len(forms)]:
                cell.number_format = forms[place % len(forms)]


def merged(sheet: Worksheet, area: str, value: Any, style: str, form: str | None = None) -> Cell:
    dress(sheet, area, style)
    sheet.merge_cells(area)
    return put(sheet, area.partition(":")[0], value, style, form)


def section(sheet: Worksheet, at: str, text: str, columns: int) -> None:
    """A section title ruled over so many columns."""
    across(sheet, at, [text] + [None] * (columns - 1), styles.SECTION)
    sheet.row_dimensions[sheet[at].row].height = 22


def in_yi(cell: str) -> str:
    """The unit of an amount in yuan that says what it comes to, as in 元 = 4.5 亿元."""
    amount = f'IF({cell}<10^8,{cell}/10^4&" 万元",{cell}/10^8&" 亿元")'
    return f'=IF(ISNUMBER({cell}),"元 = "&{amount},"元")'


def name(sheet: Worksheet, label: str, area: str) -> None:
    """A defined name for a cell or area of this sheet."""
    book = sheet.parent
    assert book is not None
    where = f"{quote_sheetname(sheet.title)}!{absolute_coordinate(area)}"
    book.defined_names[label] = DefinedName(label, attr_text=where)


def widths(sheet: Worksheet, **columns: float) -> None:
    for letters, width in columns.items():
        sheet.column_dimensions[letters].width = width


def even_rows(sheet: Worksheet, last: int) -> None:
    """Fixed heights, so that no program moves the rows under a chart."""
    for at in range(1, last + 1):
        sheet.row_dimensions[at].height = sheet.row_dimensions[at].height or ROW_HEIGHT


def page(
    sheet: Worksheet,
    *areas: str,
    landscape: bool = False,
    rows: str | None = None,
    tall: int = 0,
) -> None:
    """A4, as wide as the page, each area on pages of its own, header rows repeated.

    `tall` is the number of pages all areas must fit on; 0 leaves it open.
    """
    sheet.print_area = ",".join(areas)
    sheet.print_title_rows = rows
    sheet.page_setup.paperSize = A4
    sheet.page_setup.orientation = "landscape" if landscape else "portrait"
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, tall
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.page_margins.left = sheet.page_margins.right = 0.5
    sheet.page_margins.top = sheet.page_margins.bottom = 0.7
    sheet.print_options.horizontalCentered = True
    _page_words(sheet)


def _page_words(sheet: Worksheet) -> None:
    head, foot = sheet.oddHeader, sheet.oddFooter
    assert head is not None
    assert foot is not None
    head.left.text, head.right.text, foot.center.text = "xlfuncs", "&A", FOOTER
