"""What Windows knows: its registry, the kind of a program, the mark of a downloaded file."""

import importlib
import os
import re
import struct
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol

_BITS: Final = {0x014C: 32, 0x8664: 64}  # IMAGE_FILE_MACHINE_I386, _AMD64
_POINTER: Final = 0x3C  # where an executable says where its PE header is


class Registry(Protocol):
    """Reading only; a key is spelled HKCU\\… or HKLM\\…"""

    def values(self, key: str) -> dict[str, Any]:
        """The values of a key by name; none where there is no such key."""

    def keys(self, key: str) -> list[str]:
        """The names of the keys below a key."""


@dataclass(frozen=True)
class Machine:
    """The registry and the variables of the current user."""

    registry: Registry = field(default_factory=lambda: WindowsRegistry())
    variables: Mapping[str, str] = field(default_factory=lambda: os.environ)

    def expanded(self, path: str) -> str:
        """A path with its %VARIABLES% filled in; one that is not set stays."""
        return re.sub(r"%(\w+)%", lambda m: self.variables.get(m[1].upper(), m[0]), path)


class WindowsRegistry:
    """The registry itself."""

    def values(self, key: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        with suppress(OSError), self._open(key) as handle:
            for n in range(self._winreg.QueryInfoKey(handle)[1]):
                name, value, _ = self._winreg.EnumValue(handle, n)
                found[name] = value
        return found

    def keys(self, key: str) -> list[str]:
        with suppress(OSError), self._open(key) as handle:
            count = self._winreg.QueryInfoKey(handle)[0]
            return [self._winreg.EnumKey(handle, n) for n in range(count)]
        return []

    def _open(self, key: str) -> Any:
        root, _, path = key.partition("\\")
        roots = {"HKCU": "HKEY_CURRENT_USER", "HKLM": "HKEY_LOCAL_MACHINE"}
        return self._winreg.OpenKey(getattr(self._winreg, roots[root]), path)

    @property
    def _winreg(self) -> Any:
        return importlib.import_module("winreg")


def bits(program: Path) -> int | None:
    """32 or 64, as the header of an executable says; None for what is neither."""
    with program.open("rb") as stream:
        head = stream.read(4096)
    try:
        (at,) = struct.unpack_from("<I", head, _POINTER)
        signature, machine = struct.unpack_from("<4sH", head, at)
    except struct.error:
        return None
    return _BITS.get(machine) if signature == b"PE\0\0" else None


def blocked(file: Path) -> bool:
    """Whether Windows marks the file as one from the internet."""
    return file.with_name(f"{file.name}:Zone.Identifier").exists()
