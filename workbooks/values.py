"""What a cell holds, as the sheet XML spells it."""

import math
from html import unescape
from typing import Final
from xml.sax.saxutils import escape


class ErrorCode(str):
    """A worksheet error as a value: `ErrorCode("#N/A")`."""

    __slots__ = ()


Value = float | str | bool | None

SPELLED: Final = frozenset(
    {"#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#GETTING_DATA"}
)
_DIGITS: Final = 4e-15  # two numbers that agree in the 15 digits Excel keeps


def cached(kind: bytes, content: bytes | None, shared: tuple[str, ...]) -> Value:
    """The value behind a cell's `t` attribute and `<v>` content; None where nothing is cached."""
    if content is None or (not content and kind != b"str"):
        return None
    written = unescape(content.decode()) if b"&" in content else content.decode()
    if kind == b"str":
        return written
    if kind == b"b":
        return written == "1"
    if kind == b"e":
        return ErrorCode(written)
    if kind == b"s":
        return shared[int(written)] if int(written) < len(shared) else None
    return _number(written)


def spelled(value: Value) -> tuple[bytes, bytes]:
    """The `t` attribute, with its leading blank, and the `<v>` element of a value."""
    if value is None:
        return b"", b""
    if isinstance(value, bool):
        return b' t="b"', b"<v>%d</v>" % value
    if isinstance(value, float):
        return b"", b"<v>%s</v>" % number(value).encode()
    if isinstance(value, ErrorCode):
        return b' t="e"', b"<v>%s</v>" % on_file(value).encode()
    safe = escape("".join(c for c in value if c >= " " or c in "\t\n\r"))
    space = b' xml:space="preserve"' if safe != safe.strip() or "\n" in safe else b""
    return b' t="str"', b"<v%s>%s</v>" % (space, safe.replace("\r", "&#13;").encode())


def number(value: float) -> str:
    """The shortest spelling that reads back as the same number."""
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


def on_file(code: str) -> str:
    """An error as files spell it: Excel saves the newer ones, such as #SPILL!, as #VALUE!."""
    return code if code in SPELLED else "#VALUE!"


def same(old: Value, new: Value) -> bool:
    """Whether a cell already shows a value, to the 15 digits Excel keeps."""
    if type(old) is float and type(new) is float:
        return old == new or math.isclose(old, new, rel_tol=_DIGITS)
    if isinstance(old, ErrorCode) and isinstance(new, ErrorCode):
        return on_file(old) == on_file(new)
    return type(old) is type(new) and old == new


def _number(written: str) -> Value:
    try:
        return float(written)
    except ValueError:
        return written
