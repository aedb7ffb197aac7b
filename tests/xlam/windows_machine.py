"""A user's Windows as folders and a dictionary: registry, variables, programs that start."""

import struct
import sys
from pathlib import Path
from typing import Any

from addin.places import Places, places
from addin.windows import Machine

SECURITY = r"HKCU\Software\Microsoft\Office\16.0\Excel\Security"
POLICY = r"HKCU\Software\Policies\Microsoft\Office\16.0\Excel\Security"
DISABLED = r"HKCU\Software\Microsoft\Office\16.0\Excel\Resiliency\DisabledItems"
APP_PATH = r"HKLM\Software\Microsoft\Windows\CurrentVersion\App Paths\excel.exe"


class Keys(dict[str, dict[str, Any]]):
    """The registry: values by name under each key."""

    def values(self, key: str) -> dict[str, Any]:  # type: ignore[override]
        return self.get(key, {})

    def keys(self, key: str = "") -> list[str]:  # type: ignore[override]
        below = (k[len(key) + 1 :] for k in self if k.startswith(key + "\\"))
        return [name for name in below if "\\" not in name]


def machine(folder: Path) -> Machine:
    """A user whose data are below the folder; nothing is installed."""
    return Machine(Keys(), {"LOCALAPPDATA": str(folder / "Local"), "APPDATA": str(folder / "App")})


def here(machine: Machine) -> Places:
    return places(machine.variables)


def set_values(machine: Machine, key: str, **values: Any) -> None:
    registry = machine.registry
    assert isinstance(registry, Keys)
    registry.setdefault(key, {}).update(values)


def add_environment(places: Places, starts: str = sys.executable) -> None:
    """An environment whose interpreter is the Python of the tests."""
    places.interpreter.parent.mkdir(parents=True)
    (places.environment / "pyvenv.cfg").write_text("home = somewhere\n")
    places.interpreter.write_text(f'#!/bin/sh\nexec "{starts}" "$@"\n')
    places.interpreter.chmod(0o755)


def add_excel(machine: Machine, folder: Path, kind: int) -> Path:
    """EXCEL.EXE with the header of a 32-bit or a 64-bit program."""
    program = folder / "EXCEL.EXE"
    head = b"MZ".ljust(0x3C, b"\0") + struct.pack("<I", 0x80)
    program.write_bytes(head.ljust(0x80, b"\0") + struct.pack("<4sH", b"PE\0\0", kind))
    set_values(machine, APP_PATH, **{"": f'"{program}"'})
    return program
