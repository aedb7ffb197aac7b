"""Numbers and days as people and programs write them; full-width is read as half-width."""

import datetime as dt
import math
import re
import unicodedata
from decimal import Decimal
from typing import Any, Final

from xlfuncs.dates import from_serial, to_serial
from xlfuncs.errors import CellError

MISSING: Final = frozenset(
    ("", "-", "--", "---", "—", "——", "/", "\\", "n/a", "na", "nan", "nat", "none", "null",
     "#n/a", "#value!", "停牌", "无")
)  # fmt: skip
FIRST_DAY: Final = dt.date(1990, 12, 19)  # the Shanghai exchange's first session
LAST_DAY: Final = dt.date(2100, 12, 31)  # past it a number is no day number
_UNSEEN: Final = dict.fromkeys(map(ord, "\ufeff\u200b\u200e"))
_FORMULA: Final = re.compile(r'="(.*)"')  # how a CSV keeps Excel from eating leading zeros
_NUMBER: Final = re.compile(
    r"(?:¥|RMB|CNY)?\s*([+-]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d*)?(?:[eE][+-]?\d+)?)\s*([^\W\d_].*)?"
)
_DAY: Final = re.compile(
    r"(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|年(\d{1,2})月(\d{1,2})日?|(\d{2})(\d{2}))"
    r"(?:[T ]*\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s*\+08:?00)?)?"
    r"(?:[ ,]*\(?(?:星期|周)[一二三四五六日天]\)?)?"
)
_SERIAL: Final = re.compile(r"\d{5}(?:\.\d+)?|\d{8}\.0+")


def plain(cell: Any) -> str:
    """A cell's text in half-width letters, without what cannot be seen."""
    if cell is None:
        return ""
    text = unicodedata.normalize("NFKC", str(cell)).translate(_UNSEEN).replace("−", "-").strip()
    kept = _FORMULA.fullmatch(text)
    return kept.group(1).strip() if kept else text.lstrip("'")


def is_missing(cell: Any) -> bool:
    return plain(cell).casefold() in MISSING


def quantity(cell: Any) -> tuple[Decimal, str] | None:
    """A number and the unit written behind it; None where missing, ValueError where unreadable.

    >>> quantity("１，２３４．５０"), quantity("3.2亿"), quantity("--")
    ((Decimal('1234.50'), ''), (Decimal('3.2'), '亿'), None)
    """
    if isinstance(cell, bool | dt.date):
        raise ValueError(cell)
    if isinstance(cell, int | float):
        return None if math.isnan(cell) else (Decimal(repr(cell)), "")
    if is_missing(cell):
        return None
    found = _NUMBER.fullmatch(plain(cell))
    if not found or not any(c.isdigit() for c in found.group(1)):
        raise ValueError(cell)
    return Decimal(found.group(1).replace(",", "")), (found.group(2) or "").strip()


def day(cell: Any, date1904: bool = False) -> dt.date | None:
    """A day; None where it is none, or lies before the exchanges opened.

    >>> day("2025年8月22日"), day("20250822.0"), day("45891"), day("2025-08-22 15:00:00")
    (datetime.date(2025, 8, 22), datetime.date(2025, 8, 22), datetime.date(2025, 8, 22), \
datetime.date(2025, 8, 22))
    """
    if isinstance(cell, dt.datetime):
        cell = cell.date()
    found = cell if isinstance(cell, dt.date) else _read(cell, date1904)
    return found if found and FIRST_DAY <= found <= LAST_DAY else None


def _read(cell: Any, date1904: bool) -> dt.date | None:
    text = plain(cell)
    number = isinstance(cell, int | float) and not isinstance(cell, bool)
    try:
        if number or _SERIAL.fullmatch(text):
            return from_serial(float(text), date1904)
        found = _DAY.fullmatch(text)
        parts = [p for p in found.groups() if p and p.isdigit()] if found else []
        return dt.date(*map(int, parts)) if parts else None
    except (ValueError, OverflowError, CellError):
        return None


def serial(found: dt.date, date1904: bool) -> float:
    """A day as the number a cell holds."""
    return float(to_serial(found, date1904))
