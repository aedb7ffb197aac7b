"""分红实施: announced figures read back, verdicts that turn, inputs checked, the report's page."""

import datetime as dt
from decimal import Decimal
from pathlib import Path

import openpyxl
import pytest
from openpyxl import Workbook
from template_helpers import authored, changed, named, refreshed, values

from workbooks.report import write_report
from workbooks.sheets.distribution_items import ITEMS, ROWS
from workbooks.sheets.dividend_items import FIRST
from workbooks.sheets.dividend_items import ITEMS as FIGURES
from workbooks.sheets.dividend_items import ROWS as FIGURE_ROWS
from workbooks.sheets.inputs import MARKET, REAL, SAMPLE

SHEET = "分红实施"
ANNOUNCED = {  # ../shared/data/README.md: total cash, per company and year
    ("佛燃能源 002911", "2022 年度"): 429_596_460,
    ("佛燃能源 002911", "2023 年度"): 592_759_860,
    ("佛燃能源 002911", "2024 年度"): 298_425_290.03,  # announced in whole yuan
    ("九丰能源 605090", "2022 年度"): 185_611_183.20,
    ("九丰能源 605090", "2023 年半年度"): 185_611_183.20,
    ("九丰能源 605090", "2023 年度末期"): 248_842_932.80,
    ("九丰能源 605090", "2024 年半年度"): 249_797_301.20,
}
EX_PRICES = {  # closes of ../shared/data before the ex-date, as tests/golden/DIV_EX_PRICE.csv
    ("佛燃能源 002911", "2022 年度"): 12.16,
    ("佛燃能源 002911", "2023 年度"): 10.49,
    ("九丰能源 605090", "2021 年度"): 19.41,
    ("九丰能源 605090", "2022 年度"): 22.21,
}


def _of(book: Workbook, key: str, column: str) -> object:
    return book[SHEET][f"{column}{ROWS[key]}"].value


def _all(book: Workbook, column: str, *keys: str) -> list[object]:
    return [_of(book, key, column) for key in keys]


def _put(book: Workbook, column: str, **figures: object) -> None:
    for key, figure in figures.items():
        book[SHEET][f"{column}{ROWS[key]}"] = figure


def _past(book: Workbook) -> dict[tuple[object, object], list[object]]:
    sheet, area = named(book, "历次方案")
    rows = [[cell.value for cell in row] for row in sheet[area]]
    return {(row[0], row[1]): row for row in rows if row[0]}


def test_past_plans_give_the_announced_totals() -> None:
    found = _past(values("example"))
    assert {key: row[4] for key, row in found.items() if row[4]} == ANNOUNCED
    assert {abs(row[6]) for row in found.values() if row[6]} == {0.03}


def test_ex_prices_follow_from_the_closes_before_the_ex_dates() -> None:
    found = _past(values("example"))
    assert {key: found[key][9] for key in EX_PRICES} == EX_PRICES


def test_the_plan_of_foran_for_2023() -> None:
    book = values("example")
    read = _all(book, "B", "per_ten", "sent", "capitalised", "paid_out", "interim", "ex_price")
    assert read == [6, 0, 3, 592_759_860, 0, 10.49]
    assert _of(book, "deadline", "B") == dt.datetime(2024, 6, 17)
    assert _of(book, "on_time", "B") == "满足"


def test_the_plan_of_jovo_with_its_interim_dividend() -> None:
    book = values("example")
    read = _all(book, "H", "paid_out", "year_cash", "interim")
    assert read == [248_842_932.80, 434_454_116, 185_611_183.20]
    assert _of(book, "paid_share", "H") == pytest.approx(0.3327, abs=5e-5)


def test_farasis_says_why_nothing_is_paid() -> None:
    keys = ("paid_out", "ex_price", "deadline", "on_time", "paid_share", "three_years")
    assert _all(values("example"), "E", *keys) == [
        0, "不分配", "不派现", "不适用", "净利润不为正", "年均利润不为正，不设下限",
    ]  # fmt: skip


def test_tax_falls_with_the_holding_period_and_nothing_is_lost() -> None:
    book = values("example")
    assert _all(book, "B", "tax_1", "tax_2", "tax_3") == [1200, 600, 0]
    for place in (1, 2, 3):
        assert sum(_all(book, "B", f"tax_{place}", f"net_{place}")) == 6000


def test_occupied_funds_are_withheld_up_to_the_dividend() -> None:
    book = values("example")
    assert _all(book, "B", "owner_due", "owner_paid", "withheld") == [3e6, 2e6, 1e6]
    assert _all(book, "H", "owner_due", "owner_paid", "withheld") == [8e5, 0, 8e5]


def test_half_the_votes_carry_for_foran_and_not_for_jovo() -> None:
    assert _all(values("example"), "B", "vote_share", "carried") == [0.5, "通过"]
    book = changed(lambda book: _put(book, "H", votes_for=250_000_000))
    assert _all(book, "H", "vote_share", "carried") == [0.5, "未通过"]


