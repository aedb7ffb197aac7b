"""xlfuncs: the clauses of convertible bonds and dividend policies, from the command line."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from addin.cli import app as addin
from workbooks.batch import Job, Outcome, jobs_for, outcome_of, run, run_all
from workbooks.calculators import Calculator
from workbooks.console import (
    ERR,
    OUT,
    limit_of,
    progress_bar,
    show_function,
    show_functions,
    show_outcome,
    steps,
    table,
)
from workbooks.language import Language
from workbooks.package import PackageError

app = typer.Typer(
    help="可转债条款与分红政策的 Excel 函数 / convertible-bond and dividend clauses in Excel",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(addin, name="addin")

All = Annotated[bool, typer.Option("--all", help="列出全部单元格 list every cell")]


def main() -> None:
    """The console script."""
    app()


@app.command()
def demo(
    folder: Annotated[
        Path, typer.Option("-o", "--output", help="输出文件夹 folder to write to")
    ] = Path("xlfuncs-demo"),
) -> None:
    """大元转债 113664：模板、刷新、报告，一步完成 / template, refresh and report of a real bond."""
    from workbooks.demo import make_demo

    with _clear_errors(), steps("准备 preparing") as tell:
        done = make_demo(folder, tell)
    heads = ("项目 item", "公告 announced", "工作簿 workbook", "一致 equal")
    rows = ([r.label, r.announced, r.found, "✓" if r.equal else "✗"] for r in done.rows)
    OUT.print(table("大元转债 113664 与公告核对 against the announcements", heads, rows, 100))
    OUT.print(Text(f"工作簿 workbook  {done.book}\n报告 report      {done.report}"), soft_wrap=True)
    raise typer.Exit(0 if all(r.equal for r in done.rows) else 1)


@app.command()
def template(
    out: Annotated[Path, typer.Option("-o", "--output", help="要写的 .xlsx / the .xlsx to write")],
    blank: Annotated[
        bool, typer.Option("--blank", help="输入留空的模板 a template with empty inputs")
    ] = False,
    terms: Annotated[
        str | None, typer.Option(help="填入内置条款 packaged terms, e.g. 113664")
    ] = None,
    policy: Annotated[
        list[str] | None, typer.Option(help="选用内置政策，可多次 packaged policies, repeatable")
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="覆盖已有文件 replace a file that is there")
    ] = False,
) -> None:
    """写出模板工作簿，默认为大元转债 113664 的实例 / write the template, by default a real case."""
    from workbooks.template import empty, example, filled, write_template

    with _clear_errors():
        if blank and (terms or policy):
            raise PackageError(
                "--blank 与 --terms、--policy 不能并用", "--blank excludes --terms and --policy"
            )
        if out.is_file() and not force:
            raise PackageError(
                f"{out} 已存在，加 --force 覆盖", f"{out} is there already, --force replaces it"
            )
        chosen = filled(terms, policy or ()) if terms or policy else None
        write_template(out, chosen or (empty() if blank else example()))
    OUT.print(Text(f"完成 done  {out}"), soft_wrap=True)


@app.command()
def refresh(
    books: Annotated[list[Path], typer.Argument(help="工作簿或文件夹 workbooks or folders")],
    folder: Annotated[
        Path | None, typer.Option("-o", "--output", help="写到此文件夹，省略则就地 else in place")
    ] = None,
    engine: Annotated[
        Calculator, typer.Option(help="计算引擎，auto 即 formualizer / calculator")
    ] = Calculator.AUTO,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="并行进程数 processes")] = 1,
    show_all: All = False,
) -> None:
    """重算工作簿，只改缓存值 / recalculate workbooks; only cached values change."""
    with _clear_errors():
        todo = jobs_for(books, folder, engine)
        if not todo:
            raise PackageError("没有找到 .xlsx 或 .xlsm", "there is no .xlsx or .xlsm")
    codes = [_shown(outcome, show_all) for outcome in _outcomes(todo, jobs)]
    OUT.print(Text(_summary(codes)), soft_wrap=True)
    raise typer.Exit(1 if 1 in codes else max(codes))


@app.command()
def report(
    book: Annotated[Path, typer.Argument(help="已刷新的模板工作簿 a refreshed template workbook")],
    out: Annotated[Path, typer.Option("-o", "--output", help="要写的报告 the report to write")],
    pdf: Annotated[
        bool, typer.Option("--pdf", help="另写同名 PDF，需 LibreOffice / a PDF beside it")
    ] = False,
    lang: Annotated[Language, typer.Option(help="报告的语言 the report's language")] = Language.ZH,
) -> None:
    """由刷新后的工作簿写报告 / write the report of a refreshed workbook."""
    from workbooks.report import write_report

    printed = out.with_suffix(".pdf") if pdf else None
    with _clear_errors(), OUT.status("报告 report", spinner="line"):
        write_report(book, out, printed, lang)
    for made in filter(None, (out, printed)):
        OUT.print(Text(f"完成 done  {made}"), soft_wrap=True)


@app.command()
def board(
    terms: Annotated[Path, typer.Argument(help="每只转债一行的条款表 a row of terms a bond")],
    prices: Annotated[Path, typer.Argument(help="逐日收盘 .csv .xlsx .parquet closes by day")],
    out: Annotated[Path, typer.Option("-o", "--output", help="要写的看板 the board to write")],
    floor_yield: Annotated[
        float, typer.Option(help="纯债价值的年化折现率 yield of the bond floor")
    ] = 0.03,
    sort: Annotated[
        str, typer.Option(help="排序：双低、溢价率、强赎、下修、收益率、剩余年限 order")
    ] = "双低",
) -> None:
    """全市场看板：每只转债一行，近期事项，走势 / the market board: a row a bond, coming events."""
    from workbooks.board.making import ORDERS, make_board

    with _clear_errors(), steps("看板 board") as tell:
        if sort not in ORDERS:
            raise PackageError(f"--sort 应为 {'、'.join(ORDERS)} 之一", "--sort has no such order")
        lines, events = make_board(
            terms, prices, out, floor_yield=floor_yield, order=sort, tell=tell
        )
    counts = f"转债 bonds {len(lines)} · 近期事项 coming events {len(events)}"
    OUT.print(Text(f"完成 done  {out}  {counts}"), soft_wrap=True)


@app.command(name="import")
def import_(
    source: Annotated[Path, typer.Argument(help="行情导出 .csv .xlsx / an export of prices")],
    book: Annotated[Path, typer.Option("--into", help="模板工作簿 the template workbook")],
    out: Annotated[
        Path | None, typer.Option("-o", "--output", help="另存为，省略则就地 else in place")
    ] = None,
    code: Annotated[
        str | None, typer.Option(help="多只证券时选一只 one of several securities, e.g. 603757")
    ] = None,
    refresh_: Annotated[
        bool, typer.Option("--refresh/--no-refresh", help="导入后重算 recalculate afterwards")
    ] = True,
    show_all: All = False,
) -> None:
    """akshare、tushare、Wind、iFinD 的导出并入“行情” / closes of an export into a workbook."""
    from workbooks.imports.importing import import_prices
    from workbooks.imports.summary import show_merge, show_prices

    job = Job(book, out or book)
    with _clear_errors(), steps("导入 importing") as tell:
        done = import_prices(source, book, job.target, code=code, refresh=refresh_, progress=tell)
    show_prices(done.prices)
    show_merge(done.merge, limit_of(show_all))
    if done.refreshed is None:
        OUT.print(Text(f"完成 done  {job.target}  未重算，请运行 xlfuncs refresh"), soft_wrap=True)
        return
    raise typer.Exit(_shown(outcome_of(job, done.refreshed), show_all))


@app.command()
def functions(
    name: Annotated[str, typer.Argument(help="函数名 a function's name")] = "",
) -> None:
    """列出函数，或显示一个函数的帮助 / list the functions, or the help of one."""
    from xlfuncs.registry import BY_NAME, FUNCTIONS

    if not name:
        show_functions(FUNCTIONS)
    elif name.upper() in BY_NAME:
        show_function(BY_NAME[name.upper()])
    else:
        near = "、".join(_near(name.upper(), BY_NAME))
        zh, en = (f"，相近的有 {near}", f", there are {near}") if near else ("", "")
        _fail(f"没有函数 {name}{zh} / there is no function {name}{en}")


def _near(name: str, names: Iterable[str]) -> list[str]:
    """The names that hold what was typed, else those spelled much like it."""
    known = list(names)
    return [n for n in known if name in n] or get_close_matches(name, known)


def _outcomes(todo: list[Job], processes: int) -> Iterator[Outcome]:
    """Each workbook's outcome under a progress bar."""
    with progress_bar() as bar:
        total = bar.add_task("刷新 refreshing", total=len(todo))
        if processes > 1 and len(todo) > 1:
            for outcome in run_all(todo, processes):
                bar.advance(total)
                yield outcome
            return
        for number, job in enumerate(todo):
            yield run(
                job,
                lambda step, share, n=number, j=job: bar.update(  # type: ignore[misc]
                    total, description=f"{j.source.name} {step}", completed=n + share
                ),
            )


def _shown(outcome: Outcome, show_all: bool) -> int:
    show_outcome(outcome, show_all)
    return outcome.exit_code


def _summary(codes: list[int]) -> str:
    good, bad, flawed = codes.count(0), codes.count(1), codes.count(3)
    return (
        f"共 {len(codes)} 个：完成 {good}，有错误单元格 {flawed}，失败 {bad}"
        f" / {len(codes)} in all: {good} done, {flawed} with error cells, {bad} failed"
    )


@contextmanager
def _clear_errors() -> Iterator[None]:
    """What went wrong in one line, Chinese and English, and exit code 1."""
    try:
        yield
    except PackageError as error:
        _fail(str(error))


def _fail(line: str) -> None:
    ERR.print(Text(f"错误 error  {line}", style="red"), soft_wrap=True)
    raise typer.Exit(1)
