"""Results read from a copy that another spreadsheet program recalculated and saved."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from workbooks.calculation import Prepared, Sheet, at
from workbooks.engine import Engine
from workbooks.engine_gaps import Gap
from workbooks.native_functions import EXCEL
from workbooks.package import Package
from workbooks.results import Result, Results
from workbooks.sheet_rows import values_at
from workbooks.sheet_xml import FormulaCell, Place, places, readable, scan
from workbooks.values import ErrorCode
from workbooks.verdicts import spread

_LOST: Final = Gap("重算的程序没有保留这个公式", "the calculating program did not keep the formula")
_NO_FUNCTIONS: Final = Gap(
    "重算的程序没有装载 xlfuncs 函数", "the calculating program has not loaded xlfuncs' functions"
)
_NO_NAME: Final = Gap(
    "重算的程序不认识这里或所引用单元格里的名称",
    "the calculating program does not know a name in it, or in what it reads",
)
_UNTRACED: Final = Gap("可能引用了未能计算的单元格", "it may read a cell that is not calculated")
_NAME: Final = ErrorCode("#NAME?")
_SMALL: Final = re.compile(
    r""" "[^"]*" | '[^']*' | (?<![\w.]) (?:_xl\w+\.)* ([a-z][a-z\d._]*) \( """, re.VERBOSE
)


@dataclass(frozen=True)
class _Saved:
    """One sheet of the copy."""

    xml: bytes
    strings: tuple[str, ...]
    formulas: dict[Place, FormulaCell]


def read_back(sheets: list[Sheet], copy: Package, engine: Engine) -> Results:
    """What the copy shows for every formula; `engine` knows what depends on what."""
    saved = {part.name: _saved(copy, part.part) for part in copy.sheets}
    found = (
        _result(sheet, formula, saved.get(sheet.part.name))
        for sheet in sheets
        for formula in sheet.formulas
    )
    results = {result.cell: result for result in found}
    if any(result.gap for result in results.values()):
        for result in results.values():
            if result.formula.reading.gap and not result.gap:  # not among the engine's formulas
                result.gap = _UNTRACED
        spread(engine, results)
    return results


def _saved(copy: Package, part: str) -> _Saved:
    xml = readable(copy.part(part), part)
    cells = scan(xml, copy.shared_strings)
    return _Saved(xml, copy.shared_strings, {(c.row, c.column): c for c in cells})


def _result(sheet: Sheet, formula: Prepared, saved: _Saved | None) -> Result:
    where, own = at(sheet, formula), formula.cell
    found = saved.formulas.get((own.row, own.column)) if saved else None
    if saved is None or found is None:
        return Result(where, sheet, formula, own.value, own.extent, _LOST)
    if lack := _lack(formula, found):
        return Result(where, sheet, formula, own.value, own.extent, lack)
    children = dict(_children(saved, found))
    return Result(where, sheet, formula, found.value, found.extent, children=children)


def _lack(formula: Prepared, found: FormulaCell) -> Gap | None:
    """Why a value may not be taken: one that an unknown function gave, or that IFERROR hid."""
    lost, before = found.value == _NAME, formula.cell.value
    good = before is not None and not isinstance(before, ErrorCode)
    unknown = _unknown_functions(found.formula)
    for name in unknown:
        if name in EXCEL or (lost and good and not formula.reading.ours):
            return Gap(f"重算的程序没有函数 {name}", f"the program has no function {name}")
    if lost and formula.reading.ours:
        return _NO_FUNCTIONS
    return _NO_NAME if lost and good else None


def _unknown_functions(saved: str) -> list[str]:
    """LibreOffice saves the functions it knows in capitals and all others in small letters."""
    return [match[1].upper() for match in _SMALL.finditer(saved) if match[1]]


def _children(saved: _Saved, anchor: FormulaCell) -> Iterator[tuple[Place, str | float | None]]:
    """What an array formula shows beside its own cell."""
    filled = [p for p in places(anchor.extent) if p != (anchor.row, anchor.column)]
    values = values_at(saved.xml, dict.fromkeys(filled), saved.strings) if filled else {}
    return ((place, values.get(place)) for place in filled)
