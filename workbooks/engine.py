"""The engine behind one workbook: formualizer, run serially with our functions in it."""

from collections.abc import Callable, Iterator, Mapping, MutableSequence
from typing import Any, Final, NamedTuple, Protocol, TypeVar

import formualizer as fz

from workbooks.formulas import SINGLE
from workbooks.named_places import NamedPlaces, place
from workbooks.opening import PackageError
from workbooks.sheet_xml import Extent, address, extent
from workbooks.values import ErrorCode, Value

FIT: Final = "XLFUNCS_FIT"
SHAPE: Final = "XLFUNCS_SHAPE"
BLOCKED: Final = "XLFUNCS_BLOCKED"
BEGIN: Final = "XLFUNCS_BEGIN"
END: Final = "XLFUNCS_END"
SPILL: Final = ErrorCode("#SPILL!")
CIRCULAR: Final = ErrorCode("#CIRC!")
MISSING: Final = ErrorCode("#NIMPL!")
_CODES: Final = {
    "Na": ErrorCode("#N/A"), "Div": ErrorCode("#DIV/0!"), "Value": ErrorCode("#VALUE!"),
    "Ref": ErrorCode("#REF!"), "Name": ErrorCode("#NAME?"), "Num": ErrorCode("#NUM!"),
    "Null": ErrorCode("#NULL!"), "Spill": SPILL, "Calc": ErrorCode("#CALC!"), "Circ": CIRCULAR,
}  # fmt: skip
_NA: Final = {"type": "Error", "kind": "Na"}
_MANY: Final = 1_000_000
T = TypeVar("T")


class Reason(Protocol):
    """Why one of our functions gave an error."""

    @property
    def function(self) -> str: ...
    @property
    def code(self) -> str: ...
    @property
    def zh(self) -> str: ...
    @property
    def en(self) -> str: ...
    @property
    def passed_on(self) -> bool: ...


class Host(Protocol):
    """Our functions as the engine calls them, made anew for each workbook."""

    @property
    def callbacks(self) -> Mapping[str, Callable[..., Any]]: ...
    @property
    def table_functions(self) -> frozenset[str]: ...
    @property
    def reasons(self) -> MutableSequence[Any]: ...


MakeHost = Callable[[bool], Host]


class Cell(NamedTuple):
    """One cell of a workbook."""

    sheet: str
    row: int
    column: int

    def __str__(self) -> str:
        return f"{quoted(self.sheet)}!{address(self.row, self.column)}"


