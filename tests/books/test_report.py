"""The report: the refreshed figures with unit and clause, and clear refusals."""

import datetime as dt
from pathlib import Path

import openpyxl
import pytest
from openpyxl import Workbook
from template_helpers import (
    authored,
    chart_areas,
    loaded,
    named,
    refreshed,
    saved,
    value,
    values,
)

from workbooks.package import PackageError
from workbooks.refresh import refresh_bytes
from workbooks.report import ReportError, write_report
from workbooks.template import build, example, example_closes, workbook_bytes
from xlfuncs.tables import Terms

PAGES = ["封面", "条款跟踪", "转股价", "付息", "触发", "估值", "分红", "分红实施", "附表"]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("book") / "113664.xlsx"
    path.write_bytes(refreshed("example").data)
    return path


@pytest.fixture(scope="module")
def report(book: Path) -> Workbook:
    out = book.with_name("report.xlsx")
    write_report(book, out)
    return openpyxl.load_workbook(out)


def _texts(report: Workbook, page: str) -> list[str]:
    return [str(c.value) for row in report[page] for c in row if c.value is not None]


def _cells(report: Workbook, page: str) -> list[object]:
    return [c.value for row in report[page] for c in row if c.value is not None]


def test_the_pages_stand_in_their_order(report: Workbook) -> None:
    assert report.sheetnames == PAGES


def test_the_cover_shows_the_state_in_one_look(report: Workbook) -> None:
    cells, texts = _cells(report, "封面"), _texts(report, "封面")
    assert 20.59 in cells
    assert 100.7836 in cells
    assert "30/15 | 30" in cells
    assert dt.datetime(2025, 12, 5) in cells
    assert any("2025-08-22 首次满足，当日 15/15 | 30" in text for text in texts)
    assert {474_207_888, 347_563_292.8, "无适用下限"} <= set(cells)


def test_the_clause_tracker_gives_each_condition_its_words_line_and_verdict(
    report: Workbook,
) -> None:
    rows = {row[0]: row for row in report["条款跟踪"].iter_rows(5, 8, values_only=True)}
    assert list(rows) == ["CB-18", "CB-18a", "CB-14", "CB-20"]
    assert rows["CB-18"][3:] == (
        26.767, 49.79, "30/15 | 30", dt.datetime(2025, 8, 22), dt.datetime(2025, 9, 17),
        "条件已满足",
    )  # fmt: skip
    assert rows["CB-14"][7] == dt.datetime(2025, 10, 16)  # 15 sessions over the National Day
    assert rows["CB-20"][7] == "超出已知日历"  # 30 sessions from 2026-12-05
    assert "130%" in str(rows["CB-18"][2])
    assert rows["CB-18a"][8] == "尚未满足"


def test_the_clause_tracker_lists_the_days_and_amounts_with_clause_and_unit(
    report: Workbook,
) -> None:
    rows = {r[1]: r for r in report["条款跟踪"].iter_rows(5, values_only=True)}
    for item, clause, found in (
        ("最后交易日", "CB-30", dt.datetime(2025, 9, 11)),
        ("付息登记日", "CB-09", dt.datetime(2025, 12, 4)),
        ("回售申报期截止", "CB-20b", dt.datetime(2026, 12, 18)),
        ("回售到账", "CB-20b", dt.datetime(2026, 12, 25)),
    ):
        assert rows[item][0] == clause
        assert rows[item][3:5] == (found, "日期")
    assert rows["到期最后交易日"][3] == "超出已知日历"
    assert "示例日期" in rows["回售申报期首日"][2]
    assert rows["回售价"][3:5] == (100.06, "元/张")  # 1.5% of 100 for 9 of 365 days
    assert rows["不强赎"][3:9] == (*[None] * 4, dt.datetime(2023, 6, 9), "未登记承诺")


def test_a_waiver_stands_in_the_report(tmp_path: Path) -> None:
    waived = example()
    sheet, area = named(waived, "强赎承诺")
    sheet[area][0][0].value, sheet[area][0][1].value = dt.date(2025, 8, 22), 3
    source, out = tmp_path / "book.xlsx", tmp_path / "report.xlsx"
    source.write_bytes(refresh_bytes(workbook_bytes(waived)).data)
    write_report(source, out)
    rows = {r[1]: r for r in openpyxl.load_workbook(out)["条款跟踪"].iter_rows(5, values_only=True)}
    days = [dt.datetime(2025, 8, 22), 3, dt.datetime(2025, 11, 24), dt.datetime(2025, 11, 25)]
    assert rows["不强赎"][3:8] == (*days, dt.datetime(2025, 11, 25))
    assert rows["强赎 ≥ 130%"][5:7] == ("0/15 | 30", "尚未满足")


def test_the_history_shows_the_working_of_each_notice(report: Workbook) -> None:
    rows = list(report["转股价"].iter_rows(5, 9, values_only=True))
    assert rows[-1][2:5] == (20.79, "P1=20.79-0.2=20.59", 20.59)
    assert rows[0][0] == dt.datetime(2023, 5, 29)


def test_the_schedule_says_which_days_are_estimated(report: Workbook) -> None:
    rows = list(report["付息"].iter_rows(5, 10, values_only=True))
    assert [row[8] for row in rows] == ["确定"] * 4 + ["推算"] * 2
    assert rows[-1][7] == 115
    assert any("100 × 1.00% × 286 / 365 = 0.7836" in text for text in _texts(report, "付息"))


def test_the_excerpt_is_the_window_that_met_the_call(report: Workbook) -> None:
    rows = list(report["触发"].iter_rows(5, 34, values_only=True))
    assert rows[-1][0] == dt.datetime(2025, 8, 22)
    assert [row[4] for row in rows] == [0] * 15 + list(range(1, 16))


