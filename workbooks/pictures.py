"""The README's pictures, pages of the demo: `python -m workbooks.pictures` draws them anew."""

import datetime as dt
import hashlib
import json
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from workbooks.commands import ran
from workbooks.demo import BOOK, REPORT, make_demo
from workbooks.office.process import Office
from workbooks.sheets.conditions import BEYOND

FOLDER: Final = Path("docs/pictures")
DIGESTS: Final = FOLDER / "digests.json"
_DOTS: Final = 100  # an inch
_KNOWN: Final = dt.datetime(2026, 12, 31)


@dataclass(frozen=True)
class Picture:
    """The page of a demo file that holds these words, from its top down to a share of it."""

    name: str
    file: str
    sheet: str
    words: str
    share: float


PICTURES: Final = (
    Picture("guide", BOOK, "说明", "一览", 0.44),
    Picture("triggers", BOOK, "触发", "最新状态", 0.86),
    Picture("dividends", BOOK, "分红测算", "三家公司对照", 0.56),
    Picture("report", REPORT, "封面", "条款跟踪与分红合规报告", 0.86),
)


def digests(demo: Path) -> dict[str, str]:
    """What each picture shows, in a word that changes with it."""
    return {picture.name: _digest(demo / picture.file, picture.sheet) for picture in PICTURES}


def draw(demo: Path, folder: Path) -> None:
    """Every picture of a demo's files into a folder, with LibreOffice and poppler."""
    folder.mkdir(parents=True, exist_ok=True)
    with Office() as office, tempfile.TemporaryDirectory() as scratch:
        for file in (BOOK, REPORT):
            pdf = Path(scratch) / f"{file}.pdf"
            pdf.write_bytes(office.to_pdf((demo / file).read_bytes()))
            for picture in PICTURES:
                if picture.file == file:
                    _draw(pdf, picture, folder / picture.name)


def _draw(pdf: Path, picture: Picture, target: Path) -> None:
    pages = ran(["pdftotext", "-layout", str(pdf), "-"]).split("\f")
    number = next(n for n, page in enumerate(pages, 1) if picture.words in page)
    page = ["-f", str(number), "-l", str(number)]
    _, _, size = ran(["pdfinfo", *page, str(pdf)]).partition(" size:")
    height = float(size.split()[2]) / 72 * _DOTS * picture.share
    shape = ["-r", str(_DOTS), "-H", str(round(height)), "-png", "-singlefile"]
    ran(["pdftoppm", *page, *shape, str(pdf), str(target)])


def _digest(path: Path, title: str) -> str:
    sheet = load_workbook(path, data_only=True)[title]
    text = json.dumps(list(_seen(sheet)), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _seen(sheet: Worksheet) -> Iterator[Any]:
    """Values and formats cell by cell, widths, heights, merged areas and charts."""
    for row in sheet.iter_rows():
        for cell in row:
            if cell.has_style or cell.value is not None:
                yield cell.coordinate, _shown(cell.value), cell.number_format, cell.style
    yield [(letters, column.width) for letters, column in sheet.column_dimensions.items()]
    yield [(at, row.height) for at, row in sheet.row_dimensions.items()]
    yield sorted(map(str, sheet.merged_cells.ranges))
    for chart in sheet._charts:  # type: ignore[attr-defined]  # no public road
        yield type(chart).__name__, [series.val.numRef.f for series in chart.series]


def _shown(value: Any) -> str:
    """To six digits; whether a day after 2026 is known depends on the calendar's release."""
    if value == BEYOND or (isinstance(value, dt.datetime) and value > _KNOWN):
        return BEYOND
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def main() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        demo = Path(scratch) / "demo"
        make_demo(demo)
        draw(demo, FOLDER)
        text = json.dumps(digests(demo), indent=2) + "\n"
        DIGESTS.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