def test_a_differential_dividend_is_cut_or_rounded_as_chosen() -> None:
    def west(book: Workbook) -> None:  # 西麦食品 2023 and 贵州三力 2024, announced.json C125, C130
        _put(book, "B", wording="10派3.1元", entitled=221_397_085, total=223_246_885, places=7)
        _put(book, "H", wording="10派3.40元", entitled=404_820_016, total=409_802_216, places=4)

    book = changed(west)
    assert _all(book, "B", "paid_out", "spread", "spread_ten") == [
        68_633_096.35, 0.3074313, 3.074313,
    ]  # fmt: skip
    assert _all(book, "H", "paid_out", "spread") == [137_638_805.44, 0.3359]


def test_the_exchange_warns_when_every_leg_is_met() -> None:
    assert _all(values("example"), "B", "st") == ["不触及"]

    def low(book: Workbook) -> None:
        figures = book["分红测算"]
        for row in figures.iter_rows(min_row=5, max_col=2):
            if row[0].value in ("当年现金分红总额", "前第二年现金分红", "前一年现金分红"):
                row[1].value = 1_000_000.0

    assert _all(changed(low), "B", "st") == ["实施其他风险警示（ST）"]


@pytest.mark.parametrize(("unit", "power"), [("万元", 4), ("亿元", 8)])
def test_amounts_may_be_typed_in_wan_or_yi(unit: str, power: int) -> None:
    """The same figures in another unit give the same results, to the fen."""

    def scaled(book: Workbook) -> None:
        book["分红测算"][f"B{FIGURE_ROWS['scale']}"] = unit
        for title, items in (("分红测算", FIGURES), (SHEET, ITEMS)):
            for at, item in enumerate(items, FIRST):
                cell = book[title][f"B{at}"]
                if item.is_amount and cell.value is not None:
                    cell.value = float(Decimal(repr(float(cell.value))).scaleb(-power))

    plain, book = values("example"), changed(scaled)
    for title, items in (("分红测算", FIGURES), (SHEET, ITEMS)):
        for at, item in enumerate(items, FIRST):
            if item.key and not item.is_amount and item.key != "scale":
                same = book[title][f"B{at}"].value, plain[title][f"B{at}"].value
                assert same[0] == same[1], item.label
            assert book[title][f"C{at}"].value == plain[title][f"C{at}"].value, item.label
    assert book["分红测算"][f"C{FIGURE_ROWS['cash']}"].value == 592_759_860
    assert _of(book, "scale", "B") == unit
    assert _all(book, "H", "paid_out") == _all(plain, "H", "paid_out")


def test_an_input_shows_the_unit_it_is_typed_in() -> None:
    rules = authored("example")["分红测算"].conditional_formatting
    cell = f"H{FIGURE_ROWS['cash']}"
    found = {str(rule.dxf.numFmt.formatCode): rule.formula for area in rules
             for rule in area.rules if area.sqref == cell and rule.dxf.numFmt}  # fmt: skip
    unit = f"H${FIGURE_ROWS['scale']}"
    assert found == {
        '#,##0.00####" 万元"': [f'{unit}="万元"'],
        '#,##0.00####" 亿元"': [f'{unit}="亿元"'],
    }


def test_a_late_ex_date_and_a_missing_one_are_told() -> None:
    late = changed(lambda book: _put(book, "B", ex_date=dt.date(2024, 6, 18)))
    assert _of(late, "on_time", "B") == "不满足"
    unknown = changed(lambda book: _put(book, "B", ex_date=None))
    assert _of(unknown, "on_time", "B") == "资料不足"


def test_every_figure_names_its_source() -> None:
    sheet = authored("example")[SHEET]
    for column, source in ("BD", "EG", "HJ"):
        for item in (item for item in ITEMS if item.kind):
            at = ROWS[item.key]
            if sheet[f"{column}{at}"].value is not None:
                assert sheet[f"{source}{at}"].value, (column, item.key)
    sources = [sheet[f"D{ROWS[key]}"].value for key in ("wording", "close", "votes_for")]
    assert sources == [REAL, MARKET, SAMPLE]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[object, ...]]:
    folder: Path = tmp_path_factory.mktemp("dividends")
    (folder / "book.xlsx").write_bytes(refreshed("example").data)
    write_report(folder / "book.xlsx", folder / "report.xlsx")
    sheet = openpyxl.load_workbook(folder / "report.xlsx")[SHEET]
    assert sheet.conditional_formatting
    return list(sheet.iter_rows(max_col=6, values_only=True))


def test_the_report_shows_each_line_with_unit_and_clause(page: list[tuple[object, ...]]) -> None:
    rows = {row[0]: row[1:] for row in page}
    assert rows["本次现金红利总额"] == (592_759_860, 0, 248_842_932.8, "元", "DV-13")
    assert rows["分配方案"] == ("通过", "通过", "通过", None, "DV-14")
    assert rows["最迟派发日"][1] == "不派现"
    assert rows["三年现金分红低于3,000万元"][:3] == (0, 30_000_000, "触及")


def test_the_report_lists_the_past_plans(page: list[tuple[object, ...]]) -> None:
    rows = {row[:2]: row[2:] for row in page}
    assert rows["佛燃能源 002911", "2023 年度"] == (592_759_860, 0, 10.49, 9.76)
