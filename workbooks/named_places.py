"""The cells that defined names stand for, through other names too: the engine does not tell."""

from collections.abc import Iterable, Iterator

from workbooks.formula_tree import Kind, leaves, tree_if_sound
from workbooks.sheet_xml import Extent, extent

Area = tuple[str, Extent]  # the sheet and the range


class NamedPlaces:
    """The names of a workbook; one that several sheets define for themselves is all of them."""

    def __init__(self, meanings: Iterable[tuple[str, str]]) -> None:
        self._meanings: dict[str, list[str]] = {}
        for name, meaning in meanings:
            self._meanings.setdefault(name.casefold(), []).append(meaning)
        self._known: dict[str, tuple[Area, ...]] = {}

    def of(self, name: str) -> tuple[Area, ...]:
        """What a name reads, also one spelled with its sheet; nothing for an unknown one."""
        bare = name.rpartition("!")[2].casefold()
        if bare not in self._known:
            self._known[bare] = ()  # a name that leads back to itself ends here
            found = (a for m in self._meanings.get(bare, ()) for a in self._read(m))
            self._known[bare] = tuple(dict.fromkeys(found))
        return self._known[bare]

    def over(self, sheet: str, row: int, column: int) -> Iterator[str]:
        """The names that read a cell, in lower case."""
        for name in self._meanings:
            if any(s == sheet and _holds(area, row, column) for s, area in self.of(name)):
                yield name

    def _read(self, meaning: str) -> Iterator[Area]:
        for leaf in leaves(tree_if_sound(meaning) or []):
            if leaf.kind is Kind.NAME:
                yield from self.of(leaf.text)
            elif leaf.kind in (Kind.CELL, Kind.RANGE) and "!" in leaf.text:
                yield place(leaf.text)


def place(reference: str) -> Area:
    """`'数据'!A1:B2` as its sheet and extent."""
    sheet, _, area = reference.rpartition("!")
    name = sheet[1:-1].replace("''", "'") if sheet.startswith("'") else sheet
    return name, extent(area)


def _holds(area: Extent, row: int, column: int) -> bool:
    return area[0] <= row <= area[2] and area[1] <= column <= area[3]
