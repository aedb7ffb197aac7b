"""Which results may be written: the late signs that a formula is beyond the engine."""

import re
from collections import defaultdict, deque
from collections.abc import Mapping
from typing import Final

from workbooks.calculation import fitted
from workbooks.engine import CIRCULAR, MISSING, SPILL, Cell, Engine
from workbooks.engine_gaps import Gap, lacks
from workbooks.formula_tree import calls, tree
from workbooks.native_functions import EXCEL
from workbooks.results import Result, Results
from workbooks.sheet_xml import places
from workbooks.sources import Sources
from workbooks.values import ErrorCode

_LONG_NUMBER: Final = re.compile(r"\d[\d.]{15,}\d")
_TEXT: Final = re.compile(r'"[^"]*"')
_WORD: Final = re.compile(r"[^\W\d][\w.\\?]*|\\[\w.\\?]*")
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


class Judge:
    """Marks the results that may not be written; `trusted` when Excel saved the cached values."""

    def __init__(self, engine: Engine, results: Results, *, trusted: bool) -> None:
        self._engine = engine
        self._results = results
        self._trusted = trusted
        self._sources = Sources(engine, results)

    def mark(self) -> None:
        """Give every result that may not be written its gap, and all that depend on it."""
        for result in self._results.values():
            result.gap = result.gap or self._late_gap(result)
        spread(self._engine, self._results)

    def _late_gap(self, result: Result) -> Gap | None:
        """What only the result shows to be beyond the engine."""
        formula, value = result.formula, result.value
        if result.children and not result.dynamic and not formula.legacy_array:
            return _INTERSECTION
        if isinstance(value, ErrorCode):
            return self._error_gap(result, value)
        if formula.reading.ours:
            return None
        texts = [v for v in (value, *result.children.values()) if isinstance(v, str)]
        return _TO_TEXT if any(map(_LONG_NUMBER.search, texts)) else None

    def _error_gap(self, result: Result, value: ErrorCode) -> Gap | None:
        if value in (CIRCULAR, MISSING):
            return _CIRCULAR if value == CIRCULAR else _UNSUPPORTED
        if self._sources.error(result.cell, value):
            return None
        if result.formula.reading.ours:
            return self._silent_gap(result)
        return self._native_gap(result, value)

    def _native_gap(self, result: Result, value: ErrorCode) -> Gap | None:
        formula, before = result.formula.formula, result.formula.cell.value
        if value == SPILL:
            return None if result.dynamic else _INTERSECTION
        if value == "#VALUE!" and _READS_TEXT.search(formula):
            return _TEXT_DATE
        if value == "#NAME?" and (name := _unknown_function(formula)):
            return lacks(name)
        good = before is not None and not isinstance(before, ErrorCode)
        doubtful = self._trusted and good and not self._sources.changed(result.cell)
        return _DOUBTFUL if doubtful else None

    def _silent_gap(self, result: Result) -> Gap | None:
        """An error none of our functions gave a reason for: the engine met an array of theirs."""
        if result.value != "#VALUE!" or not result.formula.reading.suspect:
            return None
        return None if self._engine.told(result.cell, fitted(result.formula)) else _ARRAY


def spread(engine: Engine, results: Results) -> None:
    """Mark every formula that depends on one that could not be calculated."""
    waiting = deque(cell for cell, result in results.items() if result.gap)
    by_name = _readers_by_name(results) if waiting else {}
    while waiting:
        cell = waiting.popleft()
        for dependent in _dependents(engine, by_name, results[cell]):
            result = results.get(dependent)
            if result and not result.gap:
                result.gap = Gap(
                    f"引用了未能计算的 {cell}", f"it reads {cell}, which is not calculated"
                )
                result.gap_from = cell
                waiting.append(dependent)


def _dependents(engine: Engine, by_name: Mapping[str, set[Cell]], result: Result) -> set[Cell]:
    found: set[Cell] = set()
    for place in places(result.formula.cell.extent):
        cell = Cell(result.cell.sheet, *place)
        found.update(engine.dependents(cell))
        found.update(*(by_name.get(name, ()) for name in engine.names_over(cell)))
    return found


def _readers_by_name(results: Results) -> dict[str, set[Cell]]:
    """The formulas that hold each word, in lower case: among them all that read a name."""
    found: dict[str, set[Cell]] = defaultdict(set)
    for cell, result in results.items():
        for word in set(_WORD.findall(_TEXT.sub("", result.formula.formula.casefold()))):
            found[word].add(cell)
    return found


def _unknown_function(formula: str) -> str:
    return next((c.name for c in calls(tree(formula)) if c.name in EXCEL), "")
