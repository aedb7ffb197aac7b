"""What the engine lacks is said, cell by cell, and never written over a good value."""

import re

import formualizer as fz
import pytest
from refresh_helpers import StandIn, book_of, cell_xml, parts, refreshed, repacked, sheet_xml, shown

from workbooks.engine_gaps import text_format_is_safe
from workbooks.formulas import Names, Reader
from workbooks.refresh import refresh_bytes

READER = Reader(Names(frozenset({"CB_DOUBLE", "CB_ROWS"}), frozenset({"CB_ROWS"}), {}))


def gap_of(formula: str, *, array: bool = False) -> str:
    found = READER.read(formula, "数据", 5, 5, array=array).gap
    return found.en if found else ""


def with_cached(
    cells: dict[str, object],
    cached: dict[str, bytes],
    names: dict[str, str] | None = None,
    *,
    excel: bool = True,
) -> bytes:
    """A workbook whose formulas carry cached values; `excel` as if Excel had saved them."""
    data = book_of(cells, names=names)
    xml = sheet_xml(data)
    for place, value in cached.items():
        pattern = rf'(<c r="{place}")[^>]*>(<f>.*?</f>)<v\s*(?:/>|></v>)'.encode()
        xml, count = re.subn(pattern, rb"\1>\2<v>" + value + b"</v>", xml)
        assert count == 1
    new = {"xl/worksheets/sheet1.xml": xml}
    if excel:
        workbook = parts(data)["xl/workbook.xml"]
        new["xl/workbook.xml"] = re.sub(rb' fullCalcOnLoad="1"', b"", workbook)
    return repacked(data, new)


@pytest.mark.parametrize(
    ("formula", "lacking"),
    [
        ("SUM(_xlfn.MAP(A1:A3,_xlfn.LAMBDA(_xlpm.x,_xlpm.x*2)))", "MAP"),
        (
            "IFERROR(_xlfn.REDUCE(0,A1:A3,_xlfn.LAMBDA(_xlpm.a,_xlpm.b,_xlpm.a)),0)",
            "REDUCE",
        ),
        ("SUM(MMULT(A1:B2,A1:B2))", "MMULT"),
        ("_xlfn.WRAPROWS(A1:A6,2)", "WRAPROWS"),
        ('_xlfn.REGEXTEST(A1,"[0-9]")', "REGEXTEST"),
        ("COUPNUM(A1,A2,1,1)", "COUPNUM"),
        ("NUMBERSTRING(A1,1)", "NUMBERSTRING"),
        ("DURATION(A1,A2,0.05,0.04,1,1)", "DURATION"),
        ("LENB(A1)", "LENB"),
        ("LEFTB(A1,2)", "LEFTB"),
        ("AGGREGATE(14,6,A1:A9,1)", "AGGREGATE"),
        ('INDIRECT("R2C1",FALSE)', "INDIRECT"),
        ('VALUE("1,234.5")', "1,234.5"),
        ('DATEVALUE("2025年8月22日")', "2025年8月22日"),
        ('YEAR("2025-08-22")', "YEAR"),
        ('TEXT(A1,"aaaa")', "aaaa"),
        ('TEXT(A1,"[$-804]yyyy")', "804"),
        ('TEXT(A1,"[DBNum1]")', "DBNum1"),
        ('TEXT(A1,"0!.0,""万""")', "0!.0"),
        ("SUM((A1:A3,B1:B3))", "unions"),
        ("SUM(A1:C3 B2:D4)", "unions"),
        ("SUM(一月:三月!A1)", "across sheets"),
        ("_xlfn.LAMBDA(_xlpm.x,_xlpm.x+1)(3)", "LAMBDA"),
        ("SUMPRODUCT(--(YEAR(A1:A9)=2025))", "YEAR"),
        ("SUMPRODUCT(LEN(A1:A3))", "LEN"),
        ("SUMPRODUCT(1/COUNTIF(A1:A3,A1:A3))", "COUNTIF"),
        ("SUM(LARGE(A1:A9,{1,2,3}))", "LARGE"),
        ("ROUND(CB_ROWS(A1),2)", "ROUND"),
    ],
)
def test_formulas_the_engine_cannot_be_trusted_with(formula: str, lacking: str):
    assert lacking in gap_of(formula)


