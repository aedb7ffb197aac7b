"""Structured references, `表1[[#This Row],[收盘]]`, as A1 references."""

import re
from collections.abc import Iterable

from openpyxl.utils import get_column_letter

from workbooks.package import Table

_ESCAPED = re.compile(r"'(.)")
_Rows = tuple[int, int]


def a1_reference(reference: str, tables: Iterable[Table], sheet: str, row: int, column: int) -> str:
    """The A1 form of a structured reference read in one cell; #REF! where it leads nowhere."""
    name, _, inside = reference.partition("[")
    table = _table(name.strip(), tables, sheet, row, column)
    if table is None:
        return "#REF!"
    items = _items(inside[:-1])
    rows = _rows([item for item in items if item.startswith(("#", "@"))], table, row)
    columns = _columns([item for item in items if not item.startswith(("#", "@"))], table)
    return "#REF!" if rows is None or columns is None else _a1(table.sheet, columns, rows)


def _table(name: str, tables: Iterable[Table], sheet: str, row: int, column: int) -> Table | None:
    for table in tables:
        here = (
            table.sheet == sheet
            and table.top <= row <= table.bottom
            and table.left <= column <= table.right
        )
        if table.name.casefold() == name.casefold() or (not name and here):
            return table
    return None


def _items(inside: str) -> list[str]:
    """`@收盘`, `#All`, `[#Headers],[a]:[b]` or a bare column, as `#…`, `@` and `a:b` items."""
    inside = inside.strip()
    if inside.startswith("@"):
        rest = inside[1:].strip()
        return ["@", *(_items(rest) if rest else [])]
    if not inside.startswith("["):
        return [inside] if inside else []
    return [item[1:-1] for item in _split(inside)]


def _split(inside: str) -> list[str]:
    """`[a],[b]:[c]` at its outer commas, a quote protecting the character behind it."""
    items, depth, start, at = [], 0, 0, 0
    while at < len(inside):
        if inside[at] == "'":
            at += 1
        elif inside[at] in "[]":
            depth += 1 if inside[at] == "[" else -1
        elif inside[at] == "," and depth == 0:
            items.append(inside[start:at].strip())
            start = at + 1
        at += 1
    return [*items, inside[start:].strip()]


def _rows(marks: list[str], table: Table, row: int) -> _Rows | None:
    first, last = table.top + table.header_rows, table.bottom - table.totals_rows
    known: dict[str, _Rows] = {
        "#all": (table.top, table.bottom),
        "#data": (first, last),
        "#headers": (table.top, table.top),
        "#totals": (table.bottom, table.bottom),
        "#this row": (row, row),
        "@": (row, row),
    }
    chosen = [known.get(mark.strip().casefold()) for mark in marks]
    found = [rows for rows in chosen if rows]
    if len(found) < len(chosen):
        return None
    if not found:
        return first, last
    return min(low for low, _ in found), max(high for _, high in found)


def _columns(items: list[str], table: Table) -> tuple[int, int] | None:
    if not items:
        return table.left, table.right
    names = [_ESCAPED.sub(r"\1", name) for item in items for name in item.split("]:[")]
    known = {name.casefold(): table.left + i for i, name in enumerate(table.columns)}
    found = [known.get(name.casefold()) for name in names]
    places = [place for place in found if place is not None]
    return (min(places), max(places)) if len(places) == len(found) else None


def _a1(sheet: str, columns: tuple[int, int], rows: _Rows) -> str:
    quoted = sheet.replace("'", "''")
    first = f"'{quoted}'!${get_column_letter(columns[0])}${rows[0]}"
    if columns[0] == columns[1] and rows[0] == rows[1]:
        return first
    return f"{first}:${get_column_letter(columns[1])}${rows[1]}"
