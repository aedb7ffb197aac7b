"""The market board: real figures of 113664, many bonds, every way a table is written, bad input."""

import datetime as dt
import io
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pandas as pd
import pytest
from lxml import etree
from typer.testing import CliRunner

import xlfuncs
from workbooks.board.sheets import AT, BOARD, EVENTS, FIRST, NOTES
from workbooks.cli import app
from workbooks.template import example_closes
from xlfuncs import norms

pytestmark = pytest.mark.filterwarnings("ignore:Sparkline Group extension")  # openpyxl drops them
TERMS = norms.terms("113664")
ROW = {
    "代码": "113664", "名称": TERMS.name, "正股": TERMS.stock, "发行日": TERMS.issue_date,
    "到期日": TERMS.maturity_date, "票面利率": "0.4%、0.6%、1.0%、1.5%、2.5%、3.0%",
    "到期赎回价": 115, "当期转股价": 20.59, "转股起始日": TERMS.conversion_start,
    "余额": 449_931_000, "转债价格": 243.3,
}  # fmt: skip
LAST = dt.date(2025, 8, 22)  # the day on which the call was met, by the notice


def prices(code: str = "113664", scale: float = 1.0) -> pd.DataFrame:
    known = [(day, close) for day, close in example_closes() if day <= LAST]
    days, closes = zip(*known, strict=True)
    return pd.DataFrame({"代码": code, "日期": days, "收盘": [round(c * scale, 2) for c in closes]})


def made(folder: Path, rows: list[dict[str, Any]], quotes: pd.DataFrame, *options: str) -> Any:
    pd.DataFrame(rows).to_excel(folder / "条款.xlsx", index=False)
    quotes.to_csv(folder / "行情.csv", index=False, encoding="gb18030")
    asked = ["board", *(str(folder / n) for n in ("条款.xlsx", "行情.csv")), *options]
    return CliRunner().invoke(app, [*asked, "-o", str(folder / "board.xlsx")])


def shown(folder: Path, row: int = FIRST) -> dict[str, Any]:
    sheet = openpyxl.load_workbook(folder / "board.xlsx")[BOARD]
    return {name: sheet[f"{letters}{row}"].value for name, letters in AT.items()}


def test_a_real_bond_as_announced(tmp_path: Path) -> None:
    done = made(tmp_path, [ROW], prices())
    assert done.exit_code == 0, done.output
    found = shown(tmp_path)
    assert found["强赎天数"] == "15/15 | 30"  # the notice of 2025-08-22
    assert found["强赎还差"] == 0
    assert found["正股收盘"] == 50.10
    assert found["强赎线"] == pytest.approx(26.767)
    assert found["转股价值"] == pytest.approx(50.10 / 20.59 * 100)
    assert found["溢价率"] == pytest.approx(243.3 / (50.10 / 20.59 * 100) - 1)
    assert found["剩余规模"] == pytest.approx(4.49931)
    assert found["下一付息日"].date() == dt.date(2025, 12, 5)
    assert found["下次利息"] == 1.0
    called = xlfuncs.CB_CALL_PRICE(LAST, TERMS.issue_date, TERMS.rates)
    assert found["今日赎回价"] == pytest.approx(called)
    assert found["剩余年限"] == (TERMS.maturity_date - LAST).days / 365


@pytest.mark.parametrize(
    ("heading", "figure", "said"),
    [
        ("余额（亿元）", 4.49931, "“余额（亿元）”×100,000,000"),
        ("余额_万元", 44_993.1, "“余额_万元”×10,000"),
        ("outstanding (CNY million)", 449.931, "“outstanding (CNY million)”×1,000,000"),
        ("未转股余额 亿", "4.49931", "“未转股余额 亿”×100,000,000"),
        ("剩余规模（元）", 449_931_000, "剩余规模以亿元列示"),
    ],
)
def test_the_unit_of_a_heading_is_converted_and_said(
    tmp_path: Path, heading: str, figure: float | str, said: str
) -> None:
    bond = {k: v for k, v in ROW.items() if k not in ("余额", "当期转股价")}
    bond |= {heading: figure, "当期转股价（元/股）": 20.59, "余额下限（万元）": 3_000}
    assert made(tmp_path, [bond], prices()).exit_code == 0
    assert shown(tmp_path)["剩余规模"] == pytest.approx(4.49931)
    notes = openpyxl.load_workbook(tmp_path / "board.xlsx")[NOTES]
    words = "".join(str(cell.value) for cell in notes["A"])
    assert "“余额下限（万元）”×10,000" in words
    assert said in words


@pytest.mark.parametrize(
    ("heading", "why"), [("余额（万港元）", "港元"), ("发行规模（吨）", "看不懂单位“吨”")]
)
def test_an_unknown_unit_is_refused(tmp_path: Path, heading: str, why: str) -> None:
    refused = made(tmp_path, [{**ROW, heading: 4.5}], prices())
    assert refused.exit_code == 1
    assert why in refused.output
    assert not (tmp_path / "board.xlsx").exists()


def test_codes_keep_their_zeros_and_other_shares_are_left_out(tmp_path: Path) -> None:
    rows = [{**ROW, "代码": "001234"}, {**ROW, "代码": "999999"}]
    done = made(tmp_path, rows, pd.concat([prices("001234"), prices("600000")]))
    assert done.exit_code == 0, done.output
    assert shown(tmp_path)["代码"] == "001234"
    assert shown(tmp_path, FIRST + 1)["代码"] is None
    notes = openpyxl.load_workbook(tmp_path / "board.xlsx")[NOTES]
    assert "999999" in "".join(str(cell.value) for cell in notes["A"])


