"""Unit words and what they multiply by: 万元, 亿元, 万股, 手, 元/张."""

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from workbooks.opening import PackageError
from xlfuncs.amounts import SCALES

_BASES: Final = {
    "元": "元", "圆": "元", "角": "角", "分": "分", "yuan": "元", "rmb": "元", "cny": "元",
    "人民币": "元", "股": "股", "份": "股", "shares": "股", "张": "张", "手": "手", "lots": "手",
}  # fmt: skip
_YUAN: Final = {"元": Decimal(1), "角": Decimal("0.1"), "分": Decimal("0.01")}
_FOREIGN: Final = re.compile(
    r"港元|港币|港幣|美元|美金|欧元|日元|英镑|新台币|台币|澳元|新加坡元|hkd|usd|eur|jpy|gbp|twd",
    re.IGNORECASE,
)
_UNIT: Final = re.compile(
    rf"({'|'.join(SCALES)})?\s*(?:人民币)?({'|'.join(_BASES)})?"
    r"(?:/(?:股|张|份|百元面值))?(?:\(?人民币\)?)?",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Unit:
    """A unit as written, its power of ten and its base: 元, 角, 分, 股, 张, 手 or unsaid."""

    word: str
    scale: int
    base: str

    @property
    def is_money(self) -> bool:
        return self.base in _YUAN

    @property
    def factor(self) -> Decimal:
        """Into yuan, shares or bonds; of 手 into 手."""
        return _YUAN.get(self.base, Decimal(1)).scaleb(self.scale)


def unit(text: str) -> Unit | None:
    """The unit a text consists of.

    >>> unit("万元").factor, unit("元/股").base, unit("亿").base, unit("收盘")
    (Decimal('1E+4'), '元', '', None)
    """
    word = text.strip()
    found = _UNIT.fullmatch(word)
    if not found or not (found.group(1) or found.group(2)):
        return None
    scale, base = ((part or "").lower() for part in found.groups())
    return Unit(word, SCALES.get(scale, 0), _BASES.get(base, ""))


def units_in(text: str) -> list[Unit]:
    """The units among the words of a heading or title."""
    refuse_foreign(text)
    words = re.split(r"[()\[\]【】{}:;,、_\s]+|单位", text)
    return [found for found in map(unit, filter(None, words)) if found]


def refuse_foreign(text: str) -> None:
    """Prices in another currency cannot be compared with a conversion price in yuan."""
    found = _FOREIGN.search(text)
    if found:
        raise PackageError(
            f"单位是{found.group(0)}：转股价以人民币元计，没有汇率不能换算，请导出人民币价格",
            f"the unit is {found.group(0)}: conversion prices are in yuan and no rate is known",
        )
