"""An .xlsx or .xlsm as the zip package it is: parts, relationships, sheets and tables."""

import copy
import io
import posixpath
import re
import zipfile
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Self

from lxml import etree
from openpyxl.utils import range_boundaries

from workbooks.opening import PackageError, check_kind, contents, not_a_workbook, unpacked

__all__ = ["MAIN", "OFFICE", "Package", "PackageError", "SheetPart", "Table", "parsed"]

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
NEW_PART_TIME = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class SheetPart:
    """One worksheet: the name on its tab and the part that holds it."""

    name: str
    part: str


@dataclass(frozen=True, slots=True)
class Table:
    """One table: where it stands and what its columns are called."""

    name: str
    sheet: str
    left: int
    top: int
    right: int
    bottom: int
    columns: tuple[str, ...]
    header_rows: int
    totals_rows: int


class Package:
    """The parts of one workbook, read once and checked against their checksums."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._infos, self._comment, self.parts = unpacked(data)
        self.workbook_part = self._workbook_part()

    @classmethod
    def from_path(cls, path: Path) -> Self:
        """Read a workbook from disk."""
        data = contents(path)
        try:
            return cls(data)
        except PackageError as failure:
            raise failure.about(path) from None

    @cached_property
    def workbook(self) -> etree._Element:
        """The root of workbook.xml."""
        return self.xml(self.workbook_part)

    @cached_property
    def date1904(self) -> bool:
        """Whether day 0 is 1904-01-01."""
        properties = self.workbook.find(f"{{{MAIN}}}workbookPr")
        return properties is not None and properties.get("date1904") in ("1", "true")

    @cached_property
    def sheets(self) -> tuple[SheetPart, ...]:
        """The worksheets in tab order; chart sheets hold no formulas."""
        links = self.relationships(self.workbook_part)
        entries = self.workbook.iterfind(f"{{{MAIN}}}sheets/{{{MAIN}}}sheet")
        targets = ((str(e.get("name")), links.get(str(e.get(f"{{{OFFICE}}}id")))) for e in entries)
        return tuple(
            SheetPart(name, link[1])
            for name, link in targets
            if link and link[0].endswith("/worksheet")
        )

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The tables of all worksheets."""
        return tuple(
            self._table(sheet.name, part)
            for sheet in self.sheets
            for kind, part in self.relationships(sheet.part).values()
            if kind.endswith("/table")
        )

    @cached_property
    def names(self) -> tuple[tuple[str, str], ...]:
        """The defined names and what they stand for; several sheets may define the same one."""
        found = self.workbook.iterfind(f"{{{MAIN}}}definedNames/{{{MAIN}}}definedName")
        return tuple((str(e.get("name")), e.text or "") for e in found)

    @cached_property
    def defined_names(self) -> dict[str, str]:
        """What each defined name stands for, by its name in lower case."""
        return {name.casefold(): meaning for name, meaning in self.names}

    @cached_property
    def external_links(self) -> int:
        """How many other workbooks this one keeps values of."""
        return len(
            self.workbook.findall(f"{{{MAIN}}}externalReferences/{{{MAIN}}}externalReference")
        )

    @cached_property
    def shared_strings(self) -> tuple[str, ...]:
        """The texts cells point at by number, without phonetic guides."""
        for kind, part in self.relationships(self.workbook_part).values():
            if kind.endswith("/sharedStrings"):
                return tuple(_plain_text(item) for item in self.xml(part))
        return ()

    @cached_property
    def calculation(self) -> Mapping[str, str]:
        """The attributes of calcPr."""
        found = self.workbook.find(f"{{{MAIN}}}calcPr")
        return {} if found is None else {str(k): str(v) for k, v in found.attrib.items()}

    def xml(self, part: str) -> etree._Element:
        """A part as an element tree."""
        return parsed(self.part(part), part)

    def part(self, name: str) -> bytes:
        """The bytes of a part."""
        try:
            return self.parts[name]
        except KeyError:
            raise PackageError(
                f"文件已损坏：缺少部件 {name}", f"the file is damaged: part {name} is missing"
            ) from None

    def relationships(self, part: str) -> dict[str, tuple[str, str]]:
        """Relationship id -> (type, part it leads to); external targets are left out."""
        folder, name = posixpath.split(part)
        source = posixpath.join(folder, "_rels", f"{name}.rels")
        if source not in self.parts:
            return {}
        return {
            str(e.get("Id")): (str(e.get("Type")), _target(folder, str(e.get("Target"))))
            for e in self.xml(source)
            if isinstance(e.tag, str) and e.get("TargetMode") != "External"
        }

    def written(self, new: Mapping[str, bytes], gone: Collection[str] = ()) -> bytes:
        """The package with some parts replaced, added or gone; all others keep their bytes."""
        if not gone and all(self.parts.get(name) == content for name, content in new.items()):
            return self.data
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            archive.comment = self._comment
            for info in self._infos:
                if info.filename in gone:
                    continue
                content = new.get(info.filename, self.parts.get(info.filename, b""))
                archive.writestr(copy.copy(info), content, info.compress_type)
            for name in sorted(new.keys() - self.parts.keys()):
                added = zipfile.ZipInfo(name, NEW_PART_TIME)
                archive.writestr(added, new[name], zipfile.ZIP_DEFLATED)
        return out.getvalue()

    def extract(self, new: Mapping[str, bytes], needed: re.Pattern[str]) -> bytes:
        """An uncompressed package of some parts only, for the engine to load."""
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
            for name, content in self.parts.items():
                if needed.fullmatch(name):
                    archive.writestr(name, new.get(name, content))
        return out.getvalue()

    def _workbook_part(self) -> str:
        types, root = "[Content_Types].xml", "_rels/.rels"
        if types not in self.parts or root not in self.parts:
            raise not_a_workbook("压缩包里没有工作簿", "the zip holds no workbook")
        links = self.relationships("")
        part = next((p for kind, p in links.values() if kind.endswith("/officeDocument")), "")
        overrides = self.xml(types).iterfind("{*}Override")
        kinds = {str(e.get("PartName")).lstrip("/"): str(e.get("ContentType")) for e in overrides}
        check_kind(kinds.get(part, "").lower())
        if etree.QName(self.xml(part)).namespace != MAIN:
            raise not_a_workbook("暂不支持 Strict Open XML", "Strict Open XML is not supported")
        return part

    def _table(self, sheet: str, part: str) -> Table:
        root = self.xml(part)
        left, top, right, bottom = (int(n or 0) for n in range_boundaries(str(root.get("ref"))))
        columns = root.iterfind(f"{{{MAIN}}}tableColumns/{{{MAIN}}}tableColumn")
        return Table(
            str(root.get("displayName") or root.get("name")), sheet, left, top, right, bottom,
            tuple(str(c.get("name")) for c in columns),
            int(root.get("headerRowCount") or 1), int(root.get("totalsRowCount") or 0),
        )  # fmt: skip


def parsed(content: bytes, part: str) -> etree._Element:
    """XML bytes as a tree, without entities, network or external files."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError:
        raise PackageError(
            f"文件已损坏：{part} 不是有效的 XML", f"the file is damaged: {part} is not valid XML"
        ) from None
    if root.getroottree().docinfo.internalDTD is not None:
        raise PackageError(f"{part} 含有 DTD，拒绝读取", f"{part} holds a DTD and is refused")
    return root


def _target(folder: str, target: str) -> str:
    if target.startswith("/"):
        return target.lstrip("/")
    return posixpath.normpath(posixpath.join(folder, target))


def _plain_text(item: etree._Element) -> str:
    runs = item.iterfind(f"{{{MAIN}}}r/{{{MAIN}}}t")
    whole = item.findtext(f"{{{MAIN}}}t")
    return whole if whole is not None else "".join(run.text or "" for run in runs)
