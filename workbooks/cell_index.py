"""Which of many cells stand in a range, told without walking through the range."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable

from workbooks.engine import Cell
from workbooks.sheet_xml import Extent


class CellIndex:
    """Cells by sheet and column, their rows in order."""

    def __init__(self, cells: Iterable[Cell]) -> None:
        self._rows: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
        for cell in sorted(cells):
            self._rows[cell.sheet][cell.column].append(cell.row)

    def first(self, sheet: str, area: Extent) -> Cell | None:
        """The first of the cells in a range, in reading order."""
        top, left, bottom, right = area
        found: list[tuple[int, int]] = []
        for column, rows in self._rows.get(sheet, {}).items():
            if left <= column <= right:
                at = bisect_left(rows, top)
                if at < len(rows) and rows[at] <= bottom:
                    found.append((rows[at], column))
        return Cell(sheet, *min(found)) if found else None
