"""Which of a workbook's external links lead to our add-in, and a package without them."""

import posixpath
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote

from workbooks.opening import PackageError
from workbooks.package import MAIN, OFFICE, Package

OURS: Final = re.compile(r"(?:.*[\\/])?xlfuncs[-\s\d.()]*\.xlam", re.IGNORECASE)
_NOTHING: Final = re.compile(
    rb"<(?:\w+:)?externalReferences\b[^>]*>\s*</(?:\w+:)?externalReferences>"
)
_TYPES: Final = "[Content_Types].xml"


@dataclass(frozen=True)
class Link:
    """One external link: its number in formulas, its part, where it leads."""

    number: int
    relationship: str
    part: str
    target: str

    @property
    def ours(self) -> bool:
        return OURS.fullmatch(self.target) is not None


def links(package: Package) -> list[Link]:
    """The links in the order that formulas count them."""
    known = package.relationships(package.workbook_part)
    found = package.workbook.iterfind(f"{{{MAIN}}}externalReferences/{{{MAIN}}}externalReference")
    ids = [str(e.get(f"{{{OFFICE}}}id")) for e in found]
    return [
        Link(n, i, known[i][1], _target(package, known[i][1]))
        for n, i in enumerate(ids, 1)
        if i in known
    ]


def without(
    parts: Mapping[str, bytes], book: str, dead: Collection[Link]
) -> tuple[dict[str, bytes], set[str]]:
    """The parts that name the dead links, with their entries cut out, and the parts that go."""
    new = {part: parts[part] for part in (book, _links_of(book), _TYPES)}
    for link in dead:
        for part, name, attribute, value in (
            (book, "externalReference", "id", re.escape(link.relationship)),
            (_links_of(book), "Relationship", "Id", re.escape(link.relationship)),
            (_TYPES, "Override", "PartName", "/?" + re.escape(link.part)),
        ):
            new[part] = _cut(new[part], _element(name, attribute, value), part)
    new[book] = _NOTHING.sub(b"", new[book])
    gone = {part for link in dead for part in (link.part, _links_of(link.part))}
    return new, gone & parts.keys()


def _target(package: Package, part: str) -> str:
    """The file a link part names; empty for other kinds of links."""
    root = package.xml(part)
    book = root.find(f"{{{MAIN}}}externalBook")
    if book is None or _links_of(part) not in package.parts:
        return ""
    wanted = book.get(f"{{{OFFICE}}}id")
    return next((t for i, t in _targets(package, part) if i == wanted), "")


def _targets(package: Package, part: str) -> Iterator[tuple[str | None, str]]:
    for element in package.xml(_links_of(part)):
        yield element.get("Id"), unquote(str(element.get("Target")))


def _links_of(part: str) -> str:
    folder, name = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{name}.rels")


def _element(name: str, attribute: str, value: str) -> re.Pattern[bytes]:
    """An element without children, however its attributes are ordered and quoted."""
    opening = rf"<(?:\w+:)?{name}\b[^<>]*?\s(?:\w+:)?{attribute}=([\"']){value}\1[^<>]*?"
    return re.compile(rf"{opening}(?:/>|>\s*</(?:\w+:)?{name}>)".encode())


def _cut(content: bytes, element: re.Pattern[bytes], part: str) -> bytes:
    cut, found = element.subn(b"", content)
    if found != 1:
        raise PackageError(
            f"{part} 的写法无法识别", f"{part} is spelled in a way that is not understood"
        )
    return cut
