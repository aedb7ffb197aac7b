"""A raw range becomes events, terms or a policy; what each kind of argument is read by."""

from collections.abc import Callable
from typing import Any, Final

from xlfuncs import forms, norms, tables
from xlfuncs.cells import (
    Row,
    as_float,
    choice,
    column_or_number,
    day,
    days,
    flag,
    holidays,
    is_blank,
    is_range,
    number,
    numbers,
    rows_of,
    text,
    vector,
    whole,
)
from xlfuncs.errors import BadArgument, CellError
from xlfuncs.spec import Arg, Kind

Coercion = Callable[[object, Arg, bool], Any]

_HEADER_KEYS: Final = {"项目", "键", "条款", "key", "item"}


def events(raw: object, arg: Arg, date1904: bool = False) -> tuple[tables.Event, ...]:
    """Rows by position; a first row of text is the header, rows without a date are ignored."""
    rows = [list(row) for row in rows_of(raw)]
    if isinstance(rows[0][0], str) and not any(map(_is_numeric, rows[0])):
        rows[0] = [None]
    return tuple(
        _event(f"第 {i} 行", f"row {i}", row, arg, date1904)
        for i, row in enumerate(rows, 1)
        if not is_blank(row[0])
    )


def terms(raw: object, arg: Arg, date1904: bool = False) -> tables.Terms:
    if not is_range(raw):
        return norms.terms(text(raw, arg))
    return tables.Terms(**_record(tables.Terms, rows_of(raw), date1904))


def plan(raw: object, arg: Arg, date1904: bool = False) -> tables.Plan:
    """A packaged name, the path of a .toml file, or rows of key | value | [clause] | [words]."""
    if not is_range(raw):
        return norms.plan(text(raw, arg))
    rows = rows_of(raw)
    if max(map(len, rows)) == 1:
        raise BadArgument("政策表须有项目与数值两列", "a policy range needs keys and values")
    values = _record(tables.Plan, [row[:2] for row in rows], date1904)
    return tables.Plan(**values, sources=_sources(tables.Plan, rows))


COERCIONS: Final[dict[Kind, Coercion]] = {
    Kind.NUMBER: number,
    Kind.WHOLE: whole,
    Kind.FLAG: flag,
    Kind.DATE: day,
    Kind.CHOICE: choice,
    Kind.VECTOR: vector,
    Kind.NUMBERS: numbers,
    Kind.COLUMN_OR_NUMBER: column_or_number,
    Kind.DATES: days,
    Kind.HOLIDAYS: holidays,
    Kind.EVENTS: events,
    Kind.TERMS: terms,
    Kind.PLAN: plan,
    Kind.TEXT: text,
}


def _is_numeric(cell: object) -> bool:
    """A number, or a text that begins as a number or a date does."""
    return isinstance(cell, (int, float)) or (
        isinstance(cell, str) and cell.strip()[:1] in set("0123456789.-+")
    )


def _event(zh: str, en: str, row: Row, arg: Arg, date1904: bool) -> tables.Event:
    try:
        values = [0.0 if is_blank(cell) else as_float(cell) for cell in row[1:6]]
        return tables.Event(day(row[0], arg, date1904), *values)
    except CellError as error:
        raise error.at(zh, en) from None


def _record(record: type, rows: list[Row], date1904: bool) -> dict[str, Any]:
    """key | value rows as the fields of Terms or Plan; an unknown or wrong key is named."""
    found: dict[str, Any] = {}
    for name, *cells in rows:
        if isinstance(name, CellError):
            raise name
        word = "" if is_blank(name) else str(name).strip()
        filled = [cell for cell in cells if not is_blank(cell)]
        if not word or not filled or word.lower() in _HEADER_KEYS:
            continue
        key = tables.key_of(record, word)
        if not key:
            raise BadArgument(f"没有名为“{word}”的项目", f"there is no key '{word}'")
        if key.name in found:
            raise BadArgument(f"项目“{word}”重复", f"key '{word}' occurs twice")
        try:
            found[key.name] = forms.read(key, filled, date1904)
        except CellError as error:
            raise error.at(word, key.name) from None
    return found


def _sources(record: type, rows: list[Row]) -> dict[str, tables.Source]:
    """The clause and words beside a value; without them the value is the user's own."""
    found = {}
    for row in rows:
        key = tables.key_of(record, str(row[0]).strip())
        if key and not all(map(is_blank, row[1:2])):
            clause, words, *_ = ["" if is_blank(c) else str(c).strip() for c in row[2:]] + [""] * 2
            found[key.name] = tables.Source(clause or "自定", words)
    return found
