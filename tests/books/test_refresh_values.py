"""Values: what a refreshed workbook shows, and that nothing else in it moved."""

import io
import zlib

import openpyxl
import pytest
import xlsxwriter
from openpyxl.workbook.defined_name import DefinedName
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

from workbooks.refresh import CellChange, refresh_bytes
from workbooks.values import ErrorCode


def test_our_functions_and_excels_mix_in_one_chain():
    data = book_of({"A1": 5, "B1": "=CB_DOUBLE(A1)", "C1": "=B1+1", "D1": '=CB_DOUBLE(C1)&"元"'})
    sheet = shown(refreshed(data).data)
    assert [sheet[c].value for c in ("B1", "C1", "D1")] == [10, 11, "22元"]


def test_every_kind_of_value_is_spelled_as_excel_spells_it():
    result = refreshed(
        book_of(
            {
                "A1": "=1/4",
                "A2": '="转<股&"',
                "A3": "=1>0",
                "A4": "=1/0",
                "A5": '=""',
                "A6": "=3*2",
                "A7": "=1E+20*10",
                "A8": '=" a"',
                "A9": '="a"&CHAR(10)&"b"',
            }
        )
    )
    written = {
        place: cell_xml(result.data, place) for place in ("A1", "A2", "A3", "A4", "A5", "A6")
    }
    assert written["A1"] == b'<c r="A1"><f>1/4</f><v>0.25</v></c>'
    assert b't="str"' in written["A2"]
    assert written["A2"].endswith("<v>转&lt;股&amp;</v></c>".encode())
    assert written["A3"] == b'<c r="A3" t="b"><f>1&gt;0</f><v>1</v></c>'
    assert written["A4"] == b'<c r="A4" t="e"><f>1/0</f><v>#DIV/0!</v></c>'
    assert written["A5"] == b'<c r="A5" t="str"><f>""</f><v></v></c>'
    assert written["A6"].endswith(b"<v>6</v></c>")
    sheet = shown(result.data)
    assert sheet["A7"].value == 1e21
    assert sheet["A8"].value == " a"
    assert sheet["A9"].value == "a\nb"


def test_changes_are_reported_with_formula_before_and_after():
    first = refreshed(book_of({"A1": 5, "B1": "=CB_DOUBLE(A1)"}))
    assert first.changed == [CellChange("数据", "B1", "=CB_DOUBLE(A1)", None, 10.0)]
    edited = repacked(first.data, {
        "xl/worksheets/sheet1.xml": sheet_xml(first.data).replace(b"<v>5</v>", b"<v>7</v>"),
    })  # fmt: skip
    second = refreshed(edited)
    assert second.changed == [CellChange("数据", "B1", "=CB_DOUBLE(A1)", 10.0, 14.0)]


def test_an_up_to_date_workbook_comes_back_byte_for_byte():
    once = refreshed(book_of({"A1": 5, "B1": "=CB_DOUBLE(A1)"})).data
    assert refresh_bytes(once, StandIn).data is once


def test_a_workbook_without_formulas_is_left_alone():
    data = book_of({"A1": 5})
    result = refresh_bytes(data, StandIn)
    assert result.data is data
    assert result.formulas == 0


def test_a_cached_number_that_agrees_in_fifteen_digits_is_not_rewritten():
    data = refreshed(book_of({"A1": "=1/3"})).data
    near = sheet_xml(data).replace(b"0.3333333333333333<", b"0.33333333333333331<")
    assert near != sheet_xml(data)
    assert refresh_bytes(repacked(data, {"xl/worksheets/sheet1.xml": near}), StandIn).changed == []


def rich_workbook() -> bytes:
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out)
    front, back = book.add_worksheet("行 情"), book.add_worksheet("说明")
    bold = book.add_format({"bold": True, "num_format": "0.00"})
    for row in range(5):
        front.write_number(row, 0, row + 1)
        front.write_formula(row, 1, f"=CB_DOUBLE(A{row + 1})", bold)
    front.write_comment("A1", "批注")
    front.conditional_format("B1:B5", {"type": "data_bar"})
    front.add_sparkline("D1", {"range": "'行 情'!A1:A5"})
    front.data_validation("A1", {"validate": "decimal", "criteria": ">", "value": 0})
    chart = book.add_chart({"type": "line"})
    chart.add_series({"values": "='行 情'!$B$1:$B$5"})
    front.insert_chart("F2", chart)
    front.insert_image("F20", "点.png", {"image_data": io.BytesIO(one_pixel())})
    front.merge_range("H1:I1", "合并")
    front.freeze_panes(1, 0)
    back.write_string("A1", "只有文字")
    book.define_name("合计", "=SUM('行 情'!$B$1:$B$5)")
    book.close()
    return out.getvalue()