@pytest.mark.parametrize(
    "formula",
    [
        "CB_DOUBLE(A1)",
        "SUM(A1:A9)",
        "SUMPRODUCT((A1:A9>3)*B1:B9)",
        'IFERROR(VLOOKUP(A1,B1:C9,2,0),"")',
        'TEXT(A1,"yyyy-mm-dd")',
        'TEXT(A1,"#,##0.00")',
        'TEXT(A1,"0.00%")',
        'TEXT(A1,"yyyy年m月d日")',
        'TEXT(A1,"0.00""元/股""")',
        "INDEX(CB_ROWS(3),2,1)",
        "SUM(CB_DOUBLE(A1:A3))",
        'VALUE("12")',
        'DATEVALUE("2025-08-22")',
        'COUNTIFS(A1:A9,">1",B1:B9,C1)',
        "_xlfn.XLOOKUP(A1,B1:B9,C1:C9)",
        "INDEX(A1:A9,MATCH(B1,C1:C9,0))",
        '_xlfn.TEXTJOIN(",",TRUE,A1:A5)',
        "LOOKUP(2,1/(A1:A9>3),B1:B9)",
        "AGGREGATE(9,6,A1:A9)",
        'IF(AND(A1>0,B1>0),"是","否")',
        "EDATE(A1,12)",
        "WORKDAY(A1,5,D1:D9)",
        "_xlfn.LET(_xlpm.x,A1,_xlpm.x*2)",
        "NETWORKDAYS(A1,A2,D1:D9)",
        "SUM(OFFSET(A1,0,0,3,1))",
    ],
)
def test_everyday_formulas_are_trusted(formula: str):
    assert gap_of(formula) == ""


@pytest.mark.parametrize(
    ("formula", "excel"),
    [
        ('TEXT(45891,"yyyy年m月d日")', "2025年8月22日"),
        ('TEXT(1234.5,"#,##0.00")', "1,234.50"),
        ('TEXT(0.1234,"0.00%")', "12.34%"),
        ('TEXT(12,"0.0""元/股""")', "12.0元/股"),
        ('TEXT(-5,"0;(0)")', "(5)"),
        ('TEXT(45891,"yyyymmdd")', "20250822"),
        ('TEXT(0.75,"hh:mm AM/PM")', "06:00 PM"),
        ("ROUND(2.675,2)", 2.68),
        ("ROUND(-2.5,0)", -3.0),
        ("MOD(-3,2)", 1.0),
        ('DATEDIF(DATE(2020,1,31),45891,"m")', 66.0),
        ("WEEKDAY(45891,2)", 5.0),
        ("EDATE(DATE(2025,1,31),1)", 45716.0),
        ("YEARFRAC(DATE(2024,1,31),45891,3)", 569 / 365),
        ("WORKDAY(45891,5)", 45898.0),
        ("-2^2", 4.0),
        ("2^3^2", 64.0),
        ("10%*5", 0.5),
        ('LEN("中文")', 2.0),
        ('FIND("债","可转债")', 3.0),
        ('"a"="A"', True),
        ("DAY(60)", 29.0),
        ("SUMPRODUCT({1,2},{3,4})", 11.0),
    ],
)
def test_what_is_trusted_is_what_excel_gives(formula: str, excel: object):
    assert gap_of(formula) == ""
    result = refresh_bytes(book_of({"A1": "=" + formula}), StandIn)
    assert shown(result.data)["A1"].value == pytest.approx(excel)


@pytest.mark.parametrize(
    ("formula", "excel"),
    [
        ('TEXT(45891,"aaaa")', "星期五"),
        ('TEXT(45891,"[$-804]aaaa")', "星期五"),
        ('TEXT(123,"[DBNum1]")', "一百二十三"),
        ('TEXT(123456,"0!.0,""万""")', "12.3万"),
        ('LENB("中文a")', 5.0),
        ('VALUE("1,234.5")', 1234.5),
        ('DATEVALUE("2025年8月22日")', 45891.0),
        ('YEAR("2025-08-22")', 2025.0),
        ('SUM(LEN({"a","bb"}))', 3.0),
        ("SUM(ABS({-1,2}))", 3.0),
        ("SUM(LARGE({3,1,2},{1,2}))", 5.0),
        ("SUM(YEAR({45891,45500}))", 4049.0),
        ("CEILING(-2.5,-1)", -3.0),
        ("AGGREGATE(14,6,{1,2},1)", 2.0),
        ("SUM(MMULT({1,2},{3;4}))", 11.0),
    ],
)
def test_the_engine_still_has_its_gaps(formula: str, excel: object):
    """When this fails the engine has learnt something: the rule in engine_gaps.py can go."""
    book = fz.Workbook()
    book.add_sheet("S")
    book.set_formula("S", 1, 1, "=" + formula)
    assert book.evaluate_cell("S", 1, 1) != excel
    assert gap_of(formula) != ""


