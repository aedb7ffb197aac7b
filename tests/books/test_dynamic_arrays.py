"""Dynamic arrays: marks as XlsxWriter makes them, spills that grow, shrink and are blocked."""

import io
import re

import openpyxl
import pytest
import xlsxwriter
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree
from openpyxl.styles import Font
from openpyxl.worksheet.formula import ArrayFormula
from refresh_helpers import (
    StandIn,
    book_of,
    cell_xml,
    parts,
    refreshed,
    repacked,
    saved,
    sheet_xml,
    shown,
)

from workbooks.refresh import refresh_bytes

METADATA = "xl/metadata.xml"


def dynamic_by_xlsxwriter(*formulas: tuple[str, str, str], cells: dict[str, float]) -> bytes:
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out)
    sheet = book.add_worksheet("数据")
    for place, number in cells.items():
        sheet.write_number(place, number)
    for area, formula, _ in formulas:
        sheet.write_dynamic_array_formula(area, formula)
    book.close()
    return out.getvalue()


def with_cell(data: bytes, old: bytes, new: bytes) -> bytes:
    xml = sheet_xml(data)
    assert old in xml
    return repacked(data, {"xl/worksheets/sheet1.xml": xml.replace(old, new)})


def canonical(xml: bytes) -> bytes:
    return etree.tostring(etree.fromstring(xml), method="c14n")


def test_a_table_written_by_openpyxl_becomes_a_true_dynamic_array():
    result = refreshed(book_of({"B2": "=CB_ROWS(3)"}))
    assert cell_xml(result.data, "B2") == (
        b'<c r="B2" cm="1"><f t="array" ref="B2:C4">CB_ROWS(3)</f><v>0</v></c>'
    )
    sheet = shown(result.data)
    assert [[c.value for c in row] for row in sheet["B2:C4"]] == [[0, 1], [10, 11], [20, 21]]


def test_the_marks_are_those_of_xlsxwriter():
    mine = parts(refreshed(book_of({"B2": "=CB_ROWS(3)"})).data)
    oracle = parts(dynamic_by_xlsxwriter(("B2:B4", "=SORT(A1:A3)", ""), cells={"A1": 1}))
    assert canonical(mine[METADATA]) == canonical(oracle[METADATA])
    kind = rb"application/vnd\.openxmlformats-officedocument\.spreadsheetml\.sheetMetadata\+xml"
    override = rb'<Override PartName="/xl/metadata\.xml" ContentType="' + kind
    assert re.search(override, mine["[Content_Types].xml"])
    assert re.search(override, oracle["[Content_Types].xml"])
    link = rb'Type="[^"]*/sheetMetadata" Target="metadata\.xml"'
    for package in (mine, oracle):
        assert re.search(link, package["xl/_rels/workbook.xml.rels"])


def test_only_what_dynamic_arrays_need_is_added():
    data = book_of({"B2": "=CB_ROWS(3)"})
    before, after = parts(data), parts(refreshed(data).data)
    assert set(after) - set(before) == {METADATA}
    assert {name for name in before if before[name] != after[name]} == {
        "[Content_Types].xml", "xl/_rels/workbook.xml.rels", "xl/worksheets/sheet1.xml",
    }  # fmt: skip


def test_an_elementwise_function_given_a_range_spills():
    data = book_of(
        {"A1": 1, "A2": 2, "A3": 3, "C1": "=CB_DOUBLE(A1:A3)", "D1": "=CB_DOUBLE(A1:A3)+A1:A3"}
    )
    result = refreshed(data)
    assert b'cm="1"' in cell_xml(result.data, "C1")
    assert b'ref="D1:D3"' in cell_xml(result.data, "D1")
    sheet = shown(result.data)
    assert [[c.value for c in row] for row in sheet["C1:D3"]] == [[2, 3], [4, 6], [6, 9]]


def test_a_scalar_result_stays_an_ordinary_formula():
    result = refreshed(
        book_of({"A1": 1, "A2": 2, "C1": "=SUM(CB_DOUBLE(A1:A2))", "C2": "=CB_TOTAL(A1:A2)"})
    )
    assert cell_xml(result.data, "C1") == b'<c r="C1"><f>SUM(CB_DOUBLE(A1:A2))</f><v>6</v></c>'
    assert cell_xml(result.data, "C2") == b'<c r="C2"><f>CB_TOTAL(A1:A2)</f><v>3</v></c>'
    assert METADATA not in parts(result.data)


