"""The terms of a real bond as the contract that is priced, and what the functions refuse."""

import datetime as dt
from dataclasses import replace

import numpy as np
import pytest

import xlfuncs
from xlfuncs import norms
from xlfuncs.convertible.exercise import put_price
from xlfuncs.errors import BadArgument, NotCovered, OutOfDomain
from xlfuncs.tables import Terms
from xlfuncs.value.bond import contract_of, counted_of, last_price

TERMS = norms.terms("113664")
DAY = dt.date(2025, 8, 1)
ASKED = (DAY, 26.4, "113664", 0.4, 0.016, 0.02)
PUBLIC = {  # of 大元转债, as a user would fill them in
    "发行日": dt.date(2022, 12, 5), "到期日": dt.date(2028, 12, 4), "到期赎回价": 115.0,
    "转股起始日": dt.date(2023, 6, 9), "回售计数起始日": dt.date(2026, 12, 5),
}  # fmt: skip
ROWS = [
    ["票面利率", 0.004, 0.006, 0.01, 0.015, 0.025, 0.03],
    *([name, value, *[None] * 5] for name, value in PUBLIC.items()),
]


def years(day: dt.date) -> float:
    return (day - DAY).days / 365


def test_what_is_still_to_be_paid() -> None:
    contract = contract_of(TERMS, DAY)
    coming = [dt.date(2025 + n, 12, 5) for n in range(3)]
    assert contract.paid == [
        (years(coming[0]), 1.0),
        (years(coming[1]), 1.5),
        (years(coming[2]), 2.5),
        (years(dt.date(2028, 12, 4)), 115.0),
    ]
    assert contract.price == 20.59  # from 2025-06-16
    assert contract_of(TERMS, dt.date(2025, 6, 15)).price == 20.79


def test_accrued_is_that_of_the_clause() -> None:
    """Over days / 365 (CB-19)."""
    contract = contract_of(TERMS, DAY)
    for day in (dt.date(2026, 12, 4), dt.date(2026, 12, 5), dt.date(2027, 6, 1)):
        ours = 100 + float(contract.accrued(np.array([years(day)]))[0])
        assert ours == pytest.approx(put_price(day, TERMS.issue_date, np.array(TERMS.rates)))
    leap = contract.accrued(np.array([years(dt.date(2028, 12, 3))]))[0]
    assert leap == pytest.approx(3.0 * 364 / 365)


def test_windows_of_the_clauses() -> None:
    contract = contract_of(TERMS, DAY)
    assert contract.call
    assert contract.put
    assert contract.reset
    assert (contract.call.ratio, contract.call.need, contract.call.window) == (1.3, 15, 30)
    assert contract.call.since == years(dt.date(2023, 6, 9))
    assert contract.put.since == years(dt.date(2026, 12, 5))
    assert contract.reset.since == years(dt.date(2022, 12, 5))
    waived = replace(TERMS, call_start=dt.date(2025, 11, 3), reset_dates=(dt.date(2027, 3, 1),))
    later = contract_of(waived, DAY)
    assert later.call
    assert later.put
    assert later.call.since == years(dt.date(2025, 11, 3))  # CB-31
    assert later.put.since == years(dt.date(2027, 3, 2))  # CB-20a


def test_terms_that_say_little_take_the_usual_ones() -> None:
    bare = Terms(issue_date=dt.date(2022, 12, 5), rates=TERMS.rates)
    contract = contract_of(bare, DAY, 20.59)
    assert contract.years == years(dt.date(2028, 12, 4))
    assert contract.redemption == 103.0
    assert contract.conversion_since == years(dt.date(2023, 6, 5))
    assert contract.put
    assert contract.put.since == years(dt.date(2026, 12, 5))


def test_closes_keep_the_price_in_force_on_their_day() -> None:
    closes = np.array([26.0, np.nan, 27.0])
    assert counted_of(DAY, None, closes, 20.59).prices == (20.59, 20.59)
    by_day = counted_of(DAY, None, closes, np.array([20.79, 20.79, 20.59]))
    assert (by_day.closes, by_day.prices) == ((26.0, 27.0), (20.79, 20.59))
    days = np.array(["2025-07-31", "2025-08-01", "2025-08-04"], "M8[D]")
    dated = counted_of(DAY, days, np.array([26.0, 26.4, 27.0]), 20.59)
    assert (dated.closes, dated.times) == ((26.0, 26.4), (-1 / 365, 0.0))


