"""How cells travel to the functions in LibreOffice and back."""

import datetime as dt
from typing import Any

import pytest
from calc_books import calculated, formulas, saved, values, with_part, written
from openpyxl.utils.datetime import CALENDAR_MAC_1904
from openpyxl.worksheet.formula import ArrayFormula

from workbooks.office.process import Office
from xlfuncs.registry import FUNCTIONS
from xlfuncs.spec import Kind


def test_formulas_resolve_and_are_saved_under_their_names(office: Office) -> None:
    asked = {"A1": "=CB_SHARES(10000,20.59)", "A2": "=DIV_PER_TEN(1000000,2000000)+A1"}
    data = office.recalculated(saved(written(asked)))
    assert [formulas(data)[place].value for place in asked] == list(asked.values())
    assert [values(data)[place].value for place in asked] == [485, 490]


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        ("=CB_ADJUST_PRICE(12.44,,0.4)", 8.89),
        ("=CB_ADJUST_PRICE(12.44,Z1,0.4)", 8.89),
        ("=CB_ADJUST_PRICE()", "#VALUE!"),
        ("=CB_SHARES(1,2,3)", "#VALUE!"),
        ('=CB_SHARES("1,000",2)', 500),
        ('=CB_SHARES("x",20.59)', "#VALUE!"),
        ("=CB_SHARES(10000,0)", "#NUM!"),
        ("=CB_SHARES(NA(),20.59)", "#N/A"),
        ("=ISERROR(CB_SHARES(10000,0))", True),
        ('=IFERROR(CB_SHARES(10000,0),"错")', "错"),
        ('=IF(CB_SHARES(10000,20.59)>=485,"x","y")', "x"),
        ('="a"&CB_SHARES(10000,20.59)', "a485"),
        ("=INDEX({1;2;3},CB_SHARES(4,2))", 2),
        ("=SUMPRODUCT(CB_SHARES({10000;10000},20.59))", 970),
        ("=CB_PARITY(CB_ADJUST_PRICE(12.44,0.16),10)", 122.8),
        ("=YEAR(CB_MATURITY(DATE(2020,8,17),6))", 2026),
    ],
)
def test_a_cell(office: Office, formula: str, shown: Any) -> None:
    assert calculated(office, {"A1": formula})["A1"].value == shown


def test_errors_stand_in_their_own_cells(office: Office) -> None:
    spread = ArrayFormula("A1:A2", "=CB_SHARES({10000;10000},{20.59;0})")
    sheet = calculated(office, {"A1": spread})
    assert [sheet["A1"].value, sheet["A2"].value] == [485, "#NUM!"]
    assert sheet["A2"].data_type == "e"


def test_dates_of_a_workbook_that_counts_from_1904(office: Office) -> None:
    asked = '=TEXT(CB_MATURITY(A1,6),"yyyy-mm-dd")'
    book = written({"A1": dt.date(2020, 8, 17), "A2": asked})
    book.epoch = CALENDAR_MAC_1904
    assert values(office.recalculated(saved(book)))["A2"].value == "2026-08-16"


def test_stale_values_are_not_trusted(office: Office) -> None:
    data = office.recalculated(saved(written({"A1": "=CB_SHARES(10000,20.59)"})))
    stale = with_part(data, "xl/worksheets/sheet1.xml", b"<v>485</v>", b"<v>999</v>")
    assert values(stale)["A1"].value == 999
    assert values(office.recalculated(stale))["A1"].value == 485


def test_a_false_that_calc_cannot_tell_from_omitted_means_the_same() -> None:
    flags = [p for s in FUNCTIONS for p in s.parameters if p.arg.kind is Kind.FLAG]
    assert flags
    assert all(p.required or p.default is False for p in flags)
