"""LibreOffice profiles: the user's own, and fresh ones in which the add-in is installed."""

import os
import platform
import shutil
import tempfile
from pathlib import Path
from typing import Final

from workbooks.office.program import beside, ran

_NOBODY: Final = 65534
_HOMES: Final = {
    "Windows": Path("AppData", "Roaming", "LibreOffice", "4"),
    "Darwin": Path("Library", "Application Support", "LibreOffice", "4"),
}


def users_profile() -> Path:
    """The one that LibreOffice uses when the current user starts it."""
    default = Path(".config", "libreoffice", "4")
    return Path.home() / _HOMES.get(platform.system(), default)


def prepared(profile: Path) -> Path:
    """A fresh profile with the add-in, built for this environment."""
    from addin.oxt import oxt

    with tempfile.TemporaryDirectory(prefix="xlfuncs-") as folder:
        extension = Path(folder, "xlfuncs.oxt")
        extension.write_bytes(oxt())
        add(extension, profile)
    return profile


def add(extension: Path, profile: Path) -> None:
    """Install an extension for the owner of the profile, in the place of an older one."""
    unopkg(profile, "add", "--force", "--suppress-license", str(extension))


def unopkg(profile: Path, *arguments: str) -> str:
    """What LibreOffice's extension manager prints of a command on a profile."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        return _as_nobody(profile, arguments)
    return ran([str(beside("unopkg")), *arguments, user_installation(profile)])


def user_installation(profile: Path | None) -> str:
    """The option that names the profile."""
    return f"-env:UserInstallation={Path(os.path.abspath(profile or users_profile())).as_uri()}"


def _as_nobody(profile: Path, arguments: tuple[str, ...]) -> str:
    """It refuses root: another user runs it on a copy, which then takes the profile's place."""
    with tempfile.TemporaryDirectory(prefix="xlfuncs-") as folder:
        copy = Path(folder, "profile")
        if profile.exists():
            copied(profile, copy)
        *options, last = arguments
        if Path(last).is_file():
            last = shutil.copy(last, folder)
        _give(Path(folder), _NOBODY, _NOBODY)
        said = ran(
            ["setpriv", f"--reuid={_NOBODY}", f"--regid={_NOBODY}", "--clear-groups",
             str(beside("unopkg")), *options, last, user_installation(copy)],
            {**os.environ, "HOME": folder},
        )  # fmt: skip
        _give(copy, os.geteuid(), os.getegid())
        shutil.rmtree(profile, ignore_errors=True)
        shutil.move(copy, profile)
        return said


def copied(profile: Path, target: Path) -> Path:
    """A copy of a profile, which a running LibreOffice does not lock."""
    return shutil.copytree(profile, target, symlinks=True, ignore=shutil.ignore_patterns(".lock"))


def _give(folder: Path, user: int, group: int) -> None:
    for path in (folder, *folder.rglob("*")):
        os.chown(path, user, group, follow_symlinks=False)
