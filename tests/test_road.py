"""The road from a cell to a rule: blanks, text, booleans, dates, errors, shapes, defaults."""

import datetime as dt
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import pytest

import xlfuncs
from xlfuncs.coerce import COERCIONS
from xlfuncs.errors import BadArgument, CellError, NotCovered, OutOfDomain, PassedOn
from xlfuncs.hosts.call import Spill, caller
from xlfuncs.hosts.headless import Headless
from xlfuncs.registry import BY_NAME, FUNCTIONS
from xlfuncs.spec import Kind

adjust = caller(BY_NAME["CB_ADJUST_PRICE"])


def codes(spill: Any) -> list[list[Any]]:
    assert isinstance(spill, Spill)
    return [[c.code if isinstance(c, CellError) else c for c in row] for row in spill.rows()]


def test_every_kind_has_its_coercion() -> None:
    assert set(COERCIONS) == set(Kind)


@pytest.mark.parametrize(
    "price",
    [12.44, "12.44", " 12.44 ", "1244%", Decimal("12.44"), np.float64(12.44), [[12.44]], [12.44]],
)
def test_numbers_in_their_usual_forms(price: Any) -> None:
    assert adjust(price, 0.16) == 12.28


@pytest.mark.parametrize(
    ("price", "reason"),
    [
        (None, "单元格为空"), ("", "单元格为空"), ("  ", "单元格为空"), ("１２.44", "不是数值"),
        ("12,44", "不是数值"), ("12.44元", "不是数值"), (True, "不是数值"),
        (float("nan"), "不是有限数值"), (float("inf"), "不是有限数值"),
        (dt.date(2025, 1, 1), "不是数值"), ("1e", "不是数值"), (".", "不是数值"),
        ([[1.0, 2.0], [None, "x"]], None),
    ],
)  # fmt: skip
def test_bad_numbers_name_argument_and_reason(price: Any, reason: str | None) -> None:
    if reason is None:
        assert codes(adjust(price, 0.16)) == [[0.84, 1.84], ["#VALUE!", "#VALUE!"]]
        return
    with pytest.raises(BadArgument, match=reason) as caught:
        adjust(price, 0.16)
    assert caught.value.zh.startswith("参数 price（转股价格）")
    assert caught.value.en.startswith("argument price")


def test_thousands_separators_and_percent() -> None:
    assert xlfuncs.CB_SHARES("1,000,000", 20.59) == 48567
    assert xlfuncs.CB_ACCRUED(100, "1.5%", 365) == 1.5
    with pytest.raises(BadArgument):
        xlfuncs.CB_SHARES("10,00", 20.59)


@pytest.mark.parametrize("omitted", [None, "", 0, 0.0, [[None]], [[""]]])
def test_omitted_blank_and_zero_are_one(omitted: Any) -> None:
    assert adjust(12.444, omitted, omitted, omitted, omitted, omitted, omitted) == 12.44


def test_a_blank_range_is_an_omitted_argument() -> None:
    ask = caller(BY_NAME["CB_SCHEDULE"])
    assert ask("2022-12-05", [0.01], None, None, [[None], [""]])[0][-1] == "确定"


def test_too_few_and_too_many_arguments() -> None:
    for given in ((), (1.0,) * 8):
        with pytest.raises(BadArgument, match="需要 1 至 7 个参数"):
            adjust(*given)


def test_whole_numbers_only_where_declared() -> None:
    with pytest.raises(OutOfDomain, match="不是整数"):
        adjust(12.44, 0.16, 0, 0, 0, 1.5)
    with pytest.raises(OutOfDomain, match="不大于 12"):
        adjust(12.44, 0.16, 0, 0, 0, 13)


