"""Install and uninstall in LibreOffice for the current user, and what is wrong there."""

import io
import json
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import openpyxl

from addin.findings import Finding, right, wrong
from addin.oxt import IDENTIFIER, OLDEST_OFFICE, PYTHON, own_packages, oxt
from addin.versions import own_version
from workbooks.commands import ran
from workbooks.office.process import Office
from workbooks.office.profile import copied, unopkg, users_profile
from workbooks.office.program import python, python_version, soffice, version
from workbooks.opening import PackageError

VARIABLE: Final = "XLFUNCS_SITE_PACKAGES"
_FORMULA: Final = "=CB_ADJUST_PRICE(12.44,0.16)"
_RESULT: Final = 12.28
_AGAIN: Final = (
    "请运行 xlfuncs addin install --libreoffice",
    "run xlfuncs addin install --libreoffice",
)


def install(profile: Path | None = None) -> None:
    """Put the functions into the current user's LibreOffice, in the place of an older version."""
    add_to(profile or users_profile())


def uninstall(profile: Path | None = None) -> list[str]:
    """Take them out again; what was done."""
    profile = profile or users_profile()
    _check_closed(profile)
    if _installed(profile) is None:
        return ["没有安装 nothing is installed"]
    unopkg(profile, "remove", IDENTIFIER)
    return [f"已从 LibreOffice 删除扩展 removed the extension {IDENTIFIER}"]


def add_to(profile: Path) -> None:
    """Install the functions into a profile, which is made where there is none."""
    _check_closed(profile)
    folders, theirs = environment()
    with tempfile.TemporaryDirectory(prefix="xlfuncs-") as folder:
        extension = Path(folder, "xlfuncs.oxt")
        extension.write_bytes(oxt(folders, theirs))
        unopkg(profile, "add", "--force", "--suppress-license", str(extension))


def environment() -> tuple[list[str], str]:
    """The folders from which LibreOffice is to take numpy, and its Python's version."""
    theirs = python_version()
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return chosen.split(os.pathsep), theirs
    if theirs != PYTHON:
        raise PackageError(
            f"LibreOffice 用 Python {theirs}，本环境是 Python {PYTHON}，numpy 不能共用；请用 "
            f"Python {theirs} 建立环境，或把 {VARIABLE} 设为 Python {theirs} 的 numpy 所在文件夹",
            f"LibreOffice has Python {theirs}, this environment has {PYTHON}: make one of Python "
            f"{theirs}, or set {VARIABLE} to a folder with numpy for Python {theirs}",
        )
    return own_packages(), theirs


def findings(profile: Path | None = None) -> Iterator[Finding]:
    """The office, its Python with the environment's numpy, the extension, and a calculation."""
    try:
        yield _office()
        yield _python()
        with _copy(profile or users_profile()) as copy:
            extension = _extension(copy)
            yield extension
            if extension.ok:
                yield _calculation(copy)
    except PackageError as failure:
        yield wrong(failure.zh, failure.en)


def _office() -> Finding:
    program, found = soffice(), version()
    if _numbers(found) < _numbers(OLDEST_OFFICE):
        return wrong(
            f"LibreOffice {found} 太旧，须 {OLDEST_OFFICE} 以上",
            f"LibreOffice is too old, {OLDEST_OFFICE} or later is needed",
        )
    return right(f"LibreOffice {found} · {program}", "recent enough")


def _python() -> Finding:
    folders, theirs = environment()
    program = f"import sys; sys.path[:0] = {json.dumps(folders)}; import numpy, scipy; "
    numpy = ran([python(), "-c", program + "print(numpy.__version__)"]).strip()
    return right(f"Python {theirs} · numpy {numpy}", "LibreOffice's Python loads numpy and scipy")


def _extension(profile: Path) -> Finding:
    found, own = _installed(profile), own_version()
    if found is None:
        return wrong(f"没有安装扩展；{_AGAIN[0]}", f"the extension is not installed; {_AGAIN[1]}")
    if found != own:
        return wrong(
            f"扩展版本 {found or '未注册'}，本项目 {own}；{_AGAIN[0]}",
            f"the extension is not registered, or of another version; {_AGAIN[1]}",
        )
    return right(f"扩展 {IDENTIFIER} {found} 已注册", "the extension is registered")


def _calculation(profile: Path) -> Finding:
    with Office(profile) as office:
        found = _result(office)
    if found == _RESULT:
        return right(f"{_FORMULA} 在 LibreOffice 里得 {found}", "calculated as it must be")
    return wrong(
        f"{_FORMULA} 在 LibreOffice 里得 {found}，应为 {_RESULT}；{_AGAIN[0]}",
        f"LibreOffice calculates something else; {_AGAIN[1]}",
    )


def _result(office: Office) -> object:
    book = openpyxl.Workbook()
    book.worksheets[0]["A1"] = _FORMULA
    asked = io.BytesIO()
    book.save(asked)
    done = io.BytesIO(office.recalculated(asked.getvalue()))
    return openpyxl.load_workbook(done, data_only=True).worksheets[0]["A1"].value


def _check_closed(profile: Path) -> None:
    """The extension manager would work in another profile, beside an office that runs in this."""
    lock = profile / ".lock"
    if lock.exists():
        raise PackageError(
            f"请先关闭 LibreOffice；若它已关闭（例如曾意外中断），请删除 {lock}",
            f"close LibreOffice first; if it is closed (it crashed, say), delete {lock}",
        )


@contextmanager
def _copy(profile: Path) -> Iterator[Path]:
    """A copy to look at, for LibreOffice may be running in the profile itself."""
    with tempfile.TemporaryDirectory(prefix="xlfuncs-", ignore_cleanup_errors=True) as folder:
        copy = Path(folder, "profile")
        yield copied(profile, copy) if profile.is_dir() else copy


def _installed(profile: Path) -> str | None:
    """The extension's version; empty where it is not registered, None where it is not there."""
    listed = unopkg(profile, "list") if profile.is_dir() else ""
    entries = re.split(r"^(?=Identifier: )", listed, flags=re.M)
    ours = next((e for e in entries if e.startswith(f"Identifier: {IDENTIFIER}\n")), None)
    if ours is None:
        return None
    told = re.search(r"Version: (\S+)\n.*\n  is registered: yes", ours)
    return told[1] if told else ""


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split("."))) if version else ()
