"""Formula cells in the bytes of a worksheet part, and new values spliced into those bytes."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from html import unescape
from typing import Final
from xml.sax.saxutils import escape

from lxml import etree
from openpyxl.utils import column_index_from_string, get_column_letter, range_boundaries

from workbooks.opening import PackageError
from workbooks.package import MAIN, parsed
from workbooks.values import Value, cached, spelled

_FORMULA_CELL: Final = re.compile(
    rb'<c r="([A-Z]{1,3})(\d{1,7})"([^>]*)>\s*'
    rb"<f((?:\s[^>]*?)?)(?:/>|>([^<]*)</f>)\s*"
    rb"(<v(?:\s[^>]*?)?(?:/>|>([^<]*)</v>))?(.*?)</c>",
    re.DOTALL,
)
_TYPE: Final = re.compile(rb'\st="([^"]*)"')
_REF: Final = re.compile(rb'\sref="([^"]*)"')
_SHARED: Final = re.compile(rb'\ssi="(\d+)"')
_CM: Final = re.compile(rb'\scm="([^"]*)"')
_VM: Final = re.compile(rb'\svm="[^"]*"')  # a rich value, such as why Excel could not spill
_ODD: Final = re.compile(
    rb'<!--|<!\[CDATA\[|<!DOCTYPE|<c(?! r="[A-Z]{1,3}\d{1,7}")[\s/>]|<row(?![^>]* r="\d)[\s/>]'
    rb"|<c [^>]*'|<\w+:sheetData[\s/>]|<v>[^<]*</v>\s*<f"
)
_FOREIGN: Final = re.compile(rb"encoding=[\"'](?!utf-8)", re.IGNORECASE)
_ERROR_CONSTANT: Final = re.compile(
    rb'<c r="([A-Z]{1,3})(\d{1,7})"[^>]* t="e"[^>]*>\s*<v>([^<]*)</v>'
)
_MERGE: Final = re.compile(rb'<mergeCell ref="([^"]+)"')
LAST_ROW: Final = 1_048_576
LAST_COLUMN: Final = 16_384
_LETTERS: dict[bytes, int] = {}

Place = tuple[int, int]  # row, column
Extent = tuple[int, int, int, int]  # top, left, bottom, right


@dataclass(slots=True)
class FormulaCell:
    """One formula cell and where its bytes stand."""

    row: int
    column: int
    start: int
    end: int
    attributes: bytes
    formula_attributes: bytes
    formula_bytes: bytes | None
    formula: str
    value: Value
    rest: bytes
    kind: bytes  # of the formula: normal, shared, array or dataTable
    dynamic: bool  # whether it carries the mark of a dynamic array

    @property
    def extent(self) -> Extent:
        """The cells an array formula fills, its own cell for all others."""
        found = _REF.search(self.formula_attributes) if self.kind == b"array" else None
        if not found:
            return self.row, self.column, self.row, self.column
        return extent(found.group(1).decode())

    @property
    def shared_index(self) -> int:
        """Which shared formula this cell belongs to."""
        found = _SHARED.search(self.formula_attributes) if self.kind == b"shared" else None
        return int(found.group(1)) if found else -1


def extent(reference: str) -> Extent:
    """`B2:C9` as top, left, bottom, right; `B:C` to the last row, `2:9` to the last column."""
    left, top, right, bottom = range_boundaries(reference.replace("$", ""))
    return int(top or 1), int(left or 1), int(bottom or LAST_ROW), int(right or LAST_COLUMN)


def address(row: int, column: int) -> str:
    """`(2, 3)` as C2."""
    return f"{get_column_letter(column)}{row}"


def spread(area: Extent) -> str:
    """An extent as `C2:D9`, or as one cell."""
    first, last = address(area[0], area[1]), address(area[2], area[3])
    return first if first == last else f"{first}:{last}"


def places(area: Extent) -> Iterator[Place]:
    """Every cell of an extent, row by row."""
    for row in range(area[0], area[2] + 1):
        for column in range(area[1], area[3] + 1):
            yield row, column


def column_number(letters: bytes) -> int:
    """`AB` as 28."""
    found = _LETTERS.get(letters)
    if found is None:
        found = _LETTERS[letters] = column_index_from_string(letters.decode())
    return found


def readable(xml: bytes, part: str) -> bytes:
    """The sheet in the plain spelling the scanner knows: as it is, or rewritten through lxml."""
    usual = xml.lstrip(b"\xef\xbb\xbf").startswith((b"<?xml", b"<worksheet"))
    if usual and not _FOREIGN.search(xml[:200]) and not _ODD.search(xml):
        return xml
    return _plain(parsed(xml, part), part)


def scan(xml: bytes, shared_strings: tuple[str, ...]) -> list[FormulaCell]:
    """Every formula cell of a sheet in `readable` spelling, in file order."""
    found = [_cell(match, shared_strings) for match in _FORMULA_CELL.finditer(xml)]
    if len(found) != len(re.findall(rb"<f[\s/>]", _sheet_data(xml))):
        raise PackageError(
            "工作表 XML 的写法无法识别", "the sheet's XML is spelled in an unknown way"
        )
    return found


def error_constants(xml: bytes) -> Iterator[tuple[int, int, str]]:
    """The cells that hold an error without a formula, and which."""
    for letters, row, code in _ERROR_CONSTANT.findall(xml) if b't="e"' in xml else ():
        yield int(row), column_number(letters), unescape(code.decode())


def merged(xml: bytes) -> list[Extent]:
    """The merged ranges of a sheet."""
    return [extent(ref.decode()) for ref in _MERGE.findall(xml)]


def spliced(xml: bytes, changes: Iterable[tuple[FormulaCell, bytes]]) -> bytes:
    """The sheet with the bytes of some cells replaced; `changes` in file order."""
    out, at = [], 0
    for cell, content in changes:
        out += [xml[at : cell.start], content]
        at = cell.end
    return b"".join([*out, xml[at:]])


def cell_bytes(cell: FormulaCell, value: Value, formula_attributes: bytes | None = None) -> bytes:
    """A formula cell with another value and, if given, other attributes on its formula."""
    kind, content = spelled(value)
    return _assembled(cell, kind, _formula(cell, formula_attributes), content)


def dynamic_cell_bytes(cell: FormulaCell, value: Value, mark: int, reference: str) -> bytes:
    """A formula cell as a true dynamic array filling `reference`; a mark it has is kept."""
    known = _CM.search(cell.attributes) if cell.dynamic else None
    written = known.group(1) if known else b"%d" % mark
    attributes = _REF.sub(b"", _TYPE.sub(b"", _SHARED.sub(b"", cell.formula_attributes)))
    formula = _formula(cell, b' t="array" ref="%s"%s' % (reference.encode(), attributes))
    kind, content = spelled(value)
    return _assembled(cell, b' cm="%s"%s' % (written, kind), formula, content, unmarked=True)


def explicit(cell: FormulaCell, formula: str) -> FormulaCell:
    """A member of a shared formula with the formula's text of its own."""
    written = escape(formula).encode()
    return replace(cell, formula_bytes=written, formula_attributes=b"", kind=b"normal")


