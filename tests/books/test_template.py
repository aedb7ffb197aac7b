"""The template: formulas that exist, inputs that are checked, charts that draw something."""

import datetime as dt
from typing import Any

import pytest
from golden_rows import is_same
from openpyxl import Workbook
from openpyxl.cell.cell import Cell
from openpyxl.worksheet.worksheet import Worksheet
from template_helpers import (
    MAKERS,
    authored,
    changed,
    chart_areas,
    filled_rows,
    formula_cells,
    loaded,
    named,
    refreshed,
    value,
    values,
)

from workbooks import styles
from workbooks.formula_tree import calls, tree
from workbooks.native_functions import EXCEL
from workbooks.package import Package
from workbooks.refresh import refresh_bytes
from workbooks.sheets import dividend_items
from workbooks.template import example, example_closes, workbook_bytes, write_template
from xlfuncs.hosts.examples import example as example_of
from xlfuncs.registry import BY_NAME, FUNCTIONS

SHEETS = ["说明", "条款", "转股价", "行情", "触发", "付息", "换股与回售", "估值", "分红政策",
          "分红测算", "分红实施", "函数手册", "表格示例"]  # fmt: skip
KINDS = tuple(MAKERS)
NEWER = {"IFNA", "MINIFS", "MAXIFS", "XLOOKUP", "FILTER"}
TABLES = {"转股价历史": 5, "触发表": 174, "付息表": 6, "价值构成": 1,
          "敏感指标": 1, "敏感度表": 7, "核对表1": 4, "核对表2": 7, "核对表3": 5,
          "下限表1": 2, "下限表2": 2, "下限表3": 2,
          "风险警示表1": 5, "风险警示表2": 7, "风险警示表3": 5, "历次方案": 8}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_the_sheets_stand_in_their_order(kind: str) -> None:
    assert authored(kind).sheetnames == SHEETS


@pytest.mark.parametrize("kind", KINDS)
def test_formulas_call_known_functions_with_the_right_number_of_arguments(kind: str) -> None:
    for cell in formula_cells(authored(kind)):
        for call in calls(tree(cell.value[1:])):
            where = f"{cell.parent.title}!{cell.coordinate}: {call.name}"
            if call.name not in BY_NAME:
                assert call.name in EXCEL, where
                continue
            parameters = BY_NAME[call.name].parameters
            needed = sum(p.required for p in parameters)
            assert needed <= len(call.args) <= len(parameters), where


@pytest.mark.parametrize("kind", KINDS)
def test_newer_excel_functions_carry_their_prefix(kind: str) -> None:
    for cell in formula_cells(authored(kind)):
        for call in calls(tree(cell.value[1:])):
            if call.name in NEWER:
                assert call.opening.startswith("_xlfn."), f"{cell.coordinate} {cell.value}"


def test_formulas_use_no_structured_references() -> None:
    assert not [c.coordinate for c in formula_cells(authored("example")) if "[" in c.value]


@pytest.mark.parametrize("kind", KINDS)
def test_defined_names_point_at_cells_of_the_workbook(kind: str) -> None:
    book = authored(kind)
    assert len(book.defined_names) > 50
    for name in book.defined_names:
        sheet, area = named(book, name)
        assert sheet[area] is not None


@pytest.mark.parametrize("kind", KINDS)
def test_every_input_has_a_defined_name(kind: str) -> None:
    book = authored(kind)
    whole = {f"{form}{n}" for form in ("分红公司", "分红实施") for n in (1, 2, 3)}
    areas = [named(book, name) for name in book.defined_names if name not in whole]
    for sheet in book.worksheets[1:]:
        bound = {cell.coordinate for s, area in areas if s is sheet for cell in _in(s, area)}
        inputs = {c.coordinate for row in sheet.iter_rows() for c in row if _is_input(c)}
        assert not inputs - bound, sheet.title


def test_an_input_of_a_company_is_found_by_its_name() -> None:
    book = authored("example")
    assert value(book, "当年税后净利润1") == 800_000_000
    assert value(book, "公司3") == "九丰能源 605090"
    assert value(book, "自行认定3") == "否"
    assert named(book, "股东甲买入日2")[1] == "E47"


