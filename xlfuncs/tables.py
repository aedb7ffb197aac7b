"""Typed rows: what an events, terms or policy range becomes."""

import datetime as dt
import re
from dataclasses import dataclass, field, fields, replace
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Any, Final

from xlfuncs.amounts import headed
from xlfuncs.errors import BadArgument

LIST: Final = "list"
RATIO: Final = "ratio"
RATE: Final = "rate"  # from 0 to 1
SHARE: Final = "share"  # above 0, at most 1
MONEY: Final = "money"
COUNT: Final = "count"
DATE: Final = "date"
DATES: Final = "dates"
FLAG: Final = "flag"
TEXT: Final = "text"
MAJORITY: Final = "majority"


@dataclass(frozen=True)
class Event:
    """One row of an events range: what changes the conversion price, and from which day."""

    date: dt.date
    cash: float = 0.0
    bonus: float = 0.0
    rights: float = 0.0
    rights_price: float = 0.0
    reset_price: float = 0.0


@dataclass(frozen=True)
class Source:
    """Where a value of a norm comes from: the clause and the words it rests on."""

    clause: str
    words: str = ""


def key(zh: str, form: str, default: Any = None) -> Any:
    """A field of Terms or Plan with its Chinese key and the form of its value."""
    return field(default=default, metadata={"zh": zh, "form": form})


@dataclass(frozen=True)
class Terms:
    """The terms of one convertible bond."""

    name: str = key("名称", TEXT, "")
    stock: str = key("正股", TEXT, "")
    issue_size: float | None = key("发行规模", MONEY)
    plan_months: int | None = key("方案有效期月数", COUNT)
    issue_date: dt.date | None = key("发行日", DATE)
    maturity_date: dt.date | None = key("到期日", DATE)
    face: float = key("面值", MONEY, 100.0)
    rates: tuple[float, ...] = key("票面利率", LIST, ())
    redemption_price: float | None = key("到期赎回价", MONEY)
    initial_price: float | None = key("初始转股价", MONEY)
    conversion_start: dt.date | None = key("转股起始日", DATE)
    conversion_end: dt.date | None = key("转股截止日", DATE)
    call_ratio: float = key("强赎比例", RATIO, 1.3)
    call_need: int = key("强赎天数", COUNT, 15)
    call_window: int = key("强赎窗口", COUNT, 30)
    call_start: dt.date | None = key("强赎计数起始日", DATE)
    small_balance: float = key("余额下限", MONEY, 30_000_000.0)
    reset_ratio: float = key("下修比例", RATIO, 0.85)
    reset_need: int = key("下修天数", COUNT, 15)
    reset_window: int = key("下修窗口", COUNT, 30)
    reset_start: dt.date | None = key("下修计数起始日", DATE)
    put_ratio: float = key("回售比例", RATIO, 0.7)
    put_need: int = key("回售天数", COUNT, 30)
    put_start: dt.date | None = key("回售计数起始日", DATE)
    reset_dates: tuple[dt.date, ...] = key("下修生效日", DATES, ())
    tax: float = key("利息税率", RATE, 0.2)
    events: tuple[Event, ...] = ()
    sources: dict[str, Source] = field(default_factory=dict)


