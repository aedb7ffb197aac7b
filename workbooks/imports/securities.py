"""Codes of securities: as exports spell them, and which are bonds."""

import re
from collections.abc import Iterable
from typing import Any, Final, Literal

from workbooks.imports.spellings import plain

Kind = Literal["stock", "bond", ""]
_CODE: Final = re.compile(
    r"(?<![\d.])(?:s[hz]|bj)?[.:]?(\d{6})(?:\.(?:sh|sz|bj|ss|xshg|xshe))?(?![\d.])", re.IGNORECASE
)
_BOND: Final = re.compile(r"(?:110|111|113|118|117|120|123|127|128|132)\d{3}")
_STOCK: Final = re.compile(r"(?:60|68|00|30|43|8\d|92|20|90)\d{4}")
_BOND_WORDS: Final = re.compile(r"转债|转2|转3|可交债|bond_|cb_")


def code(cell: Any) -> str:
    """Six digits: 603757.SH, sh603757, SH.603757, 2946 that lost its zeros.

    >>> code("603757.SH"), code("sz002946"), code(2946.0), code("名称")
    ('603757', '002946', '002946', '')
    """
    text = plain(cell).removesuffix(".0")
    if text.isdigit() and len(text) <= 6:
        return text.zfill(6)
    found = _CODE.fullmatch(text)
    return found.group(1) if found else ""


def codes_in(texts: Iterable[str]) -> list[str]:
    """Every code of a stock or bond that titles mention, once each."""
    found = (match for text in texts for match in _CODE.findall(text))
    return list(dict.fromkeys(c for c in found if _BOND.fullmatch(c) or _STOCK.fullmatch(c)))


def kind_of(found: str, words: str) -> Kind:
    """Stock or bond, by the code or else by names and headings; "" where unknown."""
    if _BOND.fullmatch(found):
        return "bond"
    if _STOCK.fullmatch(found):
        return "stock"
    return "bond" if _BOND_WORDS.search(words) else ""
