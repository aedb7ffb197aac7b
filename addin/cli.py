"""xlfuncs addin: build and install the add-ins, and make workbooks that Excel saved travel."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from addin.findings import Finding
from addin.sheets import INTERPRETER
from workbooks.console import ERR, OUT, SHOWN, table
from workbooks.package import PackageError

LibreOffice = Annotated[
    bool, typer.Option("--libreoffice", help="LibreOffice，而不是 Excel / not Excel")
]
app = typer.Typer(
    help="Excel 与 LibreOffice 的加载宏 / the add-ins for Excel and LibreOffice",
    no_args_is_help=True,
)


@app.command()
def build(
    out: Annotated[
        Path, typer.Option("-o", "--output", help="要写的 .xlam 或 .oxt / the file to write")
    ] = Path("xlfuncs.xlam"),
    interpreter: Annotated[
        str, typer.Option(help="Excel 启动的 Python / the Python that Excel starts")
    ] = INTERPRETER,
) -> None:
    """生成 xlfuncs.xlam 或 LibreOffice 的 xlfuncs.oxt，任何系统皆可 / build either, anywhere."""
    from workbooks.files import write_atomically

    with _clear_errors():
        write_atomically(out, _built(out, interpreter))
    OUT.print(Text(f"完成 done  {out}"), soft_wrap=True)


@app.command()
def relink(
    books: Annotated[list[Path], typer.Argument(help="工作簿或文件夹 workbooks or folders")],
    folder: Annotated[
        Path | None, typer.Option("-o", "--output", help="写到此文件夹，省略则就地 else in place")
    ] = None,
    show_all: Annotated[bool, typer.Option("--all", help="列出全部公式 list all formulas")] = False,
) -> None:
    """去掉公式里加载宏的路径和失效链接 / formulas without the path of somebody's add-in."""
    from workbooks.batch import jobs_for

    with _clear_errors():
        jobs = jobs_for(books, folder)
        if not jobs:
            raise PackageError("没有找到 .xlsx 或 .xlsm", "there is no .xlsx or .xlsm")
    done = [_relinked(job.source, job.target, sys.maxsize if show_all else SHOWN) for job in jobs]
    raise typer.Exit(0 if all(done) else 1)


@app.command()
def install(libreoffice: LibreOffice = False) -> None:
    """把函数装进本机的 Excel 或 LibreOffice / put the functions into Excel or LibreOffice."""
    program = "LibreOffice" if libreoffice else "Excel"
    with _clear_errors(), OUT.status("xlfuncs", spinner="line") as shown:
        found = _installed_in_libreoffice() if libreoffice else _installed(shown.update)
    OUT.print(f"完成 done  重启 {program} 后可用 / restart {program} to use the functions")
    _show(found)


@app.command()
def uninstall(libreoffice: LibreOffice = False) -> None:
    """从本机的 Excel 或 LibreOffice 卸载 / take the functions out of Excel or LibreOffice."""
    with _clear_errors():
        for line in _uninstalled_from_libreoffice() if libreoffice else _uninstalled():
            OUT.print(Text(line), soft_wrap=True)


@app.command()
def doctor(
    books: Annotated[list[Path] | None, typer.Argument(help="也可检查工作簿 or workbooks")] = None,
    libreoffice: LibreOffice = False,
) -> None:
    """逐行说明安装或工作簿哪里不对 / what is wrong with the installation or with workbooks."""
    from addin.doctor import installation, workbook
    from addin.install import only_on_windows
    from addin.libreoffice import findings
    from addin.windows import Machine
    from workbooks.batch import jobs_for

    with _clear_errors():
        if books:
            _show(workbook(job.source) for job in jobs_for(books, None))
        if libreoffice:
            _show(findings())
        only_on_windows()
        _show(installation(Machine()))


def _built(out: Path, interpreter: str) -> bytes:
    """The add-in for the program that the file's ending names."""
    ending = out.suffix.lower()
    if ending == ".oxt":
        from addin.oxt import oxt

        return oxt()
    if ending == ".xlam":
        from addin.xlam import xlam

        return xlam(interpreter)
    raise PackageError(f"{out} 应以 .xlam 或 .oxt 结尾", f"{out} must end in .xlam or .oxt")


def _installed(step: Callable[[str], None]) -> Iterator[Finding]:
    from addin.doctor import installation
    from addin.install import install, only_on_windows
    from addin.places import places
    from addin.windows import Machine

    only_on_windows()
    install(places(), step)
    return installation(Machine())


def _installed_in_libreoffice() -> Iterator[Finding]:
    from addin.libreoffice import findings, install

    install()
    return findings()


def _uninstalled() -> list[str]:
    from addin.install import only_on_windows, uninstall
    from addin.places import places

    only_on_windows()
    return uninstall(places())


def _uninstalled_from_libreoffice() -> list[str]:
    from addin.libreoffice import uninstall

    return uninstall()


def _show(findings: Iterable[Finding]) -> None:
    """Print the findings; the exit code says whether all is right."""
    shown = []
    for finding in findings:
        OUT.print(Text(str(finding), style="" if finding.ok else "red"), soft_wrap=True)
        shown.append(finding)
    raise typer.Exit(0 if all(f.ok for f in shown) else 1)


def _relinked(source: Path, target: Path, limit: int) -> bool:
    """One workbook, and what became of it in print; whether it could be done."""
    from addin.relink import relink_file
    from workbooks.files import new_folder

    try:
        new_folder(target.parent)
        made = relink_file(source, target)
    except PackageError as failure:
        ERR.print(Text(f"失败 failed  {failure}", style="red"), soft_wrap=True)
        return False
    counts = f"公式 formulas {len(made.changes)} · 删除链接 links removed {len(made.removed)}"
    OUT.print(Text(f"完成 done  {target}  {counts}"), soft_wrap=True)
    for link in made.kept:
        OUT.print(Text(f"保留链接，仍被使用 kept, still in use: {link}"), soft_wrap=True)
    if made.changes:
        heads = ("工作表 sheet", "位置 place", "原公式 before", "新公式 after")
        rows = ([c.part, c.place, c.before, c.after] for c in made.changes)
        OUT.print(table("改变的公式 changed formulas", heads, rows, limit))
    return True


@contextmanager
def _clear_errors() -> Iterator[None]:
    try:
        yield
    except PackageError as error:
        ERR.print(Text(f"错误 error  {error}", style="red"), soft_wrap=True)
        raise typer.Exit(1) from None