@pytest.mark.parametrize("kind", KINDS)
def test_every_input_is_validated(kind: str) -> None:
    for sheet in authored(kind).worksheets[1:]:
        checked = {c for rule in sheet.data_validations.dataValidation for c in _cells(rule)}
        inputs = [
            cell.coordinate
            for row in sheet.iter_rows()
            for cell in row
            if _is_input(cell) and not _is_covered(sheet, cell)
        ]
        assert not set(inputs) - checked, sheet.title


@pytest.mark.parametrize("kind", KINDS)
def test_validations_stop_bad_input_with_a_chinese_message(kind: str) -> None:
    rules = [r for s in authored(kind).worksheets for r in s.data_validations.dataValidation]
    assert {rule.type for rule in rules} >= {"date", "decimal", "whole", "list", "textLength"}
    for rule in rules:
        assert rule.showErrorMessage
        assert rule.errorStyle in (None, "stop")
        assert any("\u4e00" <= letter <= "\u9fff" for letter in rule.error)


@pytest.mark.parametrize("kind", KINDS)
def test_a_refresh_leaves_no_error_and_nothing_undone(kind: str) -> None:
    done = refreshed(kind)
    assert done.errors == []
    assert done.unsupported == []
    assert not [c.coordinate for s in values(kind) for r in s for c in r if c.data_type == "e"]


def test_a_blank_template_shows_quiet_blanks() -> None:
    formulas, found = authored("blank"), values("blank")
    for cell in formula_cells(formulas):
        if cell.parent.title not in SHEETS[-2:] and any(
            call.name in BY_NAME for call in calls(tree(cell.value[1:]))
        ):
            assert found[cell.parent.title][cell.coordinate].value in (None, ""), cell.coordinate


@pytest.mark.parametrize(("name", "rows"), TABLES.items())
def test_tables_spill_into_the_area_made_ready(name: str, rows: int) -> None:
    sheet, area = named(values("example"), name)
    assert filled_rows(values("example"), name) == rows
    last = sheet[area][-1]
    below = sheet.cell(last[0].row + 1, last[0].column)
    assert below.value in (None, ""), "a spill reaches past its area"


def test_table_formulas_become_dynamic_arrays() -> None:
    package = Package(refreshed("example").data)
    assert "xl/metadata.xml" in package.parts
    part = next(sheet.part for sheet in package.sheets if sheet.name == "触发")
    assert b't="array"' in package.part(part)
    assert b'cm="1"' in package.part(part)


def test_excel_without_the_add_in_keeps_the_values() -> None:
    calculation = Package(refreshed("example").data).calculation
    assert calculation.get("fullCalcOnLoad") in (None, "0", "false")
    assert int(calculation["calcId"]) >= 191029


@pytest.mark.parametrize("title", ["触发", "估值"])
def test_charts_draw_filled_ranges(title: str) -> None:
    sheet = authored("example")[title]
    assert len(sheet._charts) == 2
    found = values("example")
    for title, (left, top, right, bottom) in chart_areas(sheet):
        cells = found[title].iter_rows(top, bottom, left, right, values_only=True)
        assert all(row[0] not in (None, "") for row in cells)


def test_charts_show_their_axes_titles_and_legend() -> None:
    for chart in authored("example")["触发"]._charts:
        assert not chart.x_axis.delete
        assert not chart.y_axis.delete
        assert chart.x_axis.title is not None
        assert chart.y_axis.title is not None
        assert chart.title is not None
        assert chart.legend.position == "b"
        assert chart.x_axis.number_format.formatCode == "yyyy-mm"


@pytest.mark.parametrize("kind", KINDS)
def test_every_sheet_is_ready_for_paper_and_screen(kind: str) -> None:
    for sheet in authored(kind).worksheets:
        assert sheet.print_area, sheet.title
        assert sheet.page_setup.paperSize == 9
        assert sheet.page_setup.fitToWidth == 1
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        assert "&P" in sheet.oddFooter.center.text
        assert sheet.freeze_panes, sheet.title
        assert sheet.sheet_properties.tabColor is not None


def test_the_guide_links_to_every_sheet() -> None:
    guide = authored("example")["说明"]
    links = {c.hyperlink.location or c.hyperlink.target for r in guide for c in r if c.hyperlink}
    assert {f"'{title}'!A1" for title in SHEETS[1:]} <= {str(link).lstrip("#") for link in links}


