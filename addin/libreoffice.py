"""The functions in the current user's LibreOffice: install, uninstall, and what is wrong there."""

import io
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import openpyxl

from addin.findings import Finding, right, wrong
from addin.oxt import IDENTIFIER, OLDEST_OFFICE, PYTHON, own_packages
from addin.versions import own_version
from workbooks.office.process import Office
from workbooks.office.profile import add, copied, unopkg, users_profile
from workbooks.office.program import python, python_version, ran, soffice, version
from workbooks.opening import PackageError

_AGAIN: Final = (
    "请运行 xlfuncs addin install --libreoffice",
    "run xlfuncs addin install --libreoffice",
)
_FORMULA: Final = "CB_ADJUST_PRICE(12.44,0.16)"
_ANSWER: Final = 12.28
_NUMPY: Final = "import sys; sys.path[:0] = sys.argv[1:]; import numpy; print(numpy.__version__)"


def install(extension: bytes, profile: Path | None = None) -> None:
    """Add the extension for the owner of the profile, in the place of an older one."""
    place = profile or users_profile()
    _check_python()
    _check_closed(place)
    with tempfile.TemporaryDirectory(prefix="xlfuncs-") as folder:
        file = Path(folder, "xlfuncs.oxt")
        file.write_bytes(extension)
        add(file, place)


def uninstall(profile: Path | None = None) -> list[str]:
    """Remove the extension; what was done, for the user to read."""
    place = profile or users_profile()
    _check_closed(place)
    with _copy(place) as copy:
        found = _registered(copy)
    if not found:
        return ["LibreOffice 里没有安装 nothing is installed in LibreOffice"]
    unopkg(place, "remove", IDENTIFIER)
    return [f"已从 LibreOffice 卸载 removed from LibreOffice: xlfuncs {found}"]


def findings(profile: Path | None = None) -> Iterator[Finding]:
    """The office, its Python, the extension, and a cell that the office calculates with it."""
    try:
        yield _office()
        yield _python()
        with _copy(profile or users_profile()) as copy:
            registered = _registered(copy)
            yield _extension(registered)
            if registered:
                yield _calculated(copy)
    except PackageError as failure:
        yield wrong(failure.zh, failure.en)


def _office() -> Finding:
    place, found = soffice(), version()
    if _parts(found) >= _parts(OLDEST_OFFICE):
        return right(f"LibreOffice {found}（{place}）", f"{OLDEST_OFFICE} or later")
    return wrong(
        f"LibreOffice {found}（{place}）太旧，须 {OLDEST_OFFICE} 以上",
        f"LibreOffice is too old: {OLDEST_OFFICE} or later is needed",
    )


def _python() -> Finding:
    """Whether numpy of this environment, which is compiled for one Python, loads in the office's."""
    own = python_version()
    if own != PYTHON:
        refused = _other_python(own)
        return wrong(refused.zh, refused.en)
    try:
        numpy = ran([python(), "-c", _NUMPY, *own_packages()]).strip()
    except PackageError as failure:
        return wrong(
            f"LibreOffice 的 Python {own} 载入不了本环境的 numpy：{failure.zh}",
            f"its Python cannot load the numpy of this environment: {failure.en}",
        )
    return right(
        f"LibreOffice 用 Python {own}，能载入本环境的 numpy {numpy}",
        "its Python loads the numpy of this environment",
    )


def _extension(registered: str) -> Finding:
    if not registered:
        return wrong(f"没有安装扩展；{_AGAIN[0]}", f"the extension is not installed; {_AGAIN[1]}")
    if registered != own_version():
        return wrong(
            f"扩展是 xlfuncs {registered}，本环境是 {own_version()}；{_AGAIN[0]}",
            f"the extension is of another version; {_AGAIN[1]}",
        )
    return right(f"扩展 xlfuncs {registered} 已注册", "the extension is registered")


def _calculated(profile: Path) -> Finding:
    """A real cell in a real office, hidden, on a copy of the user's profile."""
    book, saved = openpyxl.Workbook(), io.BytesIO()
    book.worksheets[0]["A1"] = f"={_FORMULA}"
    book.save(saved)
    with Office(profile) as office:
        data = office.recalculated(saved.getvalue())
    value = openpyxl.load_workbook(io.BytesIO(data), data_only=True).worksheets[0]["A1"].value
    if value == _ANSWER:
        return right(f"LibreOffice 算出 {_FORMULA} = {value}", "calculated in the office")
    return wrong(
        f"LibreOffice 里 {_FORMULA} 得 {value}，应为 {_ANSWER}；{_AGAIN[0]}",
        f"the office gives a wrong answer; {_AGAIN[1]}",
    )


def _check_python() -> None:
    own = python_version()
    if own != PYTHON:
        raise _other_python(own)


def _other_python(own: str) -> PackageError:
    return PackageError(
        f"LibreOffice 用 Python {own}，本环境用 Python {PYTHON}，numpy 不能共用；"
        f"请用 Python {own} 建立环境再安装",
        f"LibreOffice has Python {own}, this environment has Python {PYTHON}, and they cannot "
        f"share numpy: install from an environment of Python {own}",
    )


def _check_closed(profile: Path) -> None:
    lock = profile / ".lock"
    if lock.exists():
        raise PackageError(
            f"请先关闭 LibreOffice（若已关闭，请删除 {lock}）",
            f"close LibreOffice first (if it is closed, delete {lock})",
        )


@contextmanager
def _copy(profile: Path) -> Iterator[Path]:
    """A copy to look at: a running office locks its own profile."""
    with tempfile.TemporaryDirectory(prefix="xlfuncs-") as folder:
        copy = Path(folder, "profile")
        yield copied(profile, copy) if profile.is_dir() else copy


def _registered(profile: Path) -> str:
    """The version of our extension in a profile; empty where it is not or is switched off."""
    said = unopkg(profile, "list").partition(f"Identifier: {IDENTIFIER}\n")[2]
    found = re.match(r" *Version: (\S+)\n.*\n *is registered: yes", said)
    return found[1] if found else ""


def _parts(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split("."))) if version else ()
