"""Where a table's headings stand and what each column means."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from workbooks.imports.adjustment import adjusted, without_words
from workbooks.imports.exports import Row
from workbooks.imports.spellings import day, plain
from workbooks.imports.units import Unit, unit, units_in

Meaning = Literal["date", "close", "high", "low", "volume", "amount", "code", "name", "adjustment"]
NAMES: Final[dict[Meaning, tuple[str, ...]]] = {
    "date": ("日期", "交易日期", "交易日", "时间", "交易时间", "date", "tradedate", "tradingdate",
             "datetime", "time", "day", "tradedt"),
    "close": ("收盘", "收盘价", "收盘价格", "今收", "今收盘", "收市价", "close", "closeprice",
              "closingprice", "sclose"),
    "high": ("最高", "最高价", "high", "highprice"),
    "low": ("最低", "最低价", "low", "lowprice"),
    "volume": ("成交量", "成交数量", "成交股数", "总手", "volume", "vol", "tradevol"),
    "amount": ("成交额", "成交金额", "amount", "amt", "money", "turnovervalue"),
    "code": ("代码", "股票代码", "证券代码", "债券代码", "转债代码", "基金代码", "tscode", "code",
             "symbol", "secucode", "windcode", "wind代码", "thscode", "同花顺代码"),
    "name": ("名称", "股票名称", "证券名称", "债券名称", "转债名称", "简称", "股票简称", "证券简称",
             "债券简称", "name", "secname", "codename"),
    "adjustment": ("复权", "复权方式", "复权状态", "复权类型", "是否复权", "adjustflag", "adjust"),
}  # fmt: skip
MEANINGS: Final = {name: meaning for meaning, names in NAMES.items() for name in names}
DEPTH: Final = 60  # rows in which headings are looked for
_CUT: Final = re.compile(r"[(\[【{:\n/]")
_UNNAMED: Final = re.compile(r"(unnamed:?\s*\d+|index|序号)?", re.IGNORECASE)


@dataclass(frozen=True)
class Column:
    """A column that is understood: its place, heading, meaning, unit and any 前复权/后复权."""

    place: int
    heading: str
    meaning: Meaning
    unit: Unit | None = None
    adjusted: str = ""


@dataclass(frozen=True)
class Headings:
    """The headings of one table; data begins in row `first`, counted from 0."""

    row: int
    first: int
    columns: tuple[Column, ...]

    def of(self, meaning: Meaning) -> list[Column]:
        return [column for column in self.columns if column.meaning == meaning]


def headings(rows: Sequence[Row]) -> Headings | None:
    """The first row that names a day and a close; None where there is none."""
    for at, row in enumerate(rows[:DEPTH]):
        columns = [c for place, cell in enumerate(row) if (c := _column(place, cell))]
        if any(c.meaning == "close" for c in columns):
            dated = columns if _has(columns, "date") else _with_index(columns, rows, at)
            if _has(dated, "date"):
                return _with_unit_row(rows, Headings(at, at + 1, tuple(dated)))
    return None


def _column(place: int, cell: Any) -> Column | None:
    text = plain(cell) if isinstance(cell, str) else ""
    heading = _CUT.split(without_words(text), maxsplit=1)[0]
    whole = re.sub(r"[\s_.]", "", heading).lower()
    chinese = re.match(r"[一-鿿]+", heading.strip())
    meaning = MEANINGS.get(whole) or MEANINGS.get(chinese.group(0) if chinese else "")
    if whole in ("adjclose", "adjustedclose"):
        meaning = "close"
    if meaning is None:
        return None
    measured = meaning not in ("date", "code", "name", "adjustment")
    stated = units_in(text[len(heading) :] if chinese is None else text) if measured else []
    if whole == "总手" and not stated:
        stated = units_in("手")
    words = adjusted(text) if meaning in ("close", "high", "low") else ""
    best = max(stated, key=lambda found: found.scale, default=None)  # CNY thousand: thousand
    return Column(place, " ".join(text.split()), meaning, best, words)


def _has(columns: Iterable[Column], meaning: Meaning) -> bool:
    return any(column.meaning == meaning for column in columns)


def _with_index(columns: list[Column], rows: Sequence[Row], at: int) -> list[Column]:
    """A first column without a name that holds days, as pandas writes an index."""
    head = plain(rows[at][0]) if rows[at] else ""
    below = [row[0] for row in rows[at + 1 : at + 11] if row]
    if columns[0].place == 0 or not _UNNAMED.fullmatch(head):
        return columns
    dated = sum(day(cell) is not None for cell in below)
    index = Column(0, head or "（无列名）", "date")
    return [index, *columns] if dated * 2 > len(below) else columns


def _with_unit_row(rows: Sequence[Row], found: Headings) -> Headings:
    """A row of units under the headings gives them to the columns that state none."""
    below = rows[found.first] if found.first < len(rows) else []
    stated = {place: unit(plain(cell)) for place, cell in enumerate(below)}
    own = {c.place for c in found.columns if c.meaning in ("close", "volume", "amount")}
    if not any(stated.get(place) for place in own):
        return found
    for place in own:
        units_in(plain(below[place]) if place < len(below) else "")
    columns = (replace(c, unit=c.unit or stated.get(c.place)) for c in found.columns)
    return replace(found, first=found.first + 1, columns=tuple(columns))
