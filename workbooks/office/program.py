"""Where LibreOffice is on this machine, its version, and the Python that can talk to it."""

import os
import platform
import re
import shutil
from pathlib import Path
from typing import Final

from workbooks.commands import ran
from workbooks.opening import PackageError

_ELSEWHERE: Final = (
    "/Applications/LibreOffice.app/Contents/MacOS/soffice",
    r"C:\Program Files\LibreOffice\program\soffice.exe",
)


def soffice() -> Path:
    """LibreOffice's program; PackageError where there is none."""
    for name in ("soffice", "libreoffice", *_ELSEWHERE):
        found = shutil.which(name)
        if found:
            return Path(os.path.realpath(found))
    raise PackageError("没有找到 LibreOffice", "LibreOffice is not installed")


def beside(name: str) -> Path:
    """Another program of LibreOffice, in the folder of the first."""
    suffix = ".com" if platform.system() == "Windows" else ""
    return soffice().with_name(name + suffix)


def version() -> str:
    """25.2, for example; empty where the program does not tell."""
    found = re.search(r"LibreOffice (\d+\.\d+)", ran([str(beside("soffice")), "--version"]))
    return found[1] if found else ""


def python() -> str:
    """LibreOffice's own Python, or the system's for which its bridge is installed."""
    folder = soffice().parent
    own = (folder / "python", folder / "python.exe", folder.parent / "Resources" / "python")
    for candidate in (*map(str, own), "/usr/bin/python3"):
        if _has_uno(candidate):
            return candidate
    raise PackageError(
        "没有能连接 LibreOffice 的 Python（Debian：apt install python3-uno）",
        "no Python can talk to LibreOffice (on Debian: apt install python3-uno)",
    )


def _has_uno(candidate: str) -> bool:
    try:
        ran([candidate, "-c", "import uno"])
    except PackageError:
        return False
    return True


def python_version() -> str:
    """The Python within LibreOffice: 3.11, for example."""
    return ran([python(), "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]).strip()
