"""Every golden row through the real xlwings.udfs.call_udf; run as a program, prints JSON lines."""

import datetime as dt
import io
import json
import sys
import types
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import windows_stand_ins as windows  # noqa: E402

windows.load_xlwings()

import xlwings.udfs  # noqa: E402
from golden_rows import from_json, golden_rows, is_same  # noqa: E402

from xlfuncs.hosts import xlwings_udf  # noqa: E402
from xlfuncs.registry import BY_NAME  # noqa: E402

CODES = {"#N/A": -2146826246, "#NUM!": -2146826252, "#DIV/0!": -2146826281, "#VALUE!": -2146826273}
MODULE = "xlfuncs.hosts.xlwings_udf"


def excel(value: Any) -> Any:
    """A golden argument as Excel passes it: dates with a zone, errors as codes, ranges by COM."""
    if value is None:
        return windows.MISSING
    if isinstance(value, list):
        rows = [row if isinstance(row, list) else [row] for row in value]
        wide = max(map(len, rows))
        return windows.cell(
            tuple(tuple(inside(c) for c in [*r, *[None] * (wide - len(r))]) for r in rows)
        )
    return inside(value)


def inside(value: Any) -> Any:
    if value is None:
        return None
    if isinstance(value, dict) and "error" in value:
        return CODES[value["error"]]
    plain = from_json(value)
    if isinstance(plain, dt.date):
        return windows.ComTime(plain.year, plain.month, plain.day, tzinfo=dt.UTC)
    return plain


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


def main() -> None:
    rows, wrong = golden_rows(), []
    for row in rows:
        missing = len(BY_NAME[row.function].parameters) - len(row.arguments)
        arguments = [excel(a) for a in row.arguments] + [windows.MISSING] * missing
        found = neutral(xlwings.udfs.call_udf(MODULE, row.function, tuple(arguments)))
        if not is_same(found, row.expected, row.tolerance):
            wrong.append(f"{row.id}: {found!r} is not {row.expected!r}")
    vba = io.StringIO()
    book = types.SimpleNamespace(Name="xlfuncs.xlam")
    xlwings.udfs.generate_vba_wrapper(MODULE, xlwings_udf, vba, book)
    print(json.dumps({"rows": len(rows), "wrong": wrong, "vba": vba.getvalue()}))


main()
