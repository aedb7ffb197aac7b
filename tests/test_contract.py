"""Properties of the bond contract: exact edges, windows, order, identities, arrays everywhere."""

import datetime as dt
import itertools
from decimal import Decimal
from typing import Any

import pytest
from golden_rows import GoldenRow, golden_rows, is_same
from hypothesis import given, settings
from hypothesis import strategies as st

import xlfuncs
from xlfuncs.cells import is_grid
from xlfuncs.errors import CellError, PassedOn
from xlfuncs.hosts.call import Spill, caller
from xlfuncs.registry import BY_NAME

fen = st.integers(100, 20_000).map(lambda n: n / 100)
day = st.dates(dt.date(2015, 1, 1), dt.date(2026, 6, 30))
quick = settings(deadline=None, max_examples=200)


def brute(closes: list[float | None], prices: list[float], ratio: str, above: bool) -> list[bool]:
    """Which traded sessions qualify, in decimals, written apart from the product."""
    marks = []
    for close, price in zip(closes, prices, strict=True):
        if close is not None:
            line = Decimal(str(price)) * Decimal(ratio)
            marks.append(Decimal(str(close)) >= line if above else Decimal(str(close)) < line)
    return marks


# --- edges: prices where the binary product errs, found by search


def treacherous(ratio: str, need: int = 200) -> list[tuple[float, float]]:
    """(price, close) where close is exactly price × ratio and the float product is not close."""
    found = []
    for price in (Decimal(n) / 100 for n in range(100, 20_000)):
        line = price * Decimal(ratio)
        close = line.quantize(Decimal("0.01"))
        if close == line and float(price) * float(ratio) != float(close):
            found.append((float(price), float(close)))
    return found[:: max(1, len(found) // need)]


@pytest.mark.parametrize("ratio", ["1.3", "1.2", "0.85", "0.8", "0.7"])
def test_at_exactly_the_product(ratio: str) -> None:
    pairs = treacherous(ratio)
    assert len(pairs) > 20
    for price, close in pairs:
        closes = [round(close - 0.01, 2), close, round(close + 0.01, 2)]
        assert xlfuncs.CB_CALL_DAYS(closes, price, float(ratio)) == 2  # ≥ counts the equal
        assert xlfuncs.CB_RESET_DAYS(closes, price, float(ratio)) == 1  # < does not
        assert xlfuncs.CB_PUT_DAYS(closes[:2], price, float(ratio)) == 0
        assert xlfuncs.CB_PUT_DAYS(closes[:1], price, float(ratio)) == 1


# --- windows


@quick
@given(
    closes=st.lists(st.one_of(st.none(), st.integers(1200, 1400).map(lambda n: n / 100)),
                    min_size=1, max_size=80),
    window=st.integers(1, 35),
)  # fmt: skip
def test_counts_equal_a_brute_force_count(closes: list[float | None], window: int) -> None:
    prices = [10.0] * len(closes)
    for name, ratio, above in (("CALL", "1.3", True), ("RESET", "1.25", False)):
        marks = brute(closes, prices, ratio, above)
        days = getattr(xlfuncs, f"CB_{name}_DAYS")
        assert days(closes, 10.0, float(ratio), window) == sum(marks[-window:])
    below = brute(closes, prices, "1.3", above=False)
    run = len(list(itertools.takewhile(bool, reversed(below))))
    assert xlfuncs.CB_PUT_DAYS(closes, 10.0, 1.3) == run


@quick
@given(
    data=st.lists(st.tuples(st.integers(1200, 1400), st.integers(990, 1010)),
                  min_size=1, max_size=90),
    need=st.integers(1, 15),
    kind=st.sampled_from(["call", "reset", "put"]),
)  # fmt: skip
def test_dates_status_and_table_agree_with_brute_force(
    data: list[tuple[int, int]], need: int, kind: str
) -> None:
    days = _days(len(data))
    closes = [c / 100 for c, _ in data]
    prices = [p / 100 for _, p in data]
    marks = brute(closes, prices, "1.3", above=kind == "call")
    counts = _brute_counts(marks, kind)
    function = getattr(xlfuncs, f"CB_{kind.upper()}_DATE")
    met = [d for d, n in zip(days, counts, strict=True) if n >= need]
    if met:
        assert function(days, closes, prices, 1.3, need) == met[0]
    else:
        with pytest.raises(xlfuncs.NotCovered):
            function(days, closes, prices, 1.3, need)
    window = need if kind == "put" else 30
    status = xlfuncs.CB_STATUS(days, closes, prices, kind, 1.3, need)
    assert status == f"{counts[-1]}/{need} | {window}"


def _days(count: int) -> list[dt.date]:
    return [dt.date(2024, 1, 1) + dt.timedelta(n) for n in range(count)]


def _brute_counts(marks: list[bool], kind: str) -> list[int]:
    if kind != "put":
        return [sum(marks[max(0, i - 29) : i + 1]) for i in range(len(marks))]
    runs, run = [], 0
    for mark in marks:
        run = run + 1 if mark else 0
        runs.append(run)
    return runs


@quick
@given(closes=st.lists(st.integers(1200, 1400).map(lambda n: n / 100), min_size=2, max_size=30),
       cut=st.integers(1, 29))  # fmt: skip
def test_splitting_a_window_changes_nothing(closes: list[float], cut: int) -> None:
    whole = xlfuncs.CB_CALL_DAYS(closes, 10.0)
    parts = [part for part in (closes[:cut], closes[cut:]) if part]
    assert whole == sum(xlfuncs.CB_CALL_DAYS(part, 10.0) for part in parts)


@quick
@given(closes=st.lists(fen, min_size=1, max_size=40), ratios=st.tuples(fen, fen))
def test_counts_are_monotone_in_the_ratio(closes: list[float], ratios: tuple[float, float]) -> None:
    low, high = sorted(r / 100 for r in ratios)
    assert xlfuncs.CB_CALL_DAYS(closes, 20.0, low) >= xlfuncs.CB_CALL_DAYS(closes, 20.0, high)
    assert xlfuncs.CB_RESET_DAYS(closes, 20.0, low) <= xlfuncs.CB_RESET_DAYS(closes, 20.0, high)


def test_a_start_after_a_waiver_forgets_what_was_before() -> None:
    days, closes = _days(40), [27.0] * 40
    assert xlfuncs.CB_STATUS(days, closes, 20.0, start=days[30]) == "10/15 | 30"
    with pytest.raises(xlfuncs.NotCovered):
        xlfuncs.CB_CALL_DATE(days, closes, 20.0, start=days[30])
    assert xlfuncs.CB_CALL_DATE(days, closes, 20.0, start=days[25]) == days[39]


@pytest.mark.parametrize(("need", "window"), [(15, 30), (20, 30), (15, 20), (10, 20)])
def test_need_and_window_of_other_contracts(need: int, window: int) -> None:
    days = _days(60)
    closes = [27.0 if i % 2 == 0 else 20.0 for i in range(60)]  # every second session
    best = (window + 1) // 2
    if best >= need:
        assert xlfuncs.CB_CALL_DATE(days, closes, 20.0, 1.3, need, window) == days[2 * (need - 1)]
    else:
        with pytest.raises(xlfuncs.NotCovered):
            xlfuncs.CB_CALL_DATE(days, closes, 20.0, 1.3, need, window)


@quick
@given(
    closes=st.lists(st.sampled_from([27.0, 20.0]), min_size=1, max_size=45),
    kind=st.sampled_from(["call", "put"]),
)
def test_earliest_is_met_when_every_further_session_qualifies(
    closes: list[float], kind: str
) -> None:
    sessions = xlfuncs.CB_PAY_DATE([dt.date(2025, 1, 2) + dt.timedelta(n) for n in range(200)])
    days = list(dict.fromkeys(sessions.tolist()))
    price, good = (20.0, 27.0) if kind == "call" else (30.0, 20.0)
    found = xlfuncs.CB_EARLIEST(days[: len(closes)], closes, price, kind)
    ahead = closes + [good] * (len(days) - len(closes))
    ratio, need = ("1.3", 15) if kind == "call" else ("0.7", 30)
    counts = _brute_counts(brute(ahead, [price] * len(ahead), ratio, kind == "call"), kind)
    met = [d for d, n in zip(days, counts, strict=True) if n >= need]
    assert found == next(d for d in met if d >= days[len(closes) - 1])


# --- prices over time

event = st.tuples(
    day, st.integers(0, 50).map(lambda n: n / 100), st.integers(0, 4).map(lambda n: n / 10)
)


@quick
@given(events=st.lists(event, min_size=1, max_size=6), asked=day, shuffle=st.randoms())
def test_price_history_does_not_depend_on_the_order_of_rows(
    events: list[Any], asked: dt.date, shuffle: Any
) -> None:
    rows = [list(e) for e in events]
    mixed = rows.copy()
    shuffle.shuffle(mixed)
    header = ["生效日", "现金", "送转"]
    blank = [None, 9.0, None]
    history = xlfuncs.CB_PRICE_HISTORY(50.0, rows)
    assert xlfuncs.CB_PRICE_HISTORY(50.0, [header, *mixed, blank]) == history
    later = [row[4] for row in history if row[0] <= asked]
    assert xlfuncs.CB_PRICE_ON(asked, 50.0, mixed) == (later[-1] if later else 50.0)
    assert all(a[4] == b[2] for a, b in itertools.pairwise(history))  # each from the one before


def test_an_identical_row_is_applied_once_and_different_rows_of_one_day_are_combined() -> None:
    same = ["2024-01-02", 0.1]
    assert xlfuncs.CB_PRICE_ON("2024-01-02", 10.0, [same, same]) == 9.9
    assert xlfuncs.CB_PRICE_ON("2024-01-02", 10.0, [same, ["2024-01-02", 0.2]]) == 9.7
    asked_for = [["2024-01-02", 0.2]]  # the user who means it twice says so in one row
    assert xlfuncs.CB_PRICE_ON("2024-01-02", 10.0, asked_for) == 9.8


def test_only_a_reset_restarts_the_put_and_nothing_else() -> None:
    days, closes = _days(4), [13.0] * 4
    usual = xlfuncs.CB_TRIGGERS(days, closes, [20.0, 20.0, 19.5, 19.5])
    assert [row[8] for row in usual] == [1, 2, 3, 4]  # an ordinary adjustment does not
    reset = xlfuncs.CB_TRIGGERS(days, closes, 20.0, [["下修生效日", days[1]], ["强赎比例", 1.3]])
    assert [row[8] for row in reset] == [1, 2, 1, 2]
    assert [row[6] for row in reset] == [1, 2, 3, 4]


# --- identities


@quick
@given(issue=day, wait=st.integers(0, 2200), face=st.sampled_from([100.0, 1000.0]))
def test_accrued_on_is_its_three_parts(issue: dt.date, wait: int, face: float) -> None:
    rates = [0.002, 0.004, 0.01, 0.015, 0.018, 0.02]
    asked = issue + dt.timedelta(wait)
    try:
        rate = xlfuncs.CB_COUPON_RATE(issue, asked, rates)
    except CellError:
        with pytest.raises(CellError):
            xlfuncs.CB_ACCRUED_ON(asked, issue, rates, face)
        return
    t = xlfuncs.CB_ACCRUED_DAYS(issue, asked)
    assert xlfuncs.CB_ACCRUED_ON(asked, issue, rates, face) == xlfuncs.CB_ACCRUED(face, rate, t)
    last, year = xlfuncs.CB_LAST_COUPON(issue, asked), xlfuncs.CB_COUPON_YEAR(issue, asked)
    assert (asked - last).days == t
    assert last <= asked < xlfuncs.CB_NEXT_COUPON(issue, asked)
    assert rates[year - 1] == rate


@quick
@given(face=st.integers(1, 10**7).map(lambda n: n * 100.0), price=fen)
def test_conversion_conserves_money_to_the_fen(face: float, price: float) -> None:
    ((shares, converted, rest, interest, cash),) = xlfuncs.CB_CONVERT(face, price)
    assert Decimal(str(converted)) + Decimal(str(rest)) == Decimal(str(face))
    assert Decimal(str(converted)) == shares * Decimal(str(price))
    assert 0 <= rest < price
    assert (interest, cash) == (0.0, rest)
    assert shares == xlfuncs.CB_SHARES(face, price)
    assert shares <= xlfuncs.CB_RATIO(price, face)


@quick
@given(pay=day)
def test_record_day_pay_day_and_last_trade_are_sessions_in_order(pay: dt.date) -> None:
    paid = xlfuncs.CB_PAY_DATE(pay)
    record = xlfuncs.CB_RECORD_DATE(paid)
    assert record < paid
    assert record < pay
    assert xlfuncs.CB_PAY_DATE(record) == record
    assert xlfuncs.CB_LAST_TRADE(record) < record
    assert (paid - pay).days <= 11  # the longest holiday of the calendar


# --- arrays: every elementwise argument as a column, a row, a grid


def elementwise_rows() -> list[tuple[GoldenRow, int]]:
    """Golden rows with a plain answer, and each of their elementwise plain arguments."""
    return [
        (row, i)
        for row in golden_rows()
        if not isinstance(row.expected, list) and not str(row.expected).startswith("#")
        for i, p in enumerate(BY_NAME[row.function].parameters[: len(row.arguments)])
        if p.each and not is_grid(row.arguments[i]) and row.arguments[i] is not None
    ]


@pytest.mark.parametrize(
    ("row", "place"), elementwise_rows(), ids=lambda x: x.id if isinstance(x, GoldenRow) else str(x)
)
def test_every_elementwise_argument_spreads(row: GoldenRow, place: int) -> None:
    ask = caller(BY_NAME[row.function])
    given = row.python_arguments
    value, bad = given[place], PassedOn("#REF!")
    for shape in ([[value], [bad], [value]], [[value, bad, value]], [[value, value], [bad, value]]):
        answer = ask(*given[:place], shape, *given[place + 1 :])
        assert isinstance(answer, Spill)
        cells = zip(itertools.chain(*shape), itertools.chain(*answer.rows()), strict=True)
        for wanted, found in cells:
            if wanted is bad:
                assert found is bad
            else:
                assert is_same(found, row.expected, row.tolerance), found
