"""Recalculate a workbook without Excel: only cached values change, every other byte stays."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from workbooks.calculation import Sheet, calculation_copy, prepared
from workbooks.calculators import Recalculate
from workbooks.dynamic_arrays import dynamic_mark
from workbooks.engine import Engine, Host, MakeHost
from workbooks.files import check_writable, write_atomically
from workbooks.named_places import NamedPlaces
from workbooks.opening import PackageError, contents
from workbooks.package import Package
from workbooks.reasons import Explained, Explainer, left
from workbooks.recalculated import read_back
from workbooks.results import Result, Results, evaluated
from workbooks.sheet_xml import address
from workbooks.values import Value
from workbooks.verdicts import Judge
from workbooks.write_back import Written, needs_mark, with_results

Progress = Callable[[str, float], None]


@dataclass(frozen=True, slots=True)
class CellChange:
    """A cell whose value changed; a spilled cell carries the formula of its anchor."""

    sheet: str
    cell: str
    formula: str
    before: Value
    after: Value


@dataclass(frozen=True, slots=True)
class CellProblem:
    """A cell in error, or one that was left as it is; `code` is empty for the latter.

    `source` is the cell among those it reads that the problem comes from, as `数据!A1`.
    """

    sheet: str
    cell: str
    formula: str
    function: str
    code: str
    zh: str
    en: str
    source: str = ""

    @property
    def place(self) -> str:
        """The cell with its sheet."""
        return f"{self.sheet}!{self.cell}"

    @property
    def reason(self) -> str:
        """The reason in one line, Chinese first."""
        return f"{self.zh} / {self.en}"


@dataclass(frozen=True, slots=True)
class Refreshed:
    """A refreshed workbook and what there is to say about it."""

    data: bytes
    changed: list[CellChange]
    errors: list[CellProblem]
    unsupported: list[CellProblem]
    formulas: int


def refresh_file(
    source: Path,
    target: Path,
    make_host: MakeHost | None = None,
    *,
    recalculate: Recalculate | None = None,
    progress: Progress | None = None,
) -> Refreshed:
    """Refresh `source` into `target`, which may be the same file, in one step or not at all.

    Raises PackageError when the workbook cannot be read or the target cannot be written.
    """
    check_writable(target)
    data = contents(source)
    try:
        refreshed = refresh_bytes(data, make_host, recalculate=recalculate, progress=progress)
    except PackageError as failure:
        raise failure.about(source) from None
    if refreshed.data != data or source.resolve() != target.resolve():
        write_atomically(target, refreshed.data)
    return refreshed


def refresh_bytes(
    data: bytes,
    make_host: MakeHost | None = None,
    *,
    recalculate: Recalculate | None = None,
    progress: Progress | None = None,
) -> Refreshed:
    """Refresh a workbook held in memory; `make_host` gives our functions, by default the registry.

    With `recalculate`, another program's values are taken: it gets a copy in which our tables
    are marked as dynamic arrays already.
    Raises PackageError when the bytes are not a workbook that can be read.
    """
    tell = progress or _silent
    tell("读取 / reading", 0.0)
    package = Package(data)
    host = (make_host or _registry)(package.date1904)
    sheets = prepared(package, host)
    if not any(sheet.formulas for sheet in sheets):
        tell("完成 / done", 1.0)
        return Refreshed(data, [], [], [], 0)
    tell("载入计算引擎 / loading the engine", 0.2)
    engine = _loaded(package, sheets, host)
    tell("计算 / calculating", 0.35)
    results = evaluated(engine, sheets)
    Judge(engine, results, trusted=_saved_by_excel(package)).mark()
    if recalculate:
        tell("等待计算程序 / waiting for the other program", 0.5)
        marked, _ = _written(package, sheets, results)
        results = read_back(sheets, Package(recalculate(marked)), engine)
    tell("写回 / writing back", 0.7)
    new, changed = _written(package, sheets, results)
    tell("查找原因 / finding reasons", 0.85)
    errors = [_problem(found) for found in Explainer(engine, results).explained()]
    unsupported = [_problem(found) for found in left(results)]
    tell("完成 / done", 1.0)
    return Refreshed(new, changed, errors, unsupported, len(results))


def _registry(date1904: bool) -> Host:
    from xlfuncs.hosts.headless import Headless

    return Headless(date1904)


def _silent(step: str, share: float) -> None:
    del step, share


def _loaded(package: Package, sheets: list[Sheet], host: Host) -> Engine:
    iterate = package.calculation.get("iterate") in ("1", "true")
    copy = calculation_copy(package, sheets, host)
    names = NamedPlaces(package.names)
    return Engine(copy, host, names, date1904=package.date1904, iterate=iterate)


def _saved_by_excel(package: Package) -> bool:
    """Whether the cached values are results; libraries ask Excel to calculate all on load."""
    return package.calculation.get("fullCalcOnLoad") not in ("1", "true")


def _written(
    package: Package, sheets: list[Sheet], results: Results
) -> tuple[bytes, list[CellChange]]:
    mark, new = dynamic_mark(package) if needs_mark(results.values()) else (0, {})
    by_sheet: dict[str, list[Result]] = {}
    for cell, result in results.items():
        by_sheet.setdefault(cell.sheet, []).append(result)
    changes: list[CellChange] = []
    for sheet in sheets:
        found = by_sheet.get(sheet.part.name)
        if found:
            xml, written = with_results(sheet, found, mark, package.shared_strings)
            changes += [_change(sheet.part.name, cell) for cell in written]
            if xml is not sheet.xml:
                new[sheet.part.part] = xml
    return package.written(new), changes


def _change(sheet: str, cell: Written) -> CellChange:
    where = address(cell.row, cell.column)
    return CellChange(sheet, where, "=" + cell.formula, cell.before, cell.after)


def _problem(found: Explained) -> CellProblem:
    where = address(found.cell.row, found.cell.column)
    root = f"{found.source.sheet}!{address(*found.source[1:])}" if found.source else ""
    formula, reason = "=" + found.formula, found.reason
    return CellProblem(
        found.cell.sheet, where, formula, found.function, found.code, reason.zh, reason.en, root
    )
