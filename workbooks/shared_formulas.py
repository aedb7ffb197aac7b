"""Shared formulas: the text each cell of a filled-down group stands for.

openpyxl's Translator gives the same texts; this one parses the group's formula only once, because a
filled-down column has 100,000 of them.
"""

import re
from collections.abc import Callable
from typing import Final

from openpyxl.utils import column_index_from_string, get_column_letter

from workbooks.formula_tree import Kind, Leaf, leaves, text, tree

_CELL: Final = re.compile(
    r"(?<![\w$.])(\$?)([A-Z]{1,3})(\$?)([1-9]\d{0,6})(?![\w(.])", re.IGNORECASE
)
_COLUMNS: Final = re.compile(r"^(\$?)([A-Z]{1,3}):(\$?)([A-Z]{1,3})$", re.IGNORECASE)
_ROWS: Final = re.compile(r"^(\$?)(\d+):(\$?)(\d+)$")
_MOVED: Final = (Kind.CELL, Kind.RANGE, Kind.EXTERNAL, Kind.STACK)
Move = Callable[[int, int], str]


class SharedFormula:
    """The formula of a group's first cell, ready to be moved."""

    def __init__(self, formula: str, row: int, column: int) -> None:
        self._row = row
        self._column = column
        self._pieces = _pieces(formula)

    def at(self, row: int, column: int) -> str:
        """The formula as it stands in another cell of the group."""
        down, right = row - self._row, column - self._column
        return "".join(p if isinstance(p, str) else p(down, right) for p in self._pieces)


def _pieces(formula: str) -> list[str | Move]:
    """The formula cut into fixed text and references that move."""
    parts = tree(formula)
    moving: list[Leaf] = [leaf for leaf in leaves(parts) if leaf.kind in _MOVED]
    originals = [leaf.text for leaf in moving]
    for number, leaf in enumerate(moving):
        leaf.text = f"\0{number}\0"
    pieces: list[str | Move] = []
    for i, piece in enumerate(text(parts).split("\0")):
        pieces += _reference(originals[int(piece)]) if i % 2 else [piece]
    return pieces


def _reference(reference: str) -> list[str | Move]:
    sheet, mark, cells = reference.rpartition("!")
    if found := _COLUMNS.match(cells):
        ends: list[Move] = [_column(*found.group(1, 2)), _column(*found.group(3, 4))]
        return [sheet + mark, ends[0], ":", ends[1]]
    if found := _ROWS.match(cells):
        ends = [_row(*found.group(1, 2)), _row(*found.group(3, 4))]
        return [sheet + mark, ends[0], ":", ends[1]]
    pieces: list[str | Move] = [sheet + mark]
    at = 0
    for match in _CELL.finditer(cells):
        pieces += [cells[at : match.start()], _column(*match.group(1, 2)), _row(*match.group(3, 4))]
        at = match.end()
    return [*pieces, cells[at:]]


def _column(fixed: str, letters: str) -> Move:
    number = column_index_from_string(letters)
    if fixed:
        return lambda _down, _right: fixed + letters
    return lambda _down, right: _letters(number + right)


def _row(fixed: str, digits: str) -> Move:
    number = int(digits)
    if fixed:
        return lambda _down, _right: fixed + digits
    return lambda down, _right: str((number + down - 1) % 1_048_576 + 1)


def _letters(number: int) -> str:
    return get_column_letter((number - 1) % 16_384 + 1)
