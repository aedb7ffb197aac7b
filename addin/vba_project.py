"""A VBA project read from and written to its compound file: modules as text, [MS-OVBA] 2.3."""

import io
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

from addin.compound_file import compound_file
from addin.ovba import compressed, decompressed

CODE_PAGE: Final = 936  # sources are ASCII; this is for Chinese texts Excel itself adds
_NAME, _CODE_PAGE, _VERSION, _COUNT, _COOKIE, _END = 0x04, 0x03, 0x09, 0x0F, 0x13, 0x10
_STREAM_NAME, _OFFSET, _NOT_PROCEDURAL = 0x1A, 0x31, 0x22
_DECLARATIONS: Final = ("Document=", "Class=", "Module=")

Record = tuple[int, bytes]


class Kind(Enum):
    """What a module is, as the PROJECT stream declares it."""

    PROCEDURES = "Module={}"
    CLASS = "Class={}"
    DOCUMENT = "Document={}/&H00000000"


@dataclass(frozen=True)
class Module:
    """One module: its whole text, attributes included, with lines that end in \\n."""

    name: str
    source: str
    kind: Kind = Kind.PROCEDURES


@dataclass(frozen=True)
class Project:
    """The modules and what stands before them: references, keys, the empty cache."""

    name: str
    information: tuple[Record, ...]
    declarations: str
    cache: bytes
    modules: tuple[Module, ...]


def read(data: bytes) -> Project:
    """The project in a vbaProject.bin."""
    import olefile

    with olefile.OleFileIO(io.BytesIO(data)) as file:
        records = list(_records(decompressed(file.openstream("VBA/dir").read())))
        declarations = file.openstream("PROJECT").read().decode("cp1252")
        cache = file.openstream("VBA/_VBA_PROJECT").read()
        streams = {path[1]: file.openstream(path).read() for path in file.listdir() if path[1:]}
    ids = [number for number, _ in records]
    name = dict(records)[_NAME].decode("cp1252")
    modules = tuple(_modules(records[ids.index(_COOKIE) + 1 :], streams, declarations))
    return Project(name, tuple(records[: ids.index(_COUNT)]), declarations, cache, modules)


def written(project: Project) -> bytes:
    """The vbaProject.bin of a project: source only, Excel compiles it when it opens it."""
    modules = project.modules
    streams = {m.name: compressed(_crlf(m.source).encode("ascii")) for m in modules}
    streams["dir"] = compressed(_directory(project))
    streams["_VBA_PROJECT"] = project.cache[:7]
    names = b"".join(f"{m.name}\0".encode() + f"{m.name}\0".encode("utf-16-le") for m in modules)
    return compound_file(
        {
            "PROJECT": _crlf(_declared(project)).encode("ascii"),
            "PROJECTwm": names + b"\0\0",
            "VBA": streams,
        }
    )


def _records(data: bytes) -> Iterator[Record]:
    """The dir stream's records; the version alone is longer than it says."""
    at = 0
    while at < len(data):
        number, size = struct.unpack_from("<HI", data, at)
        size = 6 if number == _VERSION else size
        yield number, data[at + 6 : at + 6 + size]
        at += 6 + size


def _packed(number: int, content: bytes) -> bytes:
    size = 4 if number == _VERSION else len(content)
    return struct.pack("<HI", number, size) + content


def _modules(
    records: list[Record], streams: dict[str, bytes], declarations: str
) -> Iterator[Module]:
    stream, offset = "", 0
    for number, content in records:
        if number == _STREAM_NAME:
            stream = content.decode("cp1252")
        elif number == _OFFSET:
            (offset,) = struct.unpack("<I", content)
        elif number == 0x2B:  # the end of one module
            source = decompressed(streams[stream][offset:]).decode("cp1252")
            yield Module(stream, source.replace("\r\n", "\n"), _kind(stream, declarations))


def _kind(name: str, declarations: str) -> Kind:
    declared = declarations.splitlines()
    return next(kind for kind in Kind if kind.value.format(name) in declared)


def _directory(project: Project) -> bytes:
    new = {_NAME: project.name.encode(), _CODE_PAGE: struct.pack("<H", CODE_PAGE)}
    head = [(number, new.get(number, content)) for number, content in project.information]
    count = (_COUNT, struct.pack("<H", len(project.modules)))
    records = [*head, count, (_COOKIE, b"\xff\xff")]
    for module in project.modules:
        records += _module_records(module)
    return b"".join(_packed(*record) for record in [*records, (_END, b"")])


def _module_records(module: Module) -> list[Record]:
    name, wide = module.name.encode(), module.name.encode("utf-16-le")
    kind = 0x21 if module.kind is Kind.PROCEDURES else _NOT_PROCEDURAL
    return [
        (0x19, name), (0x47, wide), (_STREAM_NAME, name), (0x32, wide), (0x1C, b""), (0x48, b""),
        (_OFFSET, bytes(4)), (0x1E, bytes(4)), (0x2C, b"\xff\xff"), (kind, b""), (0x2B, b""),
    ]  # fmt: skip


def _declared(project: Project) -> str:
    """The PROJECT stream: the old one's keys around the new list of modules."""
    kept = project.declarations.replace("\r\n", "\n").split("[Workspace]")[0].splitlines()
    lines = [line for line in kept if not line.startswith((*_DECLARATIONS, "Package="))]
    at = next(i for i, line in enumerate(lines) if line.startswith("Name="))
    modules = [m.kind.value.format(m.name) for m in project.modules]
    places = [f"{m.name}=0, 0, 0, 0, C" for m in project.modules]
    named = [*lines[:at], *modules, f'Name="{project.name}"', *lines[at + 1 :]]
    return "\n".join([*named, "[Workspace]", *places, ""])


def _crlf(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\n", "\r\n")
