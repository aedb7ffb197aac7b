"""The report in English: the same figures, no Chinese but names and quotations."""

import ast
import datetime as dt
import itertools
import math
import re
import tomllib
from pathlib import Path

import openpyxl
import pytest
from openpyxl import Workbook
from template_helpers import chart_areas, named, refreshed

import xlfuncs
from workbooks.language import Language
from workbooks.refresh import refresh_bytes
from workbooks.report import write_report
from workbooks.report_pages import english as translated
from workbooks.report_pages.english import english
from workbooks.template import example, workbook_bytes
from xlfuncs import norms
from xlfuncs.registry import BY_NAME

CHINESE = re.compile("[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]")
CATALOGUE = Path(translated.__file__).with_name("english.toml")
NAMES = ("大元转债", "大元泵业", "佛燃能源", "孚能科技", "九丰能源", "分红实施", "分红测算")
ORIGINAL = {("Clauses", "C")}  # the prospectus' own words
ROOT = Path(translated.__file__).parents[2]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("english")
    (path / "book.xlsx").write_bytes(refreshed("example").data)
    for language in Language:
        write_report(path / "book.xlsx", path / f"{language}.xlsx", language=language)
    return path


@pytest.fixture(scope="module")
def report(folder: Path) -> Workbook:
    return openpyxl.load_workbook(folder / "en.xlsx")


def _foreign(report: Workbook) -> list[str]:
    """Texts with Chinese that are neither names nor quotations."""
    plans = {cell.value for cell in report["Payment"][7]}
    return [
        f"{sheet.title}!{cell.coordinate} {cell.value}"
        for sheet in report
        for row in sheet.iter_rows()
        for cell in row
        if isinstance(cell.value, str)
        and (sheet.title, cell.column_letter) not in ORIGINAL
        and cell.value not in plans
        and CHINESE.search(_without_names(cell.value))
    ]


def _without_names(text: str) -> str:
    return re.sub("|".join(NAMES), "", text)


def _reported(book: Workbook, folder: Path) -> Workbook:
    """The English report of a template, refreshed."""
    source, out = folder / "book.xlsx", folder / "report.xlsx"
    source.write_bytes(refresh_bytes(workbook_bytes(book)).data)
    write_report(source, out, language=Language.EN)
    return openpyxl.load_workbook(out)


def test_no_chinese_is_left_but_names_and_quotations(report: Workbook) -> None:
    assert _foreign(report) == []
    for sheet in report:
        assert not CHINESE.search(sheet.title)
        assert sheet.oddFooter.center.text == "Page &P of &N"
    assert not CHINESE.search(report.properties.title)


def test_a_waiver_and_gaps_are_said_in_english(tmp_path: Path) -> None:
    book = example()
    sheet, area = named(book, "强赎承诺")
    sheet[area][0][0].value, sheet[area][0][1].value = dt.date(2025, 8, 22), 3
    for name in ("未转股余额", "转债市价", "下修计数起始日"):
        sheet, area = named(book, name)
        sheet[area.partition(":")[0]].value = None
    sheet, area = named(book, "分红公司1")
    for cell, _ in sheet[area]:
        if cell.value in ("成熟期", "标准无保留意见", 2_000_000_000.0):
            cell.value = None
    report = _reported(book, tmp_path)
    assert _foreign(report) == []
    cells = [c.value for row in report["Clauses"] for c in row]
    assert "sessions of the waiver do not count" in cells
    assert "no balance entered" in cells
    assert "not enough given" in [c.value for row in report["Dividends"] for c in row]


def test_no_valuation_says_what_is_missing(tmp_path: Path) -> None:
    book = example()
    sheet, area = named(book, "波动率")
    sheet[area].value = None
    told = _reported(book, tmp_path)["Valuation"]["A3"].value
    assert told == "No valuation: not given: Volatility"


def test_every_figure_is_that_of_the_chinese_report(folder: Path, report: Workbook) -> None:
    chinese = openpyxl.load_workbook(folder / "zh.xlsx")
    assert len(chinese.worksheets) == len(report.worksheets)
    for zh, en in zip(chinese.worksheets, report.worksheets, strict=True):
        assert en.dimensions == zh.dimensions
        for ours, theirs in zip(en.iter_rows(), zh.iter_rows(), strict=True):
            for a, b in zip(ours, theirs, strict=True):
                assert (a.number_format, a.style) == (b.number_format, b.style)
                if not isinstance(b.value, str):
                    assert a.value == b.value


