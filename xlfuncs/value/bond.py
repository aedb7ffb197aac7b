"""A bond's terms on a day as the contract that is priced."""

import datetime as dt

import numpy as np

from xlfuncs.convertible import price as price_rules
from xlfuncs.convertible import term
from xlfuncs.convertible.conversion import DAYS_IN_YEAR
from xlfuncs.convertible.counting import sessions, traded
from xlfuncs.dates import Days, add_months, anniversary
from xlfuncs.errors import BadArgument, NotCovered, OutOfDomain
from xlfuncs.rounding import Elementwise, Floats
from xlfuncs.tables import Terms
from xlfuncs.value.behaviour import Counted
from xlfuncs.value.contract import SESSIONS, Call, Contract, Coupon, Put, Reset


def contract_of(terms: Terms, date: dt.date, price: float | None = None) -> Contract:
    """The bond as it stands on a day, with the conversion price in force."""
    issue, maturity = _life(terms, date)

    def years(day: dt.date) -> float:
        return (day - date).days / DAYS_IN_YEAR

    converts = terms.conversion_start or add_months(issue, 6)  # CB-11, near enough
    until = years(terms.conversion_end or maturity)
    rates = terms.rates
    return Contract(
        years(maturity),
        in_force(terms, date, price),
        tuple(
            Coupon(years(anniversary(issue, n)), years(end), 100 * rate)
            for n, rate in enumerate(rates)
            if (end := min(anniversary(issue, n + 1), maturity)) > date
        ),
        terms.redemption_price or 100 * (1 + rates[-1]),
        years(converts),
        Call(terms.call_ratio, terms.call_need, terms.call_window,
             since=max(years(converts), years(terms.call_start or converts)), until=until),
        Put(terms.put_ratio, terms.put_need, since=years(_put_counts_from(terms, issue))),
        Reset(terms.reset_ratio, terms.reset_need, terms.reset_window,
              since=years(terms.reset_start or issue)),
    )  # fmt: skip


def _life(terms: Terms, date: dt.date) -> tuple[dt.date, dt.date]:
    """First and last day of a bond that lives on the day."""
    if terms.issue_date is None or not terms.rates:
        raise NotCovered("条款缺少发行日或票面利率", "the terms lack issue date or coupon rates")
    issue, count = terms.issue_date, len(terms.rates)
    maturity = terms.maturity_date or term.maturity(issue, count)
    if not anniversary(issue, count - 1) < maturity <= anniversary(issue, count):
        raise BadArgument(
            f"票面利率 {count} 个，到期日 {maturity} 不在第 {count} 个计息年度",
            f"{count} coupon rates, but {maturity} is not in interest year {count}",
        )
    if not issue <= date < maturity:
        raise OutOfDomain(
            f"日期须在发行日 {issue} 与到期日 {maturity} 之间",
            f"the date must lie between {issue} and {maturity}",
        )
    return issue, maturity


def _put_counts_from(terms: Terms, issue: dt.date) -> dt.date:
    """CB-20: the last two interest years; CB-20a: anew after a downward reset."""
    opens = terms.put_start or term.put_start(issue, len(terms.rates))
    return max([opens, *(day + dt.timedelta(1) for day in terms.reset_dates)])


def in_force(terms: Terms, date: dt.date, price: float | None) -> float:
    """The price given, else what the terms' own events make of the initial price."""
    if price is not None:
        return price
    if terms.initial_price is None or not terms.events:
        raise BadArgument(
            "条款没有转股价调整事项，请用 prices 给出当期转股价",
            "the terms hold no price events: give the price in force as prices",
        )
    return float(price_rules.price_on(date, terms.initial_price, terms.events))


def last_price(date: dt.date, dates: Days | None, prices: Elementwise | None) -> float | None:
    """The last of the prices up to the day; one number is the price in force."""
    if not isinstance(prices, np.ndarray):
        return None if prices is None else float(prices)
    known = ~np.isnan(prices)
    if dates is not None:
        known &= _aligned(dates, prices) <= np.datetime64(date)
    if not known.any():
        raise BadArgument("估值日及以前没有转股价", "there is no price up to the day")
    return float(prices[known][-1])


def _aligned(dates: Days, prices: Floats) -> Days:
    if dates.size != prices.size:
        raise BadArgument(
            f"日期 {dates.size} 个而转股价 {prices.size} 个",
            f"{dates.size} dates but {prices.size} prices",
        )
    return dates


def counted_of(
    date: dt.date, dates: Days | None, closes: Floats | None, prices: Elementwise
) -> Counted:
    """The closes up to the day and the price in force on each (CB-14a)."""
    if closes is None:
        return Counted()
    if dates is None:
        had, on_each = traded(closes, prices)
        times = np.arange(1.0 - had.size, 1.0) / SESSIONS
    else:
        days, had, on_each = sessions(dates, closes, prices)
        times = (days - np.datetime64(date)).astype(float) / DAYS_IN_YEAR
    known = times <= 0
    return Counted(*(tuple(row[known].tolist()) for row in (had, on_each, times)))
