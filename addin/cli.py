"""xlfuncs addin: build the Excel add-in, and make workbooks that Excel saved with it travel."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from addin.sheets import INTERPRETER
from workbooks.console import ERR, OUT
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


@contextmanager
def _clear_errors() -> Iterator[None]:
    try:
        yield
    except PackageError as error:
        ERR.print(Text(f"错误 error  {error}", style="red"), soft_wrap=True)
        raise typer.Exit(1) from None