class Engine:
    """A calculation copy, loaded and ready to be evaluated."""

    def __init__(
        self, data: bytes, host: Host, names: NamedPlaces, *, date1904: bool, iterate: bool
    ) -> None:
        self._names = names
        self._book = _guarded(
            lambda: fz.Workbook.from_bytes(data, config=_config(date1904, iterate))
        )
        self._book.set_temporal_egress("serial")
        self._host = host
        self._shape = (1, 1)
        self._asked = 0
        self._said: list[Reason] = []
        for name, callback in host.callbacks.items():
            self._book.register_function(name, callback)
        for name, helper in self._helpers().items():
            self._book.register_function(name, helper)

    def evaluate(self) -> None:
        """Calculate every formula."""
        _guarded(self._book.evaluate_all)

    def value(self, cell: Cell) -> Value:
        """What a cell holds; None for a blank one."""
        return neutral(self._book.get_value(*cell))

    def spill(self, cell: Cell) -> Extent | None:
        """The cells a formula's result fills, if more than its own."""
        role = self._book.inspect_cell(str(cell), include_values=False).cell.spill
        if role is None or not role.extent:
            return None
        area = extent(role.extent.rpartition("!")[2])
        return None if area[:2] == area[2:] else area

    def dependents(self, cell: Cell) -> Iterator[Cell]:
        """The formula cells that read a cell directly, spilled cells included; not by a name."""
        report = self._book.dependents(str(cell), max_results=_MANY, max_work=100 * _MANY)
        for dependent in report.dependents:
            sheet, area = place(dependent.cell)
            yield Cell(sheet, *area[:2])

    def precedents(self, cell: Cell) -> Iterator[tuple[str, Extent]]:
        """The cells and ranges a formula reads directly or by a name."""
        for precedent in self._book.precedents(str(cell)).precedents:
            reference = precedent.reference
            written = reference.address or reference.resolved or ""
            if reference.name:
                yield from self._names.of(reference.name)
            elif "!" in written:
                yield place(written)

    def names_over(self, cell: Cell) -> Iterator[str]:
        """The defined names that read a cell, in lower case."""
        return self._names.over(*cell)

    def block(self, cell: Cell) -> None:
        """Let a formula spill no more: something stands in its way that the engine overlooks."""
        self._book.set_formula(*cell, f"={BLOCKED}()")

    def told(self, cell: Cell, formula: str) -> list[Reason]:
        """What our functions say of one formula, calculated anew; not of the cells around it."""
        self._asked += 1
        self._said = []
        self._again(cell, f"{END}({BEGIN}({self._asked}),{formula})")
        return self._said

    def shape(self, cell: Cell, formula: str) -> tuple[int, int]:
        """Rows and columns of a formula's result, wherever it may spill."""
        self._shape = (1, 1)
        self._again(cell, f"{SHAPE}({formula})")
        return self._shape

    def _again(self, cell: Cell, formula: str) -> None:
        """One formula calculated anew, and with it the cells that read it."""
        try:
            self._book.set_formula(*cell, "=" + formula)
        except RuntimeError:  # references to other workbooks are taken only on loading
            return
        self._book.evaluate_cell(*cell)

    def _helpers(self) -> dict[str, Callable[..., Any]]:
        return {
            SINGLE: _single, FIT: _fit, SHAPE: self._measure, BLOCKED: _blocked,
            BEGIN: self._begin, END: self._end,
        }  # fmt: skip

    def _begin(self, asked: float) -> float:
        """Forget what was said before the formula that is asked; one asked earlier is no bound."""
        if asked == self._asked:
            self._host.reasons.clear()
        return asked

    def _end(self, asked: float, result: Any) -> Any:
        """Keep what was said, behind the formula that is asked; its result goes through."""
        if asked == self._asked:
            self._said = list(self._host.reasons)
        return result

    def _measure(self, result: Any) -> float:
        if isinstance(result, list):
            self._shape = (len(result), len(result[0]))
        return 0.0


def quoted(sheet: str) -> str:
    """A sheet name as references spell it."""
    return "'" + sheet.replace("'", "''") + "'"


def neutral(given: Any) -> Value:
    """An engine value as a cell value."""
    if isinstance(given, dict):
        return _CODES.get(str(given.get("kind")), MISSING)
    if isinstance(given, int) and not isinstance(given, bool):
        return float(given)
    if isinstance(given, list):
        return neutral(given[0][0])
    if given is None or isinstance(given, float | str | bool):
        return given
    return str(given)


def _config(date1904: bool, iterate: bool) -> fz.WorkbookConfig:
    config = fz.EvaluationConfig()
    config.enable_parallel = False
    config.date_system = "1904" if date1904 else "1900"
    if iterate:
        config.cycle_detection, config.cycle_policy = "runtime", "iterate"
    return fz.WorkbookConfig(eval_config=config)


def _guarded(work: Callable[[], T]) -> T:
    """The engine's own failures, Rust panics among them, as one clear line."""
    try:
        return work()
    except (KeyboardInterrupt, SystemExit, MemoryError):
        raise
    except BaseException as failure:  # PanicException is no Exception
        line = str(failure).splitlines()[0] if str(failure) else type(failure).__name__
        raise PackageError(
            f"计算引擎无法处理这个工作簿：{line}", f"the engine cannot take this workbook: {line}"
        ) from None


def _single(result: Any) -> Any:
    """The first value of an array, as an ordinary formula shows it."""
    first = result[0][0] if isinstance(result, list) else result
    return 0.0 if first is None else first


def _fit(result: Any, rows: float, columns: float) -> Any:
    """A result cut or stretched to the fixed extent of a legacy array formula."""
    grid = result if isinstance(result, list) else [[result]]
    return [[_at(grid, row, column) for column in range(int(columns))] for row in range(int(rows))]


def _at(grid: list[list[Any]], row: int, column: int) -> Any:
    row = 0 if len(grid) == 1 else row
    column = 0 if len(grid[0]) == 1 else column
    if row >= len(grid) or column >= len(grid[0]):
        return _NA
    found = grid[row][column]
    return 0.0 if found is None else found


def _blocked() -> dict[str, str]:
    return {"type": "Error", "kind": "Spill"}
