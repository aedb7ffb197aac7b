"""Where a formula meets an array, and what Excel does there.

In an ordinary formula a range where one value is expected means the cell in this row or column
(implicit intersection): the walk marks it with `@`. In an array formula, and inside functions that
always work on arrays, it is computed element by element, which the engine does only for operators
and a few functions: elsewhere the walk finds a gap.
"""

from enum import IntEnum
from typing import Final

from workbooks.engine_gaps import Gap
from workbooks.formula_tree import (
    Call,
    Group,
    Kind,
    Leaf,
    Part,
    reference_kind,
    substance,
)
from workbooks.native_functions import LIFTED, RESULT_ARRAY, expects

_POSITION: Final = frozenset({"ROW", "COLUMN"})


class Extent(IntEnum):
    """What a part of a formula may hold."""

    VALUE = 0
    ARRAY = 1
    OURS = 2  # one of our functions was given a range: it may spill
    TABLE = 3  # one of our functions that always returns a table


class Walk:
    """One pass over a tree in one mode; `array` is the mode of an array formula."""

    def __init__(self, names: dict[str, str], ours: frozenset[str], tables: frozenset[str]) -> None:
        self._names = names
        self._ours = ours
        self._tables = tables
        self.gap: Gap | None = None
        self.suspect = False  # one of ours may hand an array to a function that takes none

    def over(self, parts: list[Part], *, array: bool) -> Extent:
        """Mark intersections in a whole formula and tell what it may hold."""
        return self._parts(parts, "a" if array else "s", array)

    def _parts(self, parts: list[Part], want: str, array: bool) -> Extent:
        solid = substance(parts)
        if want == "r" and len(solid) > 1:
            want = "a" if array else "s"
        found = Extent.VALUE
        for i, part in enumerate(solid):
            before = solid[i - 1] if i else None
            found = max(found, self._part(part, before, want, array))
        return found

    def _part(self, part: Part, before: Part | None, want: str, array: bool) -> Extent:
        if isinstance(part, Call):
            return self._call(part, array or want == "a")
        if isinstance(part, Group):
            several = part.open == "{" and len(part.parts) > 1
            return Extent.ARRAY if several else self._parts(part.parts, want, array)
        if part.kind is Kind.OPERATOR:
            return Extent.ARRAY if part.text == "#" else Extent.VALUE
        intersected = isinstance(before, Leaf) and before.text == "@"
        return Extent.VALUE if intersected else self._leaf(part, want)

    def _leaf(self, leaf: Leaf, want: str) -> Extent:
        if not self._is_range(leaf):
            return Extent.VALUE
        if want != "s":
            return Extent.ARRAY
        leaf.text = "@" + leaf.text
        return Extent.VALUE

    def _is_range(self, leaf: Leaf) -> bool:
        if leaf.kind is Kind.NAME:
            return reference_kind(self._names.get(leaf.text.casefold(), "")) is Kind.RANGE
        external = leaf.kind is Kind.EXTERNAL and ":" in leaf.text.rpartition("!")[2]
        return leaf.kind is Kind.RANGE or external

    def _call(self, call: Call, array: bool) -> Extent:
        if call.name in self._ours:
            return self._our_call(call)
        single = Extent.VALUE
        for i, arg in enumerate(call.args):
            want = expects(call.name, i)
            held = self._parts(arg, want if want != "s" or not array else "a", array or want == "a")
            single = max(single, held) if want == "s" else single
            if call.name in _POSITION and array and held is Extent.ARRAY:
                self._lacks(call.name)
        if call.name not in LIFTED:
            self.suspect |= single is Extent.OURS
            if single in (Extent.ARRAY, Extent.TABLE):
                self._lacks(call.name)
        return max(single, Extent.ARRAY) if call.name in RESULT_ARRAY else single

    def _our_call(self, call: Call) -> Extent:
        held = max(self._parts(arg, "r", True) for arg in call.args)
        if call.name in self._tables:
            return Extent.TABLE
        return Extent.OURS if held else Extent.VALUE

    def _lacks(self, function: str) -> None:
        self.gap = self.gap or Gap(
            f"计算引擎的 {function} 不能逐个处理数组",
            f"the engine's {function} cannot take an array element by element",
        )
