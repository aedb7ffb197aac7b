"""Golden rows: what a CSV in tests/golden says, as Python arguments, as a formula, as an answer.

A row is case, arguments (JSON), expected (JSON), tolerance, origin. In JSON null is an omitted
argument, a list a range, {"date": "2025-08-22"} a date, {"error": "#N/A"} an error cell.
"""

import csv
import datetime as dt
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from xlfuncs.errors import CellError, PassedOn

FOLDER = Path(__file__).parent / "golden"


@dataclass(frozen=True)
class GoldenRow:
    function: str
    case: str
    arguments: list[Any]
    expected: Any
    tolerance: float

    @property
    def id(self) -> str:
        return f"{self.function}-{self.case}"

    @property
    def python_arguments(self) -> list[Any]:
        return [from_json(argument) for argument in self.arguments]


def golden_rows(function: str = "*") -> list[GoldenRow]:
    return [row for path in sorted(FOLDER.glob(f"{function}.csv")) for row in _rows(path)]


def _rows(path: Path) -> list[GoldenRow]:
    with path.open(encoding="utf-8", newline="") as lines:
        return [
            GoldenRow(
                path.stem,
                line["case"],
                json.loads(line["arguments"]),
                json.loads(line["expected"]),
                float(line["tolerance"] or 0),
            )
            for line in csv.DictReader(lines)
        ]


def from_json(value: Any) -> Any:
    if isinstance(value, list):
        return [from_json(cell) for cell in value]
    if isinstance(value, dict) and "date" in value:
        return dt.date.fromisoformat(value["date"])
    if isinstance(value, dict):
        return PassedOn(value["error"])
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def is_same(found: Any, expected: Any, tolerance: float) -> bool:
    """Whether an answer is the expected one, grids cell by cell; blank and "" are one."""
    if isinstance(expected, list):
        wanted = [row if isinstance(row, list) else [row] for row in expected]
        rows = [row if isinstance(row, list) else [row] for row in found]
        return [len(r) for r in rows] == [len(r) for r in wanted] and all(
            is_same(f, e, tolerance)
            for row, wish in zip(rows, wanted, strict=True)
            for f, e in zip(row, wish, strict=True)
        )
    expected = from_json(expected)
    if isinstance(found, CellError):
        found = found.code
    if isinstance(expected, float) and isinstance(found, int | float):
        return type(found) is not bool and abs(found - expected) <= tolerance
    if isinstance(found, dt.datetime):
        found = found.date()
    return (found or None) == (expected or None) if expected in ("", None) else found == expected
