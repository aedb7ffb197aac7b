"""估值: the figures of the functions, the guidance for what is missing, and the report's page."""

import datetime as dt
import math
from pathlib import Path

import numpy as np
import openpyxl
import pytest
from openpyxl import Workbook
from template_helpers import authored, changed, chart_areas, named, refreshed, value, values

from workbooks.report import write_report
from workbooks.template import example_closes
from xlfuncs import norms
from xlfuncs.convertible.price import price_on
from xlfuncs.value import valuation

DAY = dt.date(2025, 8, 1)
TERMS = norms.terms("113664")
QUESTION = (DAY, 26.4, TERMS, 0.4, 0.015, 0.02)
PARITY = 100 * 26.4 / 20.59
FLOWS = {  # what is still paid after 2025-08-01, per 100 of face
    dt.date(2025, 12, 5): 1.0,
    dt.date(2026, 12, 5): 1.5,
    dt.date(2027, 12, 5): 2.5,
    dt.date(2028, 12, 5): 115.0,
}


def _closes() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Sessions, closes, and the conversion price in force on each."""
    days = [day for day, _ in example_closes()]
    prices = [float(price_on(day, TERMS.initial_price, TERMS.events)) for day in days]
    closes = [close for _, close in example_closes()]
    return np.array(days, "datetime64[D]"), np.array(closes), np.array(prices)


def _known() -> dict[str, object]:
    days, closes, prices = _closes()
    return {"dates": days, "closes": closes, "prices": prices, "paths": 5_000}


def _area(book: Workbook, name: str) -> list[list[object]]:
    sheet, area = named(book, name)
    cells = sheet[area] if ":" in area else ((sheet[area],),)
    return [[cell.value for cell in row] for row in cells]


def _number(book: Workbook, name: str) -> float:
    found = value(book, name)
    assert isinstance(found, int | float), f"{name}: {found}"
    return float(found)


def _set(**figures: object) -> Workbook:
    """The example after a refresh without an error, with other figures in named cells."""

    def change(book: Workbook) -> None:
        for name, figure in figures.items():
            sheet, area = named(book, name)
            sheet[area] = figure

    return changed(change)


def test_the_value_is_that_of_the_function() -> None:
    assert _number(values("example"), "理论价值") == valuation.value(*QUESTION, **_known())


def test_greeks_and_parts_are_those_of_the_functions() -> None:
    book = values("example")
    assert _area(book, "敏感指标") == [pytest.approx(valuation.greeks(*QUESTION, **_known())[0])]
    parts = valuation.value_parts(*QUESTION, **_known())[0]
    assert _area(book, "价值构成") == [pytest.approx(parts)]


def test_the_parts_add_up_to_the_value() -> None:
    (row,) = _area(values("example"), "价值构成")
    assert sum(row[:5]) == pytest.approx(_number(values("example"), "理论价值"), abs=1e-9)
    assert row[2] < 0, "a call takes away"


def test_the_grid_is_that_of_the_function_around_the_value() -> None:
    book = values("example")
    stocks = [row[0] for row in _area(book, "敏感度股价")]
    (volatilities,) = _area(book, "敏感度波动率")
    assert stocks == [18.48, 21.12, 23.76, 26.4, 29.04, 31.68, 34.32]
    assert volatilities == [0.3, 0.35, 0.4, 0.45, 0.5]
    axes = np.array(stocks), np.array(volatilities)
    wanted = valuation.value_grid(*QUESTION, *axes, **_known())
    found = _area(book, "敏感度表")
    assert found == [pytest.approx(row) for row in wanted]
    assert found[3][2] == pytest.approx(_number(book, "理论价值"), abs=1e-3)


def test_the_implied_volatility_gives_back_the_price_of_the_bond() -> None:
    day, stock, terms, _, *rates = QUESTION
    implied = _number(values("example"), "隐含波动率")
    again = valuation.value(day, stock, terms, implied, *rates, **_known())
    assert again == pytest.approx(136.0, abs=0.01)


def test_parity_premium_and_double_low_by_hand() -> None:
    book = values("example")
    assert _number(book, "转股价值") == pytest.approx(PARITY)
    assert _number(book, "转股溢价率") == pytest.approx(136 / PARITY - 1)
    assert _number(book, "双低值") == pytest.approx(136 + 100 * (136 / PARITY - 1))
    assert _number(book, "剩余年限") == (dt.date(2028, 12, 4) - DAY).days / 365


def _discounted(flows: dict[dt.date, float], rate: float) -> float:
    return sum(paid / (1 + rate) ** ((day - DAY).days / 365) for day, paid in flows.items())


def test_the_yields_discount_the_payments_to_the_price() -> None:
    book = values("example")
    taxed = {day: paid - 0.2 * (paid % 100) for day, paid in FLOWS.items()}
    put = {day: paid for day, paid in FLOWS.items() if day <= dt.date(2026, 12, 5)}
    put[dt.date(2026, 12, 5)] += 100
    net = {day: paid - 0.2 * (paid % 100) for day, paid in put.items()}
    assert _discounted(FLOWS, math.exp(0.035) - 1) == pytest.approx(_number(book, "纯债价值"))
    for flows, name in ((FLOWS, "到期收益率"), (taxed, "税后到期收益率"), (put, "回售收益率"),
                        (net, "税后回售收益率")):  # fmt: skip
        assert _discounted(flows, _number(book, name)) == pytest.approx(136), name


def test_the_historical_volatility_is_that_of_the_last_returns() -> None:
    closes = np.array([close for day, close in example_closes() if day <= DAY])
    returns = np.diff(np.log(closes))[-120:]
    wanted = returns.std(ddof=1) * math.sqrt(243)
    assert _number(values("example"), "历史波动率") == pytest.approx(wanted)


def test_the_assumptions_stand_beside_every_group_of_figures() -> None:
    column = [str(row[0].value) for row in values("example")["估值"].iter_rows(max_col=1)]
    lines = [line for line in column if line.startswith("假设：")]
    assert len(lines) == 4
    for words in ("2025-08-01", "26.40", "20.59", "40.0%", "1.50%", "2.00%", "拆分", "5,000"):
        assert words in lines[0]


def test_figures_nobody_announced_are_marked_until_they_are_replaced() -> None:
    sheet = values("example")["估值"]
    marked = [row[0].value for row in sheet.iter_rows(5, 22) if "示例" in str(row[4].value)]
    assert marked == ["估值日", "转债市价（全价）", "波动率", "无风险利率", "信用利差"]
    found = _set(转债市价=128.3)
    assert "示例" not in str(found["估值"]["E10"].value)
    assert value(found, "隐含波动率") == "无解", "no volatility is that low: parity is 128.22"


def test_a_blank_sheet_says_what_is_missing() -> None:
    state = str(value(values("blank"), "估值状态"))
    assert state.startswith("尚缺：估值日、正股价、转股价、波动率")
    assert str(value(values("filled"), "估值状态")) == (
        "尚缺：估值日、正股价、转股价、波动率、无风险利率、信用利差"
    )


def test_a_missing_volatility_blanks_the_results_and_is_named() -> None:
    found = _set(波动率=None)
    assert value(found, "估值状态") == "尚缺：波动率"
    assert value(found, "理论价值") in (None, "")
    assert _number(found, "历史波动率") > 0


@pytest.mark.parametrize("day", [dt.date(2022, 12, 4), dt.date(2028, 12, 4)])
def test_a_day_on_which_the_bond_does_not_live_is_words(day: dt.date) -> None:
    found = _set(估值日=day, 正股价另填=26.4)
    assert value(found, "估值状态") == "估值日须在发行日与到期日之间"
    assert value(found, "理论价值") in (None, "")


def test_a_share_price_of_ones_own_goes_before_the_close() -> None:
    found = _set(正股价另填=20.59)
    assert _number(found, "转股价值") == pytest.approx(100)
    assert _number(found, "估值日收盘") == 26.4


def test_a_day_before_the_first_session_takes_the_price_of_the_events() -> None:
    """The issuer has counted nothing then, and the price is that of the events."""
    day = dt.date(2024, 7, 1)
    found = _set(估值日=day, 正股价另填=22.0)
    assert _number(found, "估值转股价") == 21.29
    wanted = valuation.value(day, 22.0, *QUESTION[2:], paths=5_000)
    assert _number(found, "理论价值") == pytest.approx(wanted)


def test_a_suspended_day_takes_the_close_before() -> None:
    def suspend(book: Workbook) -> None:
        sheet = book["行情"]
        at = next(row[0].row for row in sheet.iter_rows(5) if row[0].value == DAY)
        sheet[f"B{at}"] = None

    assert _number(changed(suspend), "估值股价") == 26.13  # the close of 2025-07-31


def test_in_the_put_period_there_is_no_yield_to_its_first_day() -> None:
    found = _set(估值日=dt.date(2026, 12, 7))
    assert value(found, "回售计算日") in (None, "")
    assert value(found, "回售收益率") in (None, "")
    assert _number(found, "到期收益率") < 0


def test_the_bars_reach_from_part_to_part() -> None:
    (parts,) = _area(values("example"), "价值构成")
    rows = [[c.value for c in row] for row in values("example")["估值"]["W50:AA55"]]
    assert [row[0].split("\n")[0] for row in rows] == [
        "纯债", "转股权", "强赎", "回售", "下修", "价值",
    ]  # fmt: skip
    tops = [sum(row[1:]) for row in rows]
    assert tops[0] == parts[0]
    assert tops[1] == pytest.approx(parts[0] + parts[1])
    assert rows[2][1] == pytest.approx(sum(parts[:3]))
    assert tops[5] == parts[5]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Workbook:
    folder = tmp_path_factory.mktemp("report")
    source, out = folder / "book.xlsx", folder / "report.xlsx"
    source.write_bytes(refreshed("example").data)
    write_report(source, out)
    return openpyxl.load_workbook(out)


def test_the_page_of_the_report_shows_results_beside_assumptions(report: Workbook) -> None:
    rows = list(report["估值"].iter_rows(5, 22, values_only=True))
    results = {row[0]: row[1:4] for row in rows}
    assumed = {row[4]: row[5:8] for row in rows}
    for name in ("理论价值", "纯债价值", "隐含波动率"):
        assert results[name][0] == pytest.approx(_number(values("example"), name)), name
    assert results["理论价值"][1:] == ("元/张", "CB-14～20")
    assert assumed["波动率"][:2] == (0.4, "小数/年")
    assert assumed["正股价 S"] == (26.4, "元/股", "CB-16")


def test_the_page_of_the_report_has_parts_greeks_and_grid(report: Workbook) -> None:
    cells = {_rounded(c.value) for row in report["估值"] for c in row}
    for name, columns in (
        ("价值构成", slice(6)),
        ("敏感指标", slice(3, 9)),
        ("敏感度表", slice(5)),
    ):
        for row in _area(values("example"), name):
            assert {_rounded(figure) for figure in row[columns]} <= cells, name


def _rounded(found: object) -> object:
    return round(found, 9) if isinstance(found, float) else found


def test_the_charts_of_the_page_draw_something(report: Workbook) -> None:
    assert len(report["估值"]._charts) == 2
    for title, (left, top, right, bottom) in chart_areas(report["估值"]):
        rows = list(report[title].iter_rows(top, bottom, left, right, values_only=True))
        assert len(rows) in (6, 7)
        assert all(row[0] is not None for row in rows)


def test_the_cover_says_the_value_and_what_the_price_implies(report: Workbook) -> None:
    (line,) = [str(c.value) for row in report["封面"] for c in row if "估值（" in str(c.value)]
    assert f"{_number(values('example'), '理论价值'):.2f} 元/张" in line
    assert "隐含波动率 37.7%" in line


def test_a_workbook_without_a_valuation_has_a_page_that_says_why(tmp_path: Path) -> None:
    source, out = tmp_path / "book.xlsx", tmp_path / "report.xlsx"
    _set(估值日=None).save(source)
    write_report(source, out)
    found = openpyxl.load_workbook(out)
    assert found["估值"]["A3"].value == "没有估值：尚缺：估值日、正股价、转股价"
    assert not [c for row in found["封面"] for c in row if "估值（" in str(c.value)]


def test_names_of_the_inputs_lead_to_validated_cells() -> None:
    book = authored("example")
    sheet = book["估值"]
    checked = [rule.sqref for rule in sheet.data_validations.dataValidation]
    for name in ("估值日", "正股价另填", "转债市价", "波动率", "历史波动率天数", "无风险利率",
                 "信用利差", "信用模型", "违约回收率", "放弃强赎概率", "放弃停计月数", "下修概率",
                 "模拟路径数", "随机种子", "股价步长", "波动率步长"):  # fmt: skip
        _, area = named(book, name)
        assert any(area in ranges for ranges in checked), name
