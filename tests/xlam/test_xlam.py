"""The add-in: a package Excel can read, every function in it, errors that are errors."""

import io
import re
import subprocess
import sys
import zipfile
from importlib.resources import files
from pathlib import Path
from typing import Any

import olefile
import openpyxl
import pytest
from linked_books import repacked
from lxml import etree
from office import converted, needs_office, vba_answers
from oletools.olevba import VBA_Parser
from typer.testing import CliRunner

from addin import upstream
from addin.cli import app
from addin.vba_names import RESERVED, argument_name
from addin.vba_project import Kind, read
from addin.wrappers import wrappers
from addin.xlam import xlam
from workbooks.package import PackageError
from xlfuncs.hosts.help import LONGEST, argument_help, description
from xlfuncs.registry import FUNCTIONS

ADDIN = xlam()
OURS = ("Answers", "HelpTexts", "RibbonButtons")


def part(name: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(ADDIN)) as archive:
        return archive.read(name)


@pytest.fixture(scope="module")
def modules() -> dict[str, str]:
    """The modules as olevba finds them."""
    parser = VBA_Parser("xlfuncs.xlam", data=ADDIN)
    return {
        name.rpartition(".")[0]: code.replace("\r\n", "\n")
        for _, _, name, code in parser.extract_all_macros()
    }


def cells(name: str) -> list[list[Any]]:
    """A sheet's rows; openpyxl reads an add-in only under the name of a workbook with macros."""
    types = part("[Content_Types].xml").replace(b".addin.macroEnabled", b".sheet.macroEnabled")
    book = openpyxl.load_workbook(io.BytesIO(repacked(ADDIN, {"[Content_Types].xml": types})))
    return [list(row) for row in book[name].iter_rows(values_only=True)]


def test_built_twice_it_is_the_same():
    assert xlam() == ADDIN
    assert xlam("python.exe") != ADDIN


def test_olevba_finds_every_module_as_it_was_written(modules: dict[str, str]):
    documents = ("ThisWorkbook", "ConfigSheet", "HelpSheet", "WordsSheet")
    assert set(modules) == {*documents, "Dictionary", "xlwings", "Functions", *OURS}
    assert modules["Functions"] == wrappers()
    for name in OURS:
        assert modules[name] == files("addin").joinpath(f"vba/{name}.bas").read_text()
    assert "RegisterHelp" in modules["ThisWorkbook"]
    assert all(source.isascii() for source in modules.values())
    assert all(f'VB_Name = "{name}"' in source for name, source in modules.items())


def test_olefile_finds_no_defect():
    with olefile.OleFileIO(
        io.BytesIO(part("xl/vbaProject.bin")), raise_defects=olefile.DEFECT_UNSURE
    ) as file:
        assert file.exists("VBA/dir")
        assert file.openstream("PROJECT").read().count(b"xlfuncs") == 1


def test_our_own_reader_finds_the_same_project(modules: dict[str, str]):
    project = read(part("xl/vbaProject.bin"))
    assert {m.name: m.source for m in project.modules} == modules
    assert project.name == "xlfuncs"
    kinds = {m.name: m.kind for m in project.modules}
    assert kinds["HelpSheet"] is Kind.DOCUMENT
    assert kinds["Dictionary"] is Kind.CLASS
    assert kinds["Functions"] is Kind.PROCEDURES


@pytest.mark.parametrize("spec", FUNCTIONS, ids=lambda s: s.name)
def test_every_function_declares_and_passes_its_arguments_in_order(spec: Any):
    found = re.search(
        rf"^Public Function {spec.name}\((.*)\) As Variant\n(?:.*\n)*?End Function",
        wrappers(),
        re.M,
    )
    assert found
    names = [argument_name(p.name) for p in spec.parameters]
    optional = ["Optional " * (not p.required) for p in spec.parameters]
    assert found[1] == ", ".join(map("".join, zip(optional, names, strict=True)))
    assert f'"{spec.name}", Array({", ".join(names)})' in found[0]
    assert max(map(len, found[0].splitlines())) < 1000  # VBA reads lines up to 1,023 characters


def test_no_argument_is_a_word_of_vba():
    assert argument_name("date") == "date_"
    assert argument_name("Next") == "Next_"
    assert argument_name("price") == "price"
    for spec in FUNCTIONS:
        taken = {argument_name(p.name).casefold() for p in spec.parameters}
        assert len(taken) == len(spec.parameters)
        assert not taken & (RESERVED | {"xlpy", "answer", "failure", "application"})


def test_the_wizard_s_texts_fit_excel():
    rows = cells("xlfuncs.help")
    assert [row[0] for row in rows] == [spec.name for spec in FUNCTIONS]
    for spec, row in zip(FUNCTIONS, rows, strict=True):
        assert row[1:3] == [spec.category, description(spec)]
        told = [text for text in row[3:] if text is not None]
        assert told == [argument_help(p) for p in spec.parameters]
        assert 1 <= len(told) <= 20
        assert all(len(text) <= LONGEST for text in row[2:] if text)


def test_settings_name_the_module_and_the_interpreter():
    settings = dict(row[:2] for row in cells("xlfuncs.conf"))
    assert settings["UDF Modules"] == "xlfuncs.hosts.xlwings_udf"
    assert settings["Interpreter_Win"] == r"%LOCALAPPDATA%\xlfuncs\venv\Scripts\python.exe"
    assert all(row[0] for row in cells("xlfuncs.conf"))  # xlwings reads down to the first blank


