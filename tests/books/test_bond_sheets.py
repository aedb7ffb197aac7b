"""The bond sheets: every function in its place, and what its inputs move."""

import datetime as dt

import pytest
from openpyxl import Workbook
from template_helpers import authored, changed, formula_cells, named, value, values

from workbooks.formula_tree import calls, tree
from xlfuncs.registry import FUNCTIONS

DAY = dt.datetime
PLACES = {
    "转股价": {"CB_PRICE_HISTORY", "CB_ADJUST_PRICE", "CB_PRICE_ON", "CB_AVERAGE_PRICE",
               "CB_INITIAL_PRICE_FLOOR", "CB_RESET_FLOOR", "CB_RIGHTS_RATIO", "CB_SPREAD_CASH",
               "CB_RATIO", "CB_DILUTION", "CB_ALLOTMENT"},
    "行情": {"CB_PRICE_ON"},
    "触发": {"CB_TRIGGERS", "CB_TRIGGER_PRICE", "CB_CALL_DAYS", "CB_RESET_DAYS", "CB_PUT_DAYS",
             "CB_CALL_DATE", "CB_RESET_DATE", "CB_PUT_DATE", "CB_STATUS", "CB_EARLIEST",
             "CB_SMALL_BALANCE", "CB_WAIVER_END", "CB_PRICE_ON"},
    "付息": {"CB_SCHEDULE", "CB_INTEREST", "CB_ACCRUED", "CB_ACCRUED_DAYS", "CB_ACCRUED_ON",
             "CB_COUPON_RATE", "CB_COUPON_YEAR", "CB_LAST_COUPON", "CB_NEXT_COUPON",
             "CB_PAY_DATE", "CB_RECORD_DATE", "CB_LAST_TRADE", "CB_CALL_PRICE",
             "CB_CONVERSION_START", "CB_MATURITY"},
    "换股与回售": {"CB_CONVERT", "CB_SHARES", "CB_FRACTION_CASH", "CB_PRICE_ON",
                   "CB_COUPON_RATE", "CB_ACCRUED_DAYS", "CB_ACCRUED_ON", "CB_PUT_START",
                   "CB_PUT_PRICE", "CB_PUT_DATES"},
    "估值": {"CB_PRICE_ON", "CB_PARITY", "CB_PREMIUM", "CB_DOUBLE_LOW", "CB_YEARS_LEFT",
             "CB_BOND_VALUE", "CB_YTM", "CB_YTP", "CB_OPTION_VALUE", "CB_VALUE", "CB_VALUE_PARTS",
             "CB_GREEKS", "CB_IMPLIED_VOL", "CB_VALUE_GRID"},
    "分红实施": {"CB_SPREAD_CASH"},
}  # fmt: skip
FOUND = {
    "折算现金": 0.99,
    "增发配股率": 0.01,
    "转股比例": 100 / 20.59,
    "转股占比": 3660369 / 103660369,  # floor(75,367,000 / 20.59) new shares on 100 million
    "配售面值": 25_000,
    "初始价下限": 23.18,  # 23.1712 up to a fen
    "下修价下限": 23.18,
    "截至计息年度": 3,
    "上一名义付息日": DAY(2024, 12, 5),
    "下一名义付息日": DAY(2025, 12, 5),
    "下一付息日": DAY(2025, 12, 5),
    "付息登记日": DAY(2025, 12, 4),
    "下一期利息": 1,
    "最后交易日": DAY(2025, 9, 11),
    "推算转股起始日": DAY(2023, 6, 9),
    "推算到期日": DAY(2028, 12, 4),
    "推算回售首日": DAY(2026, 12, 5),
    "到期最后交易日": "超出已知日历",
    "强赎预计日": DAY(2025, 9, 17),
    "下修预计日": DAY(2025, 10, 16),
    "回售预计日": "超出已知日历",
    "下修满足日": "尚未满足",
    "回售满足日": "尚未满足",
    "余额结论": "尚未满足",
    "试算转股数": 48,
    "试算现金": 11.77,  # 1,000 - 48 * 20.59 = 11.68 and 1% on it for 286 days
    "回售价": 100.06,
    "税后回售价": 100.05,
}


def test_every_bond_function_has_its_place() -> None:
    used: dict[str, set[str]] = {}
    for cell in formula_cells(authored("blank")):
        found = {c.name for c in calls(tree(cell.value[1:])) if c.name.startswith("CB_")}
        used.setdefault(cell.parent.title, set()).update(found)
    manuals = {"函数手册", "表格示例"}  # every function stands there
    assert {s: names for s, names in used.items() if names and s not in manuals} == PLACES


def test_no_bond_function_is_without_a_place() -> None:
    bond = {spec.name for spec in FUNCTIONS if spec.name.startswith("CB_")}
    assert set().union(*PLACES.values()) == bond


@pytest.mark.parametrize(("name", "figure"), FOUND.items())
def test_a_figure_of_the_example(name: str, figure: object) -> None:
    wanted = pytest.approx(figure, rel=1e-12) if isinstance(figure, float) else figure
    assert value(values("example"), name) == wanted


def test_a_row_of_applications_spills_the_whole_conversion() -> None:
    row = [cell.value for cell in values("example")["换股与回售"]["C7:J7"][0]]
    assert row == [20.59, 0.01, 193, 485, 9986.15, 13.85, pytest.approx(0.0732, abs=5e-5), 13.92]


def test_days_of_a_put_window() -> None:
    sheet, area = named(values("example"), "回售日程")
    days = [cell.value for cell in sheet[area][0]]
    assert days == [DAY(2026, 12, 18), DAY(2026, 12, 23), DAY(2026, 12, 24), DAY(2026, 12, 25)]


