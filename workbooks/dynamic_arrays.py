"""The workbook-wide mark of dynamic arrays: xl/metadata.xml, its relationship and content type."""

import posixpath
from typing import Final

from lxml import etree

from workbooks.package import MAIN, OFFICE, Package, parsed

_XDA: Final = "http://schemas.microsoft.com/office/spreadsheetml/2017/dynamicarray"
_RELATIONSHIPS: Final = "http://schemas.openxmlformats.org/package/2006/relationships"
_CONTENT_TYPES: Final = "http://schemas.openxmlformats.org/package/2006/content-types"
_SHEET_METADATA: Final = (
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheetMetadata+xml"
)
_EMPTY: Final = f'<metadata xmlns="{MAIN}" xmlns:xda="{_XDA}"/>'.encode()
_NAME: Final = "XLDAPR"
_DYNAMIC: Final = "{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}"
_TYPE_FLAGS: Final = (
    "copy", "pasteAll", "pasteValues", "merge", "splitFirst", "rowColShift", "clearFormats",
    "clearComments", "assign", "coerce", "cellMeta",
)  # fmt: skip


def dynamic_mark(package: Package) -> tuple[int, dict[str, bytes]]:
    """The `cm` number that marks a dynamic array, and the parts to write so that it exists."""
    part = _metadata_part(package)
    if part is None:
        folder = posixpath.dirname(package.workbook_part)
        part = posixpath.join(folder, "metadata.xml")
        root = parsed(_EMPTY, part)
        mark = _added(root)
        return mark, {part: _bytes(root), **_registered(package, part)}
    root = package.xml(part)
    known = _known_mark(root)
    if known:
        return known, {}
    mark = _added(root)
    return mark, {part: _bytes(root)}


def _metadata_part(package: Package) -> str | None:
    links = package.relationships(package.workbook_part).values()
    return next((part for kind, part in links if kind.endswith("/sheetMetadata")), None)


def _known_mark(root: etree._Element) -> int:
    """The 1-based place of a cell metadata block that points at XLDAPR's dynamic property."""
    types = [
        t.get("name") for t in root.iterfind(f"{{{MAIN}}}metadataTypes/{{{MAIN}}}metadataType")
    ]
    if _NAME not in types:
        return 0
    kind = str(types.index(_NAME) + 1)
    blocks = root.iterfind(f"{{{MAIN}}}cellMetadata/{{{MAIN}}}bk")
    for place, block in enumerate(blocks, 1):
        records = block.findall(f"{{{MAIN}}}rc")
        if any(r.get("t") == kind and r.get("v") == "0" for r in records):
            return place
    return 0


def _added(root: etree._Element) -> int:
    """Declare XLDAPR in a metadata root and give the number of its new cell metadata block."""
    types = _counted(root, "metadataTypes", before=("metadataStrings", "mdxMetadata",
                     "futureMetadata", "cellMetadata", "valueMetadata", "extLst"))  # fmt: skip
    names = [t.get("name") for t in types]
    if _NAME not in names:
        flags = dict.fromkeys(_TYPE_FLAGS, "1")
        _grow(types, "metadataType", {"name": _NAME, "minSupportedVersion": "120000"} | flags)
        _declare_future(root)
        names.append(_NAME)
    blocks = _counted(root, "cellMetadata", before=("valueMetadata", "extLst"))
    block = _grow(blocks, "bk")
    etree.SubElement(block, f"{{{MAIN}}}rc", t=str(names.index(_NAME) + 1), v="0")
    return len(blocks)


def _declare_future(root: etree._Element) -> None:
    future = etree.Element(f"{{{MAIN}}}futureMetadata", name=_NAME, count="1")
    _insert(root, future, before=("cellMetadata", "valueMetadata", "extLst"))
    block = etree.SubElement(future, f"{{{MAIN}}}bk")
    extensions = etree.SubElement(block, f"{{{MAIN}}}extLst")
    extension = etree.SubElement(extensions, f"{{{MAIN}}}ext", uri=_DYNAMIC)
    properties = f"{{{_XDA}}}dynamicArrayProperties"
    etree.SubElement(extension, properties, fDynamic="1", fCollapsed="0")


def _counted(root: etree._Element, name: str, before: tuple[str, ...]) -> etree._Element:
    found = root.find(f"{{{MAIN}}}{name}")
    if found is None:
        found = etree.Element(f"{{{MAIN}}}{name}", count="0")
        _insert(root, found, before)
    return found


def _insert(root: etree._Element, new: etree._Element, before: tuple[str, ...]) -> None:
    later = {f"{{{MAIN}}}{name}" for name in before}
    place = next((i for i, child in enumerate(root) if child.tag in later), len(root))
    root.insert(place, new)


def _grow(
    parent: etree._Element, name: str, attributes: dict[str, str] | None = None
) -> etree._Element:
    child = etree.SubElement(parent, f"{{{MAIN}}}{name}", attributes or {})
    parent.set("count", str(len(parent)))
    return child


def _registered(package: Package, part: str) -> dict[str, bytes]:
    """The workbook's relationships and the content types with the metadata part among them."""
    folder, name = posixpath.split(package.workbook_part)
    source = posixpath.join(folder, "_rels", f"{name}.rels")
    links, types = package.xml(source), package.xml("[Content_Types].xml")
    taken = {str(link.get("Id")) for link in links}
    free = next(f"rId{n}" for n in range(1, len(taken) + 2) if f"rId{n}" not in taken)
    target = posixpath.basename(part)
    attributes = {"Id": free, "Type": f"{OFFICE}/sheetMetadata", "Target": target}
    etree.SubElement(links, f"{{{_RELATIONSHIPS}}}Relationship", attributes)
    kind = {"PartName": f"/{part}", "ContentType": _SHEET_METADATA}
    etree.SubElement(types, f"{{{_CONTENT_TYPES}}}Override", kind)
    return {source: _bytes(links), "[Content_Types].xml": _bytes(types)}


def _bytes(root: etree._Element) -> bytes:
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
