"""Sessions of the Shanghai and Shenzhen exchanges, and where knowledge of them ends.

exchange_calendars lists them to the end of the last announced year. A user's `holidays`
carry on from there: every weekday not listed is a session, to the end of the last year listed.
"""

import datetime as dt
from collections.abc import Iterable
from functools import cache
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from xlfuncs.dates import Dates, Days, found_day
from xlfuncs.errors import NotCovered, require

_FIRST: Final = dt.date(1990, 12, 19)  # the Shanghai exchange's first session


@cache
def sessions(holidays: tuple[dt.date, ...] = ()) -> Days:
    """Every known session, in order."""
    import exchange_calendars  # 0.5 s: only on the first question about the calendar

    exchange = exchange_calendars.get_calendar("XSHG", start=str(_FIRST), end=_announced_to())
    known = exchange.sessions.to_numpy().astype("M8[D]")
    closed = np.array(holidays, "M8[D]")
    return np.setdiff1d(np.concatenate([known, _weekdays_beyond(known[-1], closed)]), closed)


def _announced_to() -> str:
    from exchange_calendars.exchange_calendar_xshg import XSHGExchangeCalendar

    return str(XSHGExchangeCalendar.bound_max().date())


def _weekdays_beyond(last: np.datetime64, closed: Days) -> Days:
    ends = np.array([last, *closed]).astype("M8[Y]") + 1
    days = np.arange(ends[0], ends.max(), dtype="M8[D]")
    return days[np.is_busday(days)]


def horizon(holidays: tuple[dt.date, ...] = ()) -> dt.date:
    """The last day about which it is known whether the exchange opens."""
    last: dt.date = (sessions(holidays)[-1].astype("M8[Y]") + 1).astype("M8[D]").item()
    return last - dt.timedelta(1)


def is_known(day: Dates, holidays: tuple[dt.date, ...] = ()) -> "bool | NDArray[np.bool_]":
    days = np.asarray(day, "M8[D]")
    known = (days >= np.datetime64(_FIRST)) & (days <= np.datetime64(horizon(holidays)))
    return known if known.ndim else bool(known)


def session_on_or_after(day: Dates, holidays: tuple[dt.date, ...] = ()) -> Dates:
    """顺延至下一个交易日

    >>> session_on_or_after(dt.date(2025, 10, 1))
    datetime.date(2025, 10, 9)
    """
    return _nth(day, 0, "left", holidays)


def session_before(day: Dates, count: int = 1, holidays: tuple[dt.date, ...] = ()) -> Dates:
    """前一交易日

    >>> session_before(dt.date(2025, 8, 18))
    datetime.date(2025, 8, 15)
    """
    return _nth(day, -count, "left", holidays)


def session_after(day: Dates, count: int = 1, holidays: tuple[dt.date, ...] = ()) -> Dates:
    """
    >>> session_after(dt.date(2025, 9, 16))
    datetime.date(2025, 9, 17)
    """
    return _nth(day, count - 1, "right", holidays)


def _nth(
    day: Dates, steps: int, side: Literal["left", "right"], holidays: tuple[dt.date, ...]
) -> Dates:
    known = sessions(holidays)
    place = np.searchsorted(known, np.asarray(day, "M8[D]"), side) + steps
    inside = (place >= 0) & (place < known.size)
    require(is_known(day, holidays) & inside, NotCovered, *_unknown(day, holidays))
    return found_day(known[np.clip(place, 0, known.size - 1)])


def _unknown(day: Dates, holidays: tuple[dt.date, ...]) -> tuple[str, str]:
    end, which = horizon(holidays), f"{day} " if isinstance(day, dt.date) else ""
    return (
        f"{which}前后的交易日未知：日历截至 {end}，请用 holidays 给出其后的休市日",
        f"sessions around {which}are unknown: the calendar ends {end}, give later holidays",
    )


def weekday_on_or_after(day: dt.date) -> dt.date:
    """An estimate past the horizon: Monday to Friday, holidays unknown."""
    return next(d for d in _following(day) if d.weekday() < 5)


def weekday_before(day: dt.date) -> dt.date:
    return next(d for d in (day - dt.timedelta(n) for n in range(1, 4)) if d.weekday() < 5)


def _following(day: dt.date) -> Iterable[dt.date]:
    return (day + dt.timedelta(n) for n in range(3))
