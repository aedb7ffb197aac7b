"""The demo: the workbook's figures are the announced ones."""

from pathlib import Path

import openpyxl
import pytest
from template_helpers import named

from workbooks.demo import DemoSummary, make_demo

ANNOUNCED = {
    "第 1 次调整": "2023-05-29 22.48",
    "第 2 次调整": "2023-10-20 22.28",
    "第 3 次调整": "2024-06-20 21.29",
    "第 4 次调整": "2024-10-21 20.79",
    "第 5 次调整": "2025-06-16 20.59",
    "调整次数": "5",
    "转股起始日": "2023-06-09",
    "到期日": "2028-12-04",
    "回售期首日": "2026-12-05",
    "最后交易日": "2025-09-11",
    "当期转股价": "20.59",
    "2025-08-15 强赎天数": "10",
    "强赎条件满足日": "2025-08-22",
    "计息天数": "286",
    "应计利息": "0.7836",
    "赎回价": "100.7836",
    "税后赎回价": "100.6269",
}


@pytest.fixture(scope="module")
def steps() -> list[tuple[str, float]]:
    return []


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, float]]) -> DemoSummary:
    folder = tmp_path_factory.mktemp("demo") / "new" / "folder"
    return make_demo(folder, lambda step, share: steps.append((step, share)))


@pytest.mark.parametrize(("label", "figure"), ANNOUNCED.items())
def test_an_announced_figure_is_the_workbooks(demo: DemoSummary, label: str, figure: str) -> None:
    (row,) = [row for row in demo.rows if row.label.startswith(label)]
    assert row.announced == figure
    assert row.found == figure
    assert row.equal


def test_every_figure_of_the_demo_is_checked_here(demo: DemoSummary) -> None:
    assert len(demo.rows) == len(ANNOUNCED)
    assert all(row.equal for row in demo.rows)


def test_the_call_is_met_on_no_earlier_session(demo: DemoSummary) -> None:
    sheet, area = named(openpyxl.load_workbook(demo.book, data_only=True), "触发表")
    counts = [(row[0].value, row[4].value) for row in sheet[area] if row[0].value]
    met = [f"{day:%Y-%m-%d}" for day, count in counts if count >= 15]
    assert met[0] == "2025-08-22"
    assert len(counts) == 174


def test_both_files_are_there_and_no_other(demo: DemoSummary) -> None:
    names = {path.name for path in demo.book.parent.iterdir()}
    assert names == {"113664.xlsx", "113664-report.xlsx"}
    assert demo.report.parent == demo.book.parent


def test_a_wrong_figure_would_show(demo: DemoSummary, tmp_path: Path) -> None:
    """The comparison reads the workbook: another close moves the day."""
    from workbooks.demo import announced_figures
    from workbooks.report_pages.reading import Book

    changed = openpyxl.load_workbook(demo.book, data_only=True)
    sheet, area = named(changed, "强赎满足日")
    sheet[area] = "尚未满足"
    path = tmp_path / "changed.xlsx"
    changed.save(path)
    rows = announced_figures(Book(path))
    assert [row.announced for row in rows if not row.equal] == ["2025-08-22"]


def test_progress_runs_from_start_to_end(demo: DemoSummary, steps: list[tuple[str, float]]) -> None:
    assert demo.rows
    shares = [share for _, share in steps]
    assert shares == sorted(shares)
    assert shares[0] == 0.0
    assert shares[-1] == 1.0
    assert all("/" in step for step, _ in steps)
