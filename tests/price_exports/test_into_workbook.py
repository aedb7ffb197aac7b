"""An import changes the closes of a template and nothing that was not asked for."""

import datetime as dt
import io
import re
from collections.abc import Callable
from pathlib import Path

import export_helpers as made
import openpyxl
import pytest
from openpyxl import Workbook
from typer.testing import CliRunner, Result

from workbooks.cli import app
from workbooks.package import Package
from workbooks.template import empty, example, example_closes, workbook_bytes

QUOTES, TRIGGERS, VALUATION = "行情", "触发", "估值"
Change = Callable[[Workbook], None]


def book(folder: Path, change: Change | None = None) -> Path:
    """The example of 大元转债, whose closes end on 2025-09-17."""
    workbook = example()
    if change:
        change(workbook)
    path = folder / "book.xlsx"
    path.write_bytes(workbook_bytes(workbook))
    return path


def prices(folder: Path, rows: list[tuple[dt.date, float]], code: str = "603757") -> Path:
    lines = [f"{day},{code},{close}" for day, close in rows]
    return made.text(folder, "\n".join(["日期,股票代码,收盘", *lines]))


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["import", *map(str, arguments)], terminal_width=200)


def values(path: Path) -> Workbook:
    return openpyxl.load_workbook(path, data_only=True)


def formulas(path: Path) -> Workbook:
    return openpyxl.load_workbook(path)


def parts(path: Path) -> dict[str, bytes]:
    return Package.from_path(path).parts


def closes(path: Path) -> dict[dt.date, float]:
    rows = values(path)[QUOTES].iter_rows(min_row=5, max_col=2, values_only=True)
    return {day.date(): close for day, close in rows if isinstance(day, dt.datetime)}


LATER = [(dt.date(2025, 9, 18), 49.5), (dt.date(2025, 9, 19), 48.8)]


def test_new_sessions_follow_and_everything_else_keeps_its_bytes(tmp_path: Path) -> None:
    path = book(tmp_path)
    before = path.read_bytes()
    out = tmp_path / "out.xlsx"
    done = run(prices(tmp_path, LATER), "--into", path, "-o", out, "--no-refresh")
    assert done.exit_code == 0, done.output
    assert "新增 new 2 · 替换 replaced 0 · 相同 unchanged 0 · 原有保留 kept 174" in done.output
    assert path.read_bytes() == before
    old, new = parts(path), parts(out)
    changed = {name for name in old if old[name] != new[name]}
    # 行情, and what is printed of 行情 and 触发
    assert changed == {"xl/worksheets/sheet4.xml", "xl/workbook.xml"}
    assert old.keys() == new.keys()
    plain = [re.sub(rb'<c r="[AB](?:179|180)".*?</c>', b"", p["xl/worksheets/sheet4.xml"])
             for p in (old, new)]  # fmt: skip
    assert plain[0] == plain[1]
    assert list(closes(out).items())[-2:] == LATER


def test_formats_formulas_and_charts_are_there_after_the_refresh(tmp_path: Path) -> None:
    path = book(tmp_path)
    was = formulas(path)
    done = run(prices(tmp_path, LATER), "--into", path)
    assert done.exit_code == 0, done.output
    now, shown = formulas(path), values(path)
    for name in was.sheetnames:
        for row in was[name].iter_rows():
            for cell in row:
                if cell.data_type == "f" and not str(cell.value).startswith("=CB_TRIGGERS"):
                    kept = now[name][cell.coordinate].value
                    assert getattr(kept, "text", kept) == getattr(cell.value, "text", cell.value)
                assert now[name][cell.coordinate].number_format == cell.number_format
        assert len(now[name]._charts) == len(was[name]._charts)
    assert shown[TRIGGERS]["L9"].value == dt.datetime(2025, 9, 19)
    assert shown[QUOTES]["C180"].value == 20.59
    assert shown[QUOTES]["B180"].number_format == "0.00"


