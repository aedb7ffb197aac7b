"""A formula as the calculation copy states it, and whether the engine can be trusted with it."""

import re
from dataclasses import dataclass, replace
from typing import Final

from workbooks.array_context import Extent, Walk
from workbooks.engine_gaps import Gap, gap
from workbooks.formula_tree import (
    Call,
    Group,
    Kind,
    Leaf,
    Part,
    calls,
    leaves,
    reference_kind,
    substance,
    text,
    tree,
    tree_if_sound,
)
from workbooks.package import Table
from workbooks.structured import a1_reference

SINGLE: Final = "XLFUNCS_SINGLE"
_UNREADABLE: Final = Gap("计算引擎读不懂这个公式", "the engine cannot read this formula")
_ELSEWHERE: Final = Gap(
    "引用了其他工作簿，本簿没有存下它的值",
    "it reads another workbook, whose values are not kept here",
)
_LINK: Final = re.compile(r"'?\[(\d+)\]")
_ANY_ROW: Final = 1_048_577  # one more than sheets have
_ROW_NUMBER: Final = re.compile(r"(?<=[A-Z$])\d+(?![\w(.])")
_TOUCHED: Final = re.compile(r"[\[:#{@]|SINGLE|_XLL\.|!", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reading:
    """What the refresher knows about one formula before it is calculated."""

    calculation: str
    gap: Gap | None
    ours: tuple[str, ...]  # the calls of our functions
    may_spill: bool
    is_table: bool
    suspect: bool = False  # one of ours may hand an array to a function that takes none


@dataclass(frozen=True, slots=True)
class Names:
    """What names in formulas may stand for."""

    functions: frozenset[str]
    table_functions: frozenset[str]
    defined: dict[str, str]
    tables: tuple[Table, ...] = ()
    external_links: int = 0  # other workbooks of which this one keeps values


class Reader:
    """Reads formulas, each pattern of a filled-down column only once."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._known: dict[tuple[str, bool], Reading | None] = {}
        self._columns: dict[tuple[str, str, int, bool], Reading] = {}
        self._numbered = any(name[-1:].isdigit() for name in names.defined)
        listed = "|".join(re.escape(name) for name in sorted(names.functions))
        self._prefix = re.compile(
            rf"(?:_xll\.|\[\d+\]!|'[^']*\.xla[m]?'!)(?=(?:{listed})\()", re.IGNORECASE
        )

    def read(self, formula: str, sheet: str, row: int, column: int, *, array: bool) -> Reading:
        """The reading of the formula in one cell; `array` for CSE and dynamic formulas."""
        if "!" in formula or "_" in formula:
            formula = self._prefix.sub("", formula)
        pattern = (formula if self._numbered else _ROW_NUMBER.sub("0", formula), array)
        if pattern not in self._known:
            reading = self._read(formula, sheet, row, column, array)
            self._known[pattern] = reading if reading.calculation == formula else None
            return reading
        known = self._known[pattern]
        if known is None:  # rewritten, so every cell has its own text
            return self._in_row(formula, sheet, row, column, array)
        return Reading(
            formula, known.gap, known.ours, known.may_spill, known.is_table, known.suspect
        )

    def normalised(self, formula: str, sheet: str, row: int, column: int) -> str:
        """A formula with our prefixes stripped and structured references as A1."""
        if not _TOUCHED.search(formula):
            return formula
        parts = tree(formula)
        self._rewrite(parts, sheet, row, column)
        return text(parts)

    def _in_row(self, formula: str, sheet: str, row: int, column: int, array: bool) -> Reading:
        """A table column's formula, the same text in every row, is read once for all rows."""
        if "[" not in formula or _ROW_NUMBER.search(formula):
            return self._read(formula, sheet, row, column, array)
        known = self._columns.get((formula, sheet, column, array))
        if known is None:
            known = self._read(formula, sheet, _ANY_ROW, column, array)
            self._columns[formula, sheet, column, array] = known
        if "#REF!" in known.calculation:  # `[@收盘]` without its table's name
            return self._read(formula, sheet, row, column, array)
        return replace(known, calculation=known.calculation.replace(str(_ANY_ROW), str(row)))

    def _read(self, formula: str, sheet: str, row: int, column: int, array: bool) -> Reading:
        parts = tree_if_sound(formula)
        if parts is None:
            return Reading(formula, _UNREADABLE, (), False, False)
        self._rewrite(parts, sheet, row, column)
        ours = tuple(call.name for call in calls(parts) if call.name in self._names.functions)
        written, extent, walk = self._walked(text(parts), array)
        lack = gap(parts, self._names.functions) or self._outside(parts) or walk.gap
        spills = extent > Extent.VALUE or any(_may_be_range(leaf) for leaf in leaves(parts))
        solid = substance(parts)
        return Reading(written, lack, ours, spills, self._is_table(solid), walk.suspect)

    def _outside(self, parts: list[Part]) -> Gap | None:
        """Cells of a workbook whose values Excel did not keep beside the formula."""
        for leaf in leaves(parts):
            link = _LINK.match(leaf.text) if leaf.kind is Kind.EXTERNAL else None
            if leaf.kind is Kind.EXTERNAL and not (
                link and 0 < int(link.group(1)) <= self._names.external_links
            ):
                return _ELSEWHERE
        return None

    def _walked(self, formula: str, array: bool) -> tuple[str, Extent, Walk]:
        """The formula with its intersections marked; what ours spill makes all of it an array."""
        parts = tree(formula)
        walk = self._walk()
        extent = walk.over(parts, array=array)
        if not array and extent >= Extent.OURS:
            return self._walked(formula, True)
        if not array and extent is Extent.ARRAY:
            return f"{SINGLE}({text(parts)})", Extent.VALUE, walk
        return text(parts), extent, walk

    def _walk(self) -> Walk:
        return Walk(self._names.defined, self._names.functions, self._names.table_functions)

    def _is_table(self, solid: list[Part]) -> bool:
        only = solid[0] if len(solid) == 1 else None
        return isinstance(only, Call) and only.name in self._names.table_functions

    def _rewrite(self, parts: list[Part], sheet: str, row: int, column: int) -> None:
        for i, part in enumerate(parts):
            if isinstance(part, Leaf):
                self._rewrite_leaf(part, sheet, row, column)
                continue
            for inside in [part.parts] if isinstance(part, Group) else part.args:
                self._rewrite(inside, sheet, row, column)
            if isinstance(part, Call):
                parts[i] = self._rewritten_call(part)

    def _rewrite_leaf(self, leaf: Leaf, sheet: str, row: int, column: int) -> None:
        if leaf.kind is Kind.TABLE:
            leaf.text = a1_reference(leaf.text, self._names.tables, sheet, row, column)
            leaf.kind = Kind.CONSTANT if leaf.text == "#REF!" else reference_kind(leaf.text)
        elif leaf.kind is Kind.NAME:
            table = next((t for t in self._names.tables if _same(t.name, leaf.text)), None)
            if table is not None:
                leaf.text = a1_reference(f"{leaf.text}[]", [table], sheet, row, column)
                leaf.kind = reference_kind(leaf.text)

    def _rewritten_call(self, call: Call) -> Part:
        if call.name in self._names.functions:
            call.opening = f"{call.name}("  # also under the path of a missing add-in
        elif call.name == "SINGLE":
            only = substance(call.args[0])
            if len(only) == 1 and isinstance(only[0], Leaf):
                return Leaf(f"@{only[0].text}", Kind.CELL)
            call.opening = f"{SINGLE}("
        return call


def _may_be_range(leaf: Leaf) -> bool:
    return leaf.kind in (Kind.RANGE, Kind.NAME, Kind.EXTERNAL, Kind.BRACE) or leaf.text == "#"


def _same(left: str, right: str) -> bool:
    return left.casefold() == right.casefold()
