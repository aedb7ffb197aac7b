"""Spreadsheet serials, anniversaries and day counts; dates are `date` or datetime64[D] arrays."""

import calendar
import datetime as dt
import re
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from xlfuncs.errors import BadArgument, OutOfDomain, require
from xlfuncs.rounding import Elementwise, Floats

Days = NDArray[np.datetime64]
Dates = dt.date | Days

LAST_SERIAL: Final = 2_958_465  # 9999-12-31
SHIFT_1904: Final = 1_462
_EPOCH: Final = dt.date(1899, 12, 30)
_LAST_DAY: Final = np.datetime64("9999-12-31")
_WRITTEN: Final = re.compile(
    r"([0-9]{4})(?:-([0-9]{1,2})-([0-9]{1,2})|/([0-9]{1,2})/([0-9]{1,2})|([0-9]{2})([0-9]{2})"
    r"|年([0-9]{1,2})月([0-9]{1,2})日)(?:[T ]00:00(?::00(?:\.0+)?)?)?"
)


def from_serial(serial: float, date1904: bool = False) -> dt.date:
    """A spreadsheet's day number, or the digits yyyymmdd, as a date.

    >>> from_serial(45891), from_serial(44429, date1904=True), from_serial(20250822.0)
    (datetime.date(2025, 8, 22), datetime.date(2025, 8, 22), datetime.date(2025, 8, 22))
    """
    if serial > LAST_SERIAL:
        return from_text(f"{serial:.0f}")
    day = int(serial // 1) + (SHIFT_1904 if date1904 else 0)
    if day < 1 or day == 60 or day > LAST_SERIAL:  # 60: a 29 February 1900 that never was
        raise OutOfDomain(f"{serial:g} 不是日期序列值", f"{serial:g} is not a date serial")
    return _EPOCH + dt.timedelta(day + (day < 60))


def from_serials(serials: Floats, date1904: bool = False) -> Days | None:
    """Day numbers as dates, NaT for NaN; None where one of them needs a closer look."""
    days = np.floor(serials) + (SHIFT_1904 if date1904 else 0)
    if not ((days > 60) & (days <= LAST_SERIAL) | np.isnan(days)).all():
        return None
    blank = np.isnan(days)
    found = np.datetime64(_EPOCH) + np.where(blank, 0, days).astype(np.int64)
    found[blank] = np.datetime64("NaT")
    return np.asarray(found)


def to_serial(day: dt.date, date1904: bool = False) -> int:
    """
    >>> to_serial(dt.date(2025, 8, 22)), to_serial(dt.date(1900, 1, 1))
    (45891, 1)
    """
    serial = (day - _EPOCH).days
    return serial - (serial <= 60) - (SHIFT_1904 if date1904 else 0)


def from_text(text: str) -> dt.date:
    """2025-08-22, 2025/8/22, 20250822 or 2025年8月22日

    >>> from_text("2025/8/22")
    datetime.date(2025, 8, 22)
    """
    found = _WRITTEN.fullmatch(text.strip())
    try:
        year, month, day = (int(part) for part in found.groups() if part)  # type: ignore[union-attr]
        return dt.date(year, month, day)
    except (AttributeError, ValueError):
        raise BadArgument(f"“{text}”不是日期", f"'{text}' is not a date") from None


def found_day(days: "Days | np.datetime64") -> Dates:
    """Days as they are; one day as a plain date."""
    return days if isinstance(days, np.ndarray) and days.ndim else _plain(days)


def _plain(day: "Days | np.datetime64") -> dt.date:
    plain: dt.date = day.item()  # type: ignore[assignment]  # M8[D] holds a date
    return plain


def add_months(day: dt.date, months: int) -> dt.date:
    """EDATE: the same day of a later month, or that month's last day.

    >>> add_months(dt.date(2024, 2, 29), 12), add_months(dt.date(2025, 8, 31), 6)
    (datetime.date(2025, 2, 28), datetime.date(2026, 2, 28))
    """
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    last = calendar.monthrange(year, month + 1)[1]
    return dt.date(year, month + 1, min(day.day, last))


def months_after(day: Dates, months: Elementwise) -> Dates:
    """EDATE of one day or of many; the last day of the month where it has no such day.

    >>> months_after(dt.date(2023, 12, 31), 2)
    datetime.date(2024, 2, 29)
    """
    days = np.asarray(day, "M8[D]")
    month = days.astype("M8[M]")
    later = month + np.asarray(months).astype("m8[M]")
    ends = (later + np.timedelta64(1, "M")).astype("M8[D]") - np.timedelta64(1, "D")
    found: Days = np.minimum(later.astype("M8[D]") + (days - month.astype("M8[D]")), ends)
    within = np.isnat(found) | (found <= _LAST_DAY)
    require(within, OutOfDomain, "日期超出 9999 年", "the date is past the year 9999")
    return found_day(found)


def anniversary(issue_date: dt.date, years: int) -> dt.date:
    return add_months(issue_date, 12 * years)


@cache
def anniversaries(issue_date: dt.date) -> Days:
    """The issue date and its next fifty anniversaries, longer than any bond lives."""
    return np.array([anniversary(issue_date, n) for n in range(51)], "M8[D]")


def days_between(start: Dates, end: Dates) -> Elementwise:
    """Calendar days, start counted, end not (算头不算尾).

    >>> days_between(dt.date(2024, 12, 5), dt.date(2025, 9, 17))
    286
    """
    if isinstance(start, dt.date) and isinstance(end, dt.date):
        return (end - start).days
    span = np.asarray(end, "M8[D]") - np.asarray(start, "M8[D]")
    return np.asarray(span.astype(np.int64), float) if span.ndim else int(span.astype(np.int64))
