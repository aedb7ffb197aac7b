"""A formula as calls, groups and leaves; rendering a tree gives the formula back unchanged."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, auto

import formualizer as fz

CELL = r"\$?[A-Z]{1,3}\$?[1-9]\d{0,6}"
_SHEET = r"(?:'(?:[^']|'')+'!|[^'!\[\]:]+!)?"
_CELL = re.compile(rf"{_SHEET}{CELL}", re.IGNORECASE)
_RANGE = re.compile(
    rf"{_SHEET}({CELL}:{CELL}|\$?[A-Z]{{1,3}}:\$?[A-Z]{{1,3}}|\$?\d+:\$?\d+)", re.IGNORECASE
)


class Kind(Enum):
    """What a leaf is."""

    CELL = auto()
    RANGE = auto()
    TABLE = auto()
    EXTERNAL = auto()
    STACK = auto()  # the same cells of several sheets
    NAME = auto()
    TEXT = auto()
    CONSTANT = auto()
    OPERATOR = auto()
    SPACE = auto()
    JOIN = auto()  # the union comma and the intersection blank
    BRACE = auto()


@dataclass(slots=True)
class Leaf:
    """One token that holds no others."""

    text: str
    kind: Kind


@dataclass(slots=True)
class Group:
    """Something in parentheses or braces."""

    parts: "list[Part]"
    open: str = "("
    close: str = ")"


@dataclass(slots=True)
class Call:
    """One function call; `opening` is its name as written, with prefixes and parenthesis."""

    opening: str
    args: "list[list[Part]]" = field(default_factory=list)

    @property
    def name(self) -> str:
        """The function's bare name in capitals: `_xlfn._xlws.SORT(` is SORT."""
        bare = self.opening[:-1].strip().upper().rsplit("!", 1)[-1]
        for prefix in ("_XLFN.", "_XLWS.", "_XLL."):
            bare = bare.removeprefix(prefix)
        return bare


Part = Leaf | Group | Call


def tree(formula: str) -> list[Part]:
    """The parts of a formula written without its equals sign."""
    return _parts(iter(fz.tokenize("=" + formula).tokens()))[0]


def tree_if_sound(formula: str) -> list[Part] | None:
    """The parts of a formula; None where it cannot be read."""
    try:
        return tree(formula)
    except Exception:  # formualizer's TokenizerError and its Rust panics share no base class
        return None


def text(parts: list[Part]) -> str:
    """A tree as formula text."""
    return "".join(_text(part) for part in parts)


def calls(parts: list[Part]) -> Iterator[Call]:
    """Every call in a tree, outer before inner."""
    for part in parts:
        if isinstance(part, Call):
            yield part
            for arg in part.args:
                yield from calls(arg)
        elif isinstance(part, Group):
            yield from calls(part.parts)


def leaves(parts: list[Part]) -> Iterator[Leaf]:
    """Every leaf in a tree, left to right."""
    for part in parts:
        if isinstance(part, Leaf):
            yield part
        elif isinstance(part, Group):
            yield from leaves(part.parts)
        else:
            for arg in part.args:
                yield from leaves(arg)


def substance(parts: list[Part]) -> list[Part]:
    """The parts that are not blanks."""
    return [p for p in parts if not (isinstance(p, Leaf) and p.kind is Kind.SPACE)]


def _text(part: Part) -> str:
    if isinstance(part, Leaf):
        return part.text
    if isinstance(part, Group):
        return part.open + text(part.parts) + part.close
    return part.opening + ",".join(text(arg) for arg in part.args) + ")"


def _parts(tokens: Iterator[fz.Token]) -> tuple[list[Part], str]:
    """Parts up to a closing or separating token, and that token's text."""
    found: list[Part] = []
    for token in tokens:
        kind, way = token.token_type, token.subtype
        if way == fz.TokenSubType.Close:
            return found, token.value
        if kind == fz.TokenType.Sep and way == fz.TokenSubType.Arg:
            return found, token.value
        if kind == fz.TokenType.Func:
            found.append(_call(token.value, tokens))
        elif kind == fz.TokenType.Paren:
            found.append(Group(_parts(tokens)[0]))
        elif kind == fz.TokenType.Array:
            found.append(_array(tokens))
        else:
            found.append(Leaf(token.value, _kind(token)))
    return found, ""


def _call(opening: str, tokens: Iterator[fz.Token]) -> Call:
    call = Call(opening)
    end = ","
    while end == ",":
        parts, end = _parts(tokens)
        call.args.append(parts)
    return call


def _array(tokens: Iterator[fz.Token]) -> Group:
    inside: list[Part] = []
    for token in tokens:
        if token.subtype == fz.TokenSubType.Close:
            break
        inside.append(Leaf(token.value, Kind.BRACE))
    return Group(inside, "{", "}")


def _kind(token: fz.Token) -> Kind:
    if token.token_type == fz.TokenType.Whitespace:
        return Kind.SPACE
    if token.token_type != fz.TokenType.Operand:
        return Kind.JOIN if token.value.strip() in ("", ",") else Kind.OPERATOR
    if token.subtype == fz.TokenSubType.Range:
        return reference_kind(token.value)
    return Kind.TEXT if token.subtype == fz.TokenSubType.Text else Kind.CONSTANT


def reference_kind(reference: str) -> Kind:
    """Whether a reference is one cell, a range, a table, another workbook or a name."""
    sheet = reference.rpartition("!")[0]
    if "[" in sheet:
        return Kind.EXTERNAL
    if ":" in sheet:
        return Kind.STACK
    if _CELL.fullmatch(reference):
        return Kind.CELL
    if _RANGE.fullmatch(reference):
        return Kind.RANGE
    return Kind.TABLE if "[" in reference else Kind.NAME
