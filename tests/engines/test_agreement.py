"""formualizer and LibreOffice give every formula the same value or the same error."""

import datetime as dt
import io
import re
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.worksheet.cell_range import CellRange
from openpyxl.worksheet.formula import ArrayFormula

from workbooks.office.process import Office
from workbooks.refresh import Refreshed, refresh_bytes
from workbooks.sheets import functions
from workbooks.template import empty, example, filled, workbook_bytes
from xlfuncs.registry import FUNCTIONS

DOC = Path(__file__).parents[2] / "docs" / "engines.md"
DIFFERENCES = {
    formula: (ours, theirs)
    for formula, ours, theirs in re.findall(
        r"^\| `(=[^`]+)` \| `([^`]+)` \| `([^`]+)` \|", DOC.read_text(encoding="utf-8"), re.M
    )
}
PRICES = "行情 一"
# Dates and closes with everything that people leave in such columns.
ROWS = (
    ("日期", "收盘", "转股价", "面值", "杂项"),
    (dt.date(2025, 7, 1), 26.7, 20.59, 10_000, True),
    (dt.date(2025, 7, 2), 26.8, 20.59, 12_345.5, "停牌"),
    (dt.date(2025, 7, 3), None, 20.59, None, None),
    (dt.date(2025, 7, 4), 26.77, 20.59, 1_000, "#N/A"),
    (dt.date(2025, 7, 7), 15.0, 20.59, 100, "1,234.5"),
    (dt.date(2025, 7, 8), 14.0, 18.0, 0, ""),
)
TABLE = "CB_SCHEDULE(DATE(2020,8,17),{0.005,0.007,0.01},110)"
FORMULAS = (
    # scalars, omitted arguments, text that is a number, percentages, dates as text
    "=CB_ADJUST_PRICE(12.44,0.16)",
    "=CB_ADJUST_PRICE(12.44,,0.4)",
    "=CB_ADJUST_PRICE(12.44,,,,)",
    '=CB_ADJUST_PRICE("12.44","16%")',
    '=CB_ACCRUED_DAYS("2022-12-05","2025/9/17")',
    '=CB_ACCRUED_DAYS(DATE(2022,12,5),"20250917")',
    "=CB_MATURITY(DATE(2020,8,17),6,0)",
    "=CB_MATURITY(DATE(2020,8,17),6)",
    # errors: of a function, of an argument, the leftmost of two
    "=CB_SHARES(10000,0)",
    "=CB_SHARES(NA(),20.59)",
    "=CB_SHARES(1/0,NA())",
    '=CB_SHARES("x",20.59)',
    "=ISERROR(CB_SHARES(10000,0))",
    "=ERROR.TYPE(CB_SHARES(10000,0))",
    '=IFERROR(CB_SHARES(10000,0),"错")',
    "=IF(TRUE,CB_SHARES(10000,20.59),NA())",
    # booleans and blanks
    "=CB_SMALL_BALANCE(29999999.99)",
    "=NOT(CB_SMALL_BALANCE(30000000))",
    f"='{PRICES}'!E2",
    f"=CB_SHARES('{PRICES}'!D2,'{PRICES}'!C2)",
    f"=CB_SHARES('{PRICES}'!D4,20.59)",
    f"=CB_SHARES('{PRICES}'!E2,20.59)",
    f"=CB_SHARES('{PRICES}'!E3,20.59)",
    f"=CB_SHARES('{PRICES}'!E5,20.59)",
    f"=CB_SHARES('{PRICES}'!E6,20.59)",
    # columns with blanks, headers, text, errors; whole columns; one price for all
    f"=CB_CALL_DAYS('{PRICES}'!B2:B7,'{PRICES}'!C2:C7)",
    f"=CB_CALL_DAYS('{PRICES}'!B1:B7,20.59)",
    f"=CB_CALL_DAYS('{PRICES}'!B:B,20.59)",
    f"=CB_PUT_DAYS('{PRICES}'!B2:B7,'{PRICES}'!C2:C7,0.8)",
    f"=CB_CALL_DAYS('{PRICES}'!E2:E7,20.59)",
    f"=CB_CALL_DATE('{PRICES}'!A2:A7,'{PRICES}'!B2:B7,20.59,1.3,2,3)",
    f"=CB_CALL_DATE('{PRICES}'!A2:A7,'{PRICES}'!B2:B7,20.59)",
    f"=CB_STATUS('{PRICES}'!A2:A7,'{PRICES}'!B2:B7,20.59,\"强赎\")",
    f"=SUM(CB_SHARES('{PRICES}'!D2:D3,20.59))",
    f"=SUMPRODUCT(CB_SHARES('{PRICES}'!D5:D6,'{PRICES}'!C5:C6)*2)",
    "=SUM(CB_SHARES({10000;20000},20.59))",
    # terms and policies by name and as ranges
    '=DIV_MIN_CASH("002911-2021",853000000)',
    '=DIV_STAGE_RATIO("成熟期",TRUE)',
    '=DIV_STAGE_RATIO("成长期",FALSE)',
    "=CB_YTM(100,DATE(2024,8,15),DATE(2023,3,20),{0.002,0.004,0.006,0.01,0.015,0.018},110)",
    "=CB_OPTION_VALUE(11.2,12.5,4.6,0.35,0.02)",
    # a table within a formula
    f"=INDEX({TABLE},3,8)",
    f"=ROWS({TABLE})",
    f"=SUM(INDEX({TABLE},0,7))",
    f"=MAX(INDEX({TABLE},0,5))",
    # our functions within native ones and the other way round
    "=TEXT(CB_MATURITY(DATE(2020,8,17),6),\"yyyy-mm-dd\")",
    "=ROUND(CB_ACCRUED(100,1%,286),3)+MAX(1,CB_SHARES(1000,20))",
    "=CB_SHARES(ROUND(12345.678,2),ABS(-20.59))",
    '=CB_ADJUST_PRICE(12.44,0.16)&" 元"',
    '="第"&CB_COUPON_YEAR(DATE(2020,8,17),DATE(2022,8,16))&"年"',
)  # fmt: skip
ARRAYS = (
    (f"={TABLE}", 3, 9),
    ("=CB_SHARES({10000;10000;10000},{20.59;0;10})", 3, 1),
    (f"=CB_SHARES('{PRICES}'!D2:D7,20.59)", 6, 1),
    (f"=CB_SHARES('{PRICES}'!D2:D7,'{PRICES}'!E2:E7)", 6, 1),
    (f"=CB_TRIGGERS('{PRICES}'!A2:A7,'{PRICES}'!B2:B7,'{PRICES}'!C2:C7)", 5, 9),
    ("=CB_CONVERT(10000,20.59)", 1, 5),
    ('=DIV_PARSE({"10派4.5元";"读不懂"})', 2, 3),
    ("=CB_PRICE_HISTORY(22.76,{45075,0.28;45219,0.2})", 3, 5),
)
COLUMN, SPILLS = 1, 3
# The manual calls each function bare; docs/engines.md has this difference of TRUE and FALSE.
TRUTHS = {
    (functions.TITLE, f"I{row}"): (True, 1)
    for row, spec in enumerate(FUNCTIONS, functions.FIRST)
    if spec.returns == "TRUE/FALSE"
}


