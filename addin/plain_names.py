"""Formulas as Excel saved them with an add-in loaded, turned into formulas with plain names."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from typing import Final
from xml.sax.saxutils import escape

from addin.links import OURS
from workbooks.formula_tree import Kind, Leaf, Part, calls, leaves, text, tree
from workbooks.opening import PackageError
from xlfuncs.registry import BY_NAME

_TOUCHED: Final = re.compile(r"\[\d+\]|\.xlam'?!|_xll\.", re.IGNORECASE)
_NUMBER: Final = re.compile(r"'?\[(\d+)\]")
_ELEMENT: Final = re.compile(
    rb"<(?:\w+:)?(f|formula|formula1|formula2|definedName|calculatedColumnFormula"
    rb"|totalsRowFormula)(?:\s[^<>]*)?(?<!/)>([^<]+)</"
)
_PLACE: Final = re.compile(rb"<(?:\w+:)?c\s[^<>]*?\br=\"([A-Z]+\d+)\"[^<>]*>\s*$")
_HIDDEN: Final = re.compile(rb"=[\"']'?\[(\d+)\][^\"'<>]*!|Fmla\w+>'?\[(\d+)\]")


@dataclass(frozen=True)
class Change:
    """One formula before and after; `place` is a cell, or the element that holds it."""

    part: str
    place: str
    before: str
    after: str


@lru_cache(65_536)
def plain(formula: str, ours: frozenset[int]) -> str:
    """Our functions without the link, path or prefix before their names.

    >>> plain("[1]!CB_SHARES(A1,B1)+SUM([2]S!A1:A9)", frozenset({1}))
    'CB_SHARES(A1,B1)+SUM([2]S!A1:A9)'
    """
    if not _TOUCHED.search(formula):
        return formula
    parts = _tree(formula)
    for call in calls(parts):
        if _is_ours(call.opening[:-1], ours):
            call.opening = f"{call.name}("
    for leaf in leaves(parts):  # a function handed to MAP or BYROW
        if _may_be_name(leaf) and _is_ours(leaf.text, ours):
            leaf.text = _bare(leaf.text)
    return text(parts)


def numbers(formula: str) -> frozenset[int]:
    """The external links a formula uses."""
    found = (_NUMBER.match(where) for where in _places(_tree(formula)))
    return frozenset(int(match.group(1)) for match in found if match)


def renumbered(formula: str, new: Mapping[int, int]) -> str:
    """The formula with its links counted anew.

    >>> renumbered("SUM('[3]A b'!A1,[2]!x)&\\"[3]A\\"", {2: 1, 3: 2})
    'SUM(\\'[2]A b\\'!A1,[1]!x)&"[3]A"'
    """
    parts = _tree(formula)
    for call in calls(parts):
        call.opening = _counted(call.opening, new)
    for leaf in leaves(parts):
        if leaf.kind is Kind.EXTERNAL:
            leaf.text = _counted(leaf.text, new)
    return text(parts)


def formulas(content: bytes) -> list[tuple[int, int, str, str]]:
    """Where the formulas that name another file stand in a part: start, end, place, text."""
    found = []
    for match in _ELEMENT.finditer(content):
        formula = unescape(match.group(2).decode())
        if _TOUCHED.search(formula):
            cell = _PLACE.search(content, max(0, match.start() - 400), match.start())
            place = (cell or match).group(1).decode()
            found.append((*match.span(2), place, formula))
    return found


def spliced(content: bytes, changes: list[tuple[int, int, str]]) -> bytes:
    """The part with some formulas replaced; every other byte stays."""
    out, at = [], 0
    for start, end, formula in changes:
        out += [content[at:start], escape(formula).encode()]
        at = end
    return b"".join([*out, content[at:]])


def hidden_numbers(content: bytes) -> set[int]:
    """The links named where they are not counted anew: a button's macro, a control's cell."""
    return {int(left or right) for left, right in _HIDDEN.findall(content)}


def _tree(formula: str) -> list[Part]:
    try:
        return tree(formula)
    except Exception:  # formualizer's TokenizerError and its Rust panics share no base class
        raise PackageError(f"读不懂公式 {formula}", f"cannot read the formula {formula}") from None


def _places(parts: list[Part]) -> list[str]:
    outer = [leaf.text for leaf in leaves(parts) if leaf.kind is Kind.EXTERNAL]
    return outer + [call.opening for call in calls(parts)]


def _is_ours(written: str, ours: frozenset[int]) -> bool:
    """`[1]!CB_SHARES`, `'C:\\…\\xlfuncs.xlam'!CB_SHARES` or `_xll.CB_SHARES`."""
    if _bare(written) not in BY_NAME:
        return False
    where, mark, _ = written.strip().rpartition("!")
    if not mark:
        return written.strip().casefold().startswith("_xll.")
    number = _NUMBER.fullmatch(where)
    if number:
        return int(number.group(1)) in ours
    return OURS.fullmatch(where.strip("'").replace("''", "'")) is not None


def _bare(written: str) -> str:
    return written.strip().upper().rpartition("!")[2].removeprefix("_XLL.")


def _may_be_name(leaf: Leaf) -> bool:
    return leaf.kind in (Kind.EXTERNAL, Kind.NAME)


def _counted(written: str, new: Mapping[int, int]) -> str:
    found = _NUMBER.match(written)
    if not found:
        return written
    number = int(found.group(1))
    return f"{written[: found.start(1)]}{new.get(number, number)}{written[found.end(1) :]}"
