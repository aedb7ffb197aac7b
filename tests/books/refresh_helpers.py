"""Stand-in functions and small workbooks for the refresher's tests."""

import io
import re
import warnings
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import openpyxl
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.worksheet import Worksheet

from workbooks.refresh import Refreshed, refresh_bytes

VALUE_ERROR = {"type": "Error", "kind": "Value"}


@dataclass(frozen=True)
class Said:
    """A reason as our functions give it."""

    function: str
    code: str
    zh: str
    en: str
    passed_on: bool = False


class StandIn:
    """Four functions with the manners of ours: elementwise, table, aggregate, refusing."""

    table_functions = frozenset({"CB_ROWS"})

    def __init__(self, date1904: bool = False) -> None:
        self.date1904 = date1904
        self.reasons: list[Said] = []
        self.callbacks: Mapping[str, Callable[..., Any]] = {
            "CB_DOUBLE": self._double,
            "CB_ROWS": self._rows,
            "CB_TOTAL": self._total,
            "CB_ECHO": self._echo,
        }

    def _double(self, given: Any) -> Any:
        if isinstance(given, list):
            return [[self._double(cell) for cell in row] for row in given]
        if isinstance(given, dict):
            return given
        if given is None or isinstance(given, str):
            reason = Said("CB_DOUBLE", "#VALUE!", f"{given} 不是数", f"{given} is no number")
            self.reasons.append(reason)
            return VALUE_ERROR
        return given * 2

    def _rows(self, count: float, width: float = 2.0) -> Any:
        return [[10.0 * r + c for c in range(int(width))] for r in range(int(count))]

    def _total(self, given: Any) -> float:
        rows = given if isinstance(given, list) else [[given]]
        return sum(cell for row in rows for cell in row if isinstance(cell, float))

    def _echo(self, *given: Any) -> str:
        return repr(given)


def parts(data: bytes) -> dict[str, bytes]:
    """Every part of a package."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def repacked(data: bytes, new: Mapping[str, bytes]) -> bytes:
    """A package with some parts replaced, as a foreign program would write it."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in (parts(data) | dict(new)).items():
            archive.writestr(name, content)
    return out.getvalue()


def saved(book: openpyxl.Workbook) -> bytes:
    """An openpyxl workbook as bytes."""
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def book_of(
    cells: Mapping[str, Any], title: str = "数据", names: Mapping[str, str] | None = None
) -> bytes:
    """A one-sheet workbook written by openpyxl, so without any cached value."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    sheet.title = title
    for place, content in cells.items():
        sheet[place] = content
    for name, meaning in (names or {}).items():
        book.defined_names[name] = DefinedName(name, attr_text=meaning)
    return saved(book)


def shown(data: bytes, sheet: str = "数据") -> Worksheet:
    """A sheet's cached values as a reader that calculates nothing sees them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # openpyxl drops sparklines, and says so
        found = openpyxl.load_workbook(io.BytesIO(data), data_only=True)[sheet]
    assert isinstance(found, Worksheet)
    return found


def sheet_xml(data: bytes, number: int = 1) -> bytes:
    """The bytes of a worksheet part."""
    return parts(data)[f"xl/worksheets/sheet{number}.xml"]


def cell_xml(data: bytes, place: str, number: int = 1) -> bytes:
    """One cell's element as written, b"" where the sheet has none."""
    pattern = rf'<c r="{place}"[^>]*?(?:/>|>.*?</c>)'.encode()
    found = re.search(pattern, sheet_xml(data, number), re.DOTALL)
    return found.group(0) if found else b""


def refreshed(data: bytes) -> Refreshed:
    """A refresh with the stand-ins, checked to be stable and to change sheets only."""
    result = refresh_bytes(data, StandIn)
    again = refresh_bytes(result.data, StandIn)
    assert again.data == result.data
    assert again.changed == []
    return result
