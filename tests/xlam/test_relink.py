"""Links to somebody's add-in become plain names, and nothing else of a workbook changes."""

import io
import re
from pathlib import Path

import openpyxl
import pytest
from linked_books import OTHER, SHEET, XLAM, book, cell, parts_of, sheet
from typer.testing import CliRunner

from addin.cli import app
from addin.relink import relink, relink_file
from workbooks.package import Package

LINK = "xl/externalLinks/externalLink{}.xml"
PLACES = sheet(
    cell("A1", "[1]!CB_SHARES(10000,20.59)")
    + cell("A2", r"'C:\Users\张三\My Add-ins\xlfuncs.xlam'!CB_RATIO(20.59)&amp;&quot;&lt;&quot;")
    + cell("A3", "_xll.CB_SHARES(1,2)+xlfuncs.xlam!cb_shares(1,2)")
    + cell("A4", '"[1]!CB_SHARES("&amp;[1]!CB_SHARES(D1,D2)')
    + cell("A5", "[1]!CB_SHARES(D5,D$2)", ' t="shared" ref="A5:A7" si="0"')
    + '<row r="6"><c r="A6"><f t="shared" si="0"/><v>1</v></c></row>'
    + cell("A7", "[1]!CB_SCHEDULE(D1,D2:D7)", ' t="array" ref="A7:E12"')
    + cell("A8", "_xlfn.MAP(D1:D3,D1:D3,[1]!CB_SHARES)")
    + cell("A9", "SUM(D1:D3)*2"),
    '<conditionalFormatting sqref="A1"><cfRule type="expression" priority="1"><formula>'
    "[1]!CB_SHARES($A$1,2)&gt;3</formula></cfRule></conditionalFormatting><dataValidations>"
    '<dataValidation type="custom" sqref="B1"><formula1>[1]!CB_RATIO(B1)&lt;9</formula1>'
    "</dataValidation></dataValidations>",
)
NAMES = (
    '<definedNames><definedName name="股数">[1]!CB_SHARES(转股!$D$1,2)</definedName></definedNames>'
)


_FORMULA = re.compile(r"<(?:f|c:f|formula1?|definedName)(?: [^>]*[^/>])?>([^<]+)<")


def formulas(data: bytes, part: str = SHEET) -> list[str]:
    return _FORMULA.findall(parts_of(data)[part].decode())


def test_every_place_that_holds_a_call_has_the_plain_name():
    done = relink(book(PLACES, [XLAM], NAMES))
    assert formulas(done.data) == [
        "CB_SHARES(10000,20.59)",
        'CB_RATIO(20.59)&amp;"&lt;"',
        "CB_SHARES(1,2)+CB_SHARES(1,2)",
        '"[1]!CB_SHARES("&amp;CB_SHARES(D1,D2)',
        "CB_SHARES(D5,D$2)",
        "CB_SCHEDULE(D1,D2:D7)",
        "_xlfn.MAP(D1:D3,D1:D3,CB_SHARES)",
        "SUM(D1:D3)*2",
        "CB_SHARES($A$1,2)&gt;3",
        "CB_RATIO(B1)&lt;9",
    ]
    assert formulas(done.data, "xl/workbook.xml") == ["CB_SHARES(转股!$D$1,2)"]
    assert [(c.part, c.place) for c in done.changes if c.part == "转股"][:2] == [
        ("转股", "A1"), ("转股", "A2"),
    ]  # fmt: skip
    assert ("xl/workbook.xml", "definedName") in [(c.part, c.place) for c in done.changes]
    assert len(done.changes) == 10


def test_the_dead_link_leaves_no_trace_and_all_else_keeps_its_bytes():
    before = book(PLACES, [XLAM], NAMES)
    done = relink(before)
    old, new = parts_of(before), parts_of(done.data)
    gone = {LINK.format(1), "xl/externalLinks/_rels/externalLink1.xml.rels"}
    assert old.keys() - new.keys() == gone
    assert not any(b"xternal" in content for content in new.values())
    assert new["_rels/.rels"] == old["_rels/.rels"]
    plain = book(PLACES, [], NAMES)
    for part in ("[Content_Types].xml", "xl/_rels/workbook.xml.rels"):
        assert new[part] == parts_of(plain)[part]
    assert done.removed == (
        r"file:///C:\Users\张三\AppData\Roaming\Microsoft\Excel\XLSTART\xlfuncs.xlam",
    )
    assert Package(done.data).external_links == 0
    assert openpyxl.load_workbook(io.BytesIO(done.data))["转股"]["A1"].value.startswith("=CB_")
    assert relink(done.data).data == done.data