def manual_rows(book: Workbook) -> dict[str, tuple[Any, ...]]:
    rows = book["函数手册"].iter_rows(min_row=5, max_col=10, values_only=True)
    return {str(row[0]): row for row in rows}


def test_the_manual_lists_the_registry_with_an_example_at_work() -> None:
    book = authored("example")
    rows = manual_rows(book)
    assert list(rows) == [spec.name for spec in FUNCTIONS]
    for spec in FUNCTIONS:
        own = example_of(spec).formula
        *_, text, live, _ = rows[spec.name]
        if spec.is_table:
            live = book["表格示例"].cell(first_row(live), 1).value
        assert (text, live) == (own, own)
    assert "[limit] 余额下限，元，默认 30000000" in rows["CB_SMALL_BALANCE"][4]


@pytest.mark.parametrize("kind", ["example", "blank"])
def test_every_example_of_the_manual_gives_what_its_docstring_gives(kind: str) -> None:
    book = values(kind)
    for name, row in manual_rows(book).items():
        answer, shown = example_of(BY_NAME[name]).answer, row[8]
        if BY_NAME[name].is_table:
            top = first_row(shown)
            last, across = top + len(answer) - 1, len(answer[0])
            area = book["表格示例"].iter_rows(top, last, 1, across, values_only=True)
            shown = [list(cells) for cells in area]
        assert is_same(shown, answer, 1e-9), name


def first_row(link: str) -> int:
    """From the words of a link to a block: below its formula and its headings."""
    return int(link.rpartition("!A")[2]) + 2


def test_the_manual_leads_to_where_each_function_is_used() -> None:
    book = authored("example")
    for name, row in manual_rows(book).items():
        sheet, _, cell = str(row[9]).rpartition("!")
        assert f"{name}(" in book[sheet.strip("'")][cell].value


def test_closes_added_below_move_the_state_and_the_charts() -> None:
    book = example()
    sheet = book["行情"]
    at = 5 + len(example_closes())
    sheet[f"A{at}"], sheet[f"B{at}"] = dt.date(2025, 9, 18), 20.0
    found = loaded(refresh_bytes(workbook_bytes(book)).data)
    assert value(found, "截至日") == dt.datetime(2025, 9, 18)
    assert value(found, "强赎进度") == "29/15 | 30"
    last = found["触发"].max_row
    assert found["触发"][f"T{last}"].value == dt.datetime(2025, 9, 18)
    assert found["触发"][f"U{last}"].value == 20.0


def test_a_suspended_day_is_skipped() -> None:
    book = example()
    book["行情"]["B20"] = None
    found = loaded(refresh_bytes(workbook_bytes(book)).data)
    assert filled_rows(found, "触发表") == 173
    assert value(found, "强赎满足日") == dt.datetime(2025, 8, 22)


def test_a_reset_restarts_the_put_run_and_stands_in_the_terms() -> None:
    book = example()
    book["转股价"]["A10"], book["转股价"]["F10"] = dt.date(2025, 7, 1), 15.0
    found = loaded(refresh_bytes(workbook_bytes(book)).data)
    assert value(found, "下修生效日") == dt.datetime(2025, 7, 1)
    assert value(found, "当期转股价") == 15.0
    assert value(found, "强赎满足日") < dt.datetime(2025, 8, 22)


def test_a_policy_of_ones_own_sets_the_floor() -> None:
    book = example()
    sheet, area = named(book, "自定政策")
    for key, cell in sheet[area]:
        if key.value == "年度现金分红比例":
            cell.value = 0.5
    book["分红测算"][f"B{dividend_items.ROWS['policy']}"] = "自定"
    found = loaded(refresh_bytes(workbook_bytes(book)).data)
    assert value(found, "最低现金分红1") == 360_000_000


def test_chosen_terms_and_policies_are_filled_in_and_nothing_else() -> None:
    found = values("filled")
    assert value(found, "名称") == "大元转债 113664"
    assert value(found, "强赎比例") == 1.3
    assert value(found, "到期赎回价") == 115
    titles = [found["分红政策"].cell(4, column).value for column in (3, 6, 9)]
    assert [title.splitlines()[1] for title in titles] == [
        "政策名称 605090-2022", "政策名称 002911-2021", "政策名称 688567-2021",
    ]  # fmt: skip
    row = [cell.value for cell in found["分红测算"][dividend_items.ROWS["policy"]]][1:10]
    assert row == ["605090-2022", None, "内置资料", *[None] * 6]
    assert found["行情"]["B5"].value is None
    assert value(found, "最低现金分红1") in (None, "")


