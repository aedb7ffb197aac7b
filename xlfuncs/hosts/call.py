"""The only road in and out of a rule: pairing, defaults, coercion, broadcasting."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from xlfuncs.cells import is_blank, is_range, plain_days, rows_of
from xlfuncs.coerce import COERCIONS
from xlfuncs.errors import BadArgument, CellError, NotCovered, SomeElements
from xlfuncs.hosts.rows import row_by_row
from xlfuncs.spec import Kind, Parameter, Spec

Read = Callable[[object], Any]
Faults = NDArray[np.object_]  # a CellError where an element has one, else None


@dataclass(frozen=True, eq=False)
class Spill:
    """The answer to elementwise ranges: one value or one error a cell."""

    values: NDArray[Any]
    faults: Faults | None

    def rows(self) -> list[list[Any]]:
        rows: list[list[Any]] = self.values.tolist()
        for i, j in [] if self.faults is None else np.argwhere(is_fault(self.faults)):
            rows[i][j] = self.faults[i, j]  # type: ignore[index]
        return rows


def caller(spec: Spec, date1904: bool = False) -> Callable[..., Any]:
    """The function a host calls with neutral values; a scalar, rows or a Spill comes back."""
    reads = [_reader(p, date1904) for p in spec.parameters]
    each = [p.each for p in spec.parameters]
    defaults = [p.default for p in spec.parameters]
    needed = sum(p.required for p in spec.parameters)

    def answer(*raw: object) -> Any:
        if not needed <= len(raw) <= len(reads):
            raise _wrong_number(spec, needed)
        for spreads, cell in zip(each, raw, strict=False):
            if spreads and type(cell) is not float and is_range(cell):
                given = raw + (None,) * (len(reads) - len(raw))
                return _spill(spec, given, reads, date1904)
        values = [read(cell) for read, cell in zip(reads, raw, strict=False)]
        return _plain(spec.rule(*values, *defaults[len(raw) :]))

    return answer


def _wrong_number(spec: Spec, needed: int) -> BadArgument:
    most = len(spec.parameters)
    return BadArgument(
        f"{spec.name} 需要 {needed} 至 {most} 个参数",
        f"{spec.name} takes {needed} to {most} arguments",
    )


def _plain(value: Any) -> Any:
    """Python's own type in place of numpy's."""
    return value.item() if isinstance(value, np.generic | np.ndarray) else value


def _reader(p: Parameter, date1904: bool) -> Read:
    """Reads one argument of a parameter: omitted, blank and zero, then its kind.

    Hosts cannot tell an omitted optional argument from 0, so both take the default; only of a
    last argument, which is not passed at all when omitted, may 0 be a value.
    """
    coercion, arg = COERCIONS[p.arg.kind], p.arg
    required, default = p.required, p.default

    def read(raw: object) -> Any:
        if not required and (_all_blank(raw) if arg.zero else _is_omitted(raw)):
            return default
        try:
            return coercion(raw, arg, date1904)
        except CellError as error:
            raise error.at(f"参数 {p.name}（{arg.word}）", f"argument {p.name}") from None

    return read


def _is_omitted(raw: object) -> bool:
    if isinstance(raw, (int, float)):
        return raw == 0 and raw is not False
    if isinstance(raw, (list, tuple)):
        return _all_blank(raw) if is_range(raw) else all(map(_is_omitted, raw))
    return is_blank(raw)


def _all_blank(raw: object) -> bool:
    return all(map(_all_blank, raw)) if isinstance(raw, (list, tuple)) else is_blank(raw)


@np.errstate(over="ignore", invalid="ignore")  # a result too large is refused, not warned of
def _spill(spec: Spec, given: tuple[object, ...], reads: list[Read], date1904: bool) -> Spill:
    arguments: list[Any] = []
    grids: dict[int, tuple[NDArray[Any], Faults | None]] = {}
    for i, (p, raw, read) in enumerate(zip(spec.parameters, given, reads, strict=True)):
        if p.each and is_range(raw):
            grids[i] = _elements(raw, p, read, date1904)
            arguments.append(None)
        else:
            arguments.append(read(raw))
    shape = _common_shape(grids)
    faults: Faults | None = None
    for i, grid in grids.items():
        arguments[i], own = _stretched(*grid, shape)
        faults = _first(faults, own)
    if spec.is_table:
        return Spill(*row_by_row(spec, arguments, grids, faults, shape))
    if faults is None:
        quick = _whole(spec.rule, arguments, list(grids), shape)
        if quick is not None:
            return quick
    return Spill(*_apply(spec.rule, arguments, list(grids), faults, shape))


def _whole(
    rule: Callable[..., Any], arguments: list[Any], spread: list[int], shape: tuple[int, int]
) -> Spill | None:
    """The rule on every cell in one call; None where it refuses some of them."""
    flat = [a.ravel() if i in spread else a for i, a in enumerate(arguments)]
    try:
        result = np.asarray(rule(*flat))
    except (SomeElements, CellError):
        return None
    return Spill(np.broadcast_to(result, shape[0] * shape[1]).reshape(shape), None)


def _elements(
    raw: Any, p: Parameter, read: Read, date1904: bool
) -> tuple[NDArray[Any], Faults | None]:
    """A range as an array of the kind, with the errors of its cells aside."""
    if isinstance(raw, np.ndarray) and raw.dtype == np.float64:
        grid = raw if raw.ndim == 2 else raw.reshape(-1, 1)
        if p.arg.kind is Kind.NUMBER and _lawful(grid, p):
            return grid, None
    rows = rows_of(raw)
    cells = [cell for row in rows for cell in row]
    shape = (len(rows), len(rows[0]))
    if shape[0] * shape[1] != len(cells):
        raise BadArgument(f"参数 {p.name} 各行长度不一", f"rows of {p.name} differ in length")
    if p.arg.kind is Kind.DATE:
        days = plain_days(cells, date1904)
        if days is not None and not np.isnat(days).any():
            return days.reshape(shape), None
    if p.arg.kind is Kind.NUMBER and set(map(type, cells)) <= {float, int}:
        quick = np.array(cells, float).reshape(shape)
        if _lawful(quick, p):
            return quick, None
    return _one_by_one(cells, shape, p, read)


def _one_by_one(
    cells: list[object], shape: tuple[int, int], p: Parameter, read: Read
) -> tuple[NDArray[Any], Faults | None]:
    values: list[Any] = []
    faults = np.full(len(cells), None, object)
    for i, cell in enumerate(cells):
        try:
            values.append(read(cell))
        except CellError as error:
            values.append(None)
            faults[i] = error
    dtype: Any = {Kind.DATE: "M8[D]", Kind.TEXT: object}.get(p.arg.kind, float)
    found = is_fault(faults).any()
    return np.array(values, dtype).reshape(shape), faults.reshape(shape) if found else None


def _lawful(grid: NDArray[np.float64], p: Parameter) -> bool:
    """Whether every element may be taken as it stands: in bounds, and no zero for omitted."""
    return bool(p.arg.allows(grid).all() and (p.required or p.default == 0 or (grid != 0).all()))


def _common_shape(grids: dict[int, tuple[NDArray[Any], Faults | None]]) -> tuple[int, int]:
    rows, columns = zip(*(values.shape for values, _ in grids.values()), strict=True)
    return max(rows), max(columns)


def _stretched(
    values: NDArray[Any], faults: Faults | None, shape: tuple[int, int]
) -> tuple[NDArray[Any], Faults | None]:
    """One argument over the common shape; cells past a shorter range are #N/A, as in Excel."""
    reach = tuple(full if own == 1 else own for own, full in zip(values.shape, shape, strict=True))
    values = np.broadcast_to(values, reach)
    faults = None if faults is None else np.broadcast_to(faults, reach)
    if reach == shape:
        return values, faults
    missing = NotCovered("区域大小不一致，此处没有对应的值", "ranges differ in size, no value here")
    padding = [(0, full - own) for own, full in zip(reach, shape, strict=True)]
    faults = np.full(reach, None, object) if faults is None else faults
    return np.pad(values, padding, mode="edge"), np.pad(
        faults,
        padding,
        constant_values=missing,  # type: ignore[call-overload]  # any object fits
    )