def test_links_after_the_dead_one_are_counted_anew():
    cells = sheet(
        cell("A1", "[1]!CB_SHARES([2]Sheet1!A1,'[3]A b'!$B$2)")
        + cell("A2", '[2]!价格+SUM([3]S!A1:A9)&amp;"[2]x"')
        + cell("A3", "Table1[[#This Row],[2]]")
    )
    chart = '<c:chart xmlns:c="c"><c:f>[2]Sheet1!$A$1:$A$9</c:f><c:v>[2]</c:v></c:chart>'
    names = '<definedNames><definedName name="n">[3]S!$A$1</definedName></definedNames>'
    before = book(cells, [XLAM, OTHER, OTHER], names, {"xl/charts/chart1.xml": chart})
    done = relink(before)
    assert formulas(done.data) == [
        "CB_SHARES([1]Sheet1!A1,'[2]A b'!$B$2)",
        '[1]!价格+SUM([2]S!A1:A9)&amp;"[2]x"',
        "Table1[[#This Row],[2]]",
    ]
    assert formulas(done.data, "xl/workbook.xml") == ["[2]S!$A$1"]
    assert parts_of(done.data)["xl/charts/chart1.xml"].decode() == chart.replace("[2]S", "[1]S")
    assert Package(done.data).external_links == 2
    kept = {LINK.format(2), LINK.format(3)}
    assert {name for name in parts_of(done.data) if name.startswith("xl/externalLinks/ext")} == kept
    assert [c.before for c in done.changes] == ["[1]!CB_SHARES([2]Sheet1!A1,'[3]A b'!$B$2)"]


def test_a_link_in_the_middle_and_two_links_of_ours():
    cells = sheet(cell("A1", "[1]S!A1+[2]!CB_RATIO(1)+[3]S!A1+[4]!CB_RATIO(2)"))
    done = relink(book(cells, [OTHER, XLAM, OTHER, XLAM.replace("Roaming", "Local")]))
    assert formulas(done.data) == ["[1]S!A1+CB_RATIO(1)+[2]S!A1+CB_RATIO(2)"]
    assert len(done.removed) == 2
    assert LINK.format(3) in parts_of(done.data)


@pytest.mark.parametrize(
    "use",
    [
        sheet(cell("A1", "[1]!CB_RATIO(1)") + cell("A2", "[1]xlfuncs.conf!$B$1")),
        sheet(cell("A1", "[1]!CB_RATIO(1)") + cell("A2", "[1]!CB_UNKNOWN(1)")),
        sheet(cell("A1", "[1]!CB_RATIO(1)"), '<controls><x macro="[1]!RefreshBook"/></controls>'),
    ],
    ids=["a cell of the add-in", "a function of another version", "a button"],
)
def test_a_link_something_else_uses_stays(use: str):
    before = book(use, [XLAM])
    done = relink(before)
    assert formulas(done.data)[0] == "CB_RATIO(1)"
    assert done.removed == ()
    assert len(done.kept) == 1
    old, new = parts_of(before), parts_of(done.data)
    assert {name for name in old if old[name] != new[name]} == {SHEET}


def test_links_named_where_they_cannot_be_counted_anew_keep_the_dead_one_before_them():
    shape = '<xdr:sp xmlns:xdr="x" textlink="[2]Sheet1!$A$1"/>'
    before = book(
        sheet(cell("A1", "[1]!CB_RATIO(1)")), [XLAM, OTHER], "", {"xl/drawings/drawing1.xml": shape}
    )
    done = relink(before)
    assert formulas(done.data) == ["CB_RATIO(1)"]
    assert Package(done.data).external_links == 2


@pytest.mark.parametrize(
    "name", ["xlfuncs.xlam", "xlfuncs%20(1).xlam", "XLFUNCS-0.1.0.xlam", "/Users/a/xlfuncs.xlam"]
)
def test_our_add_in_is_known_under_its_names(name: str):
    assert relink(book(sheet(cell("A1", "[1]!CB_RATIO(1)")), [name])).removed


@pytest.mark.parametrize("target", ["myxlfuncs.xlam", "xlfuncs.xlsx", "xlfuncs.xlam/other.xlam"])
def test_other_links_are_left_alone(target: str):
    before = book(sheet(cell("A1", "[1]!CB_RATIO(1)")), [target])
    assert relink(before).data == before


def test_a_workbook_without_such_links_is_not_touched(tmp_path: Path):
    path = tmp_path / "簿.xlsx"
    path.write_bytes(book(sheet(cell("A1", "CB_RATIO(1)+[1]S!A1")), [OTHER]))
    before, written = path.read_bytes(), path.stat().st_mtime_ns
    assert relink_file(path, path).changes == ()
    assert path.read_bytes() == before
    assert path.stat().st_mtime_ns == written


def test_command_line_in_place_and_elsewhere(tmp_path: Path):
    path, out = tmp_path / "簿.xlsx", tmp_path / "新"
    source = book(PLACES, [XLAM], NAMES)
    path.write_bytes(source)
    shown = CliRunner().invoke(app, ["relink", str(path), "-o", str(out)])
    assert shown.exit_code == 0
    assert "links removed 1" in shown.output
    assert path.read_bytes() == source
    assert (out / "簿.xlsx").read_bytes() == relink(source).data
    assert CliRunner().invoke(app, ["relink", str(path)]).exit_code == 0
    assert path.read_bytes() == relink(source).data


def test_a_bad_workbook_is_one_line_and_the_others_are_done(tmp_path: Path):
    (tmp_path / "坏.xlsx").write_bytes(b"no")
    (tmp_path / "好.xlsx").write_bytes(book(PLACES, [XLAM], NAMES))
    shown = CliRunner().invoke(app, ["relink", str(tmp_path)])
    assert shown.exit_code == 1
    assert "坏.xlsx" in shown.stderr
    assert (
        "[1]!CB_SHARES(10000" not in parts_of((tmp_path / "好.xlsx").read_bytes())[SHEET].decode()
    )