@pytest.mark.parametrize("kind", KINDS)
def test_a_template_is_written_in_one_step(tmp_path, kind: str) -> None:  # type: ignore[no-untyped-def]
    target = tmp_path / "book.xlsx"
    write_template(target, MAKERS[kind]())
    assert [path.name for path in tmp_path.iterdir()] == ["book.xlsx"]
    assert len(Package.from_path(target).sheets) == len(SHEETS)


def _cells(rule) -> set[str]:  # type: ignore[no-untyped-def]
    from openpyxl.utils import get_column_letter

    return {
        f"{get_column_letter(column)}{row}"
        for area in rule.sqref.ranges
        for cells in area.rows
        for row, column in cells
    }


def _in(sheet: Worksheet, area: str) -> list[Cell]:
    """The cells of an area, or the one cell."""
    found = sheet[area]
    return [cell for row in found for cell in row] if isinstance(found, tuple) else [found]


def _is_input(cell: Cell) -> bool:
    return cell.style in (styles.INPUT, styles.INPUT_TEXT)


def _is_covered(sheet: Worksheet, cell) -> bool:  # type: ignore[no-untyped-def]
    """Part of a merged area other than its first cell."""
    return any(
        cell.coordinate in area and cell.coordinate != area.start_cell.coordinate
        for area in sheet.merged_cells.ranges
    )


@pytest.mark.parametrize(
    ("name", "said"),
    [("票面利率", "须为 0% 至 100%；百分数请写 1.5% 或 0.015"),
     ("强赎比例", "须为 0.01% 至 1000%；百分数请写 130% 或 1.3"),
     ("无风险利率", "百分数请写 1.5% 或 0.015"), ("波动率", "须为 1% 至 500%")],
)  # fmt: skip
def test_a_coupon_of_one_and_a_half_is_refused_with_a_hint(name: str, said: str) -> None:
    sheet, area = named(authored("example"), name)
    first = sheet[area.partition(":")[0]].coordinate
    (rule,) = [r for r in sheet.data_validations.dataValidation if first in r.cells]
    assert rule.type == "decimal"
    assert said in rule.error
    assert "写作" in rule.prompt


def test_large_amounts_say_what_they_come_to() -> None:
    """The issue size and the least balance of 113664, in the prospectus 45,000万 and 3,000万."""
    found, blank = values("example"), values("blank")
    for name, words in (("发行规模", "元 = 4.5 亿元"), ("余额下限", "元 = 3000 万元")):
        sheet, area = named(found, name)
        row = sheet[area.partition(":")[0]].row
        assert sheet[f"H{row}"].value == words
    sheet, area = named(blank, "发行规模")
    assert sheet[f"H{sheet[area.partition(':')[0]].row}"].value == "元"


def test_events_and_closes_may_be_pasted_with_dates_as_text() -> None:
    """Resets too: their day stands in the terms, and the put run begins anew there (CB-20a)."""

    def pasted(book: Workbook) -> None:
        events, closes = book["转股价"], book["行情"]
        events["A10"], events["F10"] = dt.date(2025, 7, 1), 15.0
        for row in range(5, 11):
            events[f"A{row}"].value = events[f"A{row}"].value.strftime("%Y年%m月%d日")
        for row in range(5, 20):
            closes[f"A{row}"].value = closes[f"A{row}"].value.strftime("%Y/%m/%d")

    found = changed(pasted)
    assert value(found, "下修生效日") == dt.datetime(2025, 7, 1)
    assert value(found, "当期转股价") == 15.0
    assert value(found, "截至收盘") == 49.79
    assert found["行情"]["H13"].value == 15
    assert values("example")["行情"]["H13"].value == 0


@pytest.mark.parametrize("name", ["交易日", "收盘价", "发行日", "强赎比例", "未转股余额"])
def test_pasted_text_turns_red(name: str) -> None:
    sheet, area = named(authored("example"), name)
    first = area.partition(":")[0]
    rules = [
        rule
        for covered in sheet.conditional_formatting
        if first in str(covered.sqref).replace(":", " ").split()
        for rule in covered.rules
    ]
    assert any(f'AND(ISTEXT({first}),{first}<>"")' in rule.formula for rule in rules)
