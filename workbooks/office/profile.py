"""LibreOffice profiles: the user's own and others, and the extensions in them."""

import os
import platform
import shutil
import tempfile
from pathlib import Path
from typing import Final

from workbooks.commands import ran
from workbooks.office.program import beside

_NOBODY: Final = 65534
_REASON: Final = "ERROR: "
_READABLE: Final = {"LC_ALL": "C.UTF-8"}  # else it prints Chinese in whatever the terminal has


def users_profile() -> Path:
    """The one that LibreOffice uses when the current user starts it."""
    system = platform.system()
    if system == "Windows":
        return Path(os.environ["APPDATA"], "LibreOffice", "4")
    if system == "Darwin":
        return Path.home() / "Library" / "Application Support" / "LibreOffice" / "4"
    settings = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(settings, "libreoffice", "4")


def user_installation(profile: Path) -> str:
    """The option that names the profile."""
    return f"-env:UserInstallation={profile.absolute().as_uri()}"


def copied(profile: Path, target: Path) -> Path:
    """A copy of a profile, which a running LibreOffice does not lock."""
    return shutil.copytree(profile, target, symlinks=True, ignore=shutil.ignore_patterns(".lock"))


def unopkg(profile: Path, *arguments: str) -> str:
    """What LibreOffice's extension manager prints of a command on a profile."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        return _as_nobody(profile, arguments)
    command = [str(beside("unopkg")), *arguments, user_installation(profile)]
    return ran(command, _READABLE, _REASON)


def _as_nobody(profile: Path, arguments: tuple[str, ...]) -> str:
    """It refuses root: another user runs it on a copy, which then takes the profile's place."""
    with tempfile.TemporaryDirectory(prefix="xlfuncs-") as folder:
        copy = Path(folder, "profile")
        if profile.exists():
            copied(profile, copy)
        own = [shutil.copy(a, folder) if Path(a).is_file() else a for a in arguments]
        _give(Path(folder), _NOBODY, _NOBODY)
        said = ran(
            ["setpriv", f"--reuid={_NOBODY}", f"--regid={_NOBODY}", "--clear-groups",
             str(beside("unopkg")), *own, user_installation(copy)],
            {**_READABLE, "HOME": folder}, _REASON,
        )  # fmt: skip
        _give(copy, os.geteuid(), os.getegid())
        shutil.rmtree(profile, ignore_errors=True)
        shutil.move(copy, profile)
        return said


def _give(folder: Path, user: int, group: int) -> None:
    for path in (folder, *folder.rglob("*")):
        os.chown(path, user, group, follow_symlinks=False)
