"""The calculation copy: the workbook as the engine can read it, without anything cached."""

import datetime as dt
import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import unescape
from typing import Final
from xml.sax.saxutils import escape

from workbooks.engine import FIT, Cell, Host
from workbooks.engine_gaps import Gap
from workbooks.formulas import Names, Reader, Reading
from workbooks.package import Package, SheetPart
from workbooks.shared_formulas import SharedFormula
from workbooks.sheet_rows import with_cells
from workbooks.sheet_xml import (
    Extent,
    FormulaCell,
    Place,
    constant,
    merged,
    places,
    readable,
    scan,
    spliced,
    without_value,
)
from workbooks.values import SPELLED, ErrorCode

_NEEDED: Final = re.compile(
    r"\[Content_Types\]\.xml|_rels/\.rels|(.*/)?(workbook|sharedStrings|styles)\.xml|"
    r"(.*/)?_rels/workbook\.xml\.rels|(.*/)?externalLinks/.*|(.*/)?worksheets/[^/]*"
)
_NAME: Final = re.compile(rb"(<definedName\b[^>]*>)([^<]*)(</definedName>)")
_ISO_CELL: Final = re.compile(rb'(<c r="[^"]+"[^>]*?) t="d"([^>]*>\s*<v>)([^<]*)</v>')
_NEW_ERRORS: Final = re.compile(
    rb"<v>#(?:SPILL|CALC|FIELD|BLOCKED|UNKNOWN|CONNECT|BUSY|PYTHON|EXTERNAL)!</v>"
)

_TABLE: Final = Gap("模拟运算表只有 Excel 会算", "only Excel calculates what-if data tables")
_EMPTY: Final = Gap("公式为空", "the formula is empty")


@dataclass(slots=True)
class Prepared:
    """One formula cell, its formula spelled out, and how it was read."""

    cell: FormulaCell
    formula: str
    reading: Reading

    @property
    def legacy_array(self) -> bool:
        """Whether it fills a fixed extent, entered with Ctrl+Shift+Enter."""
        return self.cell.kind == b"array" and not self.cell.dynamic


@dataclass(slots=True)
class Sheet:
    """One worksheet on its way through a refresh."""

    part: SheetPart
    xml: bytes
    formulas: list[Prepared]
    obstacles: list[Extent]  # merged ranges and tables, which a spill may not enter


def prepared(package: Package, host: Host) -> list[Sheet]:
    """Every worksheet, scanned and with its formulas read."""
    reader = Reader(_names(package, host))
    return [_sheet(package, part, reader) for part in package.sheets]


def calculation_copy(package: Package, sheets: Iterable[Sheet], host: Host) -> bytes:
    """The package the engine loads."""
    new = {sheet.part.part: _copied(sheet) for sheet in sheets}
    if package.tables:
        reader = Reader(_names(package, host))
        new[package.workbook_part] = _with_plain_names(package, reader)
    return package.extract(new, _NEEDED)


def at(sheet: Sheet, formula: Prepared) -> Cell:
    """Where a formula stands."""
    return Cell(sheet.part.name, formula.cell.row, formula.cell.column)


def _names(package: Package, host: Host) -> Names:
    functions = frozenset(host.callbacks)
    bare = Names(functions, host.table_functions, {}, package.tables)
    reader = Reader(bare)
    defined = {
        name: reader.normalised(meaning, "", 1, 1) if package.tables else meaning
        for name, meaning in package.defined_names.items()
    }
    return Names(functions, host.table_functions, defined, package.tables, package.external_links)


def _sheet(package: Package, part: SheetPart, reader: Reader) -> Sheet:
    xml = readable(package.part(part.part), part.part)
    cells = scan(xml, package.shared_strings if b't="s"' in xml else ())
    groups: dict[int, SharedFormula] = {}
    formulas = [_formula(cell, groups, reader, part.name) for cell in cells]
    tables = [(t.top, t.left, t.bottom, t.right) for t in package.tables if t.sheet == part.name]
    return Sheet(part, xml, formulas, merged(xml) + tables)


def _formula(
    cell: FormulaCell, groups: dict[int, SharedFormula], reader: Reader, sheet: str
) -> Prepared:
    kind = cell.kind
    formula = _shared(cell, groups) if kind == b"shared" else cell.formula
    if kind == b"dataTable" or not formula:
        lack = _TABLE if kind == b"dataTable" else _EMPTY
        return Prepared(cell, formula, Reading(formula, lack, (), False, False))
    reading = reader.read(formula, sheet, cell.row, cell.column, array=kind == b"array")
    return Prepared(cell, formula, reading)


def _shared(cell: FormulaCell, groups: dict[int, SharedFormula]) -> str:
    if cell.formula:
        groups[cell.shared_index] = SharedFormula(cell.formula, cell.row, cell.column)
        return cell.formula
    group = groups.get(cell.shared_index)
    return group.at(cell.row, cell.column) if group else ""


def _copied(sheet: Sheet) -> bytes:
    changes = ((formula.cell, _copied_cell(formula)) for formula in sheet.formulas)
    xml = spliced(sheet.xml, changes)
    if b't="d"' in xml:
        xml = _ISO_CELL.sub(_serial_cell, xml)
    xml = with_cells(xml, dict.fromkeys(_children(sheet.formulas)))
    return _NEW_ERRORS.sub(b"<v>#VALUE!</v>", xml)


def _copied_cell(formula: Prepared) -> bytes:
    cell, reading = formula.cell, formula.reading
    if reading.gap:
        known = not isinstance(cell.value, ErrorCode) or cell.value in SPELLED
        return constant(cell.row, cell.column, cell.value if known else None)
    if formula.legacy_array:
        return without_value(cell, escape(fitted(formula)).encode())
    as_written = cell.formula_bytes if reading.calculation == cell.formula else None
    return without_value(cell, as_written or escape(reading.calculation).encode())


def fitted(formula: Prepared) -> str:
    """A formula as the engine is to calculate it, legacy arrays in their fixed extent."""
    if not formula.legacy_array:
        return formula.reading.calculation
    top, left, bottom, right = formula.cell.extent
    return f"{FIT}({formula.reading.calculation},{bottom - top + 1},{right - left + 1})"


def _children(formulas: Iterable[Prepared]) -> set[Place]:
    """The cells that only show what an array formula spilled into them."""
    filled: set[Place] = set()
    own: set[Place] = set()
    for formula in formulas:
        own.add((formula.cell.row, formula.cell.column))
        if formula.cell.kind == b"array" and not formula.reading.gap:
            filled.update(places(formula.cell.extent))
    return filled - own


def _with_plain_names(package: Package, reader: Reader) -> bytes:
    """workbook.xml with structured references in defined names written as A1."""

    def plain(match: re.Match[bytes]) -> bytes:
        meaning = unescape(match.group(2).decode())
        written = escape(reader.normalised(meaning, "", 1, 1)).encode()
        return match.group(1) + written + match.group(3)

    return _NAME.sub(plain, package.part(package.workbook_part))


def _serial_cell(match: re.Match[bytes]) -> bytes:
    """A cell holding an ISO date as one holding its serial number."""
    written = match.group(3).decode().rstrip("Z")
    try:
        moment = dt.datetime.fromisoformat(written)
    except ValueError:
        return match.group(0)
    days = (moment.replace(tzinfo=None) - dt.datetime(1899, 12, 30)) / dt.timedelta(days=1)
    return match.group(1) + match.group(2) + str(days).encode() + b"</v>"
