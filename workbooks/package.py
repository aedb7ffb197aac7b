"""An .xlsx or .xlsm as the zip package it is: parts, relationships, sheets and tables."""

import copy
import io
import posixpath
import re
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Self

from lxml import etree
from openpyxl.utils import range_boundaries

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
OLE_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
LARGEST = 2 << 30
SPREADSHEET_TYPES = ("sheet.main+xml", "sheet.macroenabled.main+xml", "template.main+xml",
                     "template.macroenabled.main+xml")  # fmt: skip
NEW_PART_TIME = (1980, 1, 1, 0, 0, 0)


class PackageError(Exception):
    """A workbook that cannot be read or written, in one line, Chinese first."""

    def __init__(self, zh: str, en: str) -> None:
        super().__init__(f"{zh} / {en}")
        self.zh = zh
        self.en = en


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
        self._infos, self._comment, self.parts = _unpacked(data)
        self.workbook_part = self._workbook_part()

    @classmethod
    def from_path(cls, path: Path) -> Self:
        """Read a workbook from disk."""
        return cls(_read(path))

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
    def defined_names(self) -> dict[str, str]:
        """What each defined name stands for, by its name in lower case."""
        found = self.workbook.iterfind(f"{{{MAIN}}}definedNames/{{{MAIN}}}definedName")
        return {str(e.get("name")).casefold(): e.text or "" for e in found}

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

    def written(self, new: Mapping[str, bytes]) -> bytes:
        """The package with some parts replaced or added; every other part keeps its bytes."""
        if all(self.parts.get(name) == content for name, content in new.items()):
            return self.data
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            archive.comment = self._comment
            for info in self._infos:
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
            raise _not_a_workbook("压缩包里没有工作簿", "the zip holds no workbook")
        links = self.relationships("")
        part = next((p for kind, p in links.values() if kind.endswith("/officeDocument")), "")
        overrides = self.xml(types).iterfind("{*}Override")
        kinds = {str(e.get("PartName")).lstrip("/"): str(e.get("ContentType")) for e in overrides}
        _check_kind(kinds.get(part, "").lower())
        if etree.QName(self.xml(part)).namespace != MAIN:
            raise _not_a_workbook("暂不支持 Strict Open XML", "Strict Open XML is not supported")
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


def _read(path: Path) -> bytes:
    if path.is_dir():
        raise PackageError(f"{path} 是文件夹", f"{path} is a folder")
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise PackageError(f"找不到文件 {path}", f"no such file: {path}") from None
    except OSError as failure:
        raise PackageError(
            f"无法读取 {path}（{failure.strerror}）", f"cannot read {path} ({failure.strerror})"
        ) from None


def _unpacked(data: bytes) -> tuple[list[zipfile.ZipInfo], bytes, dict[str, bytes]]:
    _check_magic(data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = archive.infolist()
            _check_entries(infos)
            parts = {i.filename: archive.read(i) for i in infos if not i.is_dir()}
            return infos, archive.comment, parts
    except PackageError:
        raise
    except Exception as failure:  # zipfile raises many kinds (zlib, struct, EOF) on damage
        raise PackageError("文件已损坏或不完整", "the file is damaged or truncated") from failure


def _check_magic(data: bytes) -> None:
    if data.startswith(OLE_MAGIC):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise PackageError(
                "文件已加密，请先去掉密码", "the file is encrypted: remove its password first"
            )
        raise PackageError(
            "是旧版 .xls 文件，请另存为 .xlsx", "an old .xls file: save it as .xlsx first"
        )
    if not data.startswith(b"PK"):
        raise _not_a_workbook("不是 zip 压缩包", "not a zip package")


def _check_entries(infos: Iterable[zipfile.ZipInfo]) -> None:
    seen: set[str] = set()
    size = 0
    for info in infos:
        if info.flag_bits & 1:
            raise PackageError("文件已加密", "the file is encrypted")
        if info.filename.casefold() in seen:
            raise PackageError(
                f"文件已损坏：部件 {info.filename} 重复",
                f"the file is damaged: part {info.filename} stands twice",
            )
        seen.add(info.filename.casefold())
        size += info.file_size
    if size > LARGEST:
        raise PackageError("解压后超过 2 GB", "larger than 2 GB when unpacked")


def _check_kind(content_type: str) -> None:
    if "wordprocessingml" in content_type:
        raise _not_a_workbook("这是 Word 文档", "this is a Word document")
    if "presentationml" in content_type:
        raise _not_a_workbook("这是 PowerPoint 文稿", "this is a PowerPoint presentation")
    if "sheet.binary" in content_type:
        raise PackageError(
            "是 .xlsb 文件，请另存为 .xlsx", "a binary .xlsb file: save it as .xlsx first"
        )
    if not content_type.endswith(SPREADSHEET_TYPES):
        raise _not_a_workbook("压缩包里没有工作簿", "the zip holds no workbook")


def _not_a_workbook(zh: str, en: str) -> PackageError:
    return PackageError(f"不是 Excel 工作簿（{zh}）", f"not an Excel workbook ({en})")


def _target(folder: str, target: str) -> str:
    if target.startswith("/"):
        return target.lstrip("/")
    return posixpath.normpath(posixpath.join(folder, target))


def _plain_text(item: etree._Element) -> str:
    runs = item.iterfind(f"{{{MAIN}}}r/{{{MAIN}}}t")
    whole = item.findtext(f"{{{MAIN}}}t")
    return whole if whole is not None else "".join(run.text or "" for run in runs)