def one_pixel() -> bytes:
    """A PNG of one black pixel."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        checksum = zlib.crc32(kind + content)
        return len(content).to_bytes(4) + kind + content + checksum.to_bytes(4)

    header = chunk(b"IHDR", bytes([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]))
    pixels = chunk(b"IDAT", zlib.compress(b"\0\0"))
    return b"\x89PNG\r\n\x1a\n" + header + pixels + chunk(b"IEND", b"")


def test_every_part_but_the_sheets_with_formulas_keeps_its_bytes_and_place():
    data = rich_workbook()
    result = refreshed(data)
    before, after = parts(data), parts(result.data)
    assert list(before) == list(after)
    assert [name for name in before if before[name] != after[name]] == ["xl/worksheets/sheet1.xml"]
    assert (
        len([name for name in before if "chart" in name or "media" in name or "comments" in name])
        >= 3
    )
    assert shown(result.data, "行 情")["B5"].value == 10


def test_the_sheet_outside_the_changed_cells_keeps_its_bytes():
    data = rich_workbook()
    old, new = sheet_xml(data), sheet_xml(refreshed(data).data)
    assert old.partition(b"<sheetData>")[0] == new.partition(b"<sheetData>")[0]
    assert old.partition(b"</sheetData>")[2] == new.partition(b"</sheetData>")[2]
    assert new == old.replace(b"(A1)</f><v>0", b"(A1)</f><v>2").replace(
        b"(A2)</f><v>0", b"(A2)</f><v>4"
    ).replace(b"(A3)</f><v>0", b"(A3)</f><v>6").replace(b"(A4)</f><v>0", b"(A4)</f><v>8").replace(
        b"(A5)</f><v>0", b"(A5)</f><v>10"
    )


def test_a_macro_workbook_keeps_its_macros():
    data = book_of({"A1": "=CB_DOUBLE(4)"})
    types = parts(data)["[Content_Types].xml"].replace(
        b"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
        b"application/vnd.ms-excel.sheet.macroEnabled.main+xml",
    )
    macros = {"[Content_Types].xml": types, "xl/vbaProject.bin": b"\xd0\xcf\x11\xe0macro"}
    result = refreshed(repacked(data, macros))
    assert parts(result.data)["xl/vbaProject.bin"] == b"\xd0\xcf\x11\xe0macro"
    assert shown(result.data)["A1"].value == 8


def test_names_sheets_and_chinese_references():
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "条 款"
    sheet["A1"], sheet["A2"] = 12.5, 2
    other = book.create_sheet("Bob's 表")
    other["A1"] = "=CB_DOUBLE('条 款'!A1)"
    other["A2"] = "=CB_DOUBLE(转股价)+SUM(区域)"
    third = book.create_sheet("汇总")
    third["A1"] = "='Bob''s 表'!A1+1"
    book.defined_names["转股价"] = DefinedName("转股价", attr_text="'条 款'!$A$1")
    book.defined_names["区域"] = DefinedName("区域", attr_text="'条 款'!$A$1:$A$2")
    result = refreshed(saved(book))
    assert shown(result.data, "Bob's 表")["A1"].value == 25
    assert shown(result.data, "Bob's 表")["A2"].value == 39.5
    assert shown(result.data, "汇总")["A1"].value == 26


def test_dates_in_a_1904_workbook_count_from_1904():
    book = openpyxl.Workbook()
    book.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904
    sheet = book.active
    sheet.title = "数据"
    sheet["A1"] = "=DATE(2025,8,22)"
    sheet["A2"] = "=YEAR(A1)"
    sheet["A3"] = '=TEXT(A1,"yyyy-mm-dd")'
    hosts = []

    def made(date1904: bool) -> StandIn:
        hosts.append(date1904)
        return StandIn(date1904)

    result = refresh_bytes(saved(book), made)
    assert hosts == [True]
    assert b"<v>44429</v>" in cell_xml(result.data, "A1")
    assert shown(result.data)["A2"].value == 2025
    assert shown(result.data)["A3"].value == "2025-08-22"


def test_iterative_calculation_is_honoured_and_circles_else_reported():
    circle = book_of({"A1": "=B1*0.5+1", "B1": "=A1"})
    result = refreshed(circle)
    assert {p.cell for p in result.unsupported} == {"A1", "B1"}
    assert all("循环引用" in p.zh or "未能计算" in p.zh for p in result.unsupported)
    assert cell_xml(result.data, "A1") == cell_xml(circle, "A1")
    iterating = parts(circle)["xl/workbook.xml"].replace(b"<calcPr ", b'<calcPr iterate="1" ')
    settled = refresh_bytes(repacked(circle, {"xl/workbook.xml": iterating}), StandIn)
    assert shown(settled.data)["A1"].value == pytest.approx(2, abs=0.01)


def test_volatile_functions_may_change_and_nothing_else_does():
    data = book_of({"A1": "=TODAY()", "A2": "=CB_DOUBLE(3)"})
    sheet = shown(refresh_bytes(data, StandIn).data)
    assert sheet["A2"].value == 6
    assert (
        sheet["A1"].value.year >= 2025
        if hasattr(sheet["A1"].value, "year")
        else sheet["A1"].value > 45000
    )


def test_progress_runs_from_nothing_to_done():
    seen: list[tuple[str, float]] = []
    refresh_bytes(book_of({"A1": "=1+1"}), StandIn, progress=lambda s, p: seen.append((s, p)))
    shares = [share for _, share in seen]
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0.0, 1.0)
    assert all("/" in step for step, _ in seen)


def test_error_values_are_values_of_their_own_type():
    change = refreshed(book_of({"A1": "=1/0"})).changed[0]
    assert isinstance(change.after, ErrorCode)
    assert change.after == "#DIV/0!"