def test_what_comes_after_the_day_is_left_out() -> None:
    days = [dt.date(2025, 7, 31), DAY, dt.date(2025, 8, 4), None]
    given = {"dates": days, "closes": [26.0, 26.4, 27.0, None], "paths": 500}
    found = xlfuncs.CB_VALUE(*ASKED, **given, prices=[20.79, 20.59, 18.0, None])
    assert found == xlfuncs.CB_VALUE(*ASKED, dates=days[:2], closes=[26.0, 26.4],
                                     prices=[20.79, 20.59], paths=500)  # fmt: skip
    assert last_price(DAY, np.array(days[:3], "M8[D]"), np.array([20.79, 20.59, 18.0])) == 20.59
    with pytest.raises(BadArgument, match="没有转股价"):
        last_price(dt.date(2025, 7, 1), np.array(days[:3], "M8[D]"), np.full(3, 20.59))
    with pytest.raises(BadArgument, match="日期 3 个而转股价 2 个"):
        last_price(DAY, np.array(days[:3], "M8[D]"), np.full(2, 20.59))


def test_by_name_and_by_range_are_one() -> None:
    by_range = xlfuncs.CB_VALUE(*ASKED[:2], ROWS, *ASKED[3:], prices=20.59, paths=500)
    assert by_range == xlfuncs.CB_VALUE(*ASKED, paths=500)


def test_the_functions_tell_one_story() -> None:
    value = xlfuncs.CB_VALUE(*ASKED, paths=2_000)
    ((shown, error, method, *_),) = xlfuncs.CB_GREEKS(*ASKED, paths=2_000)
    ((*parts, whole, _, _),) = xlfuncs.CB_VALUE_PARTS(*ASKED, paths=2_000)
    grid = xlfuncs.CB_VALUE_GRID(*ASKED, [20.0, 26.4], [[0.3, 0.4]], paths=2_000)
    assert shown == whole == value
    assert 0 < error < 0.1
    assert method == "模拟 simulation"
    assert sum(parts) == pytest.approx(value)
    assert grid[1][1] == pytest.approx(value, abs=0.01)
    found = xlfuncs.CB_IMPLIED_VOL(value, *ASKED[:3], *ASKED[4:], paths=2_000)
    assert found == pytest.approx(0.4, abs=5e-4)


def test_fourteen_sessions_above_the_line_bring_the_call_near() -> None:
    closes = [27.0] * 14
    now = xlfuncs.CB_VALUE(*ASKED, closes=closes, prices=20.59, paths=2_000)
    assert now < xlfuncs.CB_VALUE(*ASKED, paths=2_000) - 2
    waived = [*ROWS, ["强赎计数起始日", DAY + dt.timedelta(90), *[None] * 5]]
    later = xlfuncs.CB_VALUE(*ASKED[:2], waived, *ASKED[3:], prices=20.59, closes=closes,
                             paths=2_000)  # fmt: skip
    assert later > now + 3


@pytest.mark.parametrize(
    ("change", "kind", "words"),
    [
        ({"terms": "002911-2021"}, NotCovered, "条款缺少发行日或票面利率"),
        ({"terms": ROWS}, BadArgument, "请用 prices 给出当期转股价"),
        ({"date": dt.date(2022, 12, 4)}, OutOfDomain, "2022-12-05"),
        ({"date": dt.date(2028, 12, 4)}, OutOfDomain, "2028-12-04"),
        ({"terms": [*ROWS[1:], ["票面利率", 0.01, 0.02]], "prices": 20.59}, BadArgument, "2 个"),
    ],
)
def test_what_has_no_value(change: dict[str, object], kind: type, words: str) -> None:
    names = ("date", "stock_price", "terms", "volatility", "risk_free", "credit_spread")
    with pytest.raises(kind, match=words):
        xlfuncs.CB_VALUE(**{**dict(zip(names, ASKED, strict=True)), **change})
