"""What LibreOffice does not know stays as it was, with the reason; so does all that reads it."""

import io

import openpyxl
import pytest

from workbooks.office.process import Office
from workbooks.refresh import CellProblem, Refreshed, refresh_bytes

LACKING = {
    "A1": "=SUM(_xlfn.VSTACK({1;2},{3}))",
    "A2": "=A1*2",
    "A3": '=IFERROR(_xlfn.TAKE({1;2},1),"hidden")',
    "A4": "=IFERROR(A1,0)",
    "A5": '=_xlfn.TEXTBEFORE("强赎-下修","-")',
}
OTHERS = {
    "B1": "=CB_SHARES(10000,20.59)",
    "B2": "=_xlfn.XLOOKUP(1,{1;2},{5;6})",
    "B3": '="textsplit("&B1',
}


def book(cells: dict[str, str]) -> bytes:
    made = openpyxl.Workbook()
    for place, formula in cells.items():
        made.worksheets[0][place] = formula
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


def told(done: Refreshed) -> dict[str, CellProblem]:
    return {problem.cell: problem for problem in done.unsupported}


@pytest.fixture(scope="module")
def again(office: Office) -> tuple[bytes, Refreshed]:
    """A workbook that has all its values, and what LibreOffice makes of it."""
    full = refresh_bytes(book({**LACKING, **OTHERS})).data
    return full, refresh_bytes(full, recalculate=office.recalculated)


def test_good_values_stay(again: tuple[bytes, Refreshed]) -> None:
    full, done = again
    assert done.data == full
    values = openpyxl.load_workbook(io.BytesIO(done.data), data_only=True).worksheets[0]
    assert [values[f"A{row}"].value for row in range(1, 6)] == [6, 12, 1, 6, "强赎"]
    assert [values[f"B{row}"].value for row in range(1, 4)] == [485, 5, "textsplit(485"]


def test_the_summary_names_the_functions(again: tuple[bytes, Refreshed]) -> None:
    problems = told(again[1])
    assert problems.keys() == LACKING.keys()
    assert not again[1].errors
    assert problems["A1"].reason == "重算的程序没有函数 VSTACK / the program has no function VSTACK"
    assert problems["A3"].zh.endswith("TAKE")
    assert problems["A4"].zh == "引用了未能计算的 'Sheet'!A1"


def test_without_earlier_values_nothing_is_written(office: Office) -> None:
    done = refresh_bytes(book(LACKING), recalculate=office.recalculated)
    assert not done.changed
    assert told(done).keys() == LACKING.keys()


def test_what_formualizer_cannot_follow_is_left_beside_what_libreoffice_lacks(
    office: Office,
) -> None:
    follows = {"A1": '=LENB("中文")'}
    alone = refresh_bytes(book(follows), recalculate=office.recalculated)
    assert [change.after for change in alone.changed] == [4.0]
    both = book({**follows, "A2": LACKING["A5"]})
    beside = refresh_bytes(both, recalculate=office.recalculated)
    assert told(beside)["A1"].en == "it may read a cell that is not calculated"


def test_a_name_that_nobody_knows_is_an_error(office: Office) -> None:
    done = refresh_bytes(book({"A1": "=NOT_OURS(1)"}), recalculate=office.recalculated)
    assert [(error.cell, error.code) for error in done.errors] == [("A1", "#NAME?")]
