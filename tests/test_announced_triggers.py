"""Announced triggers on real prices; the longer price files lie beside the project."""

import csv
import datetime as dt
from pathlib import Path
from typing import Any

import pytest

import xlfuncs

DATA = Path(__file__).parents[2] / "shared" / "data"
PACKAGED = Path(__file__).parents[1] / "workbooks" / "demo_data" / "113664-closes.csv"
beside = pytest.mark.skipif(not DATA.is_dir(), reason=f"the price files are not beside: {DATA}")


def prices(path: Path, start: str, end: str) -> tuple[list[str], list[Any]]:
    with path.open(encoding="utf-8") as lines:
        rows = [row for row in csv.DictReader(lines) if start <= row["date"] <= end]
    return [row["date"] for row in rows], [row["close"] or None for row in rows]


def day(text: str) -> dt.date:
    return dt.date.fromisoformat(text)


@pytest.mark.parametrize("start", ["2025-07-01", "2025-07-15", "2025-08-01", "2025-08-04"])
def test_113664_call(start: str) -> None:
    """10th session 2025-08-15, met on 2025-08-22 and on no earlier session."""
    days, closes = prices(PACKAGED, "2025-01-02", "2025-09-17")
    events = [["2025-06-16", 0.2]]
    in_force = xlfuncs.CB_PRICE_ON(days, 20.79, events)
    assert xlfuncs.CB_CALL_DATE(days, closes, in_force, start=start) == day("2025-08-22")
    assert xlfuncs.CB_CALL_DATE(days, closes, in_force, need=10, start=start) == day("2025-08-15")
    last = days.index("2025-08-21") + 1
    with pytest.raises(xlfuncs.NotCovered):
        xlfuncs.CB_CALL_DATE(days[:last], closes[:last], in_force[:last], start=start)
    rows = {row[0]: row for row in xlfuncs.CB_TRIGGERS(days, closes, in_force, "113664")}
    assert [rows[day(d)][4] for d in ("2025-08-01", "2025-08-04", "2025-08-15", "2025-08-22")] == [
        0, 1, 10, 15]  # fmt: skip
    assert rows[day("2025-06-13")][2:4] == [20.79, 27.027]
    assert rows[day("2025-06-16")][2:4] == [20.59, 26.767]


@beside
def test_113044_call_at_120_percent() -> None:
    """10th 2024-12-16; 16 sessions 2024-12-03..24, 15 met, four closes exactly 6.86."""
    days, closes = prices(DATA / "601006.csv", "2024-11-01", "2025-02-11")
    assert xlfuncs.CB_CALL_DATE(days, closes, 5.71, 1.2, 10) == day("2024-12-16")
    assert xlfuncs.CB_CALL_DATE(days, closes, 5.71, 1.2) == day("2024-12-24")
    window = slice(days.index("2024-12-03"), days.index("2024-12-24") + 1)
    assert len(days[window]) == 16
    assert xlfuncs.CB_CALL_DAYS(closes[window], 5.71, 1.2) == 15
    assert [float(c) for c in closes[window]].count(6.86) == 4


@beside
def test_113047_reset() -> None:
    """2025-05-27..06-11: 11 sessions, 10 met, 05-29 at 5.28 does not."""
    days, closes = prices(DATA / "601636.csv", "2025-05-06", "2025-06-11")
    first = days.index("2025-05-27")
    assert len(days[first:]) == 11
    assert xlfuncs.CB_RESET_DAYS(closes[first:], 6.16) == 10
    assert xlfuncs.CB_STATUS(days, closes, 6.16, "reset", start="2025-05-27") == "10/15 | 30"


@beside
def test_128142_reset_at_80_percent() -> None:
    """The 15th session is 2023-07-20."""
    days, closes = prices(DATA / "002946.csv", "2023-06-20", "2023-07-20")
    assert xlfuncs.CB_RESET_DAYS(closes, 18.33, 0.8) == 15
    assert xlfuncs.CB_RESET_DAYS(closes[:-1], 18.33, 0.8) == 14


@beside
def test_113589_put() -> None:
    """30 sessions in a row from 2024-06-24 to 2024-08-02."""
    days, closes = prices(DATA / "603608.csv", "2024-06-24", "2024-08-02")
    assert len(days) == 30
    assert xlfuncs.CB_PUT_DAYS(closes, 12.29) == 30
    assert xlfuncs.CB_STATUS(days, closes, 12.29, "put") == "30/30 | 30"
