"""Days and numbers however they are typed."""

import datetime as dt
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbooks.imports.adjustment import adjusted
from workbooks.imports.securities import code, kind_of
from workbooks.imports.spellings import FIRST_DAY, day, quantity
from workbooks.imports.units import unit
from xlfuncs.dates import to_serial

WIDE = str.maketrans("0123456789.,-/", "０１２３４５６７８９．，－／")
SPELLINGS = (
    "{0:%Y-%m-%d}", "{0:%Y%m%d}", "{0:%Y%m%d}.0", "{0.year}/{0.month}/{0.day}",
    "{0.year}年{0.month}月{0.day}日", "{0:%Y.%m.%d}", "{0:%Y-%m-%d} 00:00:00",
    "{0:%Y-%m-%d}T15:00:00+08:00", " {0:%Y/%m/%d} 15:00", "{0:%Y-%m-%d}(周五)",
)  # fmt: skip
days = st.dates(FIRST_DAY, dt.date(2099, 12, 31))


@given(days, st.sampled_from(SPELLINGS), st.booleans())
def test_a_day_in_any_spelling(when: dt.date, spelling: str, wide: bool) -> None:
    written = spelling.format(when)
    assert day(written.translate(WIDE) if wide else written) == when


@given(days, st.booleans())
def test_a_day_as_a_cell_holds_it(when: dt.date, date1904: bool) -> None:
    assert day(when) == when
    assert day(dt.datetime.combine(when, dt.time(15))) == when
    assert day(float(to_serial(when, date1904)), date1904) == when
    assert day(int(f"{when:%Y%m%d}")) == when


@pytest.mark.parametrize(
    "cell",
    ["", "--", None, 1, 7.0, True, "2022-13-01", "20221301", "18/10/2022", "22-10-18", "合计",
     "2022-10", "2022-10-10/11", "1989-01-03", "2022-10-09T16:00:00Z", float("nan")],
)  # fmt: skip
def test_what_is_no_day(cell: object) -> None:
    assert day(cell) is None


@given(
    st.decimals(-(10**12), 10**12, places=4, allow_nan=False, allow_infinity=False), st.booleans()
)
def test_a_number_in_any_spelling(number: Decimal, wide: bool) -> None:
    for written in (f"{number:f}", f"{number:,f}", f" {number:f} ", f"¥{number:f}"):
        assert quantity(written.translate(WIDE) if wide else written) == (number, "")


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_as_a_cell_holds_it(number: float) -> None:
    found = quantity(number)
    assert found is not None
    assert float(found[0]) == number


@pytest.mark.parametrize("cell", ["--", "—", "", None, "N/A", "nan", float("nan"), "－－", "停牌"])
def test_missing_is_missing_and_never_0(cell: object) -> None:
    assert quantity(cell) is None


@pytest.mark.parametrize("cell", ["1,23", "1.2.3", "待定", "1,2345", "2022-10-10", True])
def test_what_is_no_number(cell: object) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # the reader names the row
        quantity(cell)


@pytest.mark.parametrize(
    ("word", "factor", "base"),
    [("元", 1, "元"), ("万元", 10**4, "元"), ("亿", 10**8, ""), ("万手", 10**4, "手"),
     ("张", 1, "张"), ("千元", 10**3, "元"), ("元/股", 1, "元"),
     ("百万元", 10**6, "元"), ("人民币元", 1, "元"), ("million", 10**6, ""),
     ("角", Decimal("0.1"), "角")],
)  # fmt: skip
def test_units(word: str, factor: int, base: str) -> None:
    found = unit(word)
    assert found is not None
    assert (found.factor, found.base) == (factor, base)


@pytest.mark.parametrize(
    ("text", "words"),
    [("收盘价(前复权)", "前复权"), ("复权方式：后复权", "后复权"), ("603757_hfq.csv", "hfq"),
     ("是否复权：是", "是否复权：是"), ("PriceAdj=F", "PriceAdj=F"), ("复权方式：不复权", ""),
     ("未复权收盘价", ""), ("复权因子", ""), ("后复权因子", ""), ("是否复权：否", ""),
     ("收盘价", "")],
)  # fmt: skip
def test_words_of_adjustment(text: str, words: str) -> None:
    assert adjusted(text) == words


@pytest.mark.parametrize(
    ("written", "found", "kind"),
    [("603757.SH", "603757", "stock"), ("SZ002946", "002946", "stock"), (2946, "002946", "stock"),
     ("sh113664", "113664", "bond"), ("123456.SZ", "123456", "bond"), ("大元泵业", "", ""),
     ("688567.XSHG", "688567", "stock")],
)  # fmt: skip
def test_codes(written: object, found: str, kind: str) -> None:
    assert code(written) == found
    assert kind_of(found, "") == kind
