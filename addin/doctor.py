"""What is wrong with an installation in Excel, line by line; which workbooks need relinking."""

import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from addin.findings import Finding, right, wrong
from addin.places import places
from addin.serving import Served, served
from addin.sheets import interpreter_in
from addin.trust import trust
from addin.upstream import xlwings_version
from addin.vba_project import read
from addin.windows import Machine, bits
from workbooks.opening import PackageError, contents

_EXCEL: Final = r"Software\Microsoft\Windows\CurrentVersion\App Paths\excel.exe"
_AGAIN: Final = ("请运行 xlfuncs addin install", "run xlfuncs addin install")


@dataclass(frozen=True)
class _AddIn:
    """What an installed .xlam says of the Python that it starts."""

    interpreter: str
    xlwings: str


def installation(machine: Machine) -> Iterator[Finding]:
    """The environment, the add-in, Excel, and whether Excel lets the add-in run."""
    here = places(machine.variables)
    try:
        found = served(here.interpreter)
    except PackageError as failure:
        yield wrong(f"{failure.zh}；{_AGAIN[0]}", f"{failure.en}; {_AGAIN[1]}")
        return
    yield _python(found)
    try:
        add_in = _read(here.add_in)
    except PackageError as failure:
        yield wrong(f"{failure.zh}；{_AGAIN[0]}", f"{failure.en}; {_AGAIN[1]}")
        return
    yield _interpreter(machine, add_in, here.interpreter)
    yield _xlwings(add_in, found)
    yield _excel(machine, add_in, here.interpreter)
    yield from trust(machine, here.add_in)


def workbook(book: Path) -> Finding:
    """Whether a workbook's formulas carry the path of somebody's add-in."""
    from addin.relink import relink

    try:
        made = relink(contents(book))
    except PackageError as failure:
        return wrong(failure.about(book).zh, failure.en)
    if made.changes or made.removed:
        return wrong(
            f"{book}：{len(made.changes)} 个公式带有加载宏的路径，请运行 xlfuncs addin relink",
            f"{len(made.changes)} formulas carry an add-in's path: run xlfuncs addin relink",
        )
    return right(f"{book}：公式里没有加载宏的路径", "no formula carries an add-in's path")


def _python(found: Served) -> Finding:
    what = (
        f"Python {found.python} {found.bits} 位 · xlfuncs {found.xlfuncs} · xlwings {found.xlwings}"
    )
    return right(what, f"{found.bits}-bit, the functions load")


def _read(path: Path) -> _AddIn:
    try:
        with zipfile.ZipFile(path) as archive:
            project = read(archive.read("xl/vbaProject.bin"))
            interpreter = interpreter_in(archive.read("xl/worksheets/sheet1.xml"))
        return _AddIn(interpreter, xlwings_version(project))
    except FileNotFoundError:
        raise PackageError(f"没有加载宏 {path}", f"there is no add-in {path}") from None
    except Exception as failure:  # damaged in any of the ways a zip and an OLE file can be
        raise PackageError(f"加载宏 {path} 已损坏", f"the add-in is damaged: {failure}") from None


def _interpreter(machine: Machine, add_in: _AddIn, ours: Path) -> Finding:
    named = Path(machine.expanded(add_in.interpreter))
    if named == ours:
        return right(f"加载宏启动 {named}", "the add-in starts this Python")
    if named.is_file():
        return wrong(
            f"加载宏启动的是另一个 Python {named}；{_AGAIN[0]}",
            f"the add-in starts another Python; {_AGAIN[1]}",
        )
    return wrong(
        f"加载宏要启动的 {named} 不存在；{_AGAIN[0]}",
        f"the add-in's Python does not exist; {_AGAIN[1]}",
    )


def _xlwings(add_in: _AddIn, found: Served) -> Finding:
    if add_in.xlwings == found.xlwings:
        return right(f"加载宏与环境同为 xlwings {found.xlwings}", "the same xlwings in both")
    return wrong(
        f"加载宏要 xlwings {add_in.xlwings}，环境里是 {found.xlwings}；{_AGAIN[0]}",
        f"the add-in was built with another xlwings; {_AGAIN[1]}",
    )


def _excel(machine: Machine, add_in: _AddIn, interpreter: Path) -> Finding:
    """Excel's bits choose the DLL; Python may have others, it runs in a process of its own."""
    program = _program(machine)
    if program is None:
        return wrong("没有找到 Excel", "Excel is not installed")
    size = bits(program)
    if size is None:
        return wrong(f"无法识别 {program} 是几位", "neither 32-bit nor 64-bit for x86")
    dll = f"xlwings{size}-{add_in.xlwings}.dll"
    if any((folder / dll).is_file() for folder in (interpreter.parent, interpreter.parents[1])):
        return right(f"Excel {size} 位，{dll} 在", f"Excel is {size}-bit and its DLL is there")
    return wrong(
        f"Excel {size} 位，环境里缺 {dll}；{_AGAIN[0]}",
        f"Excel is {size}-bit and this DLL is missing; {_AGAIN[1]}",
    )


def _program(machine: Machine) -> Path | None:
    for root in ("HKLM", "HKCU"):
        told = machine.registry.values(rf"{root}\{_EXCEL}").get("")
        if told and (program := Path(machine.expanded(re.sub('"', "", told)))).is_file():
            return program
    return None