@dataclass(frozen=True)
class Plan:
    """A company's dividend policy: each rule present or absent, each with its source."""

    name: str = key("名称", TEXT, "")
    company: str = key("公司", TEXT, "")
    years: str = key("适用年度", TEXT, "")
    annual_ratio: float | None = key("年度现金分红比例", SHARE)
    annual_with_major: bool = key("有重大支出仍适用年度比例", FLAG, False)
    annual_special_approval: bool = key("低于年度比例可特别审批", FLAG, False)
    stage_rule: bool = key("差异化分红", FLAG, False)
    three_year_ratio: float | None = key("三年累计比例", SHARE)
    three_year_stock: bool = key("三年累计含股票股利", FLAG, False)
    yearly_distribution: bool = key("每年至少分配一次", FLAG, False)
    cash_first: bool = key("现金分红优先", FLAG, False)
    stock_above_ratio: float | None = key("股票股利起点比例", SHARE)
    within_cumulative: bool = key("不超过累计可分配利润", FLAG, False)
    needs_profit: bool = key("须当年盈利", FLAG, False)
    needs_cumulative: bool = key("须累计未分配利润为正", FLAG, False)
    needs_clean_audit: bool = key("须标准无保留意见", FLAG, False)
    major_net_assets: float | None = key("重大支出占净资产比例", SHARE)
    major_amount: float | None = key("重大支出金额", MONEY)
    major_total_assets: float | None = key("重大支出占总资产比例", SHARE)
    major_less_raised: bool = key("重大支出扣除募投项目", FLAG, False)
    offset_occupied: bool = key("扣减占用资金", FLAG, False)
    pay_months: int | None = key("派发期限月数", COUNT)
    vote_plan: str | None = key("分配方案表决", MAJORITY)
    vote_policy: str | None = key("政策调整表决", MAJORITY)
    sources: dict[str, Source] = field(default_factory=dict)

    def clause(self, *keys: str) -> str:
        """The clause ids of these keys, for a table's 条款 column."""
        found = (self.sources[k].clause for k in keys if k in self.sources)
        return "、".join(dict.fromkeys(found))


@dataclass(frozen=True)
class Majority:
    """The share of the votes that carries a resolution, in the words of its clause."""

    words: str
    share: Fraction
    strict: bool  # 过半数 and 超过 do not count the equal, 以上 does


def majority(words: str) -> Majority:
    """
    >>> majority("三分之二以上")
    Majority(words='三分之二以上', share=Fraction(2, 3), strict=False)
    >>> majority("过半数").strict, majority("超过1/2").strict
    (True, True)
    """
    found = _MAJORITY.fullmatch(words)
    if words in ("过半数", "超过半数", "半数以上"):
        return Majority(words, Fraction(1, 2), words != "半数以上")
    if not found or bool(found["over"]) == bool(found["least"]):
        raise BadArgument(
            f"“{words}”应写作过半数、二分之一以上、2/3以上或超过2/3",
            f"'{words}' must read like 过半数, 二分之一以上, 2/3以上 or 超过2/3",
        )
    top, bottom = found["top"] or found["m"], found["bottom"] or found["n"]
    share = Fraction(_DIGITS.get(top, top)) / Fraction(_DIGITS.get(bottom, bottom))
    if share > 1:
        raise BadArgument(f"“{words}”大于全体", f"'{words}' is more than all votes")
    return Majority(words, share, bool(found["over"]))


_DIGITS: Final = {digit: str(n) for n, digit in enumerate("一二三四五六七八九", 1)}
_MAJORITY: Final = re.compile(
    r"(?P<over>超过)?(?:(?P<bottom>[二三四五六七八九])分之(?P<top>[一二三四五六七八])"
    r"|(?P<m>[1-9])/(?P<n>[1-9]))(?P<least>以上)?"
)


@dataclass(frozen=True)
class Key:
    """A key that a terms or policy range may hold; its amounts times `factor` are yuan."""

    name: str
    zh: str
    form: str
    factor: Decimal = Decimal(1)


@cache
def keys(record: type) -> dict[str, Key]:
    """Every accepted spelling of a record's keys, English and Chinese."""
    found = [
        Key(f.name, f.metadata["zh"], f.metadata["form"]) for f in fields(record) if f.metadata
    ]
    return {spelling: key for key in found for spelling in (key.name, key.zh)}


def key_of(record: type, heading: str) -> Key | None:
    """The key a heading names; that of an amount may carry its unit.

    >>> key_of(Terms, "发行规模（亿元）").factor
    Decimal('1E+8')
    """
    known = keys(record)
    if heading in known:
        return known[heading]
    name, factor = headed(heading)
    found = known.get(name)
    return replace(found, factor=factor) if found and found.form == MONEY else None