def test_sorted_by_what_is_asked(tmp_path: Path) -> None:
    rows = [{**ROW, "代码": f"11000{n}", "转债价格": 100.0 + 40 * n} for n in range(3)]
    quotes = pd.concat([prices(f"11000{n}", 1 - 0.2 * n) for n in range(3)])
    assert made(tmp_path, rows, quotes).exit_code == 0
    codes = [shown(tmp_path, FIRST + n)["代码"] for n in range(3)]
    assert codes == ["110000", "110001", "110002"]
    assert made(tmp_path, rows, quotes, "--sort", "剩余年限").exit_code == 0
    refused = made(tmp_path, rows, quotes, "--sort", "运气")
    assert refused.exit_code == 1
    assert "双低、溢价率" in refused.output


def test_coming_events(tmp_path: Path) -> None:
    bond = {**ROW, "发行日": dt.date(2022, 9, 10), "到期日": dt.date(2028, 9, 9),
            "下修计数起始日": dt.date(2025, 9, 1)}  # fmt: skip
    assert made(tmp_path, [bond], prices()).exit_code == 0
    sheet = openpyxl.load_workbook(tmp_path / "board.xlsx")[EVENTS]
    found = [(row[0].date(), row[3]) for row in sheet.iter_rows(min_row=5, values_only=True)]
    assert found == [
        (dt.date(2025, 9, 1), "下修开始（重新）计数"),
        (dt.date(2025, 9, 9), "付息债权登记日"),
        (dt.date(2025, 9, 10), "付息日，每张 1 元（税前）"),
    ]


def test_a_run_that_goes_on_is_foreseen(tmp_path: Path) -> None:
    quotes = prices()
    short = quotes[quotes["日期"] <= dt.date(2025, 8, 20)]  # two sessions before it was met
    assert made(tmp_path, [ROW], short).exit_code == 0
    assert shown(tmp_path)["强赎天数"] == "13/15 | 30"
    assert shown(tmp_path)["强赎预计最早"].date() == LAST
    sheet = openpyxl.load_workbook(tmp_path / "board.xlsx")[EVENTS]
    assert "强赎预计最早满足（现 13/15 | 30）" in [cell.value for cell in sheet["D"]]


def test_rates_in_columns_and_prices_by_day(tmp_path: Path) -> None:
    """The ladder in i1 … i6, and the conversion price in force in the file of prices."""
    bond = {k: v for k, v in ROW.items() if k not in ("票面利率", "当期转股价")}
    bond |= {f"i{n}": r for n, r in enumerate((0.004, 0.006, 0.01, 0.015, 0.025, 0.03), 1)}
    quotes = prices()
    quotes["转股价"] = [20.79 if day < dt.date(2025, 6, 16) else 20.59 for day in quotes["日期"]]
    assert made(tmp_path, [bond], quotes).exit_code == 0
    assert shown(tmp_path)["强赎天数"] == "15/15 | 30"
    assert shown(tmp_path)["转股价"] == 20.59
    assert shown(tmp_path)["下次利息"] == 1.0


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda r, _q: r[0].pop("代码"), "缺少“代码”列"),
        (lambda _r, q: q.pop("收盘"), "缺少列 close"),
        (lambda r, _q: r[0].update(票面利率="40%、60%、10"), "债券 113664：票面利率"),
        (lambda r, _q: r[0].update(当期转股价="二十"), "债券 113664：当期转股价"),
        (lambda r, _q: r.append(r[0]), "债券 113664 出现两次"),
        (lambda _r, q: q.update(pd.DataFrame({"收盘": [-1.0]})), "收盘价须大于 0"),
        (lambda r, _q: r[0].update(代码="000001"), "没有条款表中任何债券"),
    ],
)
def test_bad_input_is_named(tmp_path: Path, change: Any, told: str) -> None:
    rows, quotes = [dict(ROW)], prices()
    change(rows, quotes)
    done = made(tmp_path, rows, quotes)
    assert done.exit_code == 1
    assert told in done.output
    assert not (tmp_path / "board.xlsx").exists()


def test_files_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "x.xlsx").write_text("no workbook")
    for terms in ("missing.xlsx", "x.xlsx"):
        asked = ["board", str(tmp_path / terms), str(tmp_path / "p.csv"), "-o"]
        done = CliRunner().invoke(app, [*asked, str(tmp_path / "b.xlsx")])
        assert done.exit_code == 1
        assert terms in done.output


def test_the_small_trends_are_as_excel_wants_them(tmp_path: Path) -> None:
    assert made(tmp_path, [ROW], prices()).exit_code == 0
    with zipfile.ZipFile(io.BytesIO((tmp_path / "board.xlsx").read_bytes())) as archive:
        root = etree.fromstring(archive.read("xl/worksheets/sheet1.xml"))
    last = root[-1]
    assert etree.QName(last).localname == "extLst"
    names = [etree.QName(node).localname for node in last.iter()]
    assert names[:4] == ["extLst", "ext", "sparklineGroups", "sparklineGroup"]
    line = next(node for node in last.iter() if etree.QName(node).localname == "sparkline")
    assert [part.text for part in line] == ["'走势'!B2:BI2", f"C{FIRST}"]