def test_a_put_window_past_the_calendar_is_words() -> None:
    found = changed(lambda book: _set(book, "回售申报首日", dt.date(2026, 12, 28)))
    assert value(found, "回售日程") == "超出已知日历"
    assert not str(value(found, "回售申报说明")).startswith("示例日期")


def test_a_waiver_restarts_the_counts_and_the_table() -> None:
    def waive(book: Workbook) -> None:
        sheet, area = named(book, "强赎承诺")
        sheet[area][0][0].value, sheet[area][0][1].value = dt.date(2025, 5, 8), 3

    found = changed(waive)
    sheet, area = named(found, "强赎承诺")
    assert [c.value for c in sheet[area][0]][2:] == [DAY(2025, 8, 8), DAY(2025, 8, 11)]
    assert value(found, "强赎计数起始日") == DAY(2025, 8, 11)
    assert value(found, "强赎满足日") == DAY(2025, 8, 29)  # 15 sessions after the waiver
    rows = {row[0].value: row[4].value for row in found["触发"]["A6:I180"]}
    assert rows[DAY(2025, 8, 8)] == 0
    assert rows[DAY(2025, 8, 29)] == 15


def test_an_announced_restart_goes_before_the_reckoned_one() -> None:
    def announce(book: Workbook) -> None:
        book["触发"]["M15"], book["触发"]["N15"] = dt.date(2023, 7, 20), 6
        book["触发"]["Q15"] = dt.date(2024, 1, 21)

    found = changed(announce)
    assert found["触发"]["P15"].value == DAY(2024, 1, 22)
    assert value(found, "下修计数起始日") == DAY(2024, 1, 21)


def test_a_waiver_past_the_calendar_still_stops_the_count() -> None:
    def waive(book: Workbook) -> None:
        book["触发"]["M14"], book["触发"]["N14"] = dt.date(2025, 8, 22), 24

    found = changed(waive)
    assert found["触发"]["O14"].value == "超出已知日历"
    assert value(found, "强赎进度") == "0/15 | 30"
    assert value(found, "强赎满足日") == "尚未满足"


def test_first_days_of_a_reset_and_a_put_under_low_closes() -> None:
    """Closes under every line: the 15th and the 30th session from the starts."""

    def fall(book: Workbook) -> None:
        for at in range(5, 179):
            book["行情"][f"B{at}"] = 14.0
        _set(book, "回售计数起始日", dt.date(2025, 7, 1))

    found = changed(fall)
    days = [row[0].value for row in found["触发"]["A6:A179"]]
    assert value(found, "下修满足日") == days[14]
    assert value(found, "回售满足日") == [day for day in days if day >= DAY(2025, 7, 1)][29]
    assert value(found, "下修结论") == value(found, "回售结论") == "条件已满足"


def test_a_reset_begins_the_put_run_anew() -> None:
    def fall(book: Workbook) -> None:
        for at in range(5, 179):
            book["行情"][f"B{at}"] = 10.0
        _set(book, "回售计数起始日", dt.date(2025, 7, 1))
        book["转股价"]["A10"], book["转股价"]["F10"] = dt.date(2025, 7, 21), 18.0

    found = changed(fall)
    days = [row[0].value for row in found["触发"]["A6:A179"]]
    assert value(found, "回售满足日") == [day for day in days if day > DAY(2025, 7, 21)][29]


def test_averages_of_traded_amounts_set_the_floors() -> None:
    """Two sessions, one before the ex-date of 2025-06-16: it counts at 0.20 less."""

    def trade(book: Workbook) -> None:
        sheet = book["转股价"]
        for at, row in enumerate(((dt.date(2025, 6, 13), 2_400.0, 100.0),
                                  (dt.date(2025, 6, 16), 6_900.0, 300.0)), 5):  # fmt: skip
            for column, figure in zip("RST", row, strict=True):
                sheet[f"{column}{at}"] = figure
        sheet["S31"] = sheet["S32"] = None

    found = changed(trade)
    assert value(found, "均价20") == pytest.approx((23.8 * 100 + 23.0 * 300) / 400)
    assert value(found, "均价1") == pytest.approx(23.0)
    assert value(found, "初始价下限") == value(found, "下修价下限") == 23.2


def test_a_small_balance_is_a_ground_for_a_call_below_the_limit_only() -> None:
    for balance, verdict in ((30_000_000, "尚未满足"), (29_999_999.99, "条件已满足")):
        found = changed(lambda book, face=balance: _set(book, "未转股余额", face))
        assert value(found, "余额结论") == verdict


def test_a_payment_past_the_calendar_is_that_of_the_schedule() -> None:
    def later(book: Workbook) -> None:
        book["行情"]["A179"], book["行情"]["B179"] = dt.date(2026, 12, 21), 20.0

    found = changed(later)
    assert value(found, "下一名义付息日") == DAY(2027, 12, 5)
    assert value(found, "下一付息日") == DAY(2027, 12, 6)
    assert value(found, "付息登记日") == DAY(2027, 12, 3)


def test_days_that_differ_from_the_terms_say_so() -> None:
    found = changed(lambda book: _set(book, "到期日", dt.date(2028, 12, 5)))
    notes = [str(row[0].value) for row in found["付息"]["E48:E51"]]
    assert "不同" in notes[2]
    assert "一致" in notes[1]


def _set(book: Workbook, name: str, figure: object) -> None:
    sheet, area = named(book, name)
    sheet[area.partition(":")[0]] = figure
