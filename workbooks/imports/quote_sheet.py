"""行情 of a template workbook: the sessions it holds, and an import merged into them."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from workbooks.imports.following import followed
from workbooks.imports.growth import grown
from workbooks.imports.named_areas import Area, named_area
from workbooks.imports.prices import Prices
from workbooks.imports.securities import codes_in
from workbooks.imports.spellings import day, serial
from workbooks.package import Package, PackageError
from workbooks.sheet_rows import values_at, with_cells
from workbooks.sheet_xml import Place, address, places, readable, scan
from workbooks.sheets.quotes import HEADER
from workbooks.values import Value, same

DATES: Final = "交易日"
CLOSES: Final = "收盘价"
STOCK: Final = "正股"


@dataclass(frozen=True)
class Replaced:
    """A session whose close differs from the one the sheet held."""

    day: dt.date
    before: Value
    after: float


@dataclass(frozen=True)
class Merge:
    """What an import did to 行情."""

    new: int
    replaced: tuple[Replaced, ...]
    unchanged: int
    kept: int
    capacity: int
    grown_from: int


@dataclass(frozen=True)
class _Sheet:
    """The rows of 行情: a date, a close, and what else was typed beside them."""

    name: str
    part: str
    xml: bytes
    area: Area
    close: int
    held: Mapping[Place, Value]
    formulas: frozenset[Place]

    def at(self, row: int) -> dict[int, Value]:
        """What was typed into a row, by column; formulas stay where they are."""
        columns = range(self.area.left, self.area.left + len(HEADER))
        typed = {c: self.held.get((row, c)) for c in columns if (row, c) not in self.formulas}
        return {**typed, **{c: self.held.get((row, c)) for c in (self.area.left, self.close)}}


def merged(package: Package, prices: Prices) -> tuple[bytes, Merge]:
    """The workbook with the closes in 行情, oldest first; every other byte stays.

    A session that the sheet holds already gets the imported close; its other sessions stay.
    """
    _check_security(package, prices)
    sheet = _sheet(package)
    rows = _sessions(sheet, package.date1904)
    result = _compared(rows, sheet, prices)
    for when, close in zip(prices.dates, prices.closes, strict=True):
        day_number = serial(when, package.date1904)
        rows[when] = {**rows.get(when, {}), sheet.area.left: day_number, sheet.close: close}
    capacity = sheet.area.rows
    if len(rows) > capacity:
        package = grown(package, len(rows))
        sheet = _sheet(package)
    cells = _changes(sheet, [rows[when] for when in sorted(rows)])
    if not cells:
        return package.data, Merge(*result, sheet.area.rows, capacity)
    lowest = min(prices.closes)
    new = {**followed(package, len(rows), lowest), sheet.part: with_cells(sheet.xml, cells)}
    return package.written(new), Merge(*result, sheet.area.rows, capacity)


def _sheet(package: Package) -> _Sheet:
    area, closes = named_area(package, DATES), named_area(package, CLOSES)
    part = next((s.part for s in package.sheets if s.name == area.sheet), None)
    if part is None or (closes.sheet, closes.span) != (area.sheet, area.span):
        raise PackageError(
            f"名称“{DATES}”与“{CLOSES}”不在同一工作表的相同行",
            "dates and closes do not stand together",
        )
    xml = readable(package.part(part), part)
    formulas = frozenset((c.row, c.column) for c in scan(xml, package.shared_strings))
    wide = (area.top, area.left, area.bottom, area.left + len(HEADER) - 1)
    wanted = {*places(wide), *((row, closes.left) for row in area.span)}
    held = values_at(xml, wanted, package.shared_strings)
    return _Sheet(area.sheet, part, xml, area, closes.left, held, formulas)


def _check_security(package: Package, prices: Prices) -> None:
    """The clauses compare closes of the stock, not of the bond or of another stock."""
    if prices.kind == "bond":
        raise PackageError(
            f"{prices.code or prices.name or '导出'} 是债券：“行情”填正股收盘价，条款以正股价比较",
            "these are a bond's prices: sheet 行情 takes the closes of its stock",
        )
    area = named_area(package, STOCK)
    part = next(s.part for s in package.sheets if s.name == area.sheet)
    xml, place = readable(package.part(part), part), (area.top, area.left)
    stated = str(values_at(xml, [place], package.shared_strings).get(place) or "")
    known = codes_in([stated])
    if prices.code and known and prices.code not in known:
        raise PackageError(
            f"导出的是 {prices.code} {prices.name}，“条款”的正股是 {stated}".replace("  ", " "),
            f"the export is of {prices.code}, the stock of this workbook is {stated}",
        )


def _sessions(sheet: _Sheet, date1904: bool) -> dict[dt.date, dict[int, Value]]:
    """The rows the sheet holds, by day."""
    found: dict[dt.date, dict[int, Value]] = {}
    for row in sheet.area.span:
        typed = sheet.at(row)
        if all(value in (None, "") for value in typed.values()):
            continue
        when = day(typed[sheet.area.left], date1904)
        if when is None or when in found:
            where = f"{sheet.name}!{address(row, sheet.area.left)}"
            why = "重复" if when else "没有日期或日期无法识别"
            raise PackageError(f"{where} {why}，请先改正", f"{where}: no day, or a day twice")
        found[when] = typed
    return found


def _compared(
    rows: Mapping[dt.date, Mapping[int, Value]], sheet: _Sheet, prices: Prices
) -> tuple[int, tuple[Replaced, ...], int, int]:
    """New, replaced, unchanged and kept sessions."""
    known = {when: rows[when][sheet.close] for when in prices.dates if when in rows}
    pairs = dict(zip(prices.dates, prices.closes, strict=True))
    replaced = tuple(
        Replaced(when, before, pairs[when])
        for when, before in known.items()
        if not same(before, pairs[when])
    )
    return (
        len(pairs) - len(known), replaced, len(known) - len(replaced), len(rows) - len(known)
    )  # fmt: skip


def _changes(sheet: _Sheet, rows: Iterable[Mapping[int, Value]]) -> dict[Place, Value]:
    """The cells that change when the sheet's rows become these, closed up from the top."""
    wanted = list(rows)
    cells: dict[Place, Value] = {}
    for at, row in enumerate(sheet.area.span):
        old, new = sheet.at(row), wanted[at] if at < len(wanted) else {}
        for column in old.keys() | new.keys():
            place, value = (row, column), new.get(column)
            if not same(sheet.held.get(place), value):
                _check_plain(sheet, place)
                cells[place] = value
    return cells


def _check_plain(sheet: _Sheet, place: Place) -> None:
    if place in sheet.formulas:
        where = f"{sheet.name}!{address(*place)}"
        raise PackageError(
            f"{where} 是公式，导入会改掉它，请先改为数值",
            f"{where} holds a formula: not overwritten",
        )
