"""The conversion price: its adjustments, its history, and the price in force on a day."""

from collections.abc import Iterable
from itertools import groupby

import numpy as np

from xlfuncs.errors import NotCovered, OutOfDomain, require
from xlfuncs.rounding import Elementwise, rounded, taken
from xlfuncs.spec import worksheet_function
from xlfuncs.tables import Event
from xlfuncs.vocabulary.conversion import (
    Bonus,
    Cash,
    Events,
    InitialPrice,
    Places,
    Price,
    Rights,
    RightsPrice,
    Rounding,
)
from xlfuncs.vocabulary.interest import Date


@worksheet_function(
    "CB_ADJUST_PRICE",
    zh="除权除息后的转股价格",
    en="Conversion price after an adjustment",
    returns="元/股 yuan a share",
    clauses=("CB-13", "CB-13c", "CB-13d", "CB-13f", "CB-13g"),
)
def adjusted_price(
    price: Price,
    cash: Cash = 0.0,
    bonus: Bonus = 0.0,
    rights: Rights = 0.0,
    rights_price: RightsPrice = 0.0,
    places: Places = 2,
    rounding: Rounding = "half_up",
) -> Elementwise:
    """P1 = (P0 - D + A * k) / (1 + n + k)

    P0 price before, D cash a share before tax and unrounded, n bonus and capitalised shares
    per share, k new shares per share, A their price. Rounded once, at the end; k < 0 for
    cancelled shares and A above P0 raise the price; a result that rounds to P0 is P0.

    >>> adjusted_price(12.44, 0.16)
    12.28
    >>> adjusted_price(20.08, rights=0.00324918, rights_price=13.26)
    20.06
    """
    shares = 1 + bonus + rights
    require(shares > 0, OutOfDomain, "1+n+k 须大于 0", "1+n+k must be positive")
    result = rounded((price - cash + rights_price * rights) / shares, places, rounding)
    require(
        result > 0, OutOfDomain, "调整后的转股价格须大于 0", "the adjusted price must be positive"
    )
    return result


@worksheet_function(
    "CB_PRICE_ON",
    zh="某日有效的转股价格",
    en="Conversion price in force on a day",
    returns="元/股 yuan a share",
    clauses=("CB-13a", "CB-13e"),
)
def price_on(
    date: Date,
    initial_price: InitialPrice,
    events: Events,
    places: Places = 2,
    rounding: Rounding = "half_up",
) -> Elementwise:
    """P on date = the last P1 whose effective day is on or before date

    From the adjustment day itself the new price is in force; before the first event the
    initial price is.

    >>> import datetime as dt
    >>> cut = Event(dt.date(2025, 6, 16), cash=0.2)
    >>> [price_on(dt.date(2025, 6, d), 20.79, (cut,)) for d in (15, 16)]
    [20.79, 20.59]
    """
    steps = _steps(initial_price, events, places, rounding)
    days = np.array([event.date for event, _, _, _ in steps], "M8[D]")
    prices = np.array([initial_price, *(after for _, _, _, after in steps)], float)
    return taken(prices, np.searchsorted(days, np.asarray(date, "M8[D]"), "right"))


@worksheet_function(
    "CB_PRICE_HISTORY",
    zh="转股价格历次调整表",
    en="History of the conversion price",
    returns="表 table",
    clauses=("CB-13", "CB-13a", "CB-15b"),
    columns=("生效日 effective", "事由 reason", "调整前 before", "算式 working", "调整后 after"),
)
def price_history(
    initial_price: InitialPrice,
    events: Events,
    places: Places = 2,
    rounding: Rounding = "half_up",
) -> list[list[object]]:
    """P1 = (P0 - D + A * k) / (1 + n + k), day by day, each from the rounded price before

    Events of one day are one combined formula; a row with a reset price sets the price.
    An identical row given twice is applied once and reported in the reason.

    >>> import datetime as dt
    >>> price_history(12.44, (Event(dt.date(2019, 5, 30), cash=0.16),))[0][2:]
    [12.44, 'P1=12.44-0.16=12.28', 12.28]
    """
    steps = _steps(initial_price, events, places, rounding)
    if not steps:
        raise NotCovered("没有调整事项", "there are no events")
    return [
        [event.date, _reason(event, repeats), before, _working(event, before, after), after]
        for event, repeats, before, after in steps
    ]


def _steps(
    initial_price: float, events: Iterable[Event], places: int | None, rounding: str
) -> list[tuple[Event, int, float, float]]:
    """Each effective day in order: its combined event, repeated rows, price before and after."""
    steps, price = [], initial_price
    for _, same_day in groupby(sorted(events, key=lambda e: e.date), lambda e: e.date):  # CB-13a
        rows = list(same_day)
        once = list(dict.fromkeys(rows))
        event = _combined(once)
        after = event.reset_price or float(
            adjusted_price(
                price, event.cash, event.bonus, event.rights, event.rights_price, places, rounding
            )
        )
        steps.append((event, len(rows) - len(once), price, after))
        price = after
    return steps


def _combined(rows: list[Event]) -> Event:
    """上述三项同时进行: the rows of one day as one event, A the mean price of the new shares."""
    rights = sum(e.rights for e in rows)
    paid = sum(e.rights * e.rights_price for e in rows)
    return Event(
        rows[0].date,
        cash=sum(e.cash for e in rows),
        bonus=sum(e.bonus for e in rows),
        rights=rights,
        rights_price=rows[0].rights_price if len(rows) == 1 else paid / rights if rights else 0.0,
        reset_price=max(e.reset_price for e in rows),
    )


def _reason(event: Event, repeats: int) -> str:
    parts = [
        word
        for word, amount in (
            ("派发现金股利", event.cash),
            ("送股或转增", event.bonus),
            ("增发或配股" if event.rights > 0 else "股份注销", event.rights),
            ("向下修正", event.reset_price),
        )
        if amount
    ]
    note = f"（重复 {repeats} 行，未重复计算）" if repeats else ""
    return ("、".join(parts) or "无变动") + note


def _working(event: Event, before: float, after: float) -> str:
    """The line of a notice: P1=(20.08+13.26×0.3249%)/(1+0.3249%)=20.06"""
    if event.reset_price:
        return f"修正后转股价格={after:.15g}"
    cash = f"-{event.cash:.15g}" if event.cash else ""
    paid = f"{event.rights_price:.15g}×{_percent(event.rights)}" if event.rights else ""
    top = f"{before:.15g}{cash}{'+' if paid else ''}{paid}"
    bottom = "1" + (f"+{event.bonus:.15g}" if event.bonus else "")
    bottom += f"{'+' if event.rights > 0 else ''}{_percent(event.rights)}" if event.rights else ""
    if bottom == "1":
        return f"P1={top}={after:.15g}"
    numerator = top if top == f"{before:.15g}" else f"({top})"
    return f"P1={numerator}/({bottom})={after:.15g}"


def _percent(ratio: float) -> str:
    return f"{rounded(ratio * 100, 4):.15g}%"
