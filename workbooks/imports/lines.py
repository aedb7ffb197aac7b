"""The rows of a table one by one: what each says of a day, or why it does not count."""

import datetime as dt
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from typing import Any, Final

import numpy as np

from workbooks.imports.adjustment import refuse_flag
from workbooks.imports.headings import Meaning
from workbooks.imports.prices import LeftOut
from workbooks.imports.securities import code
from workbooks.imports.spellings import day, plain, quantity
from workbooks.imports.tables import Table
from workbooks.imports.units import Unit, refuse_foreign, unit
from workbooks.opening import PackageError
from xlfuncs.trading_days import is_known, sessions

Why = tuple[str, str]
BLANK: Final = ("空行", "blank")
HEADING: Final = ("重复的表头", "headings again")
OTHER: Final = ("其他证券", "another security")
REMARK: Final = ("说明、合计或表尾", "remarks, totals, footers")
NO_DAY: Final = ("日期无法识别", "the day cannot be read")
NO_CLOSE: Final = ("无收盘价（停牌或缺失）", "no close: suspended or missing")
BAD_CLOSE: Final = ("收盘价无法识别", "the close cannot be read")
NOT_POSITIVE: Final = ("收盘价不大于 0", "a close not above 0")
NO_SESSION: Final = ("非交易日", "not a trading day")
NO_TRADE: Final = ("停牌（成交量为 0）", "suspended: a volume of 0")
TWICE: Final = ("重复的行", "the same row again")


@dataclass(frozen=True)
class Amount:
    """A number as written, in units of its column or, where it carries one, of its own."""

    number: Decimal
    unit: Unit | None

    @property
    def in_base(self) -> Decimal:
        return self.number * (self.unit.factor if self.unit else 1)


@dataclass(frozen=True)
class Line:
    """What one row says of one day; `row` counts from 1."""

    row: int
    day: dt.date
    close: Amount
    others: dict[Meaning, Amount | None]


@dataclass
class Sorted:
    """The rows that count, oldest first, and the others by why they do not."""

    lines: list[Line] = field(default_factory=list)
    dropped: dict[Why, list[tuple[int, str]]] = field(default_factory=dict)

    def drop(self, why: Why, row: int, shown: Any) -> None:
        self.dropped.setdefault(why, []).append((row, plain(shown)[:30]))

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """Each kind with its count and first row."""
        return tuple(
            LeftOut(*why, len(rows), *rows[0]) for why, rows in self.dropped.items() if rows
        )


def sorted_lines(table: Table, chosen: str) -> Sorted:
    """Every row of the chosen security read and sorted by day."""
    found = Sorted()
    for at, row in enumerate(table.rows[table.first :], table.first + 1):
        line = _line(table, chosen, at, row, found)
        if line:
            found.lines.append(line)
    _drop_untraded(found)
    found.lines.sort(key=lambda line: (line.day, line.row))
    _drop_repeated(found)
    return found


def _line(table: Table, chosen: str, at: int, row: list[Any], found: Sorted) -> Line | None:
    """A row that counts; another is dropped, an adjusted price refused."""
    its = table.cell(row, "code")
    when, close = day(table.cell(row, "date"), table.date1904), table.cell(row, "close")
    why = _not_data(table, row, when)
    if why is None and chosen and code(its) and code(its) != chosen:
        why = OTHER
    if why is None and when and not _is_session(when):
        why = NO_SESSION
    if why or when is None:
        shown = close if why in (NO_CLOSE, BAD_CLOSE) else table.cell(row, "date")
        found.drop(why or NO_DAY, at, shown or _first_word(row))
        return None
    refuse_flag(plain(table.cell(row, "adjustment")).removesuffix(".0"), at)
    price = _amount(table, row, "close")
    if price is None or price.number <= 0:
        found.drop(NOT_POSITIVE, at, close)
        return None
    return Line(at, when, price, _others(table, row, at, found))


def _not_data(table: Table, row: list[Any], when: dt.date | None) -> Why | None:
    if all(plain(cell) == "" for cell in row):
        return BLANK
    if tuple(map(plain, row)) == table.heads:
        return HEADING
    try:
        price = _amount(table, row, "close")
    except ValueError:
        return BAD_CLOSE if when else REMARK
    if when is None:
        return REMARK if price is None else NO_DAY
    return NO_CLOSE if price is None else None


def _others(table: Table, row: list[Any], at: int, found: Sorted) -> dict[Meaning, Amount | None]:
    read: dict[Meaning, Amount | None] = {}
    for meaning in ("high", "low", "volume", "amount"):
        if meaning in table.columns:
            try:
                read[meaning] = _amount(table, row, meaning)
            except ValueError:
                column = table.columns[meaning]
                why = (f"“{column.heading}”无法识别，留空", f"{meaning} cannot be read: left blank")
                found.drop(why, at, table.cell(row, meaning))
                read[meaning] = None
    return read


def _amount(table: Table, row: list[Any], meaning: Meaning) -> Amount | None:
    """A number with its unit; one written in the cell comes before the column's."""
    read = quantity(table.cell(row, meaning))
    if read is None:
        return None
    number, word = read
    stated = table.columns[meaning].unit
    if not word:
        return Amount(number, stated)
    refuse_foreign(word)
    own = unit(word)
    if own is None:
        raise ValueError(word)
    return Amount(number, own if own.base or not stated else Unit(word, own.scale, stated.base))


def _first_word(row: list[Any]) -> str:
    return next((plain(cell) for cell in row if plain(cell)), "")


@cache
def _known_sessions() -> frozenset[dt.date]:
    return frozenset(sessions().tolist())


def _is_session(when: dt.date) -> bool:
    """By the calendar, and past its end by the day of the week."""
    return when in _known_sessions() if is_known(when) else when.weekday() < 5


def missing_sessions(days: list[dt.date]) -> list[dt.date]:
    """Sessions between the first and last day that the export does not hold."""
    known = sessions()
    within = known[(known >= np.datetime64(days[0])) & (known <= np.datetime64(days[-1]))]
    held = set(days)
    return [when for when in within.tolist() if when not in held]


def _drop_untraded(found: Sorted) -> None:
    """A close carried through a suspension is no close of that day."""
    traded = [line.others.get("volume") for line in found.lines]
    if not any(volume and volume.number > 0 for volume in traded):
        return
    for line, volume in zip(found.lines, traded, strict=True):
        if volume and volume.number == 0:
            found.drop(NO_TRADE, line.row, line.day)
    untraded = {row for row, _ in found.dropped.get(NO_TRADE, ())}
    found.lines = [line for line in found.lines if line.row not in untraded]


def _drop_repeated(found: Sorted) -> None:
    kept: dict[dt.date, Line] = {}
    for line in found.lines:
        first = kept.setdefault(line.day, line)
        if first is line:
            continue
        if first.close.in_base != line.close.in_base:
            raise PackageError(
                f"{line.day} 有两个收盘价：第 {first.row} 行 {first.close.number}、第 {line.row} 行"
                f" {line.close.number}（多只证券或分钟线？请导出一只证券的日线）",
                f"{line.day} has two closes, in rows {first.row} and {line.row}",
            )
        found.drop(TWICE, line.row, line.day)
    found.lines = list(kept.values())