def book() -> bytes:
    """One workbook with all formulas, the arrays at the right of each other."""
    made = openpyxl.Workbook()
    sheet, data = made.worksheets[0], made.create_sheet(PRICES)
    for row in ROWS:
        data.append(row)
    data["E5"].data_type = "e"
    for at, formula in enumerate(FORMULAS, 1):
        sheet.cell(at, COLUMN, formula)
    at = 1
    for formula, high, wide in ARRAYS:
        area = f"C{at}:{openpyxl.utils.get_column_letter(2 + wide)}{at + high - 1}"
        sheet[f"C{at}"] = ArrayFormula(area, formula)
        at += high + 1
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


def shown(done: Refreshed) -> dict[tuple[str, str], Any]:
    """Every cell of a refreshed workbook."""
    values = openpyxl.load_workbook(io.BytesIO(done.data), data_only=True)
    return {
        (sheet.title, cell.coordinate): cell.value
        for sheet in values.worksheets
        for row in sheet.iter_rows()
        for cell in row
        if cell.value not in (None, "")
    }


def apart(data: bytes, office: Office) -> dict[tuple[str, str], tuple[Any, Any]]:
    """The cells for which the engines do not agree."""
    ours = shown(refresh_bytes(data))
    theirs = shown(refresh_bytes(data, recalculate=office.recalculated))
    return {
        place: (ours.get(place), theirs.get(place))
        for place in sorted(ours.keys() | theirs.keys())
        if not alike(ours.get(place), theirs.get(place))
    }


def alike(ours: Any, theirs: Any) -> bool:
    if {type(ours), type(theirs)} <= {int, float}:  # openpyxl reads 12.0 as an int
        return abs(ours - theirs) <= 1e-12 * max(1.0, abs(ours))
    return type(ours) is type(theirs) and ours == theirs


def test_what_people_write_in_cells(office: Office) -> None:
    data = book()
    sheet = openpyxl.load_workbook(io.BytesIO(data)).worksheets[0]
    found: dict[str, tuple[list[str], list[str]]] = {}
    for (_, place), answers in apart(data, office).items():
        both = found.setdefault(formula_of(sheet, place), ([], []))
        for told, answer in zip(both, answers, strict=True):
            told.append(str(answer).upper())
    assert {f: (" ".join(a), " ".join(b)) for f, (a, b) in found.items()} == DIFFERENCES


def formula_of(sheet: Any, place: str) -> str:
    """The formula of a cell, or the array formula that fills it."""
    for cell in (c for row in sheet.iter_rows() for c in row if c.data_type == "f"):
        if cell.coordinate == place:
            return str(getattr(cell.value, "text", cell.value))
        if isinstance(cell.value, ArrayFormula) and CellRange(place) <= CellRange(cell.value.ref):
            return str(cell.value.text)
    raise LookupError(place)


@pytest.mark.parametrize("make", [example, empty, lambda: filled("113664", ["605090-2022"])])
def test_the_template_agrees_in_every_cell(office: Office, make: Any) -> None:
    assert apart(workbook_bytes(make()), office) == TRUTHS
