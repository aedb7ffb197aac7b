"""Policies, terms and rules as dated TOML, each value with its clause and words.

A value stands as `key = { value = …, clause = "…", words = "…" }`; a rule of law as a list
of such values, each with the day `since` which it holds.
"""

import datetime as dt
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from xlfuncs.dates import Dates, Days
from xlfuncs.errors import BadArgument, NotCovered, require
from xlfuncs.norms.files import MalformedNorm, NormFile, dated, load, record
from xlfuncs.rounding import Elementwise, Floats, taken
from xlfuncs.tables import Event, Plan, Terms

__all__ = ["MalformedNorm", "in_force", "names", "plan", "statute", "terms"]

_HERE: Final = Path(__file__).parent  # plain files: importlib.resources costs 15 ms at start


def names(folder: str) -> list[str]:
    """The packaged sets of `plans` or `terms`.

    >>> names("plans")
    ['002911-2021', '605090-2022', '688567-2021']
    """
    return sorted(path.stem for path in (_HERE / folder).glob("*.toml"))


def plan(name: str) -> Plan:
    """A packaged plan by its name, or the user's own by the path of its .toml file.

    >>> plan("002911-2021").annual_ratio
    0.3
    """
    return _own_plan(name) if name.lower().endswith(".toml") else _packaged_plan(name)


@cache
def terms(name: str) -> Terms:
    """
    >>> terms("113664").redemption_price
    115.0
    """
    file = _packaged("terms", name)
    values, sources = record(Terms, file, apart=("events",))
    return Terms(**values, events=_events(file), sources=sources)


def statute(name: str, on: dt.date | None = None) -> Any:
    """A value of the statutory frame in force on a day, or the latest one.

    >>> statute("reserve_rate")
    0.1
    """
    found = [value for since, value in _frame()[name] if on is None or since <= on]
    if not found:
        raise NotCovered(f"{on} 尚无有关规定", f"no rule was in force on {on}")
    return found[-1]


def in_force(name: str, on: Dates, before: float | None = None) -> Elementwise:
    """A number of the statutory frame on one day or on many; `before` where none was yet.

    >>> in_force("tax_beyond", dt.date(2015, 9, 7)), in_force("tax_beyond", dt.date(2015, 9, 8))
    (0.05, 0.0)
    """
    since, values = _steps(name, np.nan if before is None else before)
    place = np.searchsorted(since, np.asarray(on, "M8[D]"), "right")
    if before is None:
        require(place > 0, NotCovered, "当日尚无有关规定", "no rule was in force on that day")
    return taken(values, place)


@cache
def _steps(name: str, before: float) -> tuple[Days, Floats]:
    """The days on which a number changes, and the numbers, the first that of the time before."""
    since, values = zip(*_frame()[name], strict=True)
    return np.array(since, "M8[D]"), np.array([before, *values], float)


@cache
def _frame() -> dict[str, list[tuple[dt.date, Any]]]:
    return dated(load(_HERE / "statute.toml"))


@cache
def _packaged_plan(name: str) -> Plan:
    values, sources = record(Plan, _packaged("plans", name))
    return Plan(**values, sources=sources)


def _own_plan(path: str) -> Plan:
    if path.startswith(("\\\\", "//")) or "://" in path:  # nothing is fetched
        raise BadArgument("政策文件须在本机", "the policy file must be on this computer")
    own = Path(path).expanduser()
    return _read_plan(own, own.stat().st_mtime_ns if own.is_file() else 0)


@cache
def _read_plan(path: Path, _changed: int) -> Plan:
    values, sources = record(Plan, load(path))
    return Plan(**values, sources=sources)


def _packaged(folder: str, name: str) -> NormFile:
    if name not in names(folder):
        known = "、".join(names(folder))
        raise NotCovered(
            f"没有名为“{name}”的内置资料，可用：{known}",
            f"'{name}' is not packaged; there are {known}",
        )
    return load(_HERE / folder / f"{name}.toml")


def _events(file: NormFile) -> tuple[Event, ...]:
    listed = file.values.get("events", {"value": []})
    try:
        return tuple(Event(row[0], *map(float, row[1:])) for row in listed["value"])
    except (TypeError, ValueError, LookupError):
        file.refuse("events", "须为 [日期, 数值…] 的列表", "must be a list of [date, numbers]")
