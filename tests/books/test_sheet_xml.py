"""Sheet XML in every lawful spelling: read right, or refused, never corrupted."""

import re

import pytest
from lxml import etree
from refresh_helpers import StandIn, book_of, cell_xml, refreshed, repacked, sheet_xml, shown

from workbooks.package import PackageError
from workbooks.refresh import refresh_bytes
from workbooks.sheet_rows import with_cells
from workbooks.sheet_xml import readable, scan

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
PART = "xl/worksheets/sheet1.xml"


def sheet_of(rows: str, *, head: str = "", tail: str = "") -> bytes:
    xml = f'<worksheet xmlns="{MAIN}">{head}<sheetData>{rows}</sheetData>{tail}</worksheet>'
    return repacked(book_of({"A1": 1}), {PART: xml.encode()})


USUAL = '<row r="1"><c r="A1"><v>4</v></c><c r="B1"><f>CB_DOUBLE(A1)</f>{}</c></row>'


@pytest.mark.parametrize(
    "value", ["", "<v/>", "<v></v>", "<v>7</v>", '<v xml:space="preserve">7</v>']
)
def test_every_way_to_hold_no_or_an_old_value(value: str):
    result = refreshed(sheet_of(USUAL.format(value)))
    assert cell_xml(result.data, "B1") == b'<c r="B1"><f>CB_DOUBLE(A1)</f><v>8</v></c>'


def test_a_cell_keeps_its_style_and_loses_only_a_wrong_type():
    result = refreshed(
        sheet_of(
            '<row r="1"><c r="A1"><v>4</v></c>'
            '<c r="B1" s="0" t="str"><f>CB_DOUBLE(A1)</f><v>旧</v></c>'
            '<c r="C1" t="e" s="0"><f ca="1">"新"&amp;A1</f><v>#N/A</v></c></row>'
        )
    )
    assert cell_xml(result.data, "B1") == b'<c r="B1" s="0"><f>CB_DOUBLE(A1)</f><v>8</v></c>'
    assert cell_xml(result.data, "C1") == (
        '<c r="C1" s="0" t="str"><f ca="1">"新"&amp;A1</f><v>新4</v></c>'.encode()
    )


@pytest.mark.parametrize(
    "rows",
    [
        '<row><c><v>4</v></c><c><f>CB_DOUBLE(A1)</f></c></row>',
        '<row r="1"><c><v>4</v></c><c r="B1"><f>CB_DOUBLE(A1)</f></c></row>',
        "<row r='1'><c r='A1'><v>4</v></c><c r='B1'><f>CB_DOUBLE(A1)</f></c></row>",
        '<row r="1"><c s="0" r="A1"><v>4</v></c><c s="0" r="B1"><f>CB_DOUBLE(A1)</f></c></row>',
        '<!-- 注 --><row r="1"><c r="A1"><v>4</v></c>'
        '<c r="B1"><f><![CDATA[CB_DOUBLE(A1)]]></f></c></row>',
        '<row r="1"><c r="A1"><v><!-- 注 -->4</v></c><c r="B1"><f>CB_DOUBLE(A1)</f></c></row>',
        '<row r="1">\n <c r="A1">\n <v>4</v>\n </c>\n '
        '<c r="B1">\n <f>CB_DOUBLE(A1)</f>\n <v>0</v>\n </c>\n </row>',
        '<row r="1"><c r="A1" t="n"><v>4</v></c><c\n r="B1"><f>CB_DOUBLE(A1)</f></c></row>',
    ],
)  # fmt: skip
def test_unusual_spellings_give_the_same_value(rows: str):
    result = refreshed(sheet_of(rows))
    assert shown(result.data)["B1"].value == 8
    assert shown(result.data)["A1"].value == 4


def prefixed(xml: bytes) -> bytes:
    names = b"worksheet|sheetData|row|c|f|v|sheetViews|sheetView|sheetFormatPr|pageMargins|is|t"
    xml = re.sub(rb"<(/?)(" + names + rb")(?=[ />])", rb"<\1x:\2", xml)
    return xml.replace(b" xmlns=", b" xmlns:x=")


def test_a_prefixed_namespace_is_read():
    data = sheet_of(USUAL.format(""))
    strange = prefixed(sheet_xml(data))
    assert b"<x:c r=" in strange
    result = refreshed(repacked(data, {PART: strange}))
    assert shown(result.data)["B1"].value == 8


def test_a_sheet_in_utf16_is_read():
    data = sheet_of(USUAL.format("").replace("CB_DOUBLE(A1)", 'CB_DOUBLE(A1)&amp;"元"'))
    wide = b"\xff\xfe" + sheet_xml(data).decode().encode("utf-16-le")
    result = refreshed(repacked(data, {PART: wide}))
    assert shown(result.data)["B1"].value == "8元"