def test_replaced_unchanged_and_kept_sessions_are_told_apart(tmp_path: Path) -> None:
    path = book(tmp_path)
    known = dict(example_closes())
    rows = [(dt.date(2025, 8, 22), 50.1), (dt.date(2025, 8, 21), 51.99), LATER[0]]
    done = run(prices(tmp_path, rows), "--into", path, "--no-refresh")
    assert "新增 new 1 · 替换 replaced 1 · 相同 unchanged 1 · 原有保留 kept 172" in done.output
    for part in ("2025-08-21", "51.99", "51"):
        assert part in done.output
    assert closes(path) == {**known, **dict(rows)}
    again = path.read_bytes()
    repeated = run(prices(tmp_path, rows), "--into", path, "--no-refresh")
    assert "替换 replaced 0 · 相同 unchanged 3" in repeated.output
    assert path.read_bytes() == again


def test_older_sessions_go_above_and_notes_move_with_their_days(tmp_path: Path) -> None:
    def noted(workbook: Workbook) -> None:
        workbook[QUOTES]["E5"] = "首日 & 备注"

    path = book(tmp_path, noted)
    older = [(dt.date(2024, 12, 31), 19.7), (dt.date(2024, 12, 30), 19.9)]
    assert run(prices(tmp_path, older), "--into", path, "--no-refresh").exit_code == 0
    sheet = values(path)[QUOTES]
    assert [sheet[f"A{r}"].value.day for r in (5, 6, 7)] == [30, 31, 2]
    assert (sheet["E5"].value, sheet["E7"].value) == (None, "首日 & 备注")


def test_more_sessions_than_rows_make_the_sheets_taller(tmp_path: Path) -> None:
    """The announced days of the call come out of a template that grew."""
    path = book(tmp_path)
    long = [(day, 20.0) for day in _sessions(dt.date(2024, 1, 2), dt.date(2024, 12, 31))]
    done = run(prices(tmp_path, long), "--into", path)
    assert done.exit_code == 0, done.output
    held, rows = 174 + len(long), 174 + len(long) + 60
    assert f"由 250 扩至 {rows}" in done.output.replace("\n", "")
    now, shown = formulas(path), values(path)
    last = {QUOTES: 4 + rows, TRIGGERS: 5 + rows, VALUATION: 5 + rows}
    names = {n: d.attr_text for n, d in now.defined_names.items()}
    assert names["交易日"] == f"'行情'!$A$5:$A${last[QUOTES]}"
    assert names["触发表"] == f"'触发'!$A$6:$I${last[TRIGGERS]}"
    assert names["估值收盘列"] == f"'估值'!$T$6:$T${last[VALUATION]}"
    assert now[QUOTES].print_area == f"'行情'!$A$1:$J${4 + held}"
    for sheet, column in ((QUOTES, "D"), (TRIGGERS, "T"), (TRIGGERS, "AC"), (VALUATION, "U")):
        first = openpyxl.formula.translate.Translator(
            str(now[sheet][f"{column}200"].value), origin=f"{column}200"
        )
        end = f"{column}{last[sheet]}"
        assert now[sheet][end].value == first.translate_formula(end)
        assert now[sheet][end].style_id == now[sheet][f"{column}200"].style_id
    areas = [str(c.sqref) for c in now[TRIGGERS].conditional_formatting]
    assert areas[:3] == [f"{a}{last[TRIGGERS]}" for a in ("D6:E", "F6:G", "H6:I")]
    rules = {str(v.sqref) for v in now[QUOTES].data_validations.dataValidation}
    assert rules == {f"{c}5:{c}{last[QUOTES]}" for c in "ABE"}
    for chart in now[TRIGGERS]._charts:
        for series in chart.series:
            assert series.val.numRef.f.endswith(f"${last[TRIGGERS]}")
    assert shown[TRIGGERS]["P5"].value == dt.datetime(2025, 8, 22)
    table = {row[0]: row[4] for row in shown[TRIGGERS].iter_rows(6, 5 + held, values_only=True)}
    assert table[dt.datetime(2025, 8, 15)] == 10
    assert Package.from_path(path).part("xl/workbook.xml")


def _sessions(first: dt.date, last: dt.date) -> list[dt.date]:
    from xlfuncs.trading_days import sessions

    return [day for day in sessions().tolist() if first <= day <= last]


