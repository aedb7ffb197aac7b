"""Serials, written dates, anniversaries, sessions and the calendar's horizon."""

import datetime as dt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900, to_excel

from xlfuncs.dates import (
    add_months,
    days_between,
    from_serial,
    from_serials,
    from_text,
    to_serial,
)
from xlfuncs.errors import BadArgument, NotCovered, OutOfDomain
from xlfuncs.trading_days import (
    horizon,
    is_known,
    session_after,
    session_before,
    session_on_or_after,
    sessions,
)

DATE = dt.date
days = st.dates(DATE(1900, 3, 1), DATE(9999, 12, 31))


@given(days)
def test_serials_agree_with_openpyxl(day: DATE) -> None:
    serial = to_excel(day, CALENDAR_WINDOWS_1900)
    assert to_serial(day) == serial
    assert from_serial(float(serial)) == day


@given(st.dates(DATE(1904, 1, 2), DATE(9999, 12, 31)))
def test_serials_of_1904_agree_with_openpyxl(day: DATE) -> None:
    serial = to_excel(day, CALENDAR_MAC_1904)
    assert to_serial(day, date1904=True) == serial
    assert from_serial(float(serial), date1904=True) == day


def test_serials_around_the_leap_day_that_never_was() -> None:
    assert from_serial(1.0) == DATE(1900, 1, 1)
    assert from_serial(59.0) == DATE(1900, 2, 28)
    assert from_serial(61.0) == DATE(1900, 3, 1)
    for serial in (60.0, 0.0, 0.5, -1.0):
        with pytest.raises(OutOfDomain):
            from_serial(serial)


def test_a_time_of_day_is_left_out() -> None:
    assert from_serial(45891.99) == DATE(2025, 8, 22)


@pytest.mark.parametrize(
    "text",
    ["2025-08-22", "2025-8-22", "2025/8/22", "2025/08/22", "20250822", "2025年8月22日",
     " 2025-08-22 ", "2025-08-22 00:00:00", "2025-08-22T00:00"],
)  # fmt: skip
def test_written_dates(text: str) -> None:
    assert from_text(text) == DATE(2025, 8, 22)


@pytest.mark.parametrize(
    "text",
    [
        "2025-02-29",
        "20251301",
        "２０２５０８２２",
        "25/8/22",
        "8/22/2025",
        "2025-08-22 15:00",
        "",
        "2025",
    ],
)
def test_not_dates(text: str) -> None:
    with pytest.raises(BadArgument, match="不是日期"):
        from_text(text)


@given(days, st.integers(-600, 600))
def test_add_months_is_edate(day: DATE, months: int) -> None:
    """Against the definition: the month is exact, the day the same or that month's last."""
    index = day.year * 12 + day.month - 1 + months
    if not 1 * 12 <= index < 9999 * 12:
        return
    found = add_months(day, months)
    assert found.year * 12 + found.month - 1 == index
    assert found.day == day.day or (found + dt.timedelta(1)).day == 1 and found.day < day.day


def test_days_between_arrays_and_scalars_agree() -> None:
    start, ends = DATE(2024, 12, 5), ["2025-09-17", "2024-12-05"]
    assert days_between(start, np.array(ends, "M8[D]")).tolist() == [286, 0]  # type: ignore[union-attr]
    assert days_between(start, DATE(2025, 9, 17)) == 286


def test_sessions_of_announced_holidays() -> None:
    """Exchange notices: spring festival 2025 closed 01-28..02-04, national day 10-01..10-08."""
    assert session_after(DATE(2025, 1, 27)) == DATE(2025, 2, 5)
    assert session_before(DATE(2025, 2, 5)) == DATE(2025, 1, 27)
    assert session_on_or_after(DATE(2025, 10, 1)) == DATE(2025, 10, 9)
    assert session_on_or_after(DATE(2025, 10, 11)) == DATE(2025, 10, 13)  # 调休 Saturday
    assert session_on_or_after(DATE(2025, 10, 9)) == DATE(2025, 10, 9)
    assert session_before(DATE(2025, 2, 10), 3) == DATE(2025, 2, 5)  # C111
    assert session_after(DATE(2023, 10, 16), 3) == DATE(2023, 10, 19)  # C113


def test_past_the_horizon_is_an_error_that_says_so() -> None:
    last = horizon()
    assert is_known(last)
    assert not is_known(last + dt.timedelta(1))
    for ask in (session_on_or_after, session_after, session_before):
        with pytest.raises(NotCovered, match="日历截至") as caught:
            ask(last + dt.timedelta(40))
        assert "holidays" in caught.value.en
    assert session_before(last) < last
    with pytest.raises(NotCovered):
        session_after(last)


def test_user_holidays_close_days_and_carry_the_calendar_on() -> None:
    closed = (DATE(2025, 9, 17),)
    assert session_after(DATE(2025, 9, 16)) == DATE(2025, 9, 17)
    assert session_after(DATE(2025, 9, 16), holidays=closed) == DATE(2025, 9, 18)
    year = horizon().year + 1
    new_year = DATE(year, 1, 1)
    assert horizon((new_year,)) == DATE(year, 12, 31)
    known = sessions((new_year,))
    assert np.datetime64(new_year) not in known
    assert known[-1] > np.datetime64(DATE(year, 12, 24))
    assert np.is_busday(known).all()


def test_no_sessions_before_the_exchange_opened() -> None:
    with pytest.raises(NotCovered):
        session_after(DATE(1990, 1, 1))


@given(st.lists(st.integers(1, 2_958_465), min_size=1, max_size=30), st.booleans())
def test_a_column_of_serials_is_read_as_each_of_them(serials: list[int], date1904: bool) -> None:
    found = from_serials(np.array(serials, float), date1904)
    shift = 1462 if date1904 else 0
    if found is None:
        assert any(not 60 < s + shift <= 2_958_465 for s in serials)
    else:
        assert found.tolist() == [from_serial(float(s), date1904) for s in serials]