def test_settings_are_never_read_from_a_workbook_or_its_folder(modules: dict[str, str]):
    source = modules["xlwings"]
    assert 'PROJECT_NAME As String = "xlfuncs"' in source
    assert "GetConfigFromSheet(ActiveWorkbook)" not in source
    assert 'source = "" Or source = "directory"' not in source
    assert dict(row[:2] for row in cells("xlfuncs.conf"))["ADD_WORKBOOK_TO_PYTHONPATH"] == "false"


def test_every_word_a_button_says_is_there(modules: dict[str, str]):
    said = set(re.findall(r'Word\("(\w+)"\)', modules["RibbonButtons"]))
    assert said == {row[0] for row in cells("xlfuncs.words")}
    assert all(row[1] for row in cells("xlfuncs.words"))


def test_the_ribbon_is_linked_and_calls_what_there_is(modules: dict[str, str]):
    links = etree.fromstring(part("_rels/.rels"))
    targets = {str(e.get("Type")).rpartition("/")[2]: e.get("Target") for e in links}
    assert targets["extensibility"] == "customUI/customUI.xml"
    root = etree.fromstring(part("customUI/customUI.xml"))
    buttons = list(root.iterfind(".//{*}button"))
    assert [b.get("label") for b in buttons] == ["刷新", "报告", "函数手册", "关于"]
    for button in buttons:
        module, _, name = str(button.get("onAction")).partition(".")
        assert f"Public Sub {name}(control As IRibbonControl)" in modules[module]


def test_every_part_is_well_formed_and_has_a_type():
    with zipfile.ZipFile(io.BytesIO(ADDIN)) as archive:
        names = archive.namelist()
    types = etree.fromstring(part("[Content_Types].xml"))
    listed = {str(e.get("PartName")).lstrip("/") for e in types.iterfind("{*}Override")}
    assert listed <= set(names)
    for name in names:
        if not name.endswith(".bin"):
            etree.fromstring(part(name))


def test_the_commands_of_the_buttons_exist(modules: dict[str, str]):
    from workbooks.cli import app as whole

    used = set(re.findall(r'RunCommand\("?(\w+)|RunCommand "(\w+)', modules["RibbonButtons"]))
    commands = {left or right for left, right in used} - {"ByVal"}
    assert commands == {"refresh", "report", "functions"}
    for command in commands:
        assert CliRunner().invoke(whole, [command, "--help"]).exit_code == 0


def test_command_line(tmp_path: Path):
    out = tmp_path / "xlfuncs.xlam"
    shown = CliRunner().invoke(app, ["build", "-o", str(out)])
    assert shown.exit_code == 0
    assert out.read_bytes() == ADDIN
    assert CliRunner().invoke(app, ["build", "-o", str(tmp_path / "x.xlsx")]).exit_code == 1


def test_without_xlwings_one_line_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(upstream.importlib.util, "find_spec", lambda _: None)
    shown = CliRunner().invoke(app, ["build", "-o", str(tmp_path / "x.xlam")])
    assert shown.exit_code == 1
    assert 'pip install "xlfuncs[excel]"' in shown.stderr
    assert len(shown.stderr.splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_another_template_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(upstream, "_SETTINGS", (("no such line", "", 1),))
    with pytest.raises(PackageError, match="no such line"):
        upstream.upstream()


@needs_office
def test_libreoffice_opens_it(tmp_path: Path):
    source = tmp_path / "xlfuncs.xlam"
    source.write_bytes(ADDIN)
    book = openpyxl.load_workbook(converted(source, tmp_path))
    assert book.sheetnames == ["xlfuncs.conf", "xlfuncs.help", "xlfuncs.words"]
    assert book["xlfuncs.help"]["A1"].value == FUNCTIONS[0].name


@needs_office
def test_answers_run_as_vba(tmp_path: Path):
    """LibreOffice's Basic compiles and runs the wrappers and what turns texts into errors."""
    (tmp_path / "Functions.bas").write_text(wrappers(), encoding="ascii")
    answers = files("addin").joinpath("vba/Answers.bas").read_text()
    (tmp_path / "Answers.bas").write_text(answers, encoding="ascii")
    shown = dict(line.split(" ", 1) for line in vba_answers(tmp_path).splitlines())
    numbers = ("2000", "2007", "2015", "2023", "2029", "2036", "2042")
    errors = ";".join(f"Error {n}" for n in numbers)
    assert (
        shown["Scalars"]
        == f"{errors};String plain;String #other x;String ;Double 12.5;Boolean True;"
    )
    assert shown["Table"] == "Double 1.5;Error 2036;Error 2042;String text"
    assert shown["Column"] == "Error 2015;Integer 2"
    assert shown["Unreached"] == "Error 2015;Error 2015;True"


def test_the_command_line_runs_as_the_buttons_run_it():
    program = [sys.executable, "-P", "-m", "workbooks", "addin", "--help"]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "relink" in done.stdout
    ribbon = files("addin").joinpath("vba/RibbonButtons.bas").read_text()
    assert " -P -m workbooks " in ribbon