def test_a_close_below_the_foot_of_the_chart_frees_its_axis(tmp_path: Path) -> None:
    path = book(tmp_path)
    foot = formulas(path)[TRIGGERS]._charts[0].y_axis.scaling.min
    assert foot == 10
    run(prices(tmp_path, [(dt.date(2025, 9, 18), 10.5)]), "--into", path, "--no-refresh")
    assert formulas(path)[TRIGGERS]._charts[0].y_axis.scaling.min == 10
    run(prices(tmp_path, [(dt.date(2025, 9, 19), 9.5)]), "--into", path, "--no-refresh")
    price, count = formulas(path)[TRIGGERS]._charts
    assert (price.y_axis.scaling.min, count.y_axis.scaling.min) == (None, 0)


def test_a_blank_template_takes_an_export(tmp_path: Path) -> None:
    path = tmp_path / "blank.xlsx"
    path.write_bytes(workbook_bytes(empty()))
    done = run(made.workbook(tmp_path, made.wind()), "--into", path)
    assert done.exit_code == 0, done.output
    assert closes(path) == dict(zip(made.DAYS, made.CLOSES, strict=True))
    for part in ("Wind", "万股", "× 10,000", "无收盘价", "2022-10-10 至 to 2022-10-14"):
        assert part in done.output


def formula_in_a_close(workbook: Workbook) -> None:
    workbook[QUOTES]["B178"] = "=49+0.79"


def text_in_a_date(workbook: Workbook) -> None:
    workbook[QUOTES]["A10"] = "待定"


def something_below(workbook: Workbook) -> None:
    workbook[TRIGGERS]["C270"] = "我的备注"


@pytest.mark.parametrize(
    ("change", "rows", "code", "told"),
    [
        (None, LATER, "600000", "导出的是 600000"),
        (None, LATER, "113664", "是债券：“行情”填正股收盘价"),
        (formula_in_a_close, [(dt.date(2025, 9, 17), 50.0)], "603757", "行情!B178 是公式"),
        (text_in_a_date, LATER, "603757", "行情!A10"),
        (something_below, "long", "603757", "“触发”第 270 行已有内容"),
    ],
)
def test_what_is_refused_leaves_the_workbook_as_it_was(
    tmp_path: Path, change: Change | None, rows: list[tuple[dt.date, float]], code: str, told: str
) -> None:
    path = book(tmp_path, change)
    if rows == "long":
        rows = [(day, 20.0) for day in _sessions(dt.date(2024, 1, 2), dt.date(2024, 12, 31))]
    before = path.read_bytes()
    done = run(prices(tmp_path, rows, code), "--into", path)
    assert done.exit_code == 1
    assert told in done.output.replace("\n", "")
    assert path.read_bytes() == before


def test_a_formula_that_already_gives_the_close_stays(tmp_path: Path) -> None:
    path = book(tmp_path, formula_in_a_close)
    source = prices(tmp_path, [(dt.date(2025, 9, 17), 49.79)])
    assert run(source, "--into", path).exit_code == 1  # not calculated yet: its close is unknown
    CliRunner().invoke(app, ["refresh", str(path)])
    assert run(source, "--into", path).exit_code == 0
    assert formulas(path)[QUOTES]["B178"].value == "=49+0.79"


def test_a_foreign_workbook_and_a_locked_one(tmp_path: Path) -> None:
    foreign = made.workbook(tmp_path, [["日期"]], "foreign.xlsx")
    done = run(prices(tmp_path, LATER), "--into", foreign)
    assert done.exit_code == 1
    assert "不是 xlfuncs 模板" in done.output
    path = book(tmp_path)
    (tmp_path / "~$book.xlsx").write_bytes(b"lock")
    done = run(prices(tmp_path, LATER), "--into", path)
    assert done.exit_code == 1
    assert "打开" in done.output


def test_a_workbook_saved_by_a_library_with_shared_strings(tmp_path: Path) -> None:
    """Notes that live in the shared strings move as texts."""
    path = book(tmp_path, lambda workbook: workbook[QUOTES].__setitem__("E5", "旧备注"))
    again = openpyxl.load_workbook(io.BytesIO(path.read_bytes()))
    again.save(path)
    older = [(dt.date(2024, 12, 31), 19.7)]
    assert run(prices(tmp_path, older), "--into", path, "--no-refresh").exit_code == 0
    assert values(path)[QUOTES]["E6"].value == "旧备注"
