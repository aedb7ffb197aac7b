"""The results spliced into a sheet's own bytes: values, dynamic arrays and what they spill."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from workbooks.calculation import Sheet
from workbooks.results import Result
from workbooks.sheet_rows import values_at, with_cells
from workbooks.sheet_xml import (
    FormulaCell,
    Place,
    cell_bytes,
    dynamic_cell_bytes,
    explicit,
    places,
    spliced,
    spread,
)
from workbooks.values import Value, same


@dataclass(frozen=True, slots=True)
class Written:
    """One cell whose value changed."""

    row: int
    column: int
    formula: str
    before: Value
    after: Value


def with_results(
    sheet: Sheet, results: Iterable[Result], mark: int, strings: tuple[str, ...]
) -> tuple[bytes, list[Written]]:
    """The sheet's new bytes and the cells that changed; `mark` is the cm of new dynamic arrays."""
    kept = [result for result in results if result.written]
    split = _split_groups(kept)
    changes = list(_changes(sheet, kept, split, mark))
    changed = list(_changed_anchors(kept))
    spilled, moved = _spilled(sheet, kept, strings)
    if not changes and not moved:
        return sheet.xml, changed
    return with_cells(spliced(sheet.xml, changes), moved), changed + spilled


def needs_mark(results: Iterable[Result]) -> bool:
    """Whether any cell has to become a dynamic array that is not one yet."""
    return any(r.written and r.dynamic and not r.formula.cell.dynamic for r in results)


def _changes(
    sheet: Sheet, results: list[Result], split: set[int], mark: int
) -> Iterator[tuple[FormulaCell, bytes]]:
    by_place = {(r.formula.cell.row, r.formula.cell.column): r for r in results}
    for formula in sheet.formulas:
        cell = formula.cell
        result = by_place.get((cell.row, cell.column))
        alone = bool(split) and cell.shared_index in split
        content = _content(result, mark, formula.formula if alone else None) if result else None
        if content is None and alone:
            content = cell_bytes(explicit(cell, formula.formula), cell.value, b"")
        if content is not None:
            yield cell, content


def _content(result: Result, mark: int, alone: str | None) -> bytes | None:
    """A cell's new bytes; None where it stays as it is."""
    cell, value = result.formula.cell, result.value
    unchanged = same(cell.value, value)
    if result.dynamic:
        if unchanged and cell.dynamic and cell.extent == result.extent:
            return None
        own = explicit(cell, result.formula.formula) if cell.kind == b"shared" else cell
        return dynamic_cell_bytes(own, value, mark, spread(result.extent))
    if alone is not None:
        return cell_bytes(explicit(cell, alone), value, b"")
    return None if unchanged else cell_bytes(cell, value)


def _split_groups(results: list[Result]) -> set[int]:
    """Shared formulas that lose a member to a dynamic array: all members get their own text."""
    lost = {r.formula.cell.shared_index for r in results if r.dynamic}
    return {index for index in lost if index >= 0}


def _changed_anchors(results: list[Result]) -> Iterator[Written]:
    for result in results:
        cell = result.formula.cell
        if not same(cell.value, result.value):
            yield Written(cell.row, cell.column, result.formula.formula, cell.value, result.value)


def _spilled(
    sheet: Sheet, results: list[Result], strings: tuple[str, ...]
) -> tuple[list[Written], dict[Place, Value]]:
    """The children that change: those of the new extent set, those only of the old one emptied."""
    own = {(f.cell.row, f.cell.column) for f in sheet.formulas}
    wanted: dict[Place, tuple[Value, str]] = {}
    for result in results:
        old = [] if result.formula.cell.kind != b"array" else places(result.formula.cell.extent)
        for place in old:
            wanted.setdefault(place, (None, result.formula.formula))
        for place, value in result.children.items():
            wanted[place] = value, result.formula.formula
    wanted = {place: entry for place, entry in wanted.items() if place not in own}
    present = values_at(sheet.xml, wanted, strings) if wanted else {}
    changed = [
        Written(*place, formula, present.get(place), value)
        for place, (value, formula) in wanted.items()
        if not same(present.get(place), value)
    ]
    return changed, {(w.row, w.column): w.after for w in changed}
