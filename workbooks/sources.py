"""Where an error comes from, and whether anything a formula reads has changed."""

from collections import defaultdict
from collections.abc import Iterator

from workbooks.cell_index import CellIndex
from workbooks.engine import Cell, Engine
from workbooks.results import Result, Results
from workbooks.sheet_xml import error_constants
from workbooks.values import ErrorCode, same


class Sources:
    """The precedents of formulas, looked at for errors and changes."""

    def __init__(self, engine: Engine, results: Results) -> None:
        self._engine = engine
        by_code: dict[str, list[Cell]] = defaultdict(list)
        for result in results.values():
            for cell, code in errors(result):
                by_code[code].append(cell)
        for sheet in {id(r.sheet): r.sheet for r in results.values()}.values():
            for row, column, written in error_constants(sheet.xml):
                by_code[written].append(Cell(sheet.part.name, row, column))
        self._errors = {code: CellIndex(cells) for code, cells in by_code.items()}
        self._changed = CellIndex(_changed(results))

    def error(self, cell: Cell, code: str) -> Cell | None:
        """A cell with this error that a formula reads."""
        index = self._errors[code]
        for sheet, area in self._engine.precedents(cell):
            found = index.first(sheet, area)
            if found and found != cell:
                return found
        return None

    def changed(self, cell: Cell) -> bool:
        """Whether a formula reads any cell that has another value than before."""
        read = self._engine.precedents(cell)
        return any(self._changed.first(sheet, area) for sheet, area in read)


def errors(result: Result) -> Iterator[tuple[Cell, ErrorCode]]:
    """The cells of a result that hold errors."""
    if isinstance(result.value, ErrorCode):
        yield result.cell, result.value
    for place, value in result.children.items():
        if isinstance(value, ErrorCode):
            yield Cell(result.cell.sheet, *place), value


def _changed(results: Results) -> Iterator[Cell]:
    for result in results.values():
        if not same(result.formula.cell.value, result.value):
            yield result.cell
            yield from (Cell(result.cell.sheet, *place) for place in result.children)
