"""Every golden row through the real xlwings.udfs.call_udf; run as a program, prints JSON lines."""

import datetime as dt
import io
import json
import sys
import types
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import windows_stand_ins as windows  # noqa: E402

windows.load_xlwings()

import xlwings.udfs  # noqa: E402
from golden_rows import GoldenRow, golden_rows, is_same  # noqa: E402

from xlfuncs.dates import to_serial  # noqa: E402
from xlfuncs.errors import PassedOn  # noqa: E402
from xlfuncs.hosts import xlwings_udf  # noqa: E402
from xlfuncs.registry import BY_NAME  # noqa: E402

MODULE = "xlfuncs.hosts.xlwings_udf"
CODES = {
    "#NULL!": -2146826288, "#DIV/0!": -2146826281, "#VALUE!": -2146826273, "#REF!": -2146826265,
    "#NAME?": -2146826259, "#NUM!": -2146826252, "#N/A": -2146826246,
}  # fmt: skip
Cell = Callable[[Any], Any]  # a plain value as a cell holds it
Argument = Callable[[Any], Any]  # a cell or a tuple of rows as a formula passes it


def com(value: Any) -> Any:
    """A date with a zone, an error as its code, everything else as it is."""
    if isinstance(value, PassedOn):
        return CODES[value.code]
    if isinstance(value, dt.date):
        return windows.ComTime(value.year, value.month, value.day, tzinfo=dt.UTC)
    return value


def currency(value: Any) -> Any:
    """As from a cell with a currency format."""
    return Decimal(repr(value)) if type(value) is float else com(value)


def serial(value: Any) -> Any:
    """As from a date cell with a number format, and whole numbers as integers."""
    if isinstance(value, dt.date):
        return float(to_serial(value))
    return int(value) if type(value) is float and value.is_integer() else com(value)


def typed(value: Any) -> Any:
    """Scalars typed into the formula, ranges referred to."""
    return windows.cell(value) if isinstance(value, tuple) else value


def computed(value: Any) -> Any:
    """The result of an inner formula or a constant in braces: always rows, never a reference."""
    return value if isinstance(value, tuple) else ((value,),)


SHAPES: dict[str, tuple[Cell, Argument, Any]] = {
    "typed": (com, typed, windows.MISSING),
    "cells": (com, windows.cell, windows.cell(None)),
    "computed": (com, computed, windows.MISSING),
    "currency": (currency, windows.cell, windows.MISSING),
    "serial": (serial, typed, windows.cell(None)),
}


def sent(row: GoldenRow, cell: Cell, argument: Argument, omitted: Any) -> tuple[Any, ...]:
    """All arguments of a golden row, the omitted ones too, as Excel passes them."""
    short = len(BY_NAME[row.function].parameters) - len(row.arguments)
    given = [*row.python_arguments, *[None] * short]
    return tuple(omitted if a is None else argument(_laid(a, cell)) for a in given)


def _laid(value: Any, cell: Cell) -> Any:
    if not isinstance(value, list):
        return cell(value)
    rows = [row if isinstance(row, list) else [row] for row in value]
    wide = max(map(len, rows))
    return tuple(tuple(map(cell, [*row, *[None] * (wide - len(row))])) for row in rows)


def neutral(value: Any) -> Any:
    """COM's answer as a golden value: rows, dates, an error's code."""
    if isinstance(value, list):
        rows = [[neutral(cell) for cell in row] for row in value]
        return rows[0][0] if len(rows) == 1 and len(rows[0]) == 1 else rows
    if isinstance(value, dt.datetime):
        return value.date()
    if isinstance(value, str) and value.split(" ")[0] in xlwings_udf.ERROR_CODES:
        return value.split(" ")[0]
    return value


def answer(function: str, arguments: tuple[Any, ...]) -> Any:
    return neutral(xlwings.udfs.call_udf(MODULE, function, arguments))


def wrong_in(shape: str, rows: list[GoldenRow]) -> Iterator[str]:
    """The golden rows that do not come out when their arguments arrive in this shape."""
    for row in rows:
        found = answer(row.function, sent(row, *SHAPES[shape]))
        if not is_same(found, row.expected, row.tolerance):
            yield f"{row.id} {shape}: {found!r} is not {row.expected!r}"


def wrong_errors(row: GoldenRow) -> Iterator[str]:
    """Each of Excel's errors in each argument, typed or in a cell, is the answer itself."""
    for code, number in CODES.items():
        for place in range(len(BY_NAME[row.function].parameters)):
            for error in (number, windows.cell(number)):
                arguments = list(sent(row, *SHAPES["typed"]))
                arguments[place] = error
                found = answer(row.function, tuple(arguments))
                cells = sum(found, []) if isinstance(found, list) else [found]
                if set(cells) != {code}:
                    yield f"{row.id} {code} as argument {place + 1}: {found!r}"


def main() -> None:
    rows = golden_rows()
    sound = {row.function: row for row in reversed(rows) if not is_error(row.expected)}
    vba = io.StringIO()
    book = types.SimpleNamespace(Name="xlfuncs.xlam")
    xlwings.udfs.generate_vba_wrapper(MODULE, xlwings_udf, vba, book)
    print(json.dumps({
        "rows": len(rows),
        "wrong": {shape: list(wrong_in(shape, rows)) for shape in SHAPES},
        "errors": {name: list(wrong_errors(row)) for name, row in sound.items()},
        "vba": vba.getvalue(),
    }))  # fmt: skip


def is_error(expected: Any) -> bool:
    return isinstance(expected, dict) and "error" in expected


main()