@pytest.mark.parametrize(
    "day",
    [dt.date(2025, 9, 17), dt.datetime(2025, 9, 17, 15, 0), "2025-09-17", "2025/9/17", "20250917",
     20250917, 45917, 45917.5, np.datetime64("2025-09-17"), pd.Timestamp("2025-09-17")],
)  # fmt: skip
def test_dates_in_their_usual_forms(day: Any) -> None:
    assert xlfuncs.CB_ACCRUED_DAYS("2022-12-05", day) == 286


def test_date_columns_in_their_usual_forms() -> None:
    column = pd.Series(pd.to_datetime(["2025-09-16", "2025-09-17"]))
    for given in (column, column.to_numpy(), column.dt.strftime("%Y%m%d"), column.tolist()):
        assert xlfuncs.CB_ACCRUED_DAYS("2022-12-05", given).tolist() == [285, 286]


def test_1904_serials() -> None:
    ask = caller(BY_NAME["CB_ACCRUED_DAYS"], date1904=True)
    assert ask(44900.0 - 1462, 45917.0 - 1462) == 286
    host = Headless(date1904=True)
    found = host.callbacks["CB_CALL_DATE"]([[44455.0]], [[27.0]], 20.0, 0.0, 1.0)
    assert found == 44455.0


def test_errors_pass_through_and_the_leftmost_wins() -> None:
    bad, worse = PassedOn("#DIV/0!"), PassedOn("#REF!")
    for given in ((bad, worse), (bad, "text"), (bad, None)):
        with pytest.raises(PassedOn) as caught:
            adjust(*given)
        assert caught.value.code == "#DIV/0!"
    with pytest.raises(BadArgument):
        adjust("text", bad)
    assert codes(adjust([[1.0, bad, worse]], [[bad, worse, 0.5]])) == [
        ["#DIV/0!", "#DIV/0!", "#REF!"]
    ]


def test_shapes_column_row_grid() -> None:
    column, row = [[10.0], [20.0]], [[1.0, 2.0, 3.0]]
    assert codes(adjust(column, row)) == [[9.0, 8.0, 7.0], [19.0, 18.0, 17.0]]
    grid = [[10.0, 20.0], [30.0, 40.0]]
    assert codes(adjust(grid, 1.0)) == [[9.0, 19.0], [29.0, 39.0]]
    assert codes(adjust(grid, [[1.0, 2.0]])) == [[9.0, 18.0], [29.0, 38.0]]
    assert codes(adjust(10.0, row)) == [[9.0, 8.0, 7.0]]


def test_shapes_that_differ_are_padded_as_in_excel() -> None:
    assert codes(adjust([[10.0, 20.0, 30.0]], [[1.0, 2.0]])) == [[9.0, 18.0, "#N/A"]]
    found = codes(adjust([[10.0], [20.0]], [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]))
    assert found == [[9.0, 8.0], [17.0, 16.0], ["#N/A", "#N/A"]]


def test_every_cell_bad_gives_every_cell_its_error() -> None:
    assert codes(adjust([[1.0, 2.0]], [[5.0, "x"]])) == [["#NUM!", "#VALUE!"]]


def test_an_error_of_a_scalar_argument_is_one_error() -> None:
    with pytest.raises(OutOfDomain):
        adjust([[1.0, 2.0]], 0, 0, 0, 0, 99)


def test_python_shapes() -> None:
    assert xlfuncs.CB_SHARES([10000, 1000], 20.59).tolist() == [485, 48]
    assert xlfuncs.CB_SHARES([[10000], [1000]], [[20.59, 10]]).tolist() == [[485, 1000], [48, 100]]
    assert isinstance(xlfuncs.CB_SHARES(10000, 20.59), int)
    assert type(xlfuncs.CB_ACCRUED(100, 0.01, 286)) is float
    with pytest.raises(CellError, match="第 2 行第 1 列"):
        xlfuncs.CB_SHARES([10000, -1], 20.59)


