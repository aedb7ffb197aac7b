"""Formulas in the calculation copy: prefixes, structured references, shared and array formulas."""

import re
from html import unescape

import openpyxl
import pytest
from openpyxl.formula.translate import Translator
from openpyxl.worksheet.table import Table as SheetTable
from refresh_helpers import StandIn, book_of, cell_xml, refreshed, repacked, saved, sheet_xml, shown

from workbooks.formula_tree import text, tree
from workbooks.formulas import Names, Reader
from workbooks.package import Table
from workbooks.refresh import refresh_bytes
from workbooks.shared_formulas import SharedFormula
from workbooks.structured import a1_reference

PRICES = Table("行情", "数据", 1, 1, 3, 10, ("日期", "收盘价", "转股价[元]"), 1, 1)
QUOTED = Table("甲", "Bob's 表", 3, 2, 4, 6, ("a,b", "it's #1"), 1, 0)


def reader(**defined: str) -> Reader:
    functions = frozenset({"CB_DOUBLE", "CB_ROWS"})
    return Reader(Names(functions, frozenset({"CB_ROWS"}), defined, (PRICES, QUOTED)))


@pytest.mark.parametrize(
    "formula",
    [
        'IF(-A1:B2>=@C1,{1,-2;"a",TRUE},\'数 据\'!$A$1:B2 C1,"a""b",1%,TRUE,#N/A)',
        " SUM( A1 , A2 )\n+1",
        "F()+F(,)+F(1,,3,)",
        "表1[[#This Row],[x'[y]]]+表1[@列]+[@列 一]",
        "'C:\\甲\\[b.xlsx]S'!A1+[1]Sheet1!A1+Sheet1:Sheet3!A1",
        "_xlfn._xlws.SORT(A1#)+1E-5+.5",
    ],
)
def test_a_tree_gives_its_formula_back(formula: str):
    assert text(tree(formula)) == formula


@pytest.mark.parametrize(
    ("reference", "a1"),
    [
        ("行情[收盘价]", "'数据'!$B$2:$B$9"),
        ("行情[[#All],[收盘价]]", "'数据'!$B$1:$B$10"),
        ("行情[@收盘价]", "'数据'!$B$4"),
        ("[@收盘价]", "'数据'!$B$4"),
        ("[收盘价]", "'数据'!$B$2:$B$9"),
        ("行情[[#This Row],[日期]:[收盘价]]", "'数据'!$A$4:$B$4"),
        ("行情[@]", "'数据'!$A$4:$C$4"),
        ("行情[@[日期]:[收盘价]]", "'数据'!$A$4:$B$4"),
        ("行情[[日期]:[收盘价]]", "'数据'!$A$2:$B$9"),
        ("行情[#Headers]", "'数据'!$A$1:$C$1"),
        ("行情[[#Totals],[收盘价]]", "'数据'!$B$10"),
        ("行情[[#Headers],[#Data],[日期]]", "'数据'!$A$1:$A$9"),
        ("行情[]", "'数据'!$A$2:$C$9"),
        ("行情[转股价'[元']]", "'数据'!$C$2:$C$9"),
        ("行情[@[转股价'[元']]]", "'数据'!$C$4"),
        ("甲[a,b]", "'Bob''s 表'!$C$3:$C$6"),
        ("甲[it''s '#1]", "'Bob''s 表'!$D$3:$D$6"),
        ("行情[没有]", "#REF!"),
        ("无表[收盘价]", "#REF!"),
    ],
)
def test_structured_references(reference: str, a1: str):
    assert a1_reference(reference, (PRICES, QUOTED), "数据", 4, 2) == a1


@pytest.mark.parametrize(
    ("written", "calculated"),
    [
        ("_xll.CB_DOUBLE(A1)", "CB_DOUBLE(A1)"),
        ("_XLL.cb_double(A1)", "CB_DOUBLE(A1)"),
        ("[1]!CB_DOUBLE(A1)+[12]!CB_DOUBLE(A2)", "CB_DOUBLE(A1)+CB_DOUBLE(A2)"),
        ("'C:\\Users\\王 五\\xlfuncs.xlam'!CB_DOUBLE(A1)", "CB_DOUBLE(A1)"),
        ("xlfuncs.xlam!CB_DOUBLE(A1)", "CB_DOUBLE(A1)"),
        ("SUM(行情[收盘价])", "SUM('数据'!$B$2:$B$9)"),
        ("ROWS(行情)", "ROWS('数据'!$A$2:$C$9)"),
        ("_xlfn.SINGLE(A1:A9)", "@A1:A9"),
        ("_xlfn.SINGLE(CB_ROWS(3))", "XLFUNCS_SINGLE(CB_ROWS(3))"),
        ("A1:A9*2", "@A1:A9*2"),
        ("CB_DOUBLE(A1:A9)*B1:B9", "CB_DOUBLE(A1:A9)*B1:B9"),
        ("区*2", "@区*2"),
        ("SUM(IF(A1:A9>1,A1:A9))", "SUM(IF(@A1:A9>1,@A1:A9))"),
        ("SUMPRODUCT((A1:A9>1)*B1:B9)", "SUMPRODUCT((A1:A9>1)*B1:B9)"),
        ("格*2", "格*2"),
    ],
)
def test_the_calculation_copy_of_a_formula(written: str, calculated: str):
    names = {"区": "'数据'!$A$1:$A$9", "格": "'数据'!$A$1"}
    reading = reader(**names).read(written, "数据", 4, 5, array=False)
    assert reading.calculation == calculated
    assert reading.gap is None


