"""A compound file (OLE) written from its streams, [MS-CFB] version 3: always the same bytes."""

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

FREE: Final = 0xFFFFFFFF
_END: Final = 0xFFFFFFFE
_FAT: Final = 0xFFFFFFFD
_SECTOR: Final = 512
_MINI_SECTOR: Final = 64
_SMALL: Final = 4096  # shorter streams live in the mini stream
_IN_HEADER: Final = 109  # FAT sectors the header has room for
_STORAGE, _STREAM, _ROOT = 1, 2, 5

Tree = Mapping[str, "bytes | Tree"]


@dataclass(slots=True)
class _Entry:
    """One line of the directory."""

    name: str
    kind: int
    data: bytes = b""
    inside: Tree | None = None
    left: int = FREE
    right: int = FREE
    child: int = FREE
    start: int = 0
    size: int = 0

    def packed(self) -> bytes:
        name = self.name.encode("utf-16-le") + b"\0\0" if self.kind else b""
        head = struct.pack("<64sHBB", name, len(name), self.kind, 1 if self.kind else 0)
        links = struct.pack("<III", self.left, self.right, self.child)
        return head + links + bytes(36) + struct.pack("<IQ", self.start, self.size)


class _Sectors:
    """The file's body and the table that chains its sectors."""

    def __init__(self, reserved: int) -> None:
        self.table = [_FAT] * reserved
        self.body = b""

    def store(self, data: bytes, padding: bytes = b"\0") -> int:
        """The first sector of some data, or the mark of an empty chain."""
        if not data:
            return _END
        first, count = len(self.table), -(-len(data) // _SECTOR)
        self.table += [first + n + 1 for n in range(count - 1)] + [_END]
        self.body += data.ljust(count * _SECTOR, padding)
        return first


def compound_file(tree: Tree) -> bytes:
    """The file that holds these streams (bytes) and storages (mappings)."""
    entries = _entries(tree)
    mini, mini_table = _mini_stream(entries)
    entries[0].data, entries[0].size = mini, len(mini)
    tables = struct.pack(f"<{len(mini_table)}I", *mini_table)
    reserved = _fat_sectors(entries, len(tables))
    sectors = _Sectors(reserved)
    for entry in entries:
        if entry.kind == _ROOT or len(entry.data) >= _SMALL:
            entry.start = sectors.store(entry.data)
    mini_start = sectors.store(tables, b"\xff")
    directory = sectors.store(_directory(entries))
    header = _header(reserved, directory, mini_start, -(-len(tables) // _SECTOR))
    fat = sectors.table + [FREE] * (reserved * _SECTOR // 4 - len(sectors.table))
    return header + struct.pack(f"<{len(fat)}I", *fat) + sectors.body


def _entries(tree: Tree) -> list[_Entry]:
    """The directory, storages before what they hold, each storage's names as a search tree."""
    entries = [_Entry("Root Entry", _ROOT, inside=tree)]
    for entry in entries:  # grows while it is walked
        if entry.inside is None:
            continue
        first = len(entries)
        for name, held in sorted(entry.inside.items(), key=lambda i: (len(i[0]), i[0].upper())):
            if isinstance(held, bytes):
                entries.append(_Entry(name, _STREAM, held, size=len(held)))
            else:
                entries.append(_Entry(name, _STORAGE, inside=held))
        entry.child = _balanced(entries, first, len(entries))
    return entries


def _balanced(entries: list[_Entry], first: int, end: int) -> int:
    if first >= end:
        return FREE
    middle = (first + end) // 2
    entries[middle].left = _balanced(entries, first, middle)
    entries[middle].right = _balanced(entries, middle + 1, end)
    return middle


def _mini_stream(entries: list[_Entry]) -> tuple[bytes, list[int]]:
    """The short streams together, and the table that chains their small sectors."""
    stream, table = b"", list[int]()
    for entry in entries:
        if entry.kind != _STREAM or len(entry.data) >= _SMALL:
            continue
        count = -(-len(entry.data) // _MINI_SECTOR)
        first = len(table)
        entry.start = first if count else _END
        table += [first + n + 1 for n in range(count - 1)] + [_END] * (count > 0)
        stream += entry.data.ljust(count * _MINI_SECTOR, b"\0")
    return stream, table


def _fat_sectors(entries: list[_Entry], mini_table: int) -> int:
    """How many sectors the table itself takes, counting the sectors it takes."""
    big = [len(e.data) for e in entries if e.kind == _ROOT or len(e.data) >= _SMALL]
    used = sum(-(-n // _SECTOR) for n in [*big, mini_table, len(_directory(entries))])
    count = 1
    while count * _SECTOR // 4 < used + count:
        count += 1
    if count > _IN_HEADER:
        raise ValueError("larger than a compound file without DIFAT sectors can be")
    return count


def _directory(entries: list[_Entry]) -> bytes:
    blank = _Entry("", 0).packed() * (-len(entries) % 4)
    return b"".join(entry.packed() for entry in entries) + blank


def _header(fat: int, directory: int, mini_start: int, mini_count: int) -> bytes:
    magic = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(16)
    versions = struct.pack("<HHHHH6x", 0x3E, 3, 0xFFFE, 9, 6)
    places = (0, fat, directory, 0, _SMALL, mini_start, mini_count, _END, 0)
    table = [*range(fat), *[FREE] * (_IN_HEADER - fat)]
    return magic + versions + struct.pack("<9I", *places) + struct.pack("<109I", *table)
