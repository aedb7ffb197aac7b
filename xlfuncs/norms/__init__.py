"""Policies, terms and rules as dated TOML, each value with its clause and words.

A value stands as `key = { value = …, clause = "…", words = "…" }`; a rule of law as a list
of such values, each with the day `since` which it holds.
"""

import datetime as dt
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

from xlfuncs.errors import NotCovered
from xlfuncs.tables import Event, Plan, Source, Terms, keys

_HERE: Final = Path(__file__).parent  # plain files: importlib.resources costs 15 ms at start


class MalformedNorm(Exception):
    """A norm file that cannot be used: a mistake of its author, named with file and key."""


def names(folder: str) -> list[str]:
    """The packaged sets of `plans` or `terms`.

    >>> names("plans")
    ['002911-2021', '605090-2022', '688567-2021']
    """
    return sorted(path.stem for path in (_HERE / folder).glob("*.toml"))


@cache
def plan(name: str) -> Plan:
    """
    >>> plan("002911-2021").annual_ratio
    0.3
    """
    values, sources = _record(Plan, _packaged("plans", name))
    return Plan(**values, sources=sources)


@cache
def terms(name: str) -> Terms:
    """
    >>> terms("113664").redemption_price
    115.0
    """
    values, sources = _record(Terms, _packaged("terms", name))
    listed = values.pop("events", ())
    events = tuple(Event(row[0], *map(float, row[1:])) for row in listed)
    return Terms(**values, events=events, sources=sources)


def statute(name: str, on: dt.date | None = None) -> Any:
    """A value of the statutory frame in force on a day, or the latest one.

    >>> statute("reserve_rate")
    0.1
    """
    dated = _load("statute")[name]
    return [v["value"] for v in dated if on is None or v["since"] <= on][-1]


def _packaged(folder: str, name: str) -> str:
    if name not in names(folder):
        known = "、".join(names(folder))
        raise NotCovered(
            f"没有名为“{name}”的内置资料，可用：{known}",
            f"'{name}' is not packaged; there are {known}",
        )
    return f"{folder}/{name}"


@cache
def _load(path: str) -> dict[str, Any]:
    source = _HERE / f"{path}.toml"
    try:
        return tomllib.loads(source.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise MalformedNorm(f"{source}: {error}") from error


def _record(record: type, path: str) -> tuple[dict[str, Any], dict[str, Source]]:
    known = {key.name for key in keys(record).values()} | {"events"}
    values: dict[str, Any] = {}
    sources: dict[str, Source] = {}
    for name, entry in _load(path).items():
        if name not in known or "value" not in entry:
            raise MalformedNorm(f"{path}.toml: {name}")
        value = entry["value"]
        values[name] = tuple(value) if isinstance(value, list) else value
        sources[name] = Source(entry.get("clause", ""), entry.get("words", ""))
    return values, sources
