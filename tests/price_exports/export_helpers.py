"""Five real days of 603757 in the shapes in which data vendors export them."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import openpyxl
from openpyxl.worksheet.worksheet import Worksheet


@dataclass(frozen=True)
class Session:
    """One real day: yuan, shares, yuan; high and low only enclose what was paid on average."""

    day: dt.date
    close: float
    volume: int
    amount: int

    @property
    def high(self) -> float:
        return round(max(self.close, self.amount / self.volume) + 0.1, 2)

    @property
    def low(self) -> float:
        return round(min(self.close, self.amount / self.volume) - 0.1, 2)


SESSIONS = (
    Session(dt.date(2022, 10, 10), 25.88, 10_610_796, 279_610_366),
    Session(dt.date(2022, 10, 11), 25.26, 6_096_216, 154_076_103),
    Session(dt.date(2022, 10, 12), 25.73, 6_969_485, 173_774_702),
    Session(dt.date(2022, 10, 13), 26.98, 9_970_117, 261_715_155),
    Session(dt.date(2022, 10, 14), 26.73, 9_117_594, 239_996_018),
)
DAYS = tuple(s.day for s in SESSIONS)
CLOSES = tuple(s.close for s in SESSIONS)
VOLUMES = tuple(float(s.volume) for s in SESSIONS)
AMOUNTS = tuple(float(s.amount) for s in SESSIONS)
AKSHARE_HEADS = "日期,股票代码,开盘,收盘,最高,最低,成交量,成交额,振幅,涨跌幅,涨跌额,换手率"


def akshare(rows: Iterable[Session] = SESSIONS) -> str:
    """stock_zh_a_hist: 成交量 in 手, 成交额 in 元, neither said."""
    lines = (
        f"{s.day},603757,{s.low},{s.close},{s.high},{s.low},{s.volume / 100:.0f},{s.amount}.0,"
        "3.1,1.2,0.3,0.9"
        for s in rows
    )
    return "\n".join([AKSHARE_HEADS, *lines, ""])


def tushare(rows: Iterable[Session] = SESSIONS, code: str = "603757.SH") -> str:
    """daily: newest first, vol in 手, amount in 千元, neither said."""
    heads = "ts_code,trade_date,open,high,low,close,pre_close,change,pct_chg,vol,amount"
    lines = (
        f"{code},{s.day:%Y%m%d},{s.low},{s.high},{s.low},{s.close},{s.close},0.1,0.4,"
        f"{s.volume / 100},{s.amount / 1000}"
        for s in sorted(rows, key=lambda s: s.day, reverse=True)
    )
    return "\n".join([heads, *lines, ""])


def sina(rows: Iterable[Session] = SESSIONS) -> str:
    """stock_zh_a_daily: shares and yuan."""
    heads = "date,open,high,low,close,volume,amount,outstanding_share,turnover"
    lines = (
        f"{s.day},{s.low},{s.high},{s.low},{s.close},{s.volume}.0,{s.amount}.0,168000000.0,0.06"
        for s in rows
    )
    return "\n".join([heads, *lines, ""])


def wind(rows: Iterable[Session] = SESSIONS) -> list[list[Any]]:
    """Titles above the table, units in the headings, a suspended day, a footer."""
    return [
        ["大元泵业(603757.SH) 历史行情"],
        ["复权方式：不复权", None, "币种：人民币"],
        [],
        ["代码", "简称", "日期", "前收盘价(元)", "收盘价(元)", "最高价(元)", "最低价(元)",
         "成交量(万股)", "成交额(万元)"],
        *(
            ["603757.SH", "大元泵业", dt.datetime(s.day.year, s.day.month, s.day.day), 26.0,
             s.close, s.high, s.low, s.volume / 1e4, s.amount / 1e4]
            for s in rows
        ),
        ["603757.SH", "大元泵业", dt.datetime(2022, 10, 17), "--", "--", "--", "--", "--", "--"],
        [],
        ["数据来源：Wind"],
    ]  # fmt: skip


def ifind(rows: Iterable[Session] = SESSIONS) -> list[list[Any]]:
    """A row of units under the headings, texts with separators and 亿, full-width digits."""
    wide = str.maketrans("0123456789.,", "０１２３４５６７８９．，")
    return [
        ["大元泵业 603757.SH"],
        ["时间", "收盘价", "成交量", "成交额"],
        ["", "元", "手", "亿元"],
        *(
            [f"{s.day.year}年{s.day.month}月{s.day.day}日", str(s.close).translate(wide),
             f"{s.volume / 100:,.2f}".translate(wide), f"{s.amount / 1e8:.8f}"]
            for s in rows
        ),
        ["数据来源：同花顺iFinD"],
    ]  # fmt: skip


def text(folder: Path, content: str, encoding: str = "utf-8", name: str = "prices.csv") -> Path:
    path = folder / name
    path.write_bytes(content.encode(encoding))
    return path


def workbook(folder: Path, rows: Sequence[Sequence[Any]], name: str = "prices.xlsx") -> Path:
    book = openpyxl.Workbook()
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    for row in rows:
        sheet.append(list(row))
    book.save(folder / name)
    return folder / name
