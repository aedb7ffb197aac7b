"""What the engine gave for each formula, and which of it may be written."""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from workbooks.calculation import Prepared, Sheet, at, fitted
from workbooks.engine import CIRCULAR, MISSING, SPILL, Cell, Engine, Host
from workbooks.engine_gaps import Gap, lacks
from workbooks.formula_tree import calls, tree
from workbooks.native_functions import EXCEL
from workbooks.sheet_xml import Extent, Place, address, places
from workbooks.values import ErrorCode, Value, same

_LOOKED_AT: Final = 2000
_LONG_NUMBER: Final = re.compile(r"\d[\d.]{15,}\d")
_READS_TEXT: Final = re.compile(r"(?<![\w.])(?:DATE|TIME|NUMBER)?VALUE\(", re.IGNORECASE)
_TO_TEXT: Final = Gap(
    "数字转成文本超过 15 位，与 Excel 的写法不同",
    "a number became text with more than 15 digits, which Excel writes differently",
)
_TEXT_DATE: Final = Gap(
    "计算引擎读不懂这里的文本数字或日期",
    "the engine cannot read a number or date written as text",
)
_CIRCULAR: Final = Gap("循环引用", "circular reference")
_INTERSECTION: Final = Gap(
    "普通公式得到一片区域，须由 Excel 取交叉值",
    "an ordinary formula gives a range, of which only Excel knows the one cell to show",
)
_ARRAY: Final = Gap(
    "计算引擎不能逐个处理我们的函数给出的数组",
    "the engine cannot take our function's array element by element",
)
_UNSUPPORTED: Final = Gap("计算引擎不支持公式中的写法", "the engine lacks part of this formula")
_DOUBTFUL: Final = Gap(
    "Excel 算出过正常值，计算引擎却报错，已保留原值",
    "Excel had a good value where the engine fails; the value is kept",
)


@dataclass(slots=True)
class Result:
    """One formula's outcome."""

    cell: Cell
    sheet: Sheet
    formula: Prepared
    value: Value
    extent: Extent
    gap: Gap | None = None
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


def evaluated(engine: Engine, sheets: Iterable[Sheet], host: Host, *, trusted: bool) -> Results:
    """Every formula's result; `trusted` when Excel itself saved the cached values."""
    sheets = list(sheets)
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
    for cell, result in results.items():
        result.gap = result.gap or _late_gap(engine, results, cell, trusted)
        if result.formula.reading.suspect and not result.gap:
            result.gap = _silent_gap(engine, host, result)
    _spread_gaps(engine, results)
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


def _late_gap(engine: Engine, results: Results, cell: Cell, trusted: bool) -> Gap | None:
    """What only the result shows to be beyond the engine."""
    result = results[cell]
    formula, value = result.formula, result.value
    if result.children and not result.dynamic and not formula.legacy_array:
        return _INTERSECTION
    if isinstance(value, ErrorCode):
        return _error_gap(engine, results, cell, trusted)
    texts = [v for v in (value, *result.children.values()) if isinstance(v, str)]
    native = not formula.reading.ours
    return _TO_TEXT if native and any(map(_LONG_NUMBER.search, texts)) else None


def _error_gap(engine: Engine, results: Results, cell: Cell, trusted: bool) -> Gap | None:
    result = results[cell]
    value, formula = result.value, result.formula.formula
    if value == CIRCULAR:
        return _CIRCULAR
    if value == MISSING:
        return _UNSUPPORTED
    if result.formula.reading.ours or _inherited(engine, result):
        return None
    if value == SPILL:
        return None if result.dynamic else _INTERSECTION
    if value == "#VALUE!" and _READS_TEXT.search(formula):
        return _TEXT_DATE
    if value == "#NAME?" and (name := _unknown_function(formula)):
        return lacks(name)
    good = result.formula.cell.value is not None and not _is_error(result.formula.cell.value)
    doubtful = trusted and good and not _inputs_changed(engine, results, cell)
    return _DOUBTFUL if doubtful else None


def _silent_gap(engine: Engine, host: Host, result: Result) -> Gap | None:
    """An error none of our functions gave a reason for: the engine met an array of theirs."""
    if result.value != "#VALUE!" or _inherited(engine, result):
        return None
    host.reasons.clear()
    engine.again(result.cell, fitted(result.formula))
    return None if host.reasons else _ARRAY


def _unknown_function(formula: str) -> str:
    return next((c.name for c in calls(tree(formula)) if c.name in EXCEL), "")


def _inherited(engine: Engine, result: Result) -> bool:
    read = engine.precedents(result.cell, _LOOKED_AT)
    return any(engine.value(precedent) == result.value for precedent in read)


def _inputs_changed(engine: Engine, results: Results, cell: Cell) -> bool:
    for precedent in engine.precedents(cell, _LOOKED_AT):
        read = results.get(precedent)
        if read and not same(read.formula.cell.value, read.value):
            return True
    return False


def _spread_gaps(engine: Engine, results: Results) -> None:
    """Mark every formula that depends on one that could not be calculated."""
    waiting = deque(cell for cell, result in results.items() if result.gap)
    while waiting:
        cell = waiting.popleft()
        for dependent in _dependents(engine, results[cell]):
            result = results.get(dependent)
            if result and not result.gap:
                result.gap = Gap(
                    f"引用了未能计算的 {cell}", f"it reads {cell}, which is not calculated"
                )
                waiting.append(dependent)


def _dependents(engine: Engine, result: Result) -> set[Cell]:
    area = result.formula.cell.extent
    return {d for p in places(area) for d in engine.dependents(Cell(result.cell.sheet, *p))}


def _is_error(value: Value) -> bool:
    return isinstance(value, ErrorCode)
