"""What the engine lacks or silently gets wrong, told from the formula alone.

Each rule was found by comparing formualizer 0.13 with Excel's documented results and LibreOffice;
tests/books/test_engine_gaps.py holds the engine to it, so that one that learns is noticed.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from workbooks.formula_tree import Call, Group, Kind, Leaf, Part, calls, leaves, substance, text
from workbooks.native_functions import EXCEL, engine_knows


@dataclass(frozen=True, slots=True)
class Gap:
    """Why a formula is left to Excel, Chinese first."""

    zh: str
    en: str


# Counted in characters instead of bytes, in Unicode instead of GBK, or off by a day count.
_WRONG: Final = frozenset(
    {"LENB", "LEFTB", "RIGHTB", "MIDB", "FINDB", "SEARCHB", "REPLACEB", "CODE", "ACCRINT"}
)
_READS_DATES: Final = frozenset(
    {"YEAR", "MONTH", "DAY", "WEEKDAY", "WEEKNUM", "ISOWEEKNUM", "EDATE", "EOMONTH", "DATEDIF",
     "DAYS", "DAYS360", "YEARFRAC", "NETWORKDAYS", "WORKDAY", "HOUR", "MINUTE", "SECOND"}
)  # fmt: skip
_QUOTED: Final = re.compile(r'"[^"]*"|\\.')
_HARMLESS_BRACKETS: Final = re.compile(
    r"\[(?:h+|m+|s+|red|blue|green|black|white|红色|黑色)\]", re.IGNORECASE
)
_UNREADABLE: Final = re.compile(r"a{3}|\[|!|\?|_|\*|[eE]|g(?!eneral)|通用格式", re.IGNORECASE)
_PLAIN_NUMBER: Final = re.compile(r"\s*[+-]?\d+(?:\.\d*)?(?:e[+-]?\d+)?%?\s*", re.IGNORECASE)
_ISO_DATE: Final = re.compile(r"\d{4}[-/]\d{1,2}[-/]\d{1,2}")
_READ_AS: Final = {"VALUE": _PLAIN_NUMBER, "DATEVALUE": _ISO_DATE}


def gap(parts: list[Part], ours: frozenset[str]) -> Gap | None:
    """The first thing in a formula that the engine cannot be trusted with."""
    for call in calls(parts):
        found = None if call.name in ours else _call_gap(call)
        if found:
            return found
    return next(_structure_gaps(parts), None)


def text_format_is_safe(pattern: str) -> bool:
    """Whether TEXT gives what Excel gives for a number format."""
    if pattern.strip().casefold() == "general":
        return True
    bare = _HARMLESS_BRACKETS.sub("", _QUOTED.sub("", pattern))
    return not _UNREADABLE.search(bare)


def lacks(function: str) -> Gap:
    """A function that Excel has and the engine has not."""
    return Gap(f"计算引擎没有函数 {function}", f"the engine has no function {function}")


def differs(function: str) -> Gap:
    """A function whose result in the engine is not Excel's."""
    return Gap(f"计算引擎的 {function} 与 Excel 不一致", f"the engine's {function} is not Excel's")


def _call_gap(call: Call) -> Gap | None:
    name = call.name
    if name in _WRONG:
        return differs(name)
    if name in EXCEL and name != "SINGLE" and not engine_knows(name):
        return lacks(name)
    rule = _RULES.get(name) or (_literal_date if name in _READS_DATES else None)
    return rule(call) if rule else None


def _literal(call: Call, argument: int) -> str | None:
    """An argument that is one constant, as written; texts without their quotes."""
    if argument >= len(call.args):
        return None
    parts = substance(call.args[argument])
    if len(parts) != 1 or not isinstance(parts[0], Leaf):
        return None
    leaf = parts[0]
    if leaf.kind is Kind.TEXT:
        return leaf.text[1:-1].replace('""', '"')
    return leaf.text if leaf.kind is Kind.CONSTANT else None


def _text(call: Call) -> Gap | None:
    pattern = _literal(call, 1)
    if pattern is None or text_format_is_safe(pattern):
        return None
    return Gap(
        f'计算引擎不认识格式 "{pattern}"', f'the engine does not know the format "{pattern}"'
    )


def _reads_text(call: Call) -> Gap | None:
    given = _literal(call, 0)
    if given is None or _READ_AS[call.name].fullmatch(given):
        return None
    return Gap(
        f'计算引擎的 {call.name} 读不懂 "{given}"',
        f'the engine cannot read "{given}"',
    )


def _literal_date(call: Call) -> Gap | None:
    if any(_is_text(call, i) for i in range(len(call.args))) and call.name != "DATEDIF":
        return Gap(
            f"计算引擎的 {call.name} 不接受文本日期",
            f"the engine's {call.name} takes no date written as text",
        )
    return None


def _is_text(call: Call, argument: int) -> bool:
    parts = substance(call.args[argument])
    return bool(parts) and isinstance(parts[0], Leaf) and parts[0].kind is Kind.TEXT


def _aggregate(call: Call) -> Gap | None:
    which = _literal(call, 0)
    return differs("AGGREGATE") if which and which.isdigit() and int(which) >= 14 else None


def _indirect(call: Call) -> Gap | None:
    if len(call.args) < 2 or (_literal(call, 1) or "").upper() in ("TRUE", "1"):
        return None
    return Gap("计算引擎的 INDIRECT 不支持 R1C1", "the engine's INDIRECT knows no R1C1 references")


def _negative_multiple(call: Call) -> Gap | None:
    if len(call.args) > 1 and text(call.args[1]).strip().startswith("-"):
        return differs(call.name)
    return None


_RULES: Final[dict[str, Callable[[Call], Gap | None]]] = {
    "TEXT": _text, "VALUE": _reads_text, "DATEVALUE": _reads_text, "AGGREGATE": _aggregate,
    "INDIRECT": _indirect, "CEILING": _negative_multiple, "FLOOR": _negative_multiple,
}  # fmt: skip


def _structure_gaps(parts: list[Part]) -> Iterator[Gap]:
    for leaf in leaves(parts):
        if leaf.kind is Kind.JOIN:
            yield Gap(
                "计算引擎不支持引用的合并与交叉", "the engine knows no unions and intersections"
            )
        elif leaf.kind is Kind.STACK:
            yield Gap("计算引擎不支持跨多表引用", "the engine knows no references across sheets")
    if any(_called_at_once(level) for level in _levels(parts)):
        yield Gap("计算引擎不支持直接调用 LAMBDA", "the engine cannot call a LAMBDA at once")


def _called_at_once(parts: list[Part]) -> bool:
    solid = substance(parts)
    pairs = zip(solid, solid[1:], strict=False)
    return any(isinstance(a, Call) and isinstance(b, Group) and b.open == "(" for a, b in pairs)


def _levels(parts: list[Part]) -> Iterator[list[Part]]:
    yield parts
    for part in parts:
        if isinstance(part, Group):
            yield from _levels(part.parts)
        elif isinstance(part, Call):
            for arg in part.args:
                yield from _levels(arg)