def test_every_verdict_of_the_workbook_is_in_the_compliance_page(report: Workbook) -> None:
    cells = _cells(report, "分红")
    for place in (1, 2, 3):
        sheet, area = named(values("example"), f"核对表{place}")
        for row in sheet[area]:
            if row[0].value:
                assert row[0].value in cells
                assert row[1].value in cells
    assert report["分红"].conditional_formatting


def test_the_report_holds_values_and_no_formulas(report: Workbook) -> None:
    assert not [c.coordinate for s in report for row in s for c in row if c.data_type in "fe"]


def test_the_charts_draw_every_session(report: Workbook) -> None:
    assert len(report["封面"]._charts) == 2
    assert len(report["触发"]._charts) == 1
    for page in ("封面", "触发"):
        for title, (left, top, right, bottom) in chart_areas(report[page]):
            rows = list(report[title].iter_rows(top, bottom, left, right, values_only=True))
            assert len(rows) == 174
            assert all(row[0] is not None for row in rows)


def test_every_page_is_ready_for_paper(report: Workbook) -> None:
    for sheet in report.worksheets:
        assert sheet.print_area, sheet.title
        assert sheet.page_setup.paperSize == 9
        assert sheet.page_setup.fitToWidth == 1
        assert "&P" in sheet.oddFooter.center.text


def test_a_workbook_that_is_not_refreshed_is_refused(tmp_path: Path) -> None:
    source = saved(authored("example"), tmp_path / "book.xlsx")
    _refused(source, "尚未计算", "not calculated")


def test_a_template_without_closes_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "book.xlsx"
    source.write_bytes(refreshed("blank").data)
    _refused(source, "没有收盘价", "no closes")


def test_closes_without_an_initial_price_are_refused_and_no_cell_is_in_error(
    tmp_path: Path,
) -> None:
    source = tmp_path / "book.xlsx"
    source.write_bytes(_refreshed_with(Terms()))
    _refused(source, "没有初始转股价", "no initial conversion price")


@pytest.mark.parametrize(
    "terms",
    [
        Terms(initial_price=21.0),
        Terms(initial_price=21.0, issue_date=dt.date(2025, 12, 5), rates=(0.004, 0.006)),
        Terms(initial_price=21.0, issue_date=dt.date(2019, 12, 5), rates=(0.004, 0.006)),
    ],
    ids=["no issue date", "not yet issued", "matured"],
)
def test_few_terms_give_a_report_of_what_is_known(tmp_path: Path, terms: Terms) -> None:
    source, out = tmp_path / "book.xlsx", tmp_path / "report.xlsx"
    source.write_bytes(_refreshed_with(terms))
    write_report(source, out)
    found = openpyxl.load_workbook(out)
    assert found.sheetnames == PAGES
    assert 21.0 in _cells(found, "封面")
    assert "赎回与回售金额" not in _texts(found, "条款跟踪")


@pytest.mark.parametrize("title", ["付息", "分红测算"])
def test_a_missing_sheet_is_named(tmp_path: Path, title: str) -> None:
    changed = loaded(refreshed("example").data)
    del changed[title]
    _refused(saved(changed, tmp_path / "book.xlsx"), f"缺少工作表“{title}”", title)


@pytest.mark.parametrize(("title", "cell"), [("触发", "C20"), ("付息", "B27"), ("条款", "B15")])
def test_a_cell_in_error_is_named(tmp_path: Path, title: str, cell: str) -> None:
    changed = loaded(refreshed("example").data)
    changed[title][cell] = "#N/A"
    assert changed[title][cell].data_type == "e"
    _refused(saved(changed, tmp_path / "book.xlsx"), f"{title}!{cell}", "#N/A")


def test_another_workbook_is_refused(tmp_path: Path) -> None:
    _refused(saved(Workbook(), tmp_path / "book.xlsx"), "缺少工作表", "no sheet")


@pytest.mark.parametrize("content", [b"", b"no zip", b"PK\x03\x04 cut off"])
def test_what_is_no_workbook_is_refused(tmp_path: Path, content: bytes) -> None:
    source = tmp_path / "book.xlsx"
    source.write_bytes(content)
    with pytest.raises(PackageError):
        write_report(source, tmp_path / "report.xlsx")
    assert [path.name for path in tmp_path.iterdir()] == ["book.xlsx"]


def test_an_older_report_stays_when_the_new_one_cannot_be_made(tmp_path: Path) -> None:
    source = saved(authored("example"), tmp_path / "book.xlsx")
    out = tmp_path / "report.xlsx"
    out.write_bytes(b"older")
    with pytest.raises(ReportError):
        write_report(source, out)
    assert out.read_bytes() == b"older"


def test_figures_are_those_of_the_workbook(report: Workbook) -> None:
    cells = _cells(report, "条款跟踪")
    for name in (
        "计息天数",
        "应计利息",
        "赎回价",
        "税后赎回价",
        "强赎线",
        "下修线",
        "回售线",
        "下修预计日",
        "最后交易日",
        "付息登记日",
        "回售价",
        "税后回售价",
    ):
        assert value(values("example"), name) in cells, name


def _refreshed_with(terms: Terms) -> bytes:
    done = refresh_bytes(workbook_bytes(build(terms, example_closes())))
    assert done.errors == []
    return done.data


def _refused(source: Path, zh: str, en: str) -> None:
    """One line, Chinese and English; the source as it was, and nothing beside it."""
    before = source.read_bytes()
    with pytest.raises(ReportError) as refusal:
        write_report(source, source.with_name("report.xlsx"))
    assert zh in str(refusal.value)
    assert en in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert source.read_bytes() == before
    assert [path.name for path in source.parent.iterdir()] == [source.name]
