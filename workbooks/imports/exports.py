"""The cells of an exported file, row by row: .csv and other texts, .xlsx and .xlsm."""

import csv
import io
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from workbooks.opening import OLE_MAGIC, PackageError, contents
from workbooks.package import Package

DELIMITERS: Final = "\t;|,"  # the comma last: it also groups thousands
Row = list[Any]


@dataclass(frozen=True)
class Grid:
    """One sheet, or a text cut at one delimiter; row n of the file is rows[n - 1]."""

    rows: list[Row]
    form: str
    date1904: bool = False


def grids(path: Path) -> Iterator[Grid]:
    """Every sheet of a workbook, or a text read with each delimiter in turn."""
    data = contents(path)
    if data.startswith((b"PK", OLE_MAGIC)):
        yield from _sheets(path)
        return
    text, encoding = _decoded(data)
    if text.lstrip().startswith("<"):
        raise PackageError(
            "是网页格式，请用 Excel 打开后另存为 .xlsx", "a web page: save it as .xlsx from Excel"
        )
    for delimiter in DELIMITERS:
        yield Grid(_cut(text, delimiter), encoding)


def _sheets(path: Path) -> Iterator[Grid]:
    from openpyxl import load_workbook

    package = Package.from_path(path)  # refuses .xls, passwords and damage, in one line
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # exports without styles
        book = load_workbook(io.BytesIO(package.data), data_only=True)
    for sheet in book.worksheets:
        rows = [list(row) for row in sheet.iter_rows(min_row=1, min_col=1, values_only=True)]
        yield Grid(rows, f"xlsx，工作表 {sheet.title}", package.date1904)


def _decoded(data: bytes) -> tuple[str, str]:
    utf16 = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    known = (("utf-16", "UTF-16"),) if utf16 else (("utf-8-sig", "UTF-8"), ("gb18030", "GBK"))
    for codec, name in known:
        try:
            text = data.decode(codec)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text, name
    raise PackageError(
        "既不是 UTF-8 或 GBK 文本，也不是 .xlsx", "neither a UTF-8 or GBK text nor an .xlsx"
    )


def _cut(text: str, delimiter: str) -> list[Row]:
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error as failure:
        raise PackageError(f"CSV 有误（{failure}）", f"the CSV is damaged ({failure})") from None
