"""Price floors: the averages of the market and the least a conversion price may be."""

import numpy as np
from numpy.typing import NDArray

from xlfuncs.dates import Days
from xlfuncs.errors import BadArgument, OutOfDomain
from xlfuncs.rounding import Floats, round_up
from xlfuncs.spec import worksheet_function
from xlfuncs.tables import Event
from xlfuncs.vocabulary.averages import (
    Amounts,
    Average1,
    Average20,
    Nav,
    OptionalDates,
    Par,
    Volumes,
)
from xlfuncs.vocabulary.conversion import NoEvents


@worksheet_function(
    "CB_AVERAGE_PRICE",
    zh="股票交易均价",
    en="Average price of the stock over some sessions",
    returns="元/股 yuan a share",
    clauses=("CB-12", "CB-12a", "CB-15"),
)
def average_price(
    amounts: Amounts, volumes: Volumes, dates: OptionalDates = None, events: NoEvents = ()
) -> float:
    """sum of amounts / sum of volumes

    Not the mean of daily averages. With dates and events each session before an ex-date inside
    the window counts at its price adjusted by that event, (P - D + A * k) / (1 + n + k), several
    events in turn; an event after the last session adjusts nothing. Sessions without volume are
    left out. Unrounded.

    >>> average_price(np.array([1000.0, 3300.0]), np.array([100.0, 300.0]))
    10.75
    """
    if amounts.size != volumes.size:
        raise BadArgument(
            f"成交额 {amounts.size} 个而成交量 {volumes.size} 个",
            f"{amounts.size} amounts but {volumes.size} volumes",
        )
    traded = volumes > 0
    if not traded.any():
        raise OutOfDomain("没有成交量", "there is no volume")
    if np.isnan(amounts[traded]).any():
        raise BadArgument("有成交量而无成交额", "a volume has no amount")
    prices = amounts[traded] / volumes[traded]
    if events:
        prices = _adjusted(prices, _days(dates, traded), events)
    return float((prices * volumes[traded]).sum() / volumes[traded].sum())


@worksheet_function(
    "CB_INITIAL_PRICE_FLOOR",
    zh="初始转股价格下限",
    en="Lowest lawful initial conversion price",
    returns="元/股 yuan a share",
    clauses=("CB-12",),
)
def initial_price_floor(
    average_20: Average20, average_1: Average1, nav: Nav = 0.0, par: Par = 1.0
) -> float:
    """max(average of 20 sessions, average of 1 session, NAV a share, par), up to a fen

    Averages of the sessions before the prospectus is published; NAV of the latest audited
    accounts. 不低于: the floor itself is lawful, so a fraction of a fen goes up.

    >>> initial_price_floor(23.1712, 22.98, 5.61)
    23.18
    """
    return _fen_up(average_20, average_1, nav, par)


@worksheet_function(
    "CB_RESET_FLOOR",
    zh="向下修正后转股价格下限",
    en="Lowest lawful conversion price after a reset",
    returns="元/股 yuan a share",
    clauses=("CB-15",),
)
def reset_floor(
    average_20: Average20, average_1: Average1, nav: Nav = 0.0, par: Par = 1.0
) -> float:
    """max(average of 20 sessions, average of 1 session, NAV a share, par), up to a fen

    Averages of the sessions before the shareholders' meeting. Many prospectuses leave NAV out:
    omit it then. The new price may stand above the floor.

    >>> reset_floor(16.50, 16.60)
    16.6
    """
    return _fen_up(average_20, average_1, nav, par)


def _fen_up(*prices: float) -> float:
    """不低于 each of them: the largest, a fraction of a fen upwards."""
    return float(round_up(max(prices), 2))


def _days(dates: Days | None, traded: NDArray[np.bool_]) -> Days:
    if dates is None or dates.size != traded.size:
        raise BadArgument("有事项时须给出对齐的日期", "events need dates aligned with the volumes")
    days: Days = dates[traded]
    if np.isnat(days).any():
        raise BadArgument("有成交量而无日期", "a volume has no date")
    return days


def _adjusted(prices: Floats, days: Days, events: tuple[Event, ...]) -> Floats:
    """CB-12: sessions before an ex-date inside the window at their adjusted price.

    READING: the price is adjusted and weighs by the volume traded that day; a bonus does not
    scale the volume.
    """
    prices = prices.copy()
    for e in sorted(set(events), key=lambda e: e.date):
        before = days < np.datetime64(e.date)
        if np.datetime64(e.date) <= days.max():
            ex = prices[before] - e.cash + e.rights_price * e.rights
            prices[before] = ex / (1 + e.bonus + e.rights)
    return prices
