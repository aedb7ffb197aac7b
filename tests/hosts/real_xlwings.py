"""Every golden row through the real xlwings.udfs.call_udf; run as a program, prints JSON lines."""

import datetime as dt
import io
import json
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import windows_stand_ins as windows  # noqa: E402

windows.load_xlwings()

import xlwings.udfs  # noqa: E402
from as_excel import CODES, Sheet, neutral, sent  # noqa: E402
from golden_rows import GoldenRow, golden_rows, is_same  # noqa: E402

from xlfuncs.hosts import xlwings_udf  # noqa: E402
from xlfuncs.registry import BY_NAME  # noqa: E402

MODULE = "xlfuncs.hosts.xlwings_udf"


def com_time(day: dt.date) -> dt.datetime:
    return windows.ComTime(day.year, day.month, day.day, tzinfo=dt.UTC)


SHAPES = Sheet(windows.cell, com_time, int, windows.MISSING).shapes()


def answer(function: str, arguments: tuple[Any, ...]) -> Any:
    return neutral(xlwings.udfs.call_udf(MODULE, function, arguments))


def wrong_in(shape: str, rows: list[GoldenRow]) -> Iterator[str]:
    """The golden rows that do not come out when their arguments arrive in this shape."""
    for row in rows:
        found = answer(row.function, sent(row, SHAPES[shape]))
        if not is_same(found, row.expected, row.tolerance):
            yield f"{row.id} {shape}: {found!r} is not {row.expected!r}"


def wrong_errors(row: GoldenRow) -> Iterator[str]:
    """Each of Excel's errors in each argument, typed or in a cell, is the answer itself."""
    for code, number in CODES.items():
        for place in range(len(BY_NAME[row.function].parameters)):
            for error in (number, windows.cell(number)):
                arguments = list(sent(row, SHAPES["typed"]))
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
    return isinstance(expected, str) and expected in CODES


main()
