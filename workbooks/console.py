"""What the command line prints: tables of changed cells, error cells and functions."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import groupby
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from workbooks.batch import Outcome
from workbooks.refresh import CellProblem
from workbooks.values import Value
from xlfuncs.hosts.examples import example
from xlfuncs.hosts.help import argument_help, bounds
from xlfuncs.spec import Spec

SHOWN: Final = 20  # rows of a table unless --all
OUT: Final = Console(highlight=False)
ERR: Final = Console(stderr=True, highlight=False)


def progress_bar() -> Progress:
    """On the error stream, so that what is printed can be piped."""
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        console=ERR,
        transient=True,
    )


@contextmanager
def steps(first: str) -> Iterator[Callable[[str, float], None]]:
    """A bar for one job, told the name of each step and the share of the whole that is done."""
    with progress_bar() as bar:
        task = bar.add_task(first, total=1.0)
        yield lambda step, share: bar.update(task, description=step, completed=share)


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]], limit: int) -> Table:
    """A table of at most `limit` rows that says how many it left out."""
    rows = list(rows)
    made = Table(title=Text(title), title_justify="left", header_style="bold")
    for column in columns:
        made.add_column(column, overflow="fold")
    for row in rows[:limit]:
        made.add_row(*map(Text, row))
    if len(rows) > limit:
        made.caption = f"另有 {len(rows) - limit} 行，加 --all 全部列出 / {len(rows) - limit} more"
    return made


def show_outcome(outcome: Outcome, every: bool) -> None:
    """One workbook: where it went, what changed, what is in error and why; `every` cell of it."""
    if outcome.failure:
        ERR.print(Text(f"失败 failed  {outcome.failure}", style="red"), soft_wrap=True)
        return
    counts = f"公式 {outcome.formulas} · 改变 {len(outcome.changed)} · 错误 {len(outcome.errors)}"
    kept = f" · 未计算 {len(outcome.unsupported)}" if outcome.unsupported else ""
    OUT.print(Text(f"完成 done  {outcome.job.target}  {counts}{kept}"), soft_wrap=True)
    rows = [[c.sheet, c.cell, shown(c.before), shown(c.after)] for c in outcome.changed]
    if changed := [row for row in rows if row[2] != row[3]]:
        heads = ("工作表 sheet", "单元格 cell", "原值 before", "新值 after")
        OUT.print(table("改变的单元格 changed cells", heads, changed, limit_of(every)))
    _show_problems("错误单元格 error cells", outcome.errors, every)
    _show_problems("保留原值的单元格 cells left as they were", outcome.unsupported, every)


def limit_of(every: bool) -> int:
    """The rows a table may have."""
    return sys.maxsize if every else SHOWN


def _show_problems(title: str, problems: list[CellProblem], every: bool) -> None:
    """Where problems begin, those of one reason in one row, and how many cells read them."""
    if not problems:
        return
    known = {p.place for p in problems}
    roots = [p for p in problems if every or p.source not in known] or problems
    heads = ("单元格\ncell", "函数\nfunction", "错误\nerror", "原因\nreason", "公式\nformula")
    rows = roots if every else [_several(group) for group in _alike(roots)]
    cells = ([p.place, p.function, p.code, p.reason, p.formula] for p in rows)
    OUT.print(table(title, heads, cells, limit_of(every)))
    if others := len(problems) - len(roots):
        more = f"{others} more read cells in error or not calculated; --all lists them"
        OUT.print(Text(f"另有 {others} 个单元格因引用它们而如此，加 --all 列出 / {more}"))


def _alike(problems: Iterable[CellProblem]) -> Iterable[list[CellProblem]]:
    found: dict[tuple[str, str, str], list[CellProblem]] = {}
    for problem in problems:
        found.setdefault((problem.function, problem.code, problem.reason), []).append(problem)
    return found.values()


def _several(group: list[CellProblem]) -> CellProblem:
    more = f" 等 {len(group)} 处" if len(group) > 1 else ""
    return replace(group[0], cell=group[0].cell + more)


def shown(value: Value) -> str:
    """A cell value for the eye."""
    if isinstance(value, float):
        return f"{value:.15g}"
    if isinstance(value, bool):
        return str(value).upper()
    return "" if value is None else str(value)


def show_functions(specs: Iterable[Spec]) -> None:
    """Every function in two lines, by category."""
    for category, group in groupby(specs, lambda spec: spec.category):
        OUT.print(Text(category, style="bold"))
        for spec in group:
            OUT.print(Text(f"  {spec.signature}", style="cyan"), soft_wrap=True)
            OUT.print(Text(f"      {spec.zh} / {spec.en}"), soft_wrap=True)


def show_function(spec: Spec) -> None:
    """One function whole: meaning, formula, arguments, result, clauses, example."""
    OUT.print(Text(spec.signature, style="bold"))
    OUT.print(Text(f"{spec.zh} / {spec.en}"))
    OUT.print(Text(spec.description))
    arguments = ([p.name, argument_help(p)] for p in spec.parameters)
    OUT.print(table("参数 arguments", ("参数", "说明"), arguments, 100))
    columns = f"，列 columns: {' · '.join(spec.columns)}" if spec.columns else ""
    OUT.print(Text(f"返回 returns: {spec.returns}{columns}"))
    limits = "; ".join(filter(None, map(bounds, spec.parameters)))
    if limits:
        OUT.print(Text(f"超出则 #NUM! outside: {limits}"))
    OUT.print(Text(f"条款 clauses: {'、'.join(spec.clauses)}"))
    own = example(spec)
    OUT.print(Text(f"示例 example: {own.formula} → {own.shown}"), soft_wrap=True)
