"""Wording: what a plan's sentence gives per share."""

import re
import unicodedata
from fractions import Fraction
from functools import cache
from typing import Final

from xlfuncs.errors import BadArgument
from xlfuncs.spec import worksheet_function
from xlfuncs.vocabulary.policy import Wording

CASH, BONUS, CAPITALISATION = "现金", "送股", "转增"
ITEMS: Final = (CASH, BONUS, CAPITALISATION)
_BASE, _FILLER = "base", "filler"
_RESERVE: Final = r"(?:(?:以|用)?(?:资本)?公积金?)"
_NO: Final = r"(?:也|均|且|亦)?(?:不再|不予|不)(?:进行|实施)?"
_TAX: Final = r"(?:\((?:含税|税前)[^()送转]*\))"
_PAY: Final = r"(?:派发|派现|派息|派|分配|分红|发放)"
_KIND: Final = r"(?:红利|股利|股息|分红)"
_AMOUNT: Final = r"([0-9]+(?:\.[0-9]+)?)"
# each piece of a sentence in the order tried: what it tells and how it is written
_PIECES: Final[list[tuple[str | tuple[str, ...], str]]] = [
    ((CASH,), rf"{_NO}{_PAY}?(?:现金)?(?:{_KIND}|派息|派现)"),
    ((BONUS,), rf"{_NO}(?:派发|派|送)(?:红股|股票股利|股)"),
    ((BONUS, CAPITALISATION), rf"{_NO}送转股?"),
    ((CAPITALISATION,), rf"{_NO}{_RESERVE}?(?:转增|转)(?:股本|股份|股)?"),
    ((CASH, BONUS), rf"{_NO}(?:利润分配|分配利润|分配)|利润不分配"),
    (_BASE, r"每([0-9]+(?:\.0+)?|十|一)?股"),
    (_BASE, r"每?(10|十)股?(?=[派送转分])"),
    (
        CASH,
        rf"(?:{_PAY}(?:现金)?{_KIND}?|现金{_KIND})为?:?{_TAX}?(?:人民币)?{_AMOUNT}"
        rf"(?!\.?[0-9股角分万亿%])元?(?:人民币)?(?:现金)?{_KIND}?",
    ),
    (BONUS, rf"(?:派送|派发|送)(?:红股|股票股利|股)?{_AMOUNT}(?!\.?[0-9元%])股?"),
    (CAPITALISATION, rf"(?:转增|转)(?:股本|股份|股)?{_AMOUNT}(?!\.?[0-9元%])股?"),
    (_FILLER, _TAX),
    (_FILLER, r"[0-9]{4}年(?:年度|半年度|度|中期)?"),
    (_FILLER, r"(?:本次|公司)?(?:利润)?分配(?:方案|预案)(?:为|如下)?:?"),
    (_FILLER, r"(?:公司)?拟?以(?:(?![派送转增]+(?:现金|红股|股)?[0-9])[^;。每])*?为基数"),
    (_FILLER, rf"(?:公司)?拟?向全体股东|以未分配利润|{_RESERVE}"),
    (_FILLER, r"(?:共计|合计)派发?现金(?:红利|股利)?(?:总额)?[0-9.,]+[万亿]?元"),
    (_FILLER, r"同时|[,;、。.+及并和且拟]"),
]


@worksheet_function(
    "DIV_PARSE",
    zh="分红方案文字解读",
    en="A dividend plan's wording, per share",
    returns="行 row",
    clauses=("DV-13",),
    columns=("现金 cash", "送股 bonus", "转增 capitalisation"),
)
def parsed(text: Wording) -> list[list[float]]:
    """x / b, s / b, z / b of 每b股派x元送s股转增z股

    Cash before tax, bonus shares and capitalised shares, each per share and exact; b is 10,
    1 (每股) or as written, and stays until another is. What is not named or is declined is 0.
    Full-width signs and spaces do not matter. Wording that cannot be read whole, an amount
    without its 每10股 or 每股, or an item given twice is #VALUE! and names the part.

    >>> parsed("10派4.5元(含税)转增3股")
    [[0.45, 0.0, 0.3]]
    >>> parsed("不分配不转增")
    [[0.0, 0.0, 0.0]]
    """
    sentence = re.sub(r"\s", "", unicodedata.normalize("NFKC", text))
    base, place, found = Fraction(), 0, dict[str, Fraction]()
    while place < len(sentence):
        tells, piece = _next(sentence, place)
        place = piece.end()
        if isinstance(tells, tuple):  # declined
            for item in tells:
                _set(found, item, Fraction(), piece[0])
        elif tells == _BASE:
            base = _number(piece[1])
        elif tells in ITEMS:
            _set(found, tells, _per_share(piece, base), piece[0])
    if not found:
        raise _unreadable(sentence, "没有分配内容", "it gives nothing")
    return [[float(found.get(item, 0)) for item in ITEMS]]


def _next(sentence: str, place: int) -> tuple[str | tuple[str, ...], re.Match[str]]:
    for tells, pattern in _compiled():
        if piece := pattern.match(sentence, place):
            return tells, piece
    raise _unreadable(sentence[place:], "读不懂", "cannot be read")


@cache
def _compiled() -> list[tuple[str | tuple[str, ...], re.Pattern[str]]]:
    """The pieces as patterns, on the first wording: they cost 7 ms."""
    return [(tells, re.compile(piece)) for tells, piece in _PIECES]


def _number(written: str | None) -> Fraction:
    """每10股, 每十股, 每股, 10派…: how many shares the amounts that follow are for."""
    return Fraction({None: 1, "一": 1, "十": 10}.get(written, written or 1))


def _per_share(piece: re.Match[str], base: Fraction) -> Fraction:
    if not base:
        raise _unreadable(piece[0], "前面没有每10股或每股", "no 每10股 or 每股 before it")
    return Fraction(piece[1]) / base


def _set(found: dict[str, Fraction], item: str, amount: Fraction, part: str) -> None:
    if item in found and (amount or found[item]):
        raise _unreadable(part, f"{item}重复", "occurs twice")
    found[item] = amount


def _unreadable(part: str, zh: str, en: str) -> BadArgument:
    shown = part if len(part) <= 20 else part[:20] + "…"
    return BadArgument(f"“{shown}”{zh}", f"'{shown}': {en}")
