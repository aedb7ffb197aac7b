"""Whose export it is, and the units it means where it does not say them."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from workbooks.imports.securities import Kind

LOT: Final[dict[Kind, tuple[int, ...]]] = {"stock": (100,), "bond": (10,), "": (100, 10)}
Units = tuple[int, Decimal]  # shares or bonds in one of volume, yuan in one of amount
_PLAIN: Final = (1, Decimal(1))


@dataclass(frozen=True)
class Vendor:
    """A source known by its headings."""

    name: str
    headings: frozenset[str]
    in_lots: bool = False
    amount_is_volume: bool = False


# The order matters: the first whose headings are all there.
VENDORS: Final = (
    Vendor("baostock", frozenset(("date", "close", "adjustflag"))),
    Vendor("tushare", frozenset(("trade_date", "close", "vol")), in_lots=True),
    Vendor("tushare", frozenset(("ts_code", "trade_date", "close")), in_lots=True),
    Vendor("akshare（东方财富）", frozenset(("日期", "开盘", "收盘", "成交量")), in_lots=True),
    Vendor("聚宽 JoinQuant", frozenset(("open", "close", "volume", "money"))),
    Vendor("Yahoo", frozenset(("Date", "Close", "Adj Close"))),
    Vendor("akshare（新浪）", frozenset(("date", "open", "close", "volume"))),
    Vendor(
        "akshare（腾讯）", frozenset(("date", "open", "close", "high", "low", "amount")),
        in_lots=True, amount_is_volume=True,
    ),
)  # fmt: skip
UNKNOWN: Final = Vendor("未识别 unknown", frozenset())
WORDS: Final = (("wind", "Wind"), ("万得", "Wind"), ("ifind", "iFinD"), ("同花顺", "iFinD"))


def vendor(heads: Sequence[str], words: str) -> Vendor:
    """By what titles and footers say, or else by the headings."""
    for word, name in WORDS:
        if word in words.casefold():
            return Vendor(name, frozenset())
    return next((v for v in VENDORS if v.headings <= set(heads)), UNKNOWN)


def candidates(source: Vendor, kind: Kind) -> list[Units]:
    """Units a source may mean, the likeliest first; amount over volume decides among them."""
    lots: list[Units] = [(lot, Decimal(1)) for lot in LOT[kind]]
    if source.name == "tushare":  # daily: 手 and 千元; cb_daily: 手 and 万元
        own = {"stock": [(100, Decimal(1000))], "bond": [(10, Decimal(10000))]}
        return [*(own.get(kind) or own["stock"] + own["bond"]), _PLAIN]
    return [*lots, _PLAIN] if source.in_lots else [_PLAIN, *lots]
