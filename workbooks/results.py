"""What the engine gave for each formula, and which of it may be written."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from workbooks.calculation import Prepared, Sheet, at
from workbooks.engine import SPILL, Cell, Engine
from workbooks.engine_gaps import Gap
from workbooks.sheet_xml import Extent, Place, address, places
from workbooks.values import Value


@dataclass(slots=True)
class Result:
    """One formula's outcome."""

    cell: Cell
    sheet: Sheet
    formula: Prepared
    value: Value
    extent: Extent
    gap: Gap | None = None
    gap_from: Cell | None = None  # the cell it reads that could not be calculated
    children: dict[Place, Value] = field(default_factory=dict)
    blocker: str = ""

    @property
    def dynamic(self) -> bool:
        """Whether the cell is, or has to become, a true dynamic array."""
        if not self.formula.reading.ours or self.formula.cell.dynamic:
            return self.formula.cell.dynamic
        reading, spills = self.formula.reading, self.extent[:2] != self.extent[2:]
        return not self.formula.legacy_array and (
            reading.is_table or spills or (reading.may_spill and self.value == SPILL)
        )

    @property
    def written(self) -> bool:
        """Whether the result may replace what the file holds."""
        return self.gap is None


Results = dict[Cell, Result]


def evaluated(engine: Engine, sheets: list[Sheet]) -> Results:
    """Every formula's result."""
    engine.evaluate()
    results = _read(engine, sheets)
    blocked = dict(_overlooked(results))
    if blocked:  # the engine spills over merged cells and tables, Excel does not
        for cell in blocked:
            engine.block(cell)
        engine.evaluate()
        results = _read(engine, sheets)
        for cell, obstacle in blocked.items():
            results[cell].blocker = obstacle
    return results


def _read(engine: Engine, sheets: Iterable[Sheet]) -> Results:
    found = (_result(engine, s, formula) for s in sheets for formula in s.formulas)
    return {result.cell: result for result in found}


def _result(engine: Engine, sheet: Sheet, formula: Prepared) -> Result:
    cell, where = formula.cell, at(sheet, formula)
    if formula.reading.gap:
        return Result(where, sheet, formula, cell.value, cell.extent, formula.reading.gap)
    value = engine.value(where)
    area = (cell.row, cell.column, cell.row, cell.column)
    if formula.legacy_array:
        area = cell.extent
    elif formula.reading.may_spill or formula.reading.is_table:
        area = engine.spill(where) or area
    shown = 0.0 if value is None else value
    result = Result(where, sheet, formula, shown, area)
    if area[:2] != area[2:]:
        result.children = dict(_children(engine, where.sheet, area))
    return result


def _children(engine: Engine, sheet: str, area: Extent) -> Iterator[tuple[Place, Value]]:
    for place in places(area):
        if place != area[:2]:
            value = engine.value(Cell(sheet, *place))
            yield place, 0.0 if value is None else value


def _overlooked(results: Results) -> Iterator[tuple[Cell, str]]:
    """Spills that run into a merged range or a table, and where."""
    for cell, result in results.items():
        if result.children and not result.formula.legacy_array:
            hit = next((o for o in result.sheet.obstacles if _overlap(o, result.extent)), None)
            if hit is not None:
                yield cell, address(max(hit[0], cell.row), max(hit[1], cell.column))


def _overlap(left: Extent, right: Extent) -> bool:
    rows = left[0] <= right[2] and right[0] <= left[2]
    return rows and left[1] <= right[3] and right[1] <= left[3]