@pytest.mark.parametrize(
    ("pattern", "safe"),
    [
        ("General", True),
        ("0.00", True),
        ("[Red]0.00", True),
        ("[h]:mm", True),
        ('0"年[x]!"', True),
        ("# ?/?", False),
        ("0.00E+00", False),
        ("0_)", False),
        ("[>5]0;0.0", False),
        ("ggge", False),
        ("G/通用格式", False),
        ("*-0", False),
    ],
)
def test_text_formats(pattern: str, safe: bool):
    assert text_format_is_safe(pattern) is safe


def test_a_good_cached_value_survives_and_so_do_those_who_read_it():
    data = with_cached(
        {
            "A1": 45891,
            "B1": '=TEXT(A1,"aaaa")',
            "C1": "=LEN(B1)",
            "D1": "=C1+1",
            "E1": "=CB_DOUBLE(A1)",
        },
        {"B1": b"7", "C1": b"3", "D1": b"4"},
    )
    result = refreshed(data)
    left = {p.cell: p for p in result.unsupported}
    assert set(left) == {"B1", "C1", "D1"}
    assert left["B1"].zh == '计算引擎不认识格式 "aaaa"'
    assert (
        left["B1"].reason
        == '计算引擎不认识格式 "aaaa" / the engine does not know the format "aaaa"'
    )
    assert "B1" in left["C1"].zh
    assert "C1" in left["D1"].zh
    for place in ("B1", "C1", "D1"):
        assert cell_xml(result.data, place) == cell_xml(data, place)
    assert shown(result.data)["E1"].value == 91782
    assert result.errors == []


def test_what_depends_through_ranges_is_left_too():
    cells = {"A1": "=LENB(D1)", "B2": "=SUM(A1:A9)", "C2": "=CB_TOTAL(A:A)", "D1": "中"}
    result = refreshed(with_cached(cells, {"A1": b"2", "B2": b"2", "C2": b"2"}))
    assert {p.cell for p in result.unsupported} == {"A1", "B2", "C2"}


NAMES = {"甲": "'数据'!$A$1", "乙": "数据!$A$1:$A$5", "丙": "甲*2", "丁": "数据!$A:$A",
         "戊": "'数据'!$E$1", "己": "己+1", "庚": '"甲"'}  # fmt: skip


def test_what_depends_through_defined_names_is_left_too():
    cells = {"A1": "=LENB(D1)", "B1": "=甲*2", "B2": "=SUM(乙)", "B3": "=丙+1",
             "B4": "=CB_TOTAL(丁)", "B5": '=IF(甲="","",CB_DOUBLE(甲))', "B6": "=B1+1",
             "C1": "=戊*2", "C2": '=庚&"甲"', "D1": "中", "E1": 3}  # fmt: skip
    cached = {"A1": b"2", "B1": b"4", "B2": b"2", "B3": b"5", "B4": b"2", "B5": b"4", "B6": b"5"}
    result = refreshed(with_cached(cells, cached, NAMES))
    found = shown(result.data)
    assert {c: found[c].value for c in cached} == {c: int(v) for c, v in cached.items()}
    assert [found[c].value for c in ("C1", "C2")] == [6, "甲甲"]
    assert {p.cell for p in result.unsupported} == set(cached)


def test_an_error_that_comes_through_a_name_is_written_over_what_excel_had():
    cells = {"A1": 0, "B1": "=1/A1", "C1": "=甲+1", "D1": "=SUM(乙)", "E1": "=SUM(丙)"}
    names = {"甲": "数据!$B$1", "乙": "数据!$B:$B", "丙": "甲"}
    cached = {"B1": b"5", "C1": b"6", "D1": b"5", "E1": b"5"}
    chain = with_cached(cells | {"A1": "=CB_DOUBLE(F1)", "F1": 0}, cached | {"A1": b"0.2"}, names)
    result = refreshed(chain)
    assert {e.cell: e.code for e in result.errors} == dict.fromkeys(cached, "#DIV/0!")
    assert {e.cell: e.zh for e in result.errors}["C1"] == "引用的单元格 B1 有错"


def test_a_gap_without_a_cached_value_stays_blank():
    result = refreshed(book_of({"A1": "=LENB(B1)", "B1": "中"}))
    assert shown(result.data)["A1"].value is None
    assert [p.code for p in result.unsupported] == [""]


def test_an_error_where_excel_had_a_value_is_doubted():
    data = with_cached({"A1": "1,5", "B1": "=A1*2"}, {"B1": b"30"})
    result = refreshed(data)
    assert [p.cell for p in result.unsupported] == ["B1"]
    assert shown(result.data)["B1"].value == 30


