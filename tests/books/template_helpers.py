"""Templates refreshed once for all tests, and what stands in them."""

import io
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import openpyxl
from openpyxl import Workbook
from openpyxl.cell.cell import Cell
from openpyxl.utils.cell import range_boundaries
from openpyxl.worksheet.worksheet import Worksheet

from workbooks.refresh import Refreshed, refresh_bytes
from workbooks.template import empty, example, filled, workbook_bytes

MAKERS: dict[str, Callable[[], Workbook]] = {
    "example": example,
    "blank": empty,
    "filled": lambda: filled("113664", ["605090-2022"]),
}


@cache
def authored(kind: str) -> Workbook:
    """A template as it is written, with its formulas; not to be changed."""
    return openpyxl.load_workbook(io.BytesIO(workbook_bytes(MAKERS[kind]())))


@cache
def refreshed(kind: str) -> Refreshed:
    return refresh_bytes(workbook_bytes(MAKERS[kind]()))


@cache
def values(kind: str) -> Workbook:
    """The cached values of a refreshed template; not to be changed."""
    return loaded(refreshed(kind).data)


def loaded(data: bytes) -> Workbook:
    return openpyxl.load_workbook(io.BytesIO(data), data_only=True)


def changed(change: Callable[[Workbook], None]) -> Workbook:
    """The values of the example after a change to it and a refresh without an error."""
    book = example()
    change(book)
    done = refresh_bytes(workbook_bytes(book))
    assert done.errors == []
    return loaded(done.data)


def formula_cells(book: Workbook) -> Iterator[Cell]:
    for sheet in book.worksheets:
        for row in sheet.iter_rows():
            yield from (cell for cell in row if cell.data_type == "f")


def named(book: Workbook, name: str) -> tuple[Worksheet, str]:
    """The sheet and the A1 area of a defined name."""
    ((title, area),) = book.defined_names[name].destinations
    return book[title], area.replace("$", "")


def value(book: Workbook, name: str) -> object:
    sheet, area = named(book, name)
    return sheet[area.partition(":")[0]].value


def filled_rows(book: Workbook, name: str) -> int:
    """Rows of a named area whose first cell holds something."""
    sheet, area = named(book, name)
    return sum(row[0].value not in (None, "") for row in sheet[area])


def chart_areas(sheet: Worksheet) -> Iterator[tuple[str, tuple[int, int, int, int]]]:
    """Every range the charts of a sheet draw: its sheet and its bounds."""
    for chart in sheet._charts:
        for series in chart.series:
            for data in (series.cat.numRef, series.val.numRef):
                title, area = data.f.rsplit("!", 1)
                yield title.strip("'"), range_boundaries(area.replace("$", ""))


def saved(book: Workbook, path: Path) -> Path:
    book.save(path)
    return path