def _first(left: Faults | None, right: Faults | None) -> Faults | None:
    """Of two arguments' errors in one cell the left one is shown."""
    if left is None or right is None:
        return right if left is None else left
    return np.where(is_fault(left), left, right)


def is_fault(faults: Faults) -> NDArray[np.bool_]:
    return np.frompyfunc(lambda fault: fault is not None, 1, 1)(faults).astype(bool)  # type: ignore[no-any-return]


def _apply(
    rule: Callable[..., Any],
    arguments: list[Any],
    spread: list[int],
    faults: Faults | None,
    shape: tuple[int, int],
) -> tuple[NDArray[Any], Faults | None]:
    """The rule on all sound cells at once; cells it refuses are set aside and it is asked again."""
    size = shape[0] * shape[1]
    alive = np.arange(size) if faults is None else np.flatnonzero(~is_fault(faults.ravel()))
    flat = np.full(size, None, object) if faults is None else faults.ravel().copy()
    for i in spread:
        arguments[i] = arguments[i].ravel()[alive]
    result: Any = np.empty(0)
    while alive.size:
        try:
            result = rule(*arguments)
            break
        except SomeElements as some:
            error, sound = some.error, ~some.failed
        except CellError as refusal:
            error, sound = refusal, np.zeros(alive.size, bool)
        flat[alive[~sound]] = error
        alive = alive[sound]
        for i in spread:
            arguments[i] = arguments[i][sound]
    return _placed(result, alive, flat, shape)


def _placed(
    result: Any, alive: NDArray[np.int64], flat: Faults, shape: tuple[int, int]
) -> tuple[NDArray[Any], Faults | None]:
    result = np.broadcast_to(np.asarray(result), alive.shape if alive.size else (0,))
    if alive.size == flat.size:
        return result.reshape(shape), None
    values = np.zeros(flat.size, result.dtype)
    values[alive] = result
    return values.reshape(shape), flat.reshape(shape)