def test_filled_down_formulas_are_told_apart_where_it_matters():
    one = reader(rate1="'数据'!$A$1", rate2="'数据'!$A$1:$A$9")
    assert one.read("rate1*2", "数据", 4, 5, array=False).calculation == "rate1*2"
    assert one.read("rate2*2", "数据", 4, 5, array=False).calculation == "@rate2*2"
    assert one.read("AGGREGATE(9,6,A1:A2)", "数据", 4, 5, array=False).gap is None
    assert one.read("AGGREGATE(14,6,A1:A2,1)", "数据", 4, 5, array=False).gap is not None


SHARED = [
    "A1+$A1+A$1+$A$1", "SUM(A$1:A1)*2", "'数 据'!B2&\"A1 留在引号里\"&Sheet2!C3", "LOG10(A1)+B1",
    "SUM(A:A)+SUM($A:B)+SUM(1:1)+SUM($1:2)", "IF(A1>0,CB_DOUBLE(A1,,B1),\"\")", "ATAN2(A1,B1)",
]  # fmt: skip


@pytest.mark.parametrize("formula", SHARED)
@pytest.mark.parametrize("place", ["C5", "D3", "AA200"])
def test_shared_formulas_move_as_openpyxls_translator_moves_them(formula: str, place: str):
    column = {"C": 3, "D": 4, "AA": 27}[re.sub(r"\d", "", place)]
    mine = SharedFormula(formula, 3, 3).at(int(re.sub(r"\D", "", place)), column)
    assert "=" + mine == Translator("=" + formula, "C3").translate_formula(place)


def with_shared(first: str, formula: str) -> bytes:
    data = book_of({"A1": 1, "A2": 2, "A3": 3, "B1": "=0", "B2": "=0", "B3": "=0"})
    xml = sheet_xml(data)
    xml = re.sub(
        rb'<c r="B1">.*?</c>',
        f'<c r="B1"><f t="shared" ref="{first}" si="0">{formula}</f><v>9</v></c>'.encode(), xml,
    )  # fmt: skip
    xml = re.sub(rb'<c r="B([23])">.*?</c>', rb'<c r="B\1"><f t="shared" si="0"/><v>9</v></c>', xml)
    return repacked(data, {"xl/worksheets/sheet1.xml": xml})


def test_shared_formulas_are_calculated_and_stay_shared():
    result = refreshed(with_shared("B1:B3", "CB_DOUBLE(A1)+A$1"))
    assert [shown(result.data)[f"B{n}"].value for n in (1, 2, 3)] == [3, 5, 7]
    assert cell_xml(result.data, "B3") == b'<c r="B3"><f t="shared" si="0"/><v>7</v></c>'
    assert [c.formula for c in result.changed] == [
        "=CB_DOUBLE(A1)+A$1", "=CB_DOUBLE(A2)+A$1", "=CB_DOUBLE(A3)+A$1",
    ]  # fmt: skip


def test_prefixed_shared_formulas_are_calculated():
    result = refreshed(with_shared("B1:B3", "_xll.CB_DOUBLE(A1)"))
    assert [shown(result.data)[f"B{n}"].value for n in (1, 2, 3)] == [2, 4, 6]
    assert b"_xll.CB_DOUBLE(A1)" in cell_xml(result.data, "B1")


def test_table_formulas_and_names_over_tables():
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "行情表"
    for column, head in enumerate(("收盘价", "转股[元]", "双倍"), 1):
        sheet.cell(1, column, head)
    for row in (2, 3):
        sheet.cell(row, 1, row)
        sheet.cell(row, 2, row * 10)
        sheet.cell(row, 3, "=CB_DOUBLE(行情[[#This Row],[收盘价]])+行情[[#This Row],[转股'[元']]]")
    sheet["E1"] = "=SUM(行情[双倍])"
    sheet["E2"] = "=SUM(收盘列)"
    sheet.add_table(SheetTable(displayName="行情", ref="A1:C3"))
    meaning = openpyxl.workbook.defined_name.DefinedName("收盘列", attr_text="行情[收盘价]")
    book.defined_names["收盘列"] = meaning
    result = refreshed(saved(book))
    sheet = shown(result.data, "行情表")
    assert [sheet[c].value for c in ("C2", "C3", "E1", "E2")] == [24, 36, 60, 5]
    assert "行情[[#This Row],[收盘价]]" in unescape(cell_xml(result.data, "C2").decode())


def test_chinese_written_as_character_references_is_read():
    data = book_of({"A1": '="转股"&"价"', "A2": '=CB_ECHO("转")'})
    spelled = sheet_xml(data).replace(b"&#32929;", b"&#x80A1;")
    result = refreshed(repacked(data, {"xl/worksheets/sheet1.xml": spelled}))
    assert shown(result.data)["A1"].value == "转股价"
    assert b"&#36716;&#x80A1;" in cell_xml(result.data, "A1")


def test_a_column_of_table_formulas_reads_its_own_row():
    one = reader()
    formulas = ("CB_DOUBLE(行情[[#This Row],[收盘价]])", "[@收盘价]*2", "行情[@日期]+B7")
    for row in (2, 3, 9):
        found = [one.read(f, "数据", row, 2, array=False).calculation for f in formulas]
        assert found == [
            f"CB_DOUBLE('数据'!$B${row})", f"'数据'!$B${row}*2", f"'数据'!$A${row}+B7",
        ]  # fmt: skip


def test_an_omitted_argument_reaches_the_function_as_nought():
    result = refresh_bytes(book_of({"A1": "=CB_ECHO(1,,B9)"}), StandIn)
    assert shown(result.data)["A1"].value == "(1.0, 0.0, None)"