def test_an_error_is_written_when_its_input_changed_or_the_cache_is_no_ones():
    chain = with_cached(
        {"A1": 0, "B1": "=CB_DOUBLE(A1)", "C1": "=1/B1"}, {"B1": b"5", "C1": b"0.2"}
    )
    result = refreshed(chain)
    assert [(e.cell, e.code) for e in result.errors] == [("C1", "#DIV/0!")]
    unsaved = with_cached({"A1": "x", "B1": "=A1*2"}, {"B1": b"0"}, excel=False)
    assert [(e.cell, e.code) for e in refreshed(unsaved).errors] == [("B1", "#VALUE!")]


def test_an_unknown_name_is_an_error_as_in_excel():
    result = refreshed(book_of({"A1": "=CB_ADJST_PRICE(1)", "A2": "=没有的名字+1"}))
    assert [(e.cell, e.code) for e in result.errors] == [("A1", "#NAME?"), ("A2", "#NAME?")]


def test_numbers_turned_to_text_beyond_fifteen_digits_are_left():
    result = refreshed(book_of({"A1": '="价"&1/3', "A2": '="价"&0.25', "A3": '="代码"&123456'}))
    assert [p.cell for p in result.unsupported] == ["A1"]
    assert [shown(result.data)[c].value for c in ("A2", "A3")] == ["价0.25", "代码123456"]


def test_an_array_of_ours_inside_a_function_that_takes_none_is_left():
    cells = {
        "A1": 1,
        "A2": 2,
        "C1": "=ROUND(CB_DOUBLE(A1:A2),1)",
        "D1": "=ROUND(CB_TOTAL(A1:A2),1)",
    }
    result = refreshed(
        book_of(cells | {"E1": "=ROUND(CB_DOUBLE(F1)+CB_TOTAL(A1:A2),1)", "F1": "x"})
    )
    assert [p.cell for p in result.unsupported] == ["C1"]
    assert shown(result.data)["D1"].value == 3
    assert [(e.cell, e.zh) for e in result.errors] == [("E1", "x 不是数")]


def linked(cells: dict[str, object]) -> bytes:
    """A workbook that keeps A1 = 42 of another one."""
    data = book_of(cells)
    held = parts(data)
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    link = (
        f'<externalLink xmlns="{main}"><externalBook xmlns:r="{office}" r:id="rId1"><sheetNames>'
        '<sheetName val="甲"/></sheetNames><sheetDataSet><sheetData sheetId="0"><row r="1">'
        '<cell r="A1"><v>42</v></cell></row></sheetData></sheetDataSet>'
        "</externalBook></externalLink>"
    )
    reference = (
        f'</sheets><externalReferences xmlns:r="{office}"><externalReference r:id="rId77"/>'
        "</externalReferences>"
    )
    to_link = (
        f'<Relationship Id="rId77" Type="{office}/externalLink" '
        'Target="externalLinks/externalLink1.xml"/></Relationships>'
    )
    elsewhere = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        f'<Relationship Id="rId1" Type="{office}/externalLinkPath" Target="乙.xlsx" '
        'TargetMode="External"/></Relationships>'
    )
    kind = (
        b'<Override PartName="/xl/externalLinks/externalLink1.xml" ContentType="application/'
        b'vnd.openxmlformats-officedocument.spreadsheetml.externalLink+xml"/></Types>'
    )
    workbook, rels = held["xl/workbook.xml"], held["xl/_rels/workbook.xml.rels"]
    return repacked(
        data,
        {
            "xl/externalLinks/externalLink1.xml": link.encode(),
            "xl/externalLinks/_rels/externalLink1.xml.rels": elsewhere.encode(),
            "[Content_Types].xml": held["[Content_Types].xml"].replace(b"</Types>", kind),
            "xl/workbook.xml": workbook.replace(b"</sheets>", reference.encode()),
            "xl/_rels/workbook.xml.rels": rels.replace(b"</Relationships>", to_link.encode()),
        },
    )


def test_other_workbooks_are_read_from_what_is_kept_of_them():
    result = refreshed(linked({"A1": "=[1]甲!A1+1", "B1": "=CB_DOUBLE([1]甲!A1)"}))
    assert [shown(result.data)[c].value for c in ("A1", "B1")] == [43, 84]


@pytest.mark.parametrize(
    "formula", ["=[1]甲!A1", "='C:\\[乙.xlsx]甲'!A1", "=CB_DOUBLE([乙.xlsx]甲!A1)"]
)
def test_a_workbook_of_which_nothing_is_kept_is_left_to_excel(formula: str):
    result = refreshed(book_of({"A1": formula, "A2": "=CB_DOUBLE(2)"}))
    assert [(p.cell, "其他工作簿" in p.zh) for p in result.unsupported] == [("A1", True)]
    assert shown(result.data)["A2"].value == 4
