"""Coming events of a board: payments, windows, waivers that end, triggers that may be met."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import xlfuncs
from workbooks.board.figures import KINDS, Line, maturity_of
from xlfuncs.errors import CellError
from xlfuncs.trading_days import session_after

SESSIONS: Final = 30
WORDS: Final = {"call": "强赎", "reset": "下修", "put": "回售"}
CLAUSES: Final = {"call": "CB-18", "reset": "CB-14", "put": "CB-20"}


@dataclass(frozen=True, order=True)
class Event:
    """What happens on a day, for which bond, under which clause."""

    date: dt.date
    code: str
    name: str
    what: str
    clause: str


def events_of(lines: Sequence[Line], today: dt.date) -> list[Event]:
    """The events after today, to the last of the coming sessions, by date and bond."""
    last = _horizon(today)
    found = (event for line in lines for event in (*_payments(line), *_triggers(line)))
    return sorted(event for event in found if today < event.date <= last)


def _horizon(today: dt.date) -> dt.date:
    """The thirtieth session after today; by the calendar where the sessions are not known."""
    try:
        last = session_after(today, SESSIONS)
        assert isinstance(last, dt.date)
    except CellError:
        return today + dt.timedelta(SESSIONS * 7 // 5 + 2)
    return last


def _payments(line: Line) -> Iterator[Event]:
    terms = line.bond.terms
    paid = line.figures.get("coupon_day")
    if paid:
        rate = line.figures.get("coupon_rate") or 0.0
        record = _said_record(paid)
        if record:
            yield _event(line, record, "付息债权登记日", "CB-09")
        yield _event(line, paid, f"付息日，每张 {100 * rate:g} 元（税前）", "CB-07")
    if terms.issue_date and terms.rates:
        yield _event(line, maturity_of(terms), "到期日", "CB-03")


def _said_record(paid: dt.date) -> dt.date | None:
    try:
        record: dt.date = xlfuncs.CB_RECORD_DATE(paid)
    except CellError:
        return None
    return record


def _triggers(line: Line) -> Iterator[Event]:
    for kind in KINDS:
        start = getattr(line.bond.terms, f"{kind}_start")
        if start:
            yield _event(line, start, f"{WORDS[kind]}开始（重新）计数", f"{CLAUSES[kind]}、CB-31")
        met = line.earliest.get(kind)
        # with nothing counted yet the earliest day says nothing about the bond
        if met and 0 < line.figures[f"{kind}_days"] < line.figures[f"{kind}_need"]:
            state = line.figures[f"{kind}_state"]
            yield _event(line, met, f"{WORDS[kind]}预计最早满足（现 {state}）", CLAUSES[kind])


def _event(line: Line, day: dt.date, what: str, clause: str) -> Event:
    return Event(day, line.bond.code, line.bond.terms.name, what, clause)
