"""Ratios measured in one run: python tests/benchmarks/speed.py

Each pair is run in turn, several times, and the medians are compared, so that a drifting or
shared machine bears on both alike.
"""

import io
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np
import pandas as pd
import xlsxwriter

import xlfuncs
from workbooks.refresh import refresh_bytes

ROWS, CELLS = 1_000_000, 100_000
BONDS, SESSIONS = 500, 2_000
OURS = {
    "two arguments": ("CB_ADJUST_PRICE(A{0},B{0})", "ROUND((A{0}-B{0}+0*0)/(1+0+0),2)"),
    "five arguments": (
        "CB_ADJUST_PRICE(A{0},B{0},C{0},D{0},E{0})",
        "ROUND((A{0}-B{0}+E{0}*D{0})/(1+C{0}+D{0}),2)",
    ),
}


def medians(*works: Callable[[], object], times: int) -> list[float]:
    """The median seconds of each, run in turn."""
    taken: list[list[float]] = [[] for _ in works]
    for _ in range(times):
        for work, seconds in zip(works, taken, strict=True):
            start = time.perf_counter()
            work()
            seconds.append(time.perf_counter() - start)
    return [statistics.median(seconds) for seconds in taken]


def shown(what: str, ours: float, theirs: float, limit: str) -> None:
    print(f"{what:<58}{ours:9.3f} s{theirs:9.3f} s   ratio {ours / theirs:6.2f}   ({limit})")


def arrays() -> None:
    """One array call against the plain numpy expression."""
    draw = np.random.default_rng(1)
    p, d, n, k, a = (draw.integers(*bounds, ROWS) / 100 for bounds in
                     ((500, 5000), (1, 100), (0, 50), (0, 20), (500, 3000)))  # fmt: skip
    ours, plain = medians(
        lambda: xlfuncs.CB_ADJUST_PRICE(p, d),
        lambda: np.round((p - d + 0.0 * 0.0) / (1 + 0.0 + 0.0), 2),
        times=9,
    )
    shown(f"CB_ADJUST_PRICE, {ROWS:,} rows, P and D", ours, plain, "at most 10")
    ours, plain = medians(
        lambda: xlfuncs.CB_ADJUST_PRICE(p, d, n, k, a),
        lambda: np.round((p - d + a * k) / (1 + n + k), 2),
        times=9,
    )
    shown(f"CB_ADJUST_PRICE, {ROWS:,} rows, all five", ours, plain, "at most 10")


def book(formula: str) -> bytes:
    """100,000 filled-down cells of one formula, with their inputs beside them."""
    out = io.BytesIO()
    workbook = xlsxwriter.Workbook(out, {"in_memory": True})
    sheet = workbook.add_worksheet()
    for row in range(CELLS):
        inputs = (10 + row % 4000 / 100, row % 90 / 100, row % 7 / 10, row % 5 / 10, 8.5)
        sheet.write_row(row, 0, inputs)
        sheet.write_formula(row, 6, "=" + formula.format(row + 1))
    workbook.close()
    return out.getvalue()


def refreshes() -> None:
    """A whole refresh, file in and file out, against native formulas of the same arithmetic."""
    for name, (ours, native) in OURS.items():
        first, second = book(ours), book(native)
        a, b = medians(lambda f=first: refresh_bytes(f), lambda s=second: refresh_bytes(s), times=3)
        shown(f"refresh of {CELLS:,} filled-down cells, {name}", a, b, "at most 3")


def bare_counts(close: np.ndarray, price: np.ndarray) -> list[np.ndarray]:
    """The three counts in plain numpy, with the binary products that err at the edge."""
    counts = []
    for marks in (close >= price * 1.3, close < price * 0.85):
        total = np.cumsum(marks, axis=1)
        count = total.copy()
        count[:, 30:] -= total[:, :-30]
        counts.append(count)
    marks = close < price * 0.7
    total = np.cumsum(marks, axis=1)
    return [*counts, total - np.maximum.accumulate(np.where(marks, 0, total), axis=1)]


def panels() -> None:
    """500 bonds × 2,000 sessions: a frame in and out against bare cumulative sums."""
    draw = np.random.default_rng(1)
    price = np.repeat(draw.uniform(5, 15, (BONDS, 1)).round(2), SESSIONS, axis=1)
    walk = np.cumsum(draw.normal(0, 0.02, price.shape), axis=1)
    close = np.maximum((10 * np.exp(walk)).round(2), 0.5)
    frame = pd.DataFrame({
        "bond": np.repeat([f"11{n:04d}" for n in range(BONDS)], SESSIONS),
        "date": np.tile(pd.bdate_range("2015-01-01", periods=SESSIONS), BONDS),
        "close": close.ravel(),
        "price": price.ravel(),
    })  # fmt: skip
    a, b = medians(lambda: xlfuncs.panel(frame), lambda: bare_counts(close, price), times=15)
    shown(f"xlfuncs.panel, {BONDS} bonds x {SESSIONS:,} sessions", a, b, "at most 5")
    found = xlfuncs.panel(frame)["call_days"].to_numpy().reshape(close.shape)
    err = int((found != bare_counts(close, price)[0]).sum())
    print(f"{'':<58}{err:9,} call counts of the bare version err at the edge")


def tables() -> None:
    """CB_TRIGGERS over four times the sessions takes about four times as long."""
    draw = np.random.default_rng(2)
    days = np.datetime64("2000-01-03") + np.arange(4 * SESSIONS)
    close = draw.uniform(8, 30, days.size).round(2)
    prices = np.full(days.size, 15.0)
    few = slice(0, SESSIONS)
    a, b = medians(
        lambda: xlfuncs.CB_TRIGGERS(days, close, prices),
        lambda: xlfuncs.CB_TRIGGERS(days[few], close[few], prices[few]),
        times=7,
    )
    shown(f"CB_TRIGGERS, {4 * SESSIONS:,} against {SESSIONS:,} sessions", a, b, "linear: about 4")


def started(program: str) -> Callable[[], object]:
    """Starting Python for a program, compiled as when installed."""
    cached = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return lambda: subprocess.run([sys.executable, "-c", program], check=True, env=cached)


def imports() -> None:
    """Starting Python with the functions against starting it bare."""
    with_functions = started("import xlfuncs.registry, xlfuncs.hosts.call")
    with_functions()
    bare, ours = medians(started("pass"), with_functions, times=15)
    shown("import of the functions, over bare Python", ours, bare, "ratio for interest")
    print(f"{'':<58}{ours - bare:9.3f} s more than bare Python   (at most 0.2 s)")


def main() -> None:
    print(f"Python {platform.python_version()}, numpy {np.__version__}, {platform.machine()}")
    print(f"{'':<58}{'ours':>11}{'plain':>11}")
    arrays()
    panels()
    tables()
    refreshes()
    imports()


if __name__ == "__main__":
    main()
