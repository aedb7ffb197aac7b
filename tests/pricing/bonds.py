"""The bonds of the published tables, and the Chinese one of the references."""

from typing import Any

from xlfuncs.value.contract import Call, Contract, Coupon, Put
from xlfuncs.value.market import Market

# Ayache, Forsyth, Vetzal (2003), Tables 1-4: 4 each half year, clean call 110 in years 2..5,
# clean put 105 at 3
AFV = Contract(
    5.0, 100.0, tuple(Coupon(n / 2, (n + 1) / 2, 4.0) for n in range(10)), 104.0,
    call=Call(0.0, clean=110.0, since=2.0), put=Put(clean=105.0, since=3.0, until=3.0),
)  # fmt: skip
# Ammann, Kind, Wilde (2008), Fig. 1: call 110 and put 98 at 100 opportunities, no coupon
AKW = Contract(
    2.0, 100.0, (Coupon(0.0, 2.0, 0.0),), 100.0, call=Call(0.0, clean=110.0), put=Put(clean=98.0)
)  # fmt: skip
DAYS = (-148, 217, 582, 947, 1313, 1678)  # coupon days from 2024-08-15, issue 2023-03-20
AMOUNTS = (0.4, 0.6, 1.0, 1.5, 1.8)
MARKET = Market(stock=11.2, volatility=0.35, rate=0.02, spread=0.018)
CALL, PUT = Call(1.3, 15, 30), Put(0.7, 30, since=1149 / 250 - 2)


def chinese(**clauses: Any) -> Contract:
    """1149 sessions at 250 a year, coupons on the nearest session, 110 at the end."""
    times = [DAYS[0] / 365, *(round(day / 365 * 250) / 250 for day in DAYS[1:-1]), 1149 / 250]
    coupons = tuple(map(Coupon, times, times[1:], AMOUNTS))
    return Contract(times[-1], 12.5, coupons, 110.0, sessions_a_year=250, **clauses)


def in_days(**clauses: Any) -> Contract:
    """The same bond by calendar days, as QuantLib has it."""
    times = [day / 365 for day in DAYS]
    coupons = tuple(map(Coupon, times, times[1:], AMOUNTS))
    return Contract(times[-1], 12.5, coupons, 110.0, **clauses)
