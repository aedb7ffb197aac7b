"""Setting and clearing plain cells in a sheet's bytes, and keeping its dimension true."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from html import unescape
from typing import Final

from workbooks.sheet_xml import Extent, Place, address, column_number, extent, spread
from workbooks.values import Value, cached, spelled

_ROW: Final = re.compile(rb"<row(\s[^>]*?)?(?:/>|>(.*?)</row>)", re.DOTALL)
_NUMBER: Final = re.compile(rb'\sr="(\d+)"')
_SPANS: Final = re.compile(rb'\sspans="[^"]*"')
_STYLE: Final = re.compile(rb'\ss="\d+"')
_CELL: Final = re.compile(rb'<c r="([A-Z]{1,3})\d{1,7}"([^>]*?)(?:/>|>(.*?)</c>)', re.DOTALL)
_TYPE: Final = re.compile(rb'\st="([^"]*)"')
_INLINE: Final = re.compile(rb"<t(?:\s[^>]*)?>([^<]*)</t>")
_CONTENT: Final = re.compile(rb"<v(?:\s[^>]*)?>([^<]*)</v>")
_DIMENSION: Final = re.compile(rb'<dimension ref="([^"]+)"')


def with_cells(xml: bytes, cells: Mapping[Place, Value]) -> bytes:
    """The sheet with plain cells set, or emptied where the value is None; styles stay."""
    if not cells:
        return xml
    by_row: dict[int, dict[int, Value]] = defaultdict(dict)
    for (row, column), value in cells.items():
        by_row[row][column] = value
    start, end, lead = _data_bounds(xml)
    data = b"" if lead else xml[start:end]
    out = lead + b"".join(_rows(data, by_row))
    tail = b"" if lead == b"" else b"</sheetData>"
    return _true_dimension(xml[:start], cells) + out + tail + xml[end:]


def values_at(xml: bytes, wanted: Iterable[Place], strings: tuple[str, ...]) -> dict[Place, Value]:
    """What some cells of a sheet hold now; empty ones are left out."""
    found: dict[Place, Value] = {}
    rows: dict[int, set[int]] = defaultdict(set)
    for row, column in wanted:
        rows[row].add(column)
    for match in _ROW.finditer(xml):
        number = _row_number(match)
        if number in rows and match.group(2):
            for cell in _CELL.finditer(match.group(2)):
                column = column_number(cell.group(1))
                if column in rows[number] and cell.group(3):
                    found[number, column] = _held(cell, strings)
    return found


def _held(cell: re.Match[bytes], strings: tuple[str, ...]) -> Value:
    kind, inline = _TYPE.search(cell.group(2)), _INLINE.findall(cell.group(3))
    if inline:
        return unescape(b"".join(inline).decode())
    content = _CONTENT.search(cell.group(3))
    written = content.group(1) if content else None
    return cached(kind.group(1) if kind else b"", written, strings)


def _data_bounds(xml: bytes) -> tuple[int, int, bytes]:
    """Where the rows stand; an empty `<sheetData/>` is opened."""
    opening = re.search(rb"<sheetData[^>]*?(/?)>", xml)
    if opening is None:
        return 0, 0, b""
    if opening.group(1):
        return opening.start(), opening.end(), b"<sheetData>"
    return opening.end(), xml.index(b"</sheetData>", opening.end()), b""


def _rows(data: bytes, by_row: dict[int, dict[int, Value]]) -> Iterable[bytes]:
    waiting = sorted(number for number, cells in by_row.items() if any_value(cells))
    at = 0
    for match in _ROW.finditer(data):
        number = _row_number(match)
        if number in by_row or (waiting and waiting[0] < number):
            yield data[at : match.start()]
            at = match.end()
            while waiting and waiting[0] < number:
                yield _new_row(waiting[0], by_row[waiting.pop(0)])
            waiting = [n for n in waiting if n != number]
            known = number in by_row
            yield _row(match, number, by_row[number]) if known else match.group(0)
    yield data[at:]
    for number in waiting:
        yield _new_row(number, by_row[number])


def any_value(cells: Mapping[int, Value]) -> bool:
    """Whether anything is to be set rather than emptied."""
    return any(value is not None for value in cells.values())


def _row_number(match: re.Match[bytes]) -> int:
    found = _NUMBER.search(match.group(1) or b"")
    return int(found.group(1)) if found else 0


def _new_row(number: int, cells: Mapping[int, Value]) -> bytes:
    filled = {c: _plain_cell(number, c, b"", v) for c, v in cells.items() if v is not None}
    return b'<row r="%d">%s</row>' % (number, b"".join(filled[c] for c in sorted(filled)))


def _row(match: re.Match[bytes], number: int, cells: Mapping[int, Value]) -> bytes:
    inside = match.group(2) or b""
    kept = {column_number(m.group(1)): (m.group(0), m.group(2)) for m in _CELL.finditer(inside)}
    content = {column: whole for column, (whole, _) in kept.items()}
    for column, value in cells.items():
        style = _STYLE.search(kept[column][1]) if column in kept else None
        cell = _plain_cell(number, column, style.group(0) if style else b"", value)
        if cell:
            content[column] = cell
        else:
            content.pop(column, None)
    attributes = _SPANS.sub(b"", match.group(1) or b"")
    return b"<row%s>%s</row>" % (attributes, b"".join(content[c] for c in sorted(content)))


def _plain_cell(row: int, column: int, style: bytes, value: Value) -> bytes:
    name = address(row, column).encode()
    if value is None:
        return b'<c r="%s"%s/>' % (name, style) if style else b""
    kind, content = spelled(value)
    return b'<c r="%s"%s%s>%s</c>' % (name, style, kind, content)


def _true_dimension(head: bytes, cells: Mapping[Place, Value]) -> bytes:
    found = _DIMENSION.search(head)
    filled = [place for place, value in cells.items() if value is not None]
    if not found or not filled:
        return head
    grown = _grown(extent(found.group(1).decode()), filled)
    return head[: found.start(1)] + spread(grown).encode() + head[found.end(1) :]


def _grown(area: Extent, filled: list[Place]) -> Extent:
    rows, columns = [r for r, _ in filled], [c for _, c in filled]
    return (
        min(area[0], *rows), min(area[1], *columns), max(area[2], *rows), max(area[3], *columns)
    )  # fmt: skip
