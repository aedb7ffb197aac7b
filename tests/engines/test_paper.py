"""The report on paper: pages, words, fonts; and what becomes of it where there is no office."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from office_here import need_office
from pypdf import PageObject, PdfReader
from typer.testing import CliRunner

from workbooks.cli import app
from workbooks.office import engine, program
from workbooks.refresh import refresh_bytes
from workbooks.template import example, workbook_bytes

A4 = {595, 842}


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example's report with its PDF, by the command line."""
    need_office()
    folder = tmp_path_factory.mktemp("paper")
    book = folder / "book.xlsx"
    book.write_bytes(refresh_bytes(workbook_bytes(example())).data)
    done = CliRunner().invoke(app, ["report", str(book), "-o", str(folder / "报告.xlsx"), "--pdf"])
    assert done.exit_code == 0, done.output
    assert "报告.pdf" in done.output
    return folder / "报告.pdf"


def fonts(page: PageObject) -> Iterator[Any]:
    """The font descriptors of a page."""
    for font in page["/Resources"].get("/Font", {}).values():  # type: ignore[index]
        font = font.get_object()
        inner = font.get("/DescendantFonts", [font])[0].get_object()
        yield inner["/FontDescriptor"].get_object()


def test_pages_and_words(printed: Path) -> None:
    pages = PdfReader(printed).pages
    assert 12 <= len(pages) <= 24
    assert all({round(p.mediabox.width), round(p.mediabox.height)} == A4 for p in pages)
    first = pages[0].extract_text()
    for words in ("大元转债", "条款跟踪与分红合规报告", "20.59", "30/15 | 30", "100.7836"):
        assert words in first
    everything = "".join(page.extract_text() for page in pages)
    assert "P1=20.79-0.2=20.59" in everything
    assert "###" not in everything
    assert "#NAME?" not in everything


def test_every_font_travels_with_the_file(printed: Path) -> None:
    found = [d for page in PdfReader(printed).pages for d in fonts(page)]
    assert found
    assert all({"/FontFile", "/FontFile2", "/FontFile3"} & d.keys() for d in found)
    assert any("CJK" in d["/FontName"] for d in found)


def test_the_charts_are_drawn(printed: Path) -> None:
    """The curve of the closes has more strokes than all the frames of the first page."""
    strokes = PdfReader(printed).pages[0].get_contents().get_data()  # type: ignore[union-attr]
    assert strokes.count(b" l\n") + strokes.count(b" c\n") > 300


def test_without_an_office_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = tmp_path / "book.xlsx"
    book.write_bytes(refresh_bytes(workbook_bytes(example())).data)
    monkeypatch.setattr(program.shutil, "which", lambda _name: None)
    monkeypatch.setattr(engine, "_own", engine.OwnOffice)  # not the one that runs already
    done = CliRunner().invoke(app, ["report", str(book), "-o", str(tmp_path / "r.xlsx"), "--pdf"])
    assert done.exit_code == 1
    assert "没有找到 LibreOffice" in done.output
    assert [path.name for path in tmp_path.iterdir()] == ["book.xlsx"]
    refused = CliRunner().invoke(app, ["refresh", str(book), "--engine", "libreoffice"])
    assert refused.exit_code == 1
    assert "没有找到 LibreOffice" in refused.output


def test_batches_have_an_office_each(tmp_path: Path) -> None:
    """Forked workers do not speak into the office that runs in this process already."""
    need_office()
    engine.to_pdf(workbook_bytes(openpyxl.Workbook()))
    for name in ("一.xlsx", "二.xlsx", "三.xlsx"):
        made = openpyxl.Workbook()
        made.worksheets[0]["A1"] = "=CB_ADJUST_PRICE(12.44,0.16)"
        made.worksheets[0]["A2"] = "=NOT_OURS(1)"
        made.save(tmp_path / name)
    asked = ["refresh", str(tmp_path), "-o", str(tmp_path / "out"), "--engine", "libreoffice"]
    done = CliRunner().invoke(app, [*asked, "--jobs", "2"])
    assert done.exit_code == 3, done.output
    for name in ("一.xlsx", "二.xlsx", "三.xlsx"):
        data = io.BytesIO((tmp_path / "out" / name).read_bytes())
        sheet = openpyxl.load_workbook(data, data_only=True).worksheets[0]
        assert sheet["A1"].value == 12.28
