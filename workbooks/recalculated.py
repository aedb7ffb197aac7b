"""Results read from a copy that another spreadsheet program recalculated and saved."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from workbooks.calculation import Prepared, Sheet, at
from workbooks.engine_gaps import Gap
from workbooks.package import Package
from workbooks.results import Result, Results
from workbooks.sheet_rows import values_at
from workbooks.sheet_xml import FormulaCell, Place, places, readable, scan
from workbooks.values import ErrorCode

_LOST: Final = Gap("重算的程序没有保留这个公式", "the calculating program did not keep the formula")
_NO_FUNCTIONS: Final = Gap(
    "重算的程序没有装载 xlfuncs 函数", "the calculating program has not loaded xlfuncs' functions"
)
_NAME: Final = ErrorCode("#NAME?")


@dataclass(frozen=True)
class _Saved:
    """One sheet of the copy."""

    xml: bytes
    strings: tuple[str, ...]
    formulas: dict[Place, FormulaCell]


def read_back(sheets: list[Sheet], copy: Package) -> Results:
    """What the copy shows for every formula of the workbook."""
    saved = {part.name: _saved(copy, part.part) for part in copy.sheets}
    results = (
        _result(sheet, formula, saved.get(sheet.part.name))
        for sheet in sheets
        for formula in sheet.formulas
    )
    return {result.cell: result for result in results}


def _saved(copy: Package, part: str) -> _Saved:
    xml = readable(copy.part(part), part)
    cells = scan(xml, copy.shared_strings)
    return _Saved(xml, copy.shared_strings, {(c.row, c.column): c for c in cells})


def _result(sheet: Sheet, formula: Prepared, saved: _Saved | None) -> Result:
    where, own = at(sheet, formula), formula.cell
    found = saved.formulas.get((own.row, own.column)) if saved else None
    if saved is None or found is None:
        return Result(where, sheet, formula, own.value, own.extent, _LOST)
    if formula.reading.ours and found.value == _NAME:
        return Result(where, sheet, formula, own.value, own.extent, _NO_FUNCTIONS)
    children = dict(_children(saved, found))
    return Result(where, sheet, formula, found.value, found.extent, children=children)


def _children(saved: _Saved, anchor: FormulaCell) -> Iterator[tuple[Place, str | float | None]]:
    """What an array formula shows beside its own cell."""
    filled = [p for p in places(anchor.extent) if p != (anchor.row, anchor.column)]
    values = values_at(saved.xml, dict.fromkeys(filled), saved.strings) if filled else {}
    return ((place, values.get(place)) for place in filled)
