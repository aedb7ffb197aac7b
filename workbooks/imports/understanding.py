"""From a table's rows to prices, with the words for what was understood and left out."""

import datetime as dt
from decimal import Decimal
from typing import Final

from workbooks.imports.choosing import security
from workbooks.imports.exports import Grid
from workbooks.imports.headings import Column, Headings, Meaning
from workbooks.imports.lines import missing_sessions, sorted_lines
from workbooks.imports.measures import Measured, measured
from workbooks.imports.prices import Prices, Read
from workbooks.imports.securities import kind_of
from workbooks.imports.tables import Table, table
from workbooks.opening import PackageError

SHOWN: Final = 5  # missing sessions that are named
WORDS: Final[dict[Meaning, str]] = {
    "date": "日期 date", "close": "收盘价 close", "high": "最高价 high", "low": "最低价 low",
    "volume": "成交量 volume", "amount": "成交额 amount", "code": "代码 code", "name": "名称 name",
    "adjustment": "复权方式 adjustment",
}  # fmt: skip


def understood(grid: Grid, found: Headings, file_name: str, wanted: str | None) -> Prices:
    """One security's prices; `wanted` chooses it where the table holds several."""
    read = table(grid, found, file_name)
    code, name = security(read, wanted)
    rows = sorted_lines(read, code)
    if not rows.lines:
        reasons = "；".join(f"{d.zh} {d.count} 行" for d in rows.left_out)
        raise PackageError(
            f"没有一行可用的收盘价（{reasons or '表头下无数据'}）", "no row holds a usable close"
        )
    kind = kind_of(code, " ".join((name, *read.titles, *read.heads)))
    days = measured(rows.lines, read, kind)
    dates = tuple(line.day for line in rows.lines)
    return Prices(
        read.source.name, grid.form, code, name, kind, dates,
        tuple(float(d.close) for d in days.days),
        tuple(None if d.volume is None else float(d.volume) for d in days.days),
        tuple(None if d.amount is None else float(d.amount) for d in days.days),
        tuple(_read(column, days) for column in read.columns.values()),
        rows.left_out, (*_unit_notes(read, days), *_gap_notes(dates)),
    )  # fmt: skip


def _read(column: Column, days: Measured) -> Read:
    """A column's unit in words and its whole factor."""
    stated = column.unit
    word, factor = (stated.word, stated.factor) if stated else ("", Decimal(1))
    lot, yuan = days.units
    if column.meaning == "volume" and not (stated and stated.base in ("股", "张")):
        word, factor = word or ("股/张" if lot == 1 else "手"), factor * lot
    elif column.meaning == "amount" and not stated:
        word, factor = {1: "元", 1000: "千元", 10000: "万元"}[int(yuan)], yuan
    elif column.meaning in ("close", "high", "low"):
        word = word or "元"
    return Read(column.heading, WORDS[column.meaning], word, float(factor))


def _unit_notes(read: Table, days: Measured) -> list[str]:
    if days.proven:
        return ["成交额÷成交量与收盘价相符 amount over volume agrees with the closes"]
    volume = read.columns.get("volume")
    if volume is None or (volume.unit and volume.unit.base in ("股", "张")):
        return []
    return [
        "成交量单位未能核对（无成交额），按来源惯例 the unit of volume is the source's usual one"
    ]


def _gap_notes(dates: tuple[dt.date, ...]) -> list[str]:
    gaps = missing_sessions(list(dates))
    if not gaps:
        return []
    shown = "、".join(map(str, gaps[:SHOWN])) + ("……" if len(gaps) > SHOWN else "")
    return [f"期间缺 {len(gaps)} 个交易日（停牌则正常）sessions not in the file: {shown}"]
