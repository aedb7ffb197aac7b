"""The manual's examples as formulas that LibreOffice calculates through the installed extension."""

import datetime as dt
from collections.abc import Iterator
from typing import Any

from calc_books import calculated
from golden_rows import is_same
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.formula import ArrayFormula

from workbooks.office.process import Office
from xlfuncs.hosts.examples import Example, example
from xlfuncs.registry import FUNCTIONS


def placed() -> Iterator[tuple[Example, str, list[list[Any]]]]:
    """Every example, the area of its answer, one below the other, and the cells there."""
    top = 1
    for spec in FUNCTIONS:
        own = example(spec)
        rows = own.answer if spec.is_table else [[own.answer]]
        area = f"A{top}:{get_column_letter(len(rows[0]))}{top + len(rows) - 1}"
        yield own, area, [list(map(as_cell, row)) for row in rows]
        top += len(rows)


def as_cell(value: Any) -> Any:
    """A day as the number that a cell without a format shows."""
    return float((value - dt.date(1899, 12, 30)).days) if isinstance(value, dt.date) else value


def test_every_example_gives_in_calc_what_its_docstring_gives(office: Office) -> None:
    asked = list(placed())
    cells = {a.partition(":")[0]: ArrayFormula(a, own.formula) for own, a, _ in asked}
    sheet = calculated(office, cells)
    for own, area, expected in asked:
        found = [[cell.value for cell in row] for row in sheet[area]]
        assert is_same(found, expected, 1e-9), own.formula
