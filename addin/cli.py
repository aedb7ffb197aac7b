"""xlfuncs addin: build the Excel add-in, and make workbooks that Excel saved with it travel."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from addin.sheets import INTERPRETER
from workbooks.console import ERR, OUT, SHOWN, table
from workbooks.package import PackageError

app = typer.Typer(help="Excel 加载宏 / the Excel add-in", no_args_is_help=True)


@app.command()
def build(
    out: Annotated[
        Path, typer.Option("-o", "--output", help="要写的加载宏 the .xlam to write")
    ] = Path("xlfuncs.xlam"),
    interpreter: Annotated[
        str, typer.Option(help="Excel 启动的 Python / the Python that Excel starts")
    ] = INTERPRETER,
) -> None:
    """生成 xlfuncs.xlam，任何系统皆可 / build xlfuncs.xlam, on any system."""
    from addin.xlam import xlam
    from workbooks.files import write_atomically

    with _clear_errors():
        if out.suffix.lower() != ".xlam":
            raise PackageError(f"{out} 应以 .xlam 结尾", f"{out} must end in .xlam")
        write_atomically(out, xlam(interpreter))
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