def test_every_number_of_a_sentence_is_kept(folder: Path, report: Workbook) -> None:
    chinese = openpyxl.load_workbook(folder / "zh.xlsx")
    for zh, en in zip(chinese.worksheets, report.worksheets, strict=True):
        for ours, theirs in zip(en.iter_rows(), zh.iter_rows(), strict=True):
            for a, b in zip(ours, theirs, strict=True):
                if isinstance(b.value, str):
                    found = re.findall(r"\d[\d,.-]*\d", b.value)
                    missing = [n for n in found if n not in str(a.value).replace(" ", "")]
                    assert missing == [], (b.value, a.value)


def test_charts_draw_from_the_english_sheets(folder: Path, report: Workbook) -> None:
    chinese = openpyxl.load_workbook(folder / "zh.xlsx")
    drawn = 0
    for zh, en in zip(chinese.worksheets, report.worksheets, strict=True):
        theirs, ours = list(chart_areas(zh)), list(chart_areas(en))
        assert [area for _, area in ours] == [area for _, area in theirs]
        assert {title for title, _ in ours} <= set(report.sheetnames)
        drawn += len(ours)
    assert drawn > 10


def test_conditional_formats_look_for_the_english_words(report: Workbook) -> None:
    rules = [
        formula
        for sheet in report
        for area in sheet.conditional_formatting
        for rule in area.rules
        for formula in rule.formula
    ]
    assert '$I5="condition met"' in rules
    assert not [formula for formula in rules if CHINESE.search(formula)]


@pytest.mark.parametrize("policy", norms.names("plans"))
def test_whatever_the_dividend_tables_say_has_its_english(policy: str) -> None:
    years: dict[str, list[object]] = {
        "distributable_profit": [100.0, -100.0],
        "major_spending": [True, False],
        "stage": [None, "growth", "mature", "unclear"],
        "cumulative_profit": [None, 50.0, -50.0],
        "audit_opinion": [None, "standard", "other"],
        "prior_profits": [None, [80.0, 90.0], [-500.0, -400.0]],
    }
    for chosen in itertools.product(*years.values()):
        given = {key: value for key, value in zip(years, chosen, strict=True) if value is not None}
        if "prior_profits" in given:
            given["prior_cash"] = [1.0, 2.0]
        for cash, stock in ((0.0, 0.0), (5.0, 0.0), (5.0, 30.0), (60.0, 60.0)):
            table = xlfuncs.DIV_CHECK(policy, cash, stock, **given)
            assert not [t for row in table for t in row if CHINESE.search(english(str(t or "")))]
        needed = {k: v for k, v in given.items() if k not in ("cumulative_profit", "audit_opinion")}
        table = xlfuncs.DIV_REQUIREMENTS(policy, **needed)
        assert not [t for row in table for t in row if CHINESE.search(english(str(t or "")))]


@pytest.mark.parametrize("board", ["main", "chinext", "star"])
def test_whatever_the_risk_table_says_has_its_english(board: str) -> None:
    for rd, left in itertools.product((None, 1e6, 1e9), (None, 1e8, -1e8)):
        given = {k: v for k, v in (("undistributed", left), ("rd_spending", rd)) if v is not None}
        if rd:
            given["revenue"] = 1e9
        table = xlfuncs.DIV_ST_RISK([1e8, 1e8, 1e8], [0.0, 0.0, 0.0], board, **given)
        assert not [t for row in table for t in row if CHINESE.search(english(str(t or "")))]


def test_what_is_unknown_stays_as_it_is() -> None:
    words = "至少十五个交易日；不低于当期转股价格的130%（含130%）"
    assert english(words) == words
    assert english("2.5") == "2.5"
    assert english("") == ""


def test_no_entry_of_the_catalogue_is_stale() -> None:
    """The Chinese of each is written in the product, if need be put together from three pieces."""
    columns = (column for function in BY_NAME.values() for column in function.columns)
    texts = "\n".join(itertools.chain(columns, *map(_constants, _sources())))
    catalogue = tomllib.loads(CATALOGUE.read_text(encoding="utf-8"))
    stale = [
        zh
        for zh in itertools.chain.from_iterable(catalogue.values())
        if any(_pieces(run, texts) > 3 for run in re.findall("[\u4e00-\u9fff]+", zh))
    ]
    assert stale == []


def _pieces(run: str, texts: str) -> float:
    """How many pieces of the product's texts a run of characters is made of, longest first."""
    pieces = 0
    while run:
        long = next((n for n in range(len(run), 0, -1) if run[:n] in texts), 0)
        if not long:
            return math.inf
        pieces, run = pieces + 1, run[long:]
    return pieces


def _sources() -> list[Path]:
    return [*(ROOT / "workbooks").rglob("*.py"), *(ROOT / "xlfuncs").rglob("*.py")]


def _constants(path: Path) -> list[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
