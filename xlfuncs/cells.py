"""A raw cell or column becomes numbers, dates, flags or a choice, or a CellError saying why not."""

import datetime as dt
import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from types import NoneType
from typing import Any, Final

import numpy as np

from xlfuncs import dates
from xlfuncs.dates import Days
from xlfuncs.errors import BadArgument, CellError, OutOfDomain
from xlfuncs.rounding import Floats
from xlfuncs.spec import FRACTION, Arg

Row = Sequence[object]

_NUMERIC: Final = re.compile(
    r"[+-]?(?=[0-9.])(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]*)(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?%?"
)
_YES_NO: Final = {
    **dict.fromkeys(("true", "yes", "是", "有", "真"), True),
    **dict.fromkeys(("false", "no", "否", "无", "假"), False),
}


def is_grid(raw: object) -> bool:
    return isinstance(raw, (list, tuple)) or (isinstance(raw, np.ndarray) and raw.ndim > 0)


def is_range(raw: object) -> bool:
    """Whether there is more than one cell; a 1×1 range is a cell."""
    if isinstance(raw, np.ndarray):
        return raw.size > 1
    if not isinstance(raw, (list, tuple)) or not raw:
        return False
    return len(raw) > 1 or is_range(raw[0])


def is_blank(raw: object) -> bool:
    return raw is None or (isinstance(raw, str) and not raw.strip())


def rows_of(raw: object) -> list[Row]:
    """A range as rows; a flat list is a column."""
    if isinstance(raw, np.ndarray):
        raw = (raw.astype("M8[D]") if raw.dtype.kind == "M" else raw).tolist()
    if not isinstance(raw, (list, tuple)):
        return [[raw]]
    if not any(row or not isinstance(row, (list, tuple)) for row in raw):
        raise BadArgument("区域为空", "the range is empty")
    return [row if isinstance(row, (list, tuple)) else [row] for row in raw]


def cells_of(raw: object) -> list[object]:
    """A one-column or one-row range as a flat list."""
    rows = rows_of(raw)
    if len(rows) > 1 and max(map(len, rows)) > 1:
        raise BadArgument("只能是一行或一列", "must be one row or one column")
    return [cell for row in rows for cell in row]


def number(raw: object, arg: Arg, _date1904: bool = False) -> float:
    value = raw if type(raw) is float else as_float(_lone(raw))
    if not arg.allows(value):
        raise _out_of_bounds(value, arg)
    return value


def whole(raw: object, arg: Arg, _date1904: bool = False) -> int:
    value = number(raw, arg)
    if value != int(value):
        raise OutOfDomain(f"{value:g} 不是整数", f"{value:g} is not a whole number")
    return int(value)


def flag(raw: object, _arg: Arg, _date1904: bool = False) -> bool:
    raw = _lone(raw)
    if isinstance(raw, str):
        raw = _YES_NO.get(raw.strip().lower())
    if isinstance(raw, bool | np.bool_ | int | float) and raw in (0, 1):
        return bool(raw)
    raise BadArgument("应为 TRUE 或 FALSE（是/否）", "must be TRUE or FALSE")


def day(raw: object, _arg: Arg, date1904: bool = False) -> dt.date:
    raw = _lone(raw)
    if isinstance(raw, np.datetime64):
        raw = raw.astype("M8[D]").item()
    if isinstance(raw, dt.datetime):
        return raw.date()
    if isinstance(raw, dt.date):
        return raw
    if isinstance(raw, str):
        return dates.from_text(raw)
    return dates.from_serial(as_float(raw), date1904)


def text(raw: object, _arg: Arg, _date1904: bool = False) -> str:
    raw = _lone(raw)
    return f"{raw:.15g}" if isinstance(raw, float) else str(raw).strip()


def choice(raw: object, arg: Arg, _date1904: bool = False) -> str:
    word = text(raw, arg)
    if word.lower() not in arg.choices:
        options = "、".join(arg.choices)
        raise BadArgument(f"“{word}”应为 {options} 之一", f"'{word}' must be one of {options}")
    return arg.choices[word.lower()]


def numbers(raw: object, arg: Arg, _date1904: bool = False) -> Floats:
    """A column of numbers, NaN where blank; a text in the first cell is its header."""
    cells = _without_header(cells_of(raw), _NUMERIC)
    if set(map(type, cells)) <= {float, int, NoneType}:
        values = np.array(cells, float)
    else:
        values = np.array([_each(i, cell, as_float) for i, cell in enumerate(cells)], float)
    _check_column(values, arg)
    return values


def vector(raw: object, arg: Arg, date1904: bool = False) -> Floats:
    """A column of numbers without gaps; blanks at its ends are left out."""
    values = numbers(raw, arg, date1904)
    filled = np.flatnonzero(~np.isnan(values))
    if not filled.size:
        raise BadArgument("没有数值", "holds no number")
    values = values[filled[0] : filled[-1] + 1]
    if np.isnan(values).any():
        raise BadArgument("中间有空白", "has a blank inside")
    return values


