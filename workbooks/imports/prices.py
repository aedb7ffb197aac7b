"""The understood result: closes by day, and everything that was read into them."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from workbooks.imports import exports
from workbooks.imports.headings import Headings, headings
from workbooks.imports.securities import Kind
from workbooks.opening import PackageError


@dataclass(frozen=True)
class Read:
    """A column as it was read: heading, meaning, unit, and what it was multiplied by."""

    heading: str
    meaning: str
    unit: str
    factor: float


@dataclass(frozen=True)
class LeftOut:
    """Rows of one kind that were left out: how many, and the first of them."""

    zh: str
    en: str
    count: int
    row: int
    example: str


@dataclass(frozen=True)
class Prices:
    """Unadjusted closes in yuan by day, oldest first; volumes in shares or bonds, amounts in yuan.

    A volume or amount that the export does not give is None.
    """

    source: str
    form: str
    code: str
    name: str
    kind: Kind
    dates: tuple[dt.date, ...]
    closes: tuple[float, ...]
    volumes: tuple[float | None, ...]
    amounts: tuple[float | None, ...]
    columns: tuple[Read, ...]
    left_out: tuple[LeftOut, ...]
    notes: tuple[str, ...]


def read_prices(path: Path, code: str | None = None) -> Prices:
    """The prices of one security in an export; `code` chooses where there are several.

    Raises PackageError, naming the file, where there is no table of closes, prices are adjusted
    or in another currency, or units and prices contradict each other.
    """
    from workbooks.imports.understanding import understood

    try:
        grid, found = _table(path)
        return understood(grid, found, path.name, code)
    except PackageError as failure:
        raise failure if str(path) in failure.zh else failure.about(path) from None


def _table(path: Path) -> tuple[exports.Grid, Headings]:
    seen = []
    for grid in exports.grids(path):
        found = headings(grid.rows)
        if found:
            return grid, found
        seen.append(grid)
    shown = "、".join(_first_words(seen[-1])) if seen else ""
    raise PackageError(
        f"没有找到同时有日期列和收盘价列的表头（读到：{shown or '空表'}）",
        "no row of headings names both a date and a close",
    )


def _first_words(grid: exports.Grid) -> Iterator[str]:
    row = next((row for row in grid.rows if any(row)), [])
    return (str(cell)[:20] for cell in row[:8] if cell not in (None, ""))