def without_value(cell: FormulaCell, formula: bytes) -> bytes:
    """A cell of the calculation copy: its formula in other words and nothing cached."""
    return b'<c r="%s"><f>%s</f></c>' % (address(cell.row, cell.column).encode(), formula)


def constant(row: int, column: int, value: Value) -> bytes:
    """A cell of the calculation copy that holds a value."""
    kind, content = spelled(value)
    return b'<c r="%s"%s>%s</c>' % (address(row, column).encode(), kind, content)


def _cell(match: re.Match[bytes], shared_strings: tuple[str, ...]) -> FormulaCell:
    letters, row, attributes, formula_attributes, formula, _, content, rest = match.groups()
    kind = _type(attributes) if attributes else b""
    formula_kind = (_type(formula_attributes) if formula_attributes else b"") or b"normal"
    written = formula.decode() if formula else ""
    if "&" in written:
        written = unescape(written)
    return FormulaCell(
        int(row), column_number(letters), match.start(), match.end(), attributes,
        formula_attributes, formula, written, cached(kind, content, shared_strings), rest,
        formula_kind, formula_kind == b"array" and _CM.search(attributes) is not None,
    )  # fmt: skip


def _type(attributes: bytes) -> bytes:
    found = _TYPE.search(attributes)
    return found.group(1) if found else b""


def _formula(cell: FormulaCell, attributes: bytes | None) -> bytes:
    kept = cell.formula_attributes if attributes is None else attributes
    if cell.formula_bytes is None:
        return b"<f%s/>" % kept
    return b"<f%s>%s</f>" % (kept, cell.formula_bytes)


def _assembled(
    cell: FormulaCell, kind: bytes, formula: bytes, content: bytes, *, unmarked: bool = False
) -> bytes:
    attributes = _VM.sub(b"", _TYPE.sub(b"", cell.attributes))
    if unmarked:
        attributes = _CM.sub(b"", attributes)
    name = address(cell.row, cell.column).encode()
    return b'<c r="%s"%s%s>%s%s%s</c>' % (name, attributes, kind, formula, content, cell.rest)


def _sheet_data(xml: bytes) -> bytes:
    start = xml.find(b"<sheetData")
    return xml[start : xml.find(b"</sheetData>", start)] if start >= 0 else b""


def _plain(root: etree._Element, part: str) -> bytes:
    """Any lawful spelling as the usual one: no comments, one namespace, every address written."""
    etree.strip_tags(root, etree.Comment, etree.ProcessingInstruction)
    row_number = 0
    for row in root.iterfind(f"{{{MAIN}}}sheetData/{{{MAIN}}}row"):
        row_number = int(row.get("r") or row_number + 1)
        _addressed(row, row_number)
    content = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
    content = _unprefixed(content, root, part)
    if _ODD.search(content):
        raise PackageError(
            f"{part} 的写法无法识别", f"{part} is spelled in a way that is not understood"
        )
    return content


def _addressed(row: etree._Element, row_number: int) -> None:
    """Give a row and its cells their addresses, first among the attributes."""
    _lead(row, "r", str(row_number))
    column = 0
    for cell in row.iterfind(f"{{{MAIN}}}c"):
        written = str(cell.get("r") or "")
        letters = written.rstrip("0123456789")
        column = column_index_from_string(letters) if letters else column + 1
        _lead(cell, "r", address(row_number, column))


def _lead(element: etree._Element, name: str, value: str) -> None:
    others = [(str(k), str(v)) for k, v in element.attrib.items() if k != name]
    element.attrib.clear()
    element.set(name, value)
    for key, content in others:
        element.set(key, content)


def _unprefixed(content: bytes, root: etree._Element, part: str) -> bytes:
    """`<x:c>` as `<c>`; sound because serialised XML holds no raw `<` but tags'."""
    prefix = root.prefix
    if not prefix:
        return content
    if None in root.nsmap:
        raise PackageError(
            f"{part} 的命名空间无法识别", f"the namespaces of {part} are not understood"
        )
    name = prefix.encode()
    for old, new in ((b"<", b"<"), (b"</", b"</")):
        content = content.replace(old + name + b":", new)
    return content.replace(b"xmlns:%s=" % name, b"xmlns=", 1)