def column_or_number(raw: object, arg: Arg, date1904: bool = False) -> float | Floats:
    return numbers(raw, arg, date1904) if is_range(raw) else number(raw, arg)


def days(raw: object, arg: Arg, date1904: bool = False) -> Days:
    """A column of dates, NaT where blank; a text in the first cell is its header."""
    cells = _without_header(cells_of(raw), re.compile(r"[0-9]{4}.*"))
    quick = plain_days(cells, date1904)
    if quick is not None:
        return quick
    found = [_each(i, cell, lambda c: day(c, arg, date1904)) for i, cell in enumerate(cells)]
    return np.array(found, "M8[D]")


def plain_days(cells: list[object], date1904: bool) -> Days | None:
    """A column of nothing but dates, or nothing but serials, at once; None for any other."""
    kinds = set(map(type, cells))
    if kinds <= {dt.date, NoneType}:
        return np.array(cells, "M8[D]")
    if kinds <= {float, int, NoneType}:
        return dates.from_serials(np.array(cells, float), date1904)
    return None


def holidays(raw: object, arg: Arg, date1904: bool = False) -> tuple[dt.date, ...]:
    cells = [cell for row in rows_of(raw) for cell in row]
    found = days(cells, arg, date1904)
    return tuple(sorted(found[~np.isnat(found)].tolist()))


def _lone(raw: object) -> object:
    """The one value of a cell or a 1×1 range; an error in it is raised."""
    if is_grid(raw):
        cells = [cell for row in rows_of(raw) for cell in row]
        if len(cells) != 1:
            raise BadArgument("只接受一个值，不接受区域", "takes one value, not a range")
        raw = cells[0]
    if isinstance(raw, CellError):
        raise raw
    if is_blank(raw):
        raise BadArgument("单元格为空", "the cell is blank")
    return raw


def as_float(raw: object) -> float:
    if isinstance(raw, CellError):
        raise raw
    if isinstance(raw, str):
        return _from_text(raw.strip())
    if isinstance(raw, bool | np.bool_) or not isinstance(
        raw, int | float | np.integer | np.floating | Decimal
    ):
        raise BadArgument(f"{raw!r} 不是数值", f"{raw!r} is not a number")
    return float(raw)


def _from_text(written: str) -> float:
    """12.44, 1,234.5 or 1.5% as a spreadsheet reads them; full-width digits are not numbers."""
    if not _NUMERIC.fullmatch(written):
        raise BadArgument(f"文本“{written}”不是数值", f"text '{written}' is not a number")
    try:
        value = float(Decimal(written.rstrip("%").replace(",", "")))
    except ArithmeticError:
        raise BadArgument(f"文本“{written}”不是数值", f"text '{written}' is not a number") from None
    return float(Decimal(str(value)) / 100) if written.endswith("%") else value


def _out_of_bounds(value: float, arg: Arg) -> CellError:
    if not np.isfinite(value):
        return BadArgument(f"{value} 不是有限数值", f"{value} is not a finite number")
    zh, en, limit = next(
        bound
        for broken, bound in (
            (value <= arg.above, ("大于", "above", arg.above)),
            (value < arg.at_least, ("不小于", "at least", arg.at_least)),
            (value > arg.at_most, ("不大于", "at most", arg.at_most)),
        )
        if broken
    )
    hint_zh, hint_en = _percent_hint(value, arg)
    return OutOfDomain(
        f"{value:.15g} 须{zh} {limit:g}{hint_zh}", f"{value:.15g} must be {en} {limit:g}{hint_en}"
    )


def _percent_hint(value: float, arg: Arg) -> tuple[str, str]:
    """How to write a percentage typed as 1.5 where a fraction is read."""
    if arg.unit != FRACTION or not arg.allows(value / 100):
        return "", ""
    ways = f"{value:.12g}%", f"{value / 100:.12g}"
    return (
        f"；若为百分数，请写 {ways[0]} 或 {ways[1]}",
        f"; a percentage is written {ways[0]} or {ways[1]}",
    )


def _check_column(values: Floats, arg: Arg) -> None:
    """The bounds of every element that is not blank, at numpy speed unless one fails."""
    for i in np.flatnonzero(~(arg.allows(values) | np.isnan(values))):
        _each(int(i), values[i].item(), lambda v: number(v, arg))


def _each(i: int, cell: object, read: Callable[[Any], Any]) -> Any:
    """One cell of a column, None where blank; an error names its place."""
    if is_blank(cell):
        return None
    try:
        return read(cell)
    except CellError as error:
        raise error.at(f"第 {i + 1} 个", f"cell {i + 1}") from None


def _without_header(cells: list[object], value: re.Pattern[str]) -> list[object]:
    if cells and isinstance(cells[0], str) and not value.fullmatch(cells[0].strip()):
        return [None, *cells[1:]]
    return cells
