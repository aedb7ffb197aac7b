"""One price against QuantLib's CRR tree of 1,000 steps, on the same bond, in the same run.

python tests/benchmarks/value_price_speed.py (QuantLib from PyPI, for this file only)
"""

import datetime as dt
import statistics
import time
from collections.abc import Callable
from dataclasses import replace

import QuantLib as ql  # noqa: N813  its usual name

from xlfuncs.value.contract import Call, Contract, Coupon
from xlfuncs.value.market import Market
from xlfuncs.value.pricing import PATHS, lattice_value, worth

TODAY, ISSUE, MATURITY = dt.date(2024, 8, 15), dt.date(2023, 3, 20), dt.date(2029, 3, 20)
RATES = [0.002, 0.004, 0.006, 0.01, 0.015, 0.018]
REDEMPTION, PRICE = 110.0, 12.5
MARKET = Market(stock=11.2, volatility=0.35, rate=0.02, spread=0.018)
TIMES = 15


def ours(call: Call | None) -> Contract:
    starts = [(ISSUE.replace(year=ISSUE.year + n) - TODAY).days / 365 for n in range(7)]
    coupons = [
        Coupon(start, end, 100 * rate)
        for start, end, rate in zip(starts, starts[1:], RATES, strict=False)
        if end > 0
    ]
    return Contract(starts[-1], PRICE, tuple(coupons), REDEMPTION, call=call)


def theirs(triggered: bool, steps: int) -> Callable[[], float]:
    """The bond of QuantLib 1.44; its trigger is measured on redemption / ratio."""
    today = _ql(TODAY)
    ql.Settings.instance().evaluationDate = today
    last = REDEMPTION - 100 * RATES[-1]
    calls = ql.CallabilitySchedule()
    days = (MATURITY - TODAY).days if triggered else 0
    for n in range(days):
        day = today + n
        price = ql.BondPrice(100.0, ql.BondPrice.Clean)
        calls.append(ql.SoftCallability(price, day, 1.3 * 100 / last))
    plain, backward = ql.Unadjusted, ql.DateGeneration.Backward
    schedule = ql.Schedule(
        _ql(ISSUE), _ql(MATURITY), ql.Period(ql.Annual), ql.NullCalendar(), plain, plain,
        backward, False,
    )  # fmt: skip
    bond = ql.ConvertibleFixedCouponBond(
        ql.AmericanExercise(today, _ql(MATURITY)), 100 / PRICE, calls, _ql(ISSUE), 0,
        RATES, ql.Actual365Fixed(), schedule, last,
    )  # fmt: skip
    count = ql.Actual365Fixed()
    flat = ql.YieldTermStructureHandle(ql.FlatForward(today, MARKET.rate, count))
    none = ql.YieldTermStructureHandle(ql.FlatForward(today, 0.0, count))
    vol = ql.BlackVolTermStructureHandle(
        ql.BlackConstantVol(today, ql.NullCalendar(), MARKET.volatility, count))  # fmt: skip
    stock = ql.QuoteHandle(ql.SimpleQuote(MARKET.stock))
    process = ql.BlackScholesMertonProcess(stock, none, flat, vol)
    spread = ql.QuoteHandle(ql.SimpleQuote(MARKET.spread))
    engine = ql.BinomialCRRConvertibleEngine(process, steps, spread)

    def priced() -> float:
        bond.setPricingEngine(engine)  # set anew, so that the price is not a kept one
        return bond.NPV()

    return priced


def _ql(day: dt.date) -> ql.Date:
    return ql.Date(day.day, day.month, day.year)


def medians(*works: Callable[[], object]) -> list[float]:
    taken: list[list[float]] = [[] for _ in works]
    for _ in range(TIMES):
        for work, seconds in zip(works, taken, strict=True):
            start = time.perf_counter()
            work()
            seconds.append(time.perf_counter() - start)
    return [1000 * statistics.median(seconds) for seconds in taken]


def main() -> None:
    print(f"{'':<34}{'ours':>10}{'CRR 1000':>10}{'ratio':>8}   at most 1")
    for name, call in (("no call", None), ("call on one close", Call(1.3))):
        contract, tree = ours(call), theirs(call is not None, 1000)
        value, price = lattice_value(contract, MARKET), tree()
        a, b = medians(lambda c=contract: lattice_value(c, MARKET), tree)
        print(f"{name:<34}{a:7.1f} ms{b:7.1f} ms{a / b:8.2f}   {value:.3f} and {price:.3f}")
    counting = replace(ours(Call(1.3, 15, 30)))
    found = worth(counting, MARKET)
    (a,) = medians(lambda: worth.__wrapped__(counting, MARKET))
    print(f"{'15 of 30, simulated':<34}{a:7.1f} ms   QuantLib has no count"
          f"   {found.value:.3f} ± {found.error:.3f} on {PATHS:,} paths")  # fmt: skip


if __name__ == "__main__":
    main()