def test_an_unusual_sheet_that_needs_no_change_keeps_its_bytes():
    data = sheet_of("<!-- 注 -->" + USUAL.format("<v>8</v>"))
    assert refresh_bytes(data, StandIn).data is data


def test_two_namespaces_for_elements_are_refused():
    data = sheet_of(USUAL.format(""))
    strange = prefixed(sheet_xml(data)).replace(b"<x:worksheet", b'<x:worksheet xmlns="urn:x"')
    with pytest.raises(PackageError, match="命名空间"):
        refresh_bytes(repacked(data, {PART: strange}), StandIn)


def test_a_formula_the_scanner_would_miss_is_refused():
    xml = f'<worksheet xmlns="{MAIN}"><sheetData><row r="1"><c r="A1"><v>1</v><f>1+1</f></c></row>'
    with pytest.raises(PackageError):
        scan(readable((xml + "</sheetData></worksheet>").encode(), PART), ())


def test_texts_and_empty_cells_around_formulas_stay():
    rows = (
        '<row r="1"><c r="A1" t="inlineStr"><is><t xml:space="preserve"> 甲 </t></is></c>'
        '<c r="B1" s="0"/><c r="C1"><f>A1&amp;"乙"</f></c><c r="D1" t="b"><v>1</v></c></row>'
        '<row r="2"/>'
        '<row r="3" ht="20" customHeight="1"/>'
    )
    data = sheet_of(rows)
    new = sheet_xml(refreshed(data).data)
    old = sheet_xml(data)
    filled = '<c r="C1" t="str"><f>A1&amp;"乙"</f><v xml:space="preserve"> 甲 乙</v></c>'
    assert new == old.replace('<c r="C1"><f>A1&amp;"乙"</f></c>'.encode(), filled.encode())


def test_formulas_in_extensions_are_not_taken_for_cells():
    tail = (
        '<extLst><ext uri="{x}" xmlns:x14="urn:x14" xmlns:xm="urn:xm"><x14:sparkline>'
        "<xm:f>Sheet1!A1:A5</xm:f></x14:sparkline></ext></extLst>"
    )
    result = refreshed(sheet_of(USUAL.format(""), tail=tail))
    assert sheet_xml(result.data).endswith((tail + "</worksheet>").encode())


def test_iso_dates_count_as_dates():
    rows = '<row r="1"><c r="A1" t="d"><v>2025-08-22</v></c><c r="B1"><f>A1+1</f></c></row>'
    assert b"<v>45892</v>" in cell_xml(refreshed(sheet_of(rows)).data, "B1")


def test_a_cached_spill_error_elsewhere_does_not_stop_the_load():
    rows = (
        '<row r="1"><c r="A1" t="e"><v>#SPILL!</v></c><c r="B1" t="e"><f>CB_DOUBLE(2)</f>'
        "<v>#CALC!</v></c></row>"
    )
    result = refreshed(sheet_of(rows))
    assert cell_xml(result.data, "A1") == b'<c r="A1" t="e"><v>#SPILL!</v></c>'
    assert shown(result.data)["B1"].value == 4


def test_what_if_tables_are_left_to_excel():
    rows = (
        '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><f t="dataTable" ref="B1:B2" dt2D="0" r1="A1"/>'
        '<v>5</v></c><c r="C1"><f>B1+1</f><v>6</v></c></row>'
    )
    data = sheet_of(rows)
    result = refreshed(data)
    assert {p.cell for p in result.unsupported} == {"B1", "C1"}
    assert result.data is data


def with_rows(rows: str, cells: dict[tuple[int, int], object]) -> str:
    xml = f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'
    written = with_cells(xml.encode(), cells).decode()  # type: ignore[arg-type]
    etree.fromstring(written)
    return re.sub(r".*<sheetData>(.*)</sheetData>.*", r"\1", written)


def test_cells_are_set_in_order_and_emptied():
    rows = '<row r="2" spans="1:2" ht="9"><c r="A2" s="3"><v>1</v></c><c r="C2"><v>2</v></c></row>'
    assert with_rows(rows, {(2, 2): 5.0, (2, 1): None, (2, 3): None}) == (
        '<row r="2" ht="9"><c r="A2" s="3"/><c r="B2"><v>5</v></c></row>'
    )
    assert with_rows(rows, {(1, 28): "x", (3, 1): True, (9, 9): None}) == (
        '<row r="1"><c r="AB1" t="str"><v>x</v></c></row>' + rows +
        '<row r="3"><c r="A3" t="b"><v>1</v></c></row>'
    )  # fmt: skip


def test_an_empty_sheet_can_be_filled():
    xml = f'<worksheet xmlns="{MAIN}"><sheetData/><pageMargins/></worksheet>'.encode()
    assert b'<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData><pageMargins/>' in (
        with_cells(xml, {(1, 1): 1.0})
    )
