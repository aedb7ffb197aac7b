"""Payment, tax, votes and wording: what must hold for any plan."""

import datetime as dt
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import xlfuncs
from xlfuncs.errors import BadArgument

anytime = settings(deadline=None)
fen = st.integers(0, 10**13).map(lambda n: n / 100)
days = st.dates(dt.date(2013, 1, 2), dt.date(2040, 12, 31))
spans = st.integers(1, 900)
votes = st.integers(1, 10**15)
amounts = st.decimals(0, 99, places=4, allow_nan=False)


@anytime
@given(dividend=fen, occupied=fen)
def test_an_offset_conserves_money(dividend: float, occupied: float) -> None:
    [[paid, withheld]] = xlfuncs.DIV_OFFSET(dividend, occupied)
    assert Decimal(str(paid)) + Decimal(str(withheld)) == Decimal(str(dividend))
    assert 0 <= withheld <= occupied
    assert paid >= 0
    assert paid == 0 or withheld == occupied


@anytime
@given(st.lists(st.tuples(fen, fen), min_size=2, max_size=9))
def test_a_column_of_shareholders_gives_the_rows_of_each(rows: list[tuple[float, float]]) -> None:
    due, owed = (list(column) for column in zip(*rows, strict=True))
    each = [xlfuncs.DIV_OFFSET(*row)[0] for row in rows]
    assert xlfuncs.DIV_OFFSET(due, owed).tolist() == each


@anytime
@given(cash=fen, bought=days, held=spans, longer=spans)
def test_tax_never_rises_with_the_holding_period(
    cash: float, bought: dt.date, held: int, longer: int
) -> None:
    first, second = (bought + dt.timedelta(n) for n in sorted((held, longer)))
    # the change of 2015-09-08 lowered the tax, so it keeps the order
    assert xlfuncs.DIV_TAX(cash, bought, second) <= xlfuncs.DIV_TAX(cash, bought, first)


@anytime
@given(bought=days, held=spans)
def test_an_earlier_purchase_never_pays_more(bought: dt.date, held: int) -> None:
    sold = bought + dt.timedelta(held)
    assume(bought > dt.date(2013, 1, 2))
    assert xlfuncs.DIV_TAX(1, bought - dt.timedelta(1), sold) <= xlfuncs.DIV_TAX(1, bought, sold)


@anytime
@given(cash=fen, bought=days, held=st.none() | spans)
def test_net_and_tax_are_the_dividend(cash: float, bought: dt.date, held: int | None) -> None:
    sold = None if held is None else bought + dt.timedelta(held)
    tax, net = xlfuncs.DIV_TAX(cash, bought, sold), xlfuncs.DIV_NET(cash, bought, sold)
    assert tax + net == pytest.approx(cash, rel=1e-14)
    assert 0 <= tax <= cash * 0.2
    if sold is None:
        assert (tax, net) == (0, cash)


@anytime
@given(st.lists(st.tuples(fen, days, st.none() | spans), min_size=2, max_size=9))
def test_a_column_of_purchases_is_taxed_as_each(
    rows: list[tuple[float, dt.date, int | None]],
) -> None:
    cash, bought, held = zip(*rows, strict=True)
    sold = [
        None if n is None else day + dt.timedelta(n) for day, n in zip(bought, held, strict=True)
    ]
    assume(any(sold))
    each = [xlfuncs.DIV_TAX(*row) for row in zip(cash, bought, sold, strict=True)]
    assert xlfuncs.DIV_TAX(list(cash), list(bought), sold).tolist() == each


@anytime
@given(
    kind=st.sampled_from(["分配方案", "政策调整", "转股价下修"]), present=votes, cast=votes,
    more=votes, policy=st.sampled_from([None, "002911-2021", "605090-2022", "688567-2021"]),
)  # fmt: skip
def test_more_votes_for_never_lose(
    kind: str, present: int, cast: int, more: int, policy: str | None
) -> None:
    assume(cast + more <= present)
    fewer = xlfuncs.DIV_VOTE(kind, cast, present, None, policy)
    assert xlfuncs.DIV_VOTE(kind, cast + more, present, None, policy) >= fewer


@anytime
@given(present=votes, cast=votes, barred=votes)
def test_a_reset_is_two_thirds_of_those_who_may_vote(present: int, cast: int, barred: int) -> None:
    assume(barred < present and cast <= present - barred)
    carried = xlfuncs.DIV_VOTE("reset", cast, present, barred)
    assert carried == (Fraction(cast, present - barred) >= Fraction(2, 3))


