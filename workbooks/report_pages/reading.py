"""Reading a refreshed template workbook: named cells and tables, each checked for errors."""

import datetime as dt
import io
from pathlib import Path
from typing import Any, Final

from openpyxl import load_workbook
from openpyxl.cell.cell import Cell
from openpyxl.worksheet.worksheet import Worksheet

from workbooks.opening import PackageError
from workbooks.package import Package

NEEDED: Final = (
    "条款",
    "转股价",
    "行情",
    "触发",
    "付息",
    "估值",
    "分红政策",
    "分红测算",
    "分红实施",
)
WORDS_COLUMN: Final = "J"
CLAUSE_COLUMN: Final = "I"


class ReportError(PackageError):
    """Why there is no report, in one line, Chinese first."""


class Book:
    """The cached values of one refreshed workbook, by defined name."""

    def __init__(self, path: Path) -> None:
        data = Package.from_path(path).data  # refuses what is no workbook, in one line
        self._book = load_workbook(io.BytesIO(data), data_only=True)
        self._check(path)

    def value(self, name: str) -> Any:
        """A named cell: a number, a text, a date or None where blank."""
        return self.row(name)[0]

    def row(self, name: str) -> list[Any]:
        """The first row of a named area."""
        return [_plain(cell) for cell in self._area(name)[0]]

    def rows(self, name: str) -> list[list[Any]]:
        """The rows of a named table down to the first blank one."""
        found = []
        for cells in self._area(name):
            row = [_plain(cell) for cell in cells]
            if row[0] is None:
                break
            found.append(row)
        return found

    def column(self, name: str) -> list[Any]:
        """The first column of a named area, blanks included."""
        return [row[0] for row in self.block(name)]

    def block(self, name: str) -> list[list[Any]]:
        """Every row of a named area, blanks included."""
        return [[_plain(cell) for cell in cells] for cells in self._area(name)]

    def words(self, name: str) -> tuple[str, str]:
        """The clause id and the words beside a named term of 条款."""
        sheet, area = self._place(name)
        row = sheet[area.partition(":")[0]].row
        clause, words = sheet[f"{CLAUSE_COLUMN}{row}"], sheet[f"{WORDS_COLUMN}{row}"]
        return str(clause.value or ""), str(words.value or "")

    def _area(self, name: str) -> tuple[tuple[Cell, ...], ...]:
        sheet, area = self._place(name)
        found = sheet[area]
        if isinstance(found, tuple):
            return found
        return ((found,),)

    def _place(self, name: str) -> tuple[Worksheet, str]:
        defined = self._book.defined_names.get(name)
        places = list(defined.destinations) if defined is not None else []
        if not places or places[0][0] not in self._book.sheetnames:
            raise ReportError(
                f"工作簿缺少名称“{name}”，不是 xlfuncs 模板",
                f"the workbook has no name '{name}': it is no xlfuncs template",
            )
        title, area = places[0]
        return self._book[title], area.replace("$", "")

    def _check(self, path: Path) -> None:
        """Every sheet is there, and the formulas have been calculated."""
        for title in NEEDED:
            if title not in self._book.sheetnames:
                raise ReportError(
                    f"{path.name} 缺少工作表“{title}”", f"{path.name} has no sheet '{title}'"
                )
        if self.value("行情天数") is None:
            raise ReportError(
                f"{path.name} 尚未计算，请先运行 xlfuncs refresh",
                f"{path.name} is not calculated yet: run xlfuncs refresh first",
            )
        if not self.value("行情天数"):
            raise ReportError(
                f"{path.name} 的“行情”没有收盘价", f"{path.name} has no closes on sheet 行情"
            )
        if self.value("截至日") is None:
            raise ReportError(
                f"{path.name} 的“条款”没有初始转股价",
                f"{path.name} has no initial conversion price on sheet 条款",
            )


def _plain(cell: Cell) -> Any:
    """A cell's value, dates as days; an error is named with its place."""
    if cell.data_type == "e":
        where = f"{cell.parent.title}!{cell.coordinate}"
        raise ReportError(
            f"单元格 {where} 是错误值 {cell.value}", f"cell {where} holds {cell.value}"
        )
    value = cell.value
    if isinstance(value, dt.datetime):
        return value.date()
    return None if value == "" else value