def test_python_keywords() -> None:
    assert xlfuncs.CB_ACCRUED(face=100, rate=0.01, days=286, places=4) == 0.7836
    assert xlfuncs.CB_STATUS(["2025-01-02"], [27.0], 20.0, need=20) == "1/20 | 30"
    with pytest.raises(BadArgument, match="没有参数 cahs"):
        xlfuncs.CB_ADJUST_PRICE(12.44, cahs=0.16)
    with pytest.raises(BadArgument, match="没有参数 price"):
        xlfuncs.CB_ADJUST_PRICE(12.44, price=12.44)
    with pytest.raises(AttributeError):
        xlfuncs.CB_NO_SUCH_THING  # noqa: B018
    assert "CB_SHARES" in dir(xlfuncs)


def test_terms_name_as_a_number_in_a_cell() -> None:
    days, closes = ["2025-08-04"], [26.88]
    assert xlfuncs.CB_TRIGGERS(days, closes, 20.59, 113664) == xlfuncs.CB_TRIGGERS(
        days, closes, 20.59, "113664"
    )


def test_an_unknown_name_says_what_there_is() -> None:
    with pytest.raises(NotCovered, match="113664"):
        xlfuncs.CB_TRIGGERS(["2025-08-04"], [26.88], 20.59, "no such bond")


@pytest.mark.parametrize("spec", FUNCTIONS, ids=lambda s: s.name)
def test_no_callback_ever_raises_or_lets_a_python_thing_through(spec: Any) -> None:
    """The engine's own kinds of values in every place, in and out."""
    host = Headless()
    na = {"type": "Error", "kind": "Na"}
    values = (0.0, 1.5, -3.0, 45917.0, 1e300, True, "", "x", "2025-01-02", None, na,
              [[1.0], [2.0]], [["x", None, 3.0]], [[na, True], [None, 0.0]], [])  # fmt: skip
    for value in values:
        for count in range(len(spec.parameters) + 2):
            check(host.callbacks[spec.name](*[value] * count))
    assert host.reasons
    assert all(reason.zh and reason.en for reason in host.reasons)
    assert not any("内部错误" in reason.zh for reason in host.reasons), host.reasons


def check(found: Any) -> None:
    if isinstance(found, list):
        assert found
        assert len({len(row) for row in found}) == 1
        for row in found:
            assert type(row) is list
            for cell in row:
                assert not isinstance(cell, list)
                check(cell)
    elif isinstance(found, dict):
        assert found["kind"] in {"Na", "Div", "Value", "Ref", "Name", "Num", "Null"}
    else:
        assert type(found) in {float, int, str, bool}
        assert found == found


def test_a_result_too_large_is_an_error_in_its_own_cell() -> None:
    with pytest.raises(OutOfDomain, match="过大"):
        adjust(1.0, 0, 0, 1e300, 1e300)
    assert codes(adjust([[1.0], [1.0]], 0, 0, 1.0, [[1e308], [3.0]], 2))[1] == [2.0]
    found = codes(adjust(1.0, 0, 0, [[1e300], [1.0]], [[1e300], [3.0]], 2))
    assert found == [["#NUM!"], [2.0]]


def test_rows_of_different_length_are_refused() -> None:
    with pytest.raises(BadArgument, match="长度不一"):
        adjust([[1.0, 2.0], [3.0]], 0.5)


def test_a_column_of_dates_is_read_as_each_of_them() -> None:
    ask = caller(BY_NAME["CB_ACCRUED_DAYS"])
    serials = [[45917.0 + n] for n in range(5)]
    days = [[dt.date(2025, 9, 17) + dt.timedelta(n)] for n in range(5)]
    mixed = [[45917.0], ["2025-09-18"], [dt.date(2025, 9, 19)], [45920], [45921.5]]
    for column in (serials, days, mixed):
        assert codes(ask("2022-12-05", column)) == [[286], [287], [288], [289], [290]]
    assert codes(ask("2022-12-05", [[45917.0], [None]])) == [[286], ["#VALUE!"]]
    assert codes(ask("2022-12-05", [[45917.0], [60.0]])) == [[286], ["#NUM!"]]
