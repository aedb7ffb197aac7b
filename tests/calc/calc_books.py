"""Small workbooks for LibreOffice, and what it made of them."""

import io
import zipfile
from collections.abc import Mapping
from typing import Any

import openpyxl

from workbooks.office.process import Office


def saved(book: openpyxl.Workbook) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def written(cells: Mapping[str, Any]) -> openpyxl.Workbook:
    book = openpyxl.Workbook()
    for place, value in cells.items():
        book.worksheets[0][place] = value
    return book


def calculated(office: Office, cells: Mapping[str, Any]) -> Any:
    """The values of the cells after a recalculation."""
    return values(office.recalculated(saved(written(cells))))


def values(data: bytes) -> Any:
    return openpyxl.load_workbook(io.BytesIO(data), data_only=True).worksheets[0]


def formulas(data: bytes) -> Any:
    return openpyxl.load_workbook(io.BytesIO(data)).worksheets[0]


def with_part(data: bytes, name: str, before: bytes, after: bytes) -> bytes:
    """The package with something replaced in one of its parts."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for info in old.infolist():
            content = old.read(info)
            new.writestr(info, content.replace(before, after) if info.filename == name else content)
    return out.getvalue()
