"""Amounts in 万元 or 亿元: the unit a heading carries, and what turns its figures into yuan."""

import re
from decimal import Decimal
from typing import Final

SCALES: Final = {
    "万亿": 12, "千亿": 11, "百亿": 10, "十亿": 9, "亿": 8, "千万": 7, "百万": 6, "十万": 5,
    "万": 4, "千": 3, "百": 2, "thousand": 3, "million": 6, "billion": 9, "mn": 6, "bn": 9,
}  # fmt: skip
_YUAN: Final = "元|圆|人民币元?|yuan|rmb|cny"
_SCALE: Final = "|".join(SCALES)
_UNIT: Final = (
    rf"(?:人民币|rmb|cny)?\s*(?:(?P<scale>{_SCALE})\s*(?:{_YUAN})?|(?:{_YUAN}))(?:/[张股份])?"
)
_HEADED: Final = re.compile(
    rf"(?P<name>.+?)[\s_]*(?:[(（\[【]\s*{_UNIT}\s*[)）\]】]|{_UNIT.replace('<scale>', '<bare>')})",
    re.IGNORECASE,
)
_ASIDE: Final = re.compile(r"(.+?)\s*[(（\[【](.*)[)）\]】]")


def headed(heading: str) -> tuple[str, Decimal]:
    """The name in a heading, and the factor into yuan; 1 where it carries no unit.

    >>> headed("余额（亿元）"), headed("发行规模_万元"), headed("初始转股价(元/股)")
    (('余额', Decimal('1E+8')), ('发行规模', Decimal('1E+4')), ('初始转股价', Decimal('1')))
    >>> headed("issue_size (CNY million)"), headed("重大支出金额")
    (('issue_size', Decimal('1E+6')), ('重大支出金额', Decimal('1')))
    """
    found = _HEADED.fullmatch(heading.strip())
    if not found:
        return heading.strip(), Decimal(1)
    scale = (found["scale"] or found["bare"] or "").lower()
    return found["name"], Decimal(1).scaleb(SCALES.get(scale, 0))


def aside(heading: str) -> tuple[str, str]:
    """A heading and the words in its brackets, whatever they are.

    >>> aside("余额（万港元）")
    ('余额', '万港元')
    """
    found = _ASIDE.fullmatch(heading.strip())
    return (found[1], found[2]) if found else (heading.strip(), "")


def yuan(amount: float, factor: Decimal) -> float:
    """The amount in yuan, multiplied as it is written.

    >>> yuan(4.49931, Decimal("1E+8"))
    449931000.0
    """
    return amount if factor == 1 else float(Decimal(repr(float(amount))) * factor)