@anytime
@given(
    cash=amounts, bonus=amounts, capitalised=amounts, ten=st.booleans(), wide=st.booleans(),
    spoken=st.booleans(), spaced=st.booleans(),
)  # fmt: skip
def test_wording_gives_back_what_it_was_made_of(
    cash: Decimal, bonus: Decimal, capitalised: Decimal, ten: bool, wide: bool,
    spoken: bool, spaced: bool,
) -> None:  # fmt: skip
    base = "每10股" if ten else "每股"
    words = (
        f"{base}派发现金红利{cash}元（含税），送红股{bonus}股，以资本公积金转增{capitalised}股。"
        if spoken
        else f"{base}送{bonus}转{capitalised}派{cash}"
    )
    if wide:
        words = words.translate({ord("0") + n: ord("０") + n for n in range(10)})
    if spaced:
        words = "　".join(words)
    expected = [float(Fraction(x) / (10 if ten else 1)) for x in (cash, bonus, capitalised)]
    assert xlfuncs.DIV_PARSE(words) == [expected]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("每10股派4.5元(税后)", "“(税后)”读不懂"),
        ("10派1派2", "“派2”现金重复"),
        ("派4.5元", "“派4.5元”前面没有每10股或每股"),
        ("10派1，待股东大会审议", "“待股东大会审议”读不懂"),
        ("以资本公积金10转3股，以总股本为基数", None),
        ("10派1，以资本公积金转增3股后的股本为基数", "“后的股本为基数”读不懂"),
        ("10派1(含税,另送3股)", "“(含税,另送3股)”读不懂"),
    ],
)
def test_the_part_that_failed_is_named(text: str, part: str | None) -> None:
    if part is None:
        assert xlfuncs.DIV_PARSE(text) == [[0, 0, 0.3]]
        return
    with pytest.raises(BadArgument) as wrong:
        xlfuncs.DIV_PARSE(text)
    assert part in wrong.value.zh


@anytime
@given(shares=st.integers(1, 10**11), per_ten=st.integers(0, 10**6).map(lambda n: n / 10**4))
def test_the_total_is_that_of_decimals(shares: int, per_ten: float) -> None:
    exact = Decimal(shares) * Decimal(str(per_ten)) / 10
    assume(exact < 10**12)
    assert Decimal(str(xlfuncs.DIV_CASH(shares, per_ten))) == exact.quantize(
        Decimal("0.01"), "ROUND_HALF_UP"
    )


@anytime
@given(cash=fen, shares=st.integers(10**6, 10**11))
def test_a_spread_cut_short_never_pays_more_than_there_is(cash: float, shares: int) -> None:
    per_ten = xlfuncs.DIV_PER_TEN(cash, shares, 6, "截取")
    assert Decimal(str(per_ten)) * shares / 10 <= Decimal(str(cash)) * (1 + Decimal("1e-14"))


@anytime
@given(meeting=st.dates(dt.date(2024, 7, 1), dt.date(2090, 1, 1)), months=st.integers(1, 60))
def test_the_stricter_of_plan_and_law_binds(meeting: dt.date, months: int) -> None:
    deadline = xlfuncs.DIV_PAY_DEADLINE(meeting, months)
    assert deadline == min(deadline, xlfuncs.DIV_PAY_DEADLINE(meeting, 6))
    assert xlfuncs.DIV_PAY_DEADLINE([meeting, meeting], months).tolist() == [deadline] * 2


YEARS = st.tuples(*[st.integers(-(10**9), 10**9).map(float)] * 3).map(list)
PAID = st.tuples(*[st.integers(0, 10**8).map(float)] * 3).map(list)


@anytime
@given(profits=YEARS, cash=PAID, more=st.integers(0, 10**8), left=st.sampled_from([None, -1, 1]))
def test_more_cash_never_brings_a_warning(
    profits: list[float], cash: list[float], more: float, left: float | None
) -> None:
    less = xlfuncs.DIV_ST_RISK(profits, cash, "主板", left)
    richer = xlfuncs.DIV_ST_RISK(profits, [*cash[:2], cash[2] + more], "主板", left)
    assert not (less[-1][3] == "不触及" and richer[-1][3] != "不触及")
    as_cancelled = xlfuncs.DIV_ST_RISK(profits, cash, "主板", left, None, None, float(more))
    assert as_cancelled == richer


@anytime
@given(profits=YEARS, cash=PAID, board=st.sampled_from(["主板", "创业板", "科创板"]))
def test_a_warning_needs_every_leg(profits: list[float], cash: list[float], board: str) -> None:
    rows = xlfuncs.DIV_ST_RISK(profits, cash, board, 1, [0, 0, 0], [1, 1, 1])
    line = {"主板": 50e6}.get(board, 30e6)
    every = profits[2] > 0 and sum(cash) * 10 < sum(profits) and sum(cash) < line
    assert rows[-1][3] == ("实施其他风险警示（ST）" if every else "不触及")


@anytime
@given(st.lists(st.floats(-1e9, 1e9), min_size=3, max_size=3), fen, fen)
def test_what_three_years_ask_is_the_floor_of_the_plan(
    profits: list[float], first: float, second: float
) -> None:
    profits = [round(p, 2) for p in profits]
    assume(sum(map(Decimal, map(str, profits))) > 0)
    asked = xlfuncs.DIV_THREE_YEAR_MIN(profits, [first, second])
    floor = xlfuncs.DIV_MIN_CASH(
        "605090-2022", profits[2], False, None, None, profits[:2], [first, second]
    )
    assert asked == floor
