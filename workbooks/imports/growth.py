"""More rows for sessions than a template was made with.

The last row of 行情, 触发 and 估值 is repeated, formulas moved with it; names, conditional formats,
validations and charts that end on it then end on the new last row.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from html import escape, unescape
from typing import Final

from workbooks.imports.named_areas import Area, area, named_area
from workbooks.package import Package, PackageError
from workbooks.shared_formulas import SharedFormula
from workbooks.sheet_xml import FormulaCell, address, extent, readable, scan, spread
from workbooks.sheets.inputs import SPARE_ROWS

SESSIONS: Final = "交易日"
NAMES: Final = (SESSIONS, "收盘价", "转股价列", "触发表", "估值收盘列", "估值收益列")
_DEFINED: Final = re.compile(rb"(<definedName\b[^>]*>)([^<]*)(</definedName>)")
CHART: Final = re.compile(r"(?:.*/)?charts/chart[^/]*\.xml")
CHARTED: Final = re.compile(rb"(<(?:\w+:)?f>)([^<]*)(</(?:\w+:)?f>)")
_SQREF: Final = re.compile(rb'(\ssqref=")([^"]*)(")|(<xm:sqref>)([^<]*)(</xm:sqref>)')
_DIMENSION: Final = re.compile(rb'(<dimension ref=")([^"]*)(")')
_ROW: Final = re.compile(rb'<row\b([^>]*?)\sr="(\d+)"([^>]*?)(?:/>|>(.*?)</row>)', re.DOTALL)
_CELL: Final = re.compile(rb'<c r="([A-Z]{1,3})\d{1,7}"([^>]*?)(?:/>|>(.*?)</c>)', re.DOTALL)
_STYLE: Final = re.compile(rb'\ss="\d+"')
Bottoms = Mapping[str, int]  # the last row of the sessions, by sheet


def grown(package: Package, needed: int) -> Package:
    """The workbook with room for `needed` sessions and some to spare."""
    more = needed + SPARE_ROWS - named_area(package, SESSIONS).rows
    bottoms = _bottoms(package)
    new = {package.workbook_part: _names_moved(package, bottoms, more)}
    for sheet in package.sheets:
        if sheet.name in bottoms:
            new[sheet.part] = _taller(package, sheet.part, sheet.name, bottoms[sheet.name], more)
    for part in filter(CHART.fullmatch, package.parts):
        new[part] = _references_moved(CHARTED, package.part(part), bottoms, more)
    return Package(package.written(new))


def _bottoms(package: Package) -> dict[str, int]:
    found = (area(package.defined_names.get(name.casefold(), "")) for name in NAMES)
    return {a.sheet: a.bottom for a in found if a}


def _names_moved(package: Package, bottoms: Bottoms, more: int) -> bytes:
    return _references_moved(_DEFINED, package.part(package.workbook_part), bottoms, more)


def _references_moved(pattern: re.Pattern[bytes], xml: bytes, bottoms: Bottoms, more: int) -> bytes:
    """Every range in the matched elements that ends on a sheet's last row, made longer."""

    def moved(match: re.Match[bytes]) -> bytes:
        written = match.group(2).decode()
        found = area(unescape(written))
        if found is None or not _ends(found, bottoms):
            return match.group(0)
        longer = re.sub(r"\d+$", str(found.bottom + more), written)
        return match.group(1) + longer.encode() + match.group(3)

    return pattern.sub(moved, xml)


def _ends(found: Area, bottoms: Bottoms) -> bool:
    return found.top < found.bottom == bottoms.get(found.sheet)


def _taller(package: Package, part: str, name: str, bottom: int, more: int) -> bytes:
    """A sheet with its last session's row repeated `more` times."""
    xml = readable(package.part(part), part)
    start, end = xml.index(b"<sheetData"), xml.index(b"</sheetData>")
    data = xml[start:end]
    _check_free(data, name, bottom, more)
    cells = {(c.row, c.column): c for c in scan(xml, package.shared_strings)}
    row = next(m for m in _ROW.finditer(data) if int(m.group(2)) == bottom)
    texts = _texts(cells.values(), bottom)
    repeated = b"".join(_repeated(row, bottom + n, texts) for n in range(1, more + 1))
    behind = [m for m in _ROW.finditer(data) if int(m.group(2)) > bottom + more]
    kept = data[: row.end()] + repeated + (data[behind[0].start() :] if behind else b"")
    longer = _longer(bottom, more)
    tail = _SQREF.sub(longer, xml[end:])
    return _DIMENSION.sub(longer, xml[:start]) + kept + tail


def _check_free(data: bytes, name: str, bottom: int, more: int) -> None:
    """Nothing stands where the new rows go."""
    for row in _ROW.finditer(data):
        number = int(row.group(2))
        if bottom < number <= bottom + more and re.search(rb"<v>|<f|<is>", row.group(4) or b""):
            raise PackageError(
                f"“{name}”第 {number} 行已有内容，放不下更多交易日，请先移走",
                f"row {number} of sheet {name} is in use: no room for more sessions",
            )


def _texts(cells: Iterable[FormulaCell], bottom: int) -> dict[int, SharedFormula]:
    """The formulas of the last row, ready to be moved, by column."""
    groups: dict[int, SharedFormula] = {}
    found: dict[int, SharedFormula] = {}
    for cell in cells:
        if cell.kind == b"shared" and cell.formula:
            groups[cell.shared_index] = SharedFormula(cell.formula, cell.row, cell.column)
        if cell.row == bottom and cell.kind in (b"normal", b"shared"):
            own = SharedFormula(cell.formula, cell.row, cell.column) if cell.formula else None
            formula = own or groups.get(cell.shared_index)
            if formula:
                found[cell.column] = formula
    return found


def _repeated(row: re.Match[bytes], at: int, texts: Mapping[int, SharedFormula]) -> bytes:
    """The last row's styles and formulas in another row; its values are not repeated."""
    cells = []
    for cell in _CELL.finditer(row.group(4) or b""):
        column = extent(cell.group(1).decode() + "1")[1]
        style = _STYLE.search(cell.group(2))
        name, look = address(at, column).encode(), style.group(0) if style else b""
        if column in texts:
            formula = escape(texts[column].at(at, column), quote=False).encode()
            cells.append(b'<c r="%s"%s><f>%s</f></c>' % (name, look, formula))
        elif look:
            cells.append(b'<c r="%s"%s/>' % (name, look))
    return b'<row%s r="%d"%s>%s</row>' % (row.group(1), at, row.group(3), b"".join(cells))


def _longer(bottom: int, more: int) -> Callable[[re.Match[bytes]], bytes]:
    """Areas of a sheet that end on its last row, made longer."""

    def moved(match: re.Match[bytes]) -> bytes:
        head, areas, foot = (group for group in match.groups() if group is not None)
        return head + b" ".join(_stretched(a, bottom, more) for a in areas.split(b" ")) + foot

    return moved


def _stretched(written: bytes, bottom: int, more: int) -> bytes:
    top, left, last, right = extent(written.decode())
    if last != bottom or top == last:
        return written
    return spread((top, left, last + more, right)).encode()
