"""Why a cell shows an error: our function's own words, the cell it comes from, or the code."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from workbooks.calculation import fitted
from workbooks.engine import SPILL, Cell, Engine, Reason
from workbooks.engine_gaps import Gap
from workbooks.results import Result, Results
from workbooks.sheet_xml import LAST_COLUMN, LAST_ROW, Extent, address, places
from workbooks.sources import Sources, errors
from workbooks.values import ErrorCode

_RECALCULATED: Final = 2000  # cells calculated again, alone, for our functions' own words
_GENERIC: Final = {
    "#DIV/0!": Gap("除数为 0 或空白", "division by zero or a blank cell"),
    "#N/A": Gap("查找不到对应的值", "nothing was found"),
    "#NAME?": Gap("公式里有无法识别的名称", "the formula holds an unknown name"),
    "#NULL!": Gap("两个区域没有交叉", "the ranges do not meet"),
    "#NUM!": Gap("数值超出允许的范围", "a number is out of range"),
    "#REF!": Gap("引用的单元格不存在", "the formula refers to a cell that does not exist"),
    "#VALUE!": Gap("参数类型不对", "an argument is of the wrong kind"),
    "#SPILL!": Gap("溢出区域被占用", "the spill range is not empty"),
    "#CALC!": Gap("数组运算没有结果", "the array calculation has no result"),
}
_QUOTED: Final = re.compile(r"\"[^\"]*\"|'[^']*'")
_CALL: Final = re.compile(r"(?:_xl\w+\.)*([A-Za-z_][\w.]*)\(")
_EDGE: Final = Gap("溢出区域超出工作表边界", "the spill range runs off the sheet")
_UNKNOWN: Final = Gap("计算出错", "the calculation failed")


@dataclass(frozen=True, slots=True)
class Explained:
    """One cell in error, or one that is left as it is; the anchor of an array may explain many."""

    cell: Cell
    formula: str
    function: str
    code: str  # empty for a cell that is left
    reason: Gap
    source: Cell | None  # the cell it comes from, where the formula reads one in error or left


class Explainer:
    """Finds reasons after the results have been read; it recalculates single cells to do so."""

    def __init__(self, engine: Engine, results: Results) -> None:
        self._engine = engine
        self._results = results
        self._sources = Sources(engine, results)
        self._left = _RECALCULATED

    def explained(self) -> Iterator[Explained]:
        """Every error cell among the results that may be written, with its reason."""
        failed = [r for r in self._results.values() if r.written and any(errors(r))]
        for result in failed:
            yield from self._of(result)

    def _of(self, result: Result) -> Iterator[Explained]:
        failed = list(errors(result))
        reading = result.formula.reading
        words = self._own_words(result) if reading.ours else []
        shared = _shared_out(words, [code for _, code in failed], reading.ours)
        for (cell, code), own in zip(failed, shared, strict=True):
            yield self._one(result, cell, code, own)

    def _one(self, result: Result, cell: Cell, code: ErrorCode, own: Reason | None) -> Explained:
        """The function that gave the error, or the first one of the formula, and why."""
        formula = result.formula.formula
        speaks = own is not None and not own.passed_on
        source = None if speaks else self._sources.error(result.cell, code)
        if source is None and own is not None:
            return Explained(cell, formula, own.function, code, Gap(own.zh, own.en), None)
        reason = self._other(result, code, source)
        return Explained(cell, formula, _first_function(formula), code, reason, source)

    def _other(self, result: Result, code: ErrorCode, source: Cell | None) -> Gap:
        if source is not None:
            place = str(source) if source.sheet != result.cell.sheet else address(*source[1:])
            return Gap(f"引用的单元格 {place} 有错", f"precedent {place} is in error")
        return self._blocked(result) if code == SPILL else _GENERIC.get(code, _UNKNOWN)

    def _own_words(self, result: Result) -> list[Reason]:
        """What our functions said when this formula alone is calculated again."""
        if self._left <= 0:
            return []
        self._left -= 1
        words = self._engine.told(result.cell, fitted(result.formula))
        return [w for w in words if not w.passed_on] or words

    def _blocked(self, result: Result) -> Gap:
        """The cell that stands where the formula would spill."""
        cell = result.cell
        rows, columns = self._engine.shape(cell, result.formula.reading.calculation)
        bottom, right = cell.row + rows - 1, cell.column + columns - 1
        if bottom > LAST_ROW or right > LAST_COLUMN:
            return _EDGE
        area = (cell.row, cell.column, bottom, right)
        place = result.blocker or self._obstacle(cell, area)
        if not place:
            return _GENERIC[SPILL]
        return Gap(f"溢出区域被 {place} 占用", f"the spill range is blocked by {place}")

    def _obstacle(self, anchor: Cell, area: Extent) -> str:
        for row, column in places(area):
            other = Cell(anchor.sheet, row, column)
            occupied = other in self._results or self._engine.value(other) is not None
            if other != anchor and occupied:
                return address(row, column)
        return ""


def left(results: Results) -> Iterator[Explained]:
    """Every cell that is left as it is, with its reason."""
    for cell, result in results.items():
        if result.gap:
            formula = result.formula.formula
            function = _first_function(formula)
            yield Explained(cell, formula, function, "", result.gap, result.gap_from)


def _shared_out(
    words: Sequence[Reason], codes: Sequence[str], calls: Sequence[str]
) -> list[Reason | None]:
    """The words of each error: in order where one call speaks, else those all of a code share."""
    each = list(words[-len(codes) :])
    twice = each * (len(words) // len(codes))  # the engine calculates an array within IF twice
    one_call = sum(calls.count(function) for function in {w.function for w in each}) == 1
    if one_call and words == twice and [w.code for w in each] == codes:
        return list(each)
    return [_common([w for w in words if w.code == code], len(codes)) for code in codes]


def _common(words: Sequence[Reason], errors: int) -> Reason | None:
    """The last words about a single error, of several only words that are said of all."""
    return words[-1] if words and (errors == 1 or words.count(words[-1]) == len(words)) else None


def _first_function(formula: str) -> str:
    """As Excel shows its name; nothing where the formula only computes or refers."""
    found = _CALL.search(_QUOTED.sub("", formula))
    return found[1].upper() if found else ""
