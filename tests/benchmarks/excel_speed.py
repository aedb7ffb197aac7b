"""Excel's function server, as ratios in one run: python tests/benchmarks/excel_speed.py

The real xlwings runs on inert stand-ins for pywin32, so the calls are all of what happens in
Python; what Excel and COM add on Windows is not in them.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from speed import medians, shown, started

HOSTS = Path(__file__).parents[1] / "hosts"
CALLS = 10_000
MODULE = "xlfuncs.hosts.xlwings_udf"
AS_ON_WINDOWS = (
    f"import sys; sys.path.insert(0, {str(HOSTS)!r}); "
    "import windows_stand_ins; windows_stand_ins.load_xlwings(); import xlwings.udfs"
)


def starts() -> None:
    """The module that Excel's server imports, against bare Python, numpy and xlwings alone."""
    programs = ("pass", "import numpy", AS_ON_WINDOWS, f"{AS_ON_WINDOWS}; import {MODULE}")
    works = [started(program) for program in programs]
    for work in works:
        work()  # compiles what is not compiled yet
    bare, numpy, xlwings, ours = medians(*works, times=9)
    shown("start of the function server, against bare Python", ours, bare, "for interest")
    shown("the same, against Python with numpy", ours, numpy, "for interest")
    shown("the same, against xlwings with pandas and no functions", ours, xlwings, "at most 1.5")


def calls() -> None:
    """10,000 calls one by one and as one array, against plain calls of the same function."""
    sys.path.insert(0, str(HOSTS))
    import windows_stand_ins as windows

    windows.load_xlwings()
    from xlwings.udfs import call_udf

    import xlfuncs

    for name, typed in (("CB_ADJUST_PRICE", (12.44, 0.16)), ("CB_ACCRUED", (100.0, 0.01, 286.0))):
        absent = (windows.MISSING,) * (7 - len(typed) if name == "CB_ADJUST_PRICE" else 2)
        plain = getattr(xlfuncs, name)
        column = tuple(windows.cell(((value,),) * CALLS) for value in typed)
        cells = tuple(map(windows.cell, typed))
        one_by_one, referred, whole, python = medians(
            lambda n=name, a=typed + absent: repeated(lambda: call_udf(MODULE, n, a)),
            lambda n=name, a=cells + absent: repeated(lambda: call_udf(MODULE, n, a)),
            lambda n=name, a=column + absent: call_udf(MODULE, n, a),
            lambda f=plain, a=typed: repeated(lambda: f(*a)),
            times=5,
        )
        shown(f"{CALLS:,} x {name} typed, against Python", one_by_one, python, "for interest")
        shown(f"{CALLS:,} x {name} of cells, against Python", referred, python, "for interest")
        shown(f"one {name} of {CALLS:,} rows, against the calls", whole, referred, "at most 0.2")


def repeated(work: Callable[[], Any]) -> None:
    for _ in range(CALLS):
        work()


if __name__ == "__main__":
    print(f"{'':<58}{'ours':>11}{'plain':>11}")
    starts()
    calls()