def test_a_plain_native_formula_is_intersected_not_spilled():
    result = refreshed(
        book_of(
            {
                "A1": 1,
                "A2": 2,
                "A3": 3,
                "C2": "=A1:A3*10",
                "D2": "=ABS(A1:A3)",
                "E1": "=_xlfn.UNIQUE(A1:A3)",
            }
        )
    )
    sheet = shown(result.data)
    assert [sheet[c].value for c in ("C1", "C2", "C3")] == [None, 20, None]
    assert [sheet[c].value for c in ("D1", "D2", "D3")] == [None, 2, None]
    assert [sheet[c].value for c in ("E1", "E2")] == [1, None]
    assert METADATA not in parts(result.data)


def grown_and_shrunk(count: int) -> bytes:
    """A dynamic table that showed 3 rows, its count cell now holding another number."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "数据"
    sheet["A1"], sheet["B2"] = 3, "=CB_ROWS(A1)"
    sheet["B4"].font = Font(bold=True)
    sheet["D3"] = "旁边"
    first = refreshed(saved(book)).data
    assert b'ref="B2:C4"' in cell_xml(first, "B2")
    return with_cell(first, b"<v>3</v>", b"<v>%d</v>" % count)


def test_a_spill_grows_into_blank_cells_and_new_rows():
    result = refreshed(grown_and_shrunk(6))
    sheet = shown(result.data)
    assert [c.value for c in sheet["C"]] == [None, 1, 11, 21, 31, 41, 51]
    assert sheet["D3"].value == "旁边"
    assert b'ref="B2:C7"' in cell_xml(result.data, "B2")
    assert b'<dimension ref="A1:D7"' in sheet_xml(result.data)
    changed = {c.cell: (c.before, c.after) for c in result.changed}
    assert changed["B5"] == (None, 30.0)


def test_a_spill_shrinks_and_leaves_styles_but_no_values():
    data = grown_and_shrunk(2)
    style = re.search(rb' s="\d+"', cell_xml(data, "B4"))
    result = refreshed(data)
    assert style is not None
    assert cell_xml(result.data, "B4") == b'<c r="B4"' + style.group(0) + b"/>"
    assert cell_xml(result.data, "C4") == b""
    assert b'ref="B2:C3"' in cell_xml(result.data, "B2")
    assert {(c.cell, c.before, c.after) for c in result.changed} == {
        ("B4", 20.0, None),
        ("C4", 21.0, None),
    }


def test_a_blocked_spill_names_the_blocking_cell_and_touches_nothing_else():
    result = refreshed(book_of({"A1": 1, "B2": "=CB_ROWS(3)", "C4": "占用"}))
    (problem,) = result.errors
    assert (problem.cell, problem.code) == ("B2", "#SPILL!")
    assert problem.zh == "溢出区域被 C4 占用"
    assert problem.en == "the spill range is blocked by C4"
    sheet = shown(result.data)
    assert sheet["C4"].value == "占用"
    assert [sheet[c].value for c in ("C2", "B3", "C3", "B4")] == [None] * 4


def test_a_blocked_spill_is_saved_as_excel_saves_it():
    xml = cell_xml(refreshed(book_of({"B2": "=CB_ROWS(3)", "C4": 1})).data, "B2")
    assert xml == (b'<c r="B2" cm="1" t="e"><f t="array" ref="B2">CB_ROWS(3)</f><v>#VALUE!</v></c>')


def test_a_spill_that_gets_blocked_clears_what_it_showed():
    first = refreshed(book_of({"A1": 3, "B2": "=CB_ROWS(A1)", "D6": 1, "C6": 5})).data
    blocked = refreshed(with_cell(first, b"<v>3</v>", b"<v>5</v>"))
    assert [e.zh for e in blocked.errors] == ["溢出区域被 C6 占用"]
    assert [c.value for c in shown(blocked.data)["C"]] == [None] * 5 + [5]


def test_a_style_alone_blocks_nothing():
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "数据"
    sheet["B2"] = "=CB_ROWS(2)"
    sheet["C3"].font = Font(bold=True)
    result = refreshed(saved(book))
    assert result.errors == []
    assert shown(result.data)["C3"].value == 11
    assert shown(result.data)["C3"].font.bold


def test_another_formula_in_the_way_blocks():
    result = refreshed(book_of({"B2": "=CB_ROWS(3)", "B4": '=""'}))
    assert [(e.cell, e.code, e.zh) for e in result.errors] == [
        ("B2", "#SPILL!", "溢出区域被 B4 占用")
    ]


@pytest.mark.parametrize("kind", ["merge", "table"])
def test_merged_cells_and_tables_block_as_in_excel(kind: str):
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "数据"
    sheet["B2"] = "=CB_ROWS(3)"
    sheet["F1"] = "=SUM(B2:C4)"
    if kind == "merge":
        sheet.merge_cells("C4:D5")
    else:
        sheet["C4"], sheet["D4"] = "甲", "乙"
        sheet.add_table(openpyxl.worksheet.table.Table(displayName="表", ref="C4:D6"))
    result = refreshed(saved(book))
    said = {e.cell: (e.code, e.zh) for e in result.errors}
    assert said["B2"] == ("#SPILL!", "溢出区域被 C4 占用")
    assert said["F1"] == ("#SPILL!", "引用的单元格 B2 有错")
    assert shown(result.data)["B3"].value is None


def test_an_error_from_a_table_function_is_dynamic_too():
    result = refreshed(book_of({"B2": "=CB_ROWS(1/0)"}))
    assert b'cm="1" t="e"><f t="array" ref="B2">' in cell_xml(result.data, "B2")


def test_an_excel_dynamic_array_keeps_its_mark_and_grows():
    data = dynamic_by_xlsxwriter(("B1", "=SEQUENCE(A1)", ""), cells={"A1": 3})
    result = refreshed(data)
    assert b'<c r="B1" cm="1"><f t="array" ref="B1:B3">' in sheet_xml(result.data)
    assert [c.value for c in shown(result.data)["B"]] == [1, 2, 3]
    assert parts(result.data)[METADATA] == parts(data)[METADATA]


def test_formulas_reading_a_spill_see_it():
    cells = {
        "A1": 3,
        "B1": "=CB_ROWS(A1)",
        "E1": "=SUM(B1:C3)",
        "E2": "=C3+1",
        "E3": "=SUM(_xlfn.ANCHORARRAY(B1))",
    }
    sheet = shown(refreshed(book_of(cells)).data)
    assert [sheet[c].value for c in ("E1", "E2", "E3")] == [63, 22, 63]


def test_a_legacy_array_fills_exactly_its_range():
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "数据"
    for row in range(1, 4):
        sheet.cell(row, 1, row)
    sheet["C1"] = ArrayFormula("C1:C5", "=CB_DOUBLE(A1:A3)")
    sheet["E1"] = ArrayFormula("E1:E2", "=CB_DOUBLE(A1:A3)")
    sheet["E3"] = "下面"
    sheet["G1"] = ArrayFormula("G1:H2", "=CB_DOUBLE(A2)")
    sheet["J1"] = ArrayFormula("J1", "=SUM(IF(A1:A3>1,A1:A3))")
    result = refreshed(saved(book))
    shown_sheet = shown(result.data)
    assert [shown_sheet.cell(r, 3).value for r in range(1, 6)] == [2, 4, 6, "#N/A", "#N/A"]
    assert [shown_sheet.cell(r, 5).value for r in range(1, 4)] == [2, 4, "下面"]
    assert [[c.value for c in row] for row in shown_sheet["G1:H2"]] == [[4, 4], [4, 4]]
    assert shown_sheet["J1"].value == 5
    assert METADATA not in parts(result.data)
    assert b'<f t="array" ref="C1:C5">' in cell_xml(result.data, "C1")


def test_a_metadata_part_of_another_kind_is_extended_not_replaced():
    data = book_of({"B2": "=CB_ROWS(2)"})
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    other = (
        f'<metadata xmlns="{main}"><metadataTypes count="1"><metadataType name="XLRICHVALUE" '
        'minSupportedVersion="120000"/></metadataTypes>'
        '<cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata>'
        '<valueMetadata count="1"><bk><rc t="1" v="0"/></bk></valueMetadata></metadata>'
    )
    held = parts(data)
    link = (
        b'<Relationship Id="rId99" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
        b'relationships/sheetMetadata" Target="metadata.xml"/></Relationships>'
    )
    rels = held["xl/_rels/workbook.xml.rels"].replace(b"</Relationships>", link)
    result = refreshed(
        repacked(data, {METADATA: other.encode(), "xl/_rels/workbook.xml.rels": rels})
    )
    root = etree.fromstring(parts(result.data)[METADATA])
    names = [t.get("name") for t in root.iter(f"{{{main}}}metadataType")]
    assert names == ["XLRICHVALUE", "XLDAPR"]
    assert [etree.QName(child).localname for child in root] == [
        "metadataTypes", "futureMetadata", "cellMetadata", "valueMetadata",
    ]  # fmt: skip
    assert b'<c r="B2" cm="2">' in cell_xml(result.data, "B2")


def test_a_shared_formula_that_spills_gives_its_group_their_own_text():
    data = book_of({"A1": 1, "A2": 2, "A3": 3, "C1": "=CB_ROWS(1)", "C2": "=1", "C3": "=1"})
    first = b'<c r="C1"><f t="shared" ref="C1:C3" si="0">CB_ROWS(A1)</f></c>'
    xml = re.sub(rb'<c r="C1">.*?</c>', first, sheet_xml(data))
    xml = re.sub(rb'<c r="C([23])">.*?</c>', rb'<c r="C\1"><f t="shared" si="0"/></c>', xml)
    result = refreshed(repacked(data, {"xl/worksheets/sheet1.xml": xml}))
    assert b"shared" not in sheet_xml(result.data)
    assert b'ref="C3:D5">CB_ROWS(A3)</f>' in cell_xml(result.data, "C3")
    assert [e.cell for e in result.errors] == ["C2"]


def test_inputs_of_a_refresh_are_never_changed_in_place():
    data = book_of({"B2": "=CB_ROWS(3)"})
    copy = bytes(data)
    refresh_bytes(data, StandIn)
    assert data == copy


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1, 7), min_size=1, max_size=5))
def test_a_spill_remembers_nothing_of_its_earlier_sizes(counts: list[int]):
    data = book_of({"A1": 1, "B2": "=CB_ROWS(A1)", "C7": "挡"})
    xml = sheet_xml(data)
    for count in counts:
        old = re.search(rb'<c r="A1"[^>]*><v>(\d+)</v>', xml)
        assert old is not None
        counted = xml[: old.start(1)] + b"%d" % count + xml[old.end(1) :]
        data = refresh_bytes(repacked(data, {"xl/worksheets/sheet1.xml": counted}), StandIn).data
        xml = sheet_xml(data)
    fresh = book_of({"A1": counts[-1], "B2": "=CB_ROWS(A1)", "C7": "挡"})
    anew = refresh_bytes(fresh, StandIn).data
    seen, expected = shown(data), shown(anew)
    assert [[c.value for c in row] for row in seen["A1:D9"]] == [
        [c.value for c in row] for row in expected["A1:D9"]
    ]
    assert cell_xml(data, "B2") == cell_xml(anew, "B2")


def test_a_rich_error_of_excels_goes_with_the_value_it_explained():
    data = refreshed(book_of({"B2": "=CB_ROWS(2)", "C3": 1})).data
    unblocked = sheet_xml(data).replace(b'<c r="B2" cm="1"', b'<c r="B2" vm="1" cm="1"')
    unblocked = re.sub(rb'<c r="C3"[^>]*>.*?</c>', b"", unblocked)
    result = refreshed(repacked(data, {"xl/worksheets/sheet1.xml": unblocked}))
    assert cell_xml(result.data, "B2") == (
        b'<c r="B2" cm="1"><f t="array" ref="B2:C3">CB_ROWS(2)</f><v>0</v></c>'
    )


def test_an_ordinary_formula_that_gives_a_range_is_left_to_excel():
    cells = {"A1": 1, "A2": 2, "C1": "=INDEX(A1:A2,0)", "E1": "=INDEX(A1:A2,0)", "E2": "占"}
    result = refreshed(book_of(cells))
    assert [p.cell for p in result.unsupported] == ["C1", "E1"]
    assert [shown(result.data)[c].value for c in ("C1", "C2", "E1")] == [None, None, None]


def test_a_spill_may_move_into_cells_another_gives_up():
    cells = {"A1": 3, "A2": 1, "B2": "=CB_ROWS(A1,1)", "B5": "=CB_ROWS(A2,1)"}
    first = refreshed(book_of(cells)).data
    xml = sheet_xml(first).replace(b'<c r="A1" t="n"><v>3</v>', b'<c r="A1" t="n"><v>2</v>')
    xml = xml.replace(b'<c r="A2" t="n"><v>1</v>', b'<c r="A2" t="n"><v>3</v>')
    assert xml != sheet_xml(first)
    result = refreshed(repacked(first, {"xl/worksheets/sheet1.xml": xml}))
    assert [c.value for c in shown(result.data)["B"]] == [None, 0, 10, None, 0, 10, 20]
