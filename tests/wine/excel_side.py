"""Plays Excel, in a Windows Python: gets the real COM server through the real xlwings DLL.

It does what the VBA function XLPy() does, then calls CallUDF with the arguments that a formula's
wrapper passes. Prints one JSON line. An error goes as the integer that pywin32 makes of Excel's
VT_ERROR: as a client it can send no VT_ERROR but that of a missing argument.
"""

import ctypes
import datetime as dt
import json
import platform
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import pythoncom
import pywintypes
import win32com.client
import win32com.server.policy
import win32com.server.util
import win32gui
from as_excel import CODES, Sheet, neutral, sent
from golden_rows import GoldenRow, golden_rows, is_same
from win32com.client import VARIANT

MODULE = "xlfuncs.hosts.xlwings_udf"
ROOT = Path(sys.executable).parent
RANGE = "{00020846-0000-0000-C000-000000000046}"
MEMBERS = {"Value": 6, "Row": 257, "Column": 240, "Count": 118, "Worksheet": 348,
           "Application": 148, "Rows": 258, "Columns": 241}  # fmt: skip
MISSING = VARIANT(pythoncom.VT_ERROR, -2147352572)
START, END = 1, -1


def dll() -> Any:
    return ctypes.WinDLL(str(next(ROOT.glob("xlwings64-*.dll"))))


def server() -> Any:
    """The Python that the DLL starts, as VBA gets it: an IDispatch in a VARIANT."""
    book = str(ROOT / "Book1.xlsm").replace("\\", "\\\\")
    paths = ";".join(["true", book, book, "", "", "", ""])
    code = (
        f'import sys, os;import xlwings.utils;xlwings.utils.prepare_sys_path(\\"{paths}\\");'
        "import xlwings; xlwings.serve('$(CLSID)')"
    )
    command = f'cmd.exe  /K ""{sys.executable}" -B -c "{code}""'
    answer = (ctypes.c_byte * 24)()
    failed = activate(answer, command, START)
    kind = ctypes.c_ushort.from_buffer(answer).value
    pointer = ctypes.c_void_p.from_buffer(answer, 8).value
    if failed or kind != pythoncom.VT_DISPATCH:
        raise RuntimeError(ctypes.wstring_at(pointer))
    found = pythoncom.ObjectFromAddress(pointer, pythoncom.IID_IDispatch)
    return win32com.client.dynamic.Dispatch(found)


def activate(answer: Any, command: str, mode: int) -> int:
    function = dll().XLPyDLLActivateAuto
    function.restype = ctypes.c_long
    return int(function(ctypes.byref(answer), command.encode(), ctypes.c_long(mode)))


class Members:
    """An object with some of a COM object's properties, under Excel's own numbers."""

    _public_methods_: tuple[str, ...] = ()

    def __init__(self, **members: Any) -> None:
        self.__dict__.update(members)
        self._public_attrs_ = list(members)
        self._dispid_to_get_ = {MEMBERS[n]: n for n in members if n in MEMBERS}


class NoSheets(Members):
    """xlwings looks for a sheet with settings in the workbook that calls."""

    def __init__(self) -> None:
        super().__init__(Count=0)
        self._public_attrs_.append("_NewEnum")

    def _NewEnum(self) -> Any:  # noqa: N802
        return win32com.server.util.NewEnum([])


class RangePolicy(win32com.server.policy.DesignatedWrapPolicy):  # type: ignore[misc]
    """Its type information says Excel.Range, which is what xlwings looks for."""

    type_information: Any = None

    def _GetTypeInfoCount_(self) -> int:  # noqa: N802
        return 1

    def _GetTypeInfo_(self, _index: int, _language: int) -> tuple[int, Any]:  # noqa: N802
        return 0, self.type_information


def wrapped(**members: Any) -> Any:
    return win32com.server.util.wrap(Members(**members))


class Workbook:
    """One workbook with one sheet, from which references are made."""

    def __init__(self, library: Path) -> None:
        types = pythoncom.LoadTypeLib(str(library))
        pythoncom.RegisterTypeLib(types, str(library), None)
        RangePolicy.type_information = types.GetTypeInfoOfGuid(pywintypes.IID(RANGE))
        self.application = wrapped(Hwnd=win32gui.GetDesktopWindow(), Version="16.0")
        sheets = win32com.server.util.wrap(NoSheets())
        self.book = wrapped(Application=self.application, Name="Book1.xlsm", Worksheets=sheets)
        self.sheet = wrapped(Parent=self.book, Name="Sheet1", Application=self.application)

    def cell(self, value: Any) -> Any:
        """A reference; what its Value gives crosses the process as in Excel."""
        rows = [list(row) for row in value] if isinstance(value, tuple) else value
        size = (len(rows), len(rows[0])) if isinstance(value, tuple) else (1, 1)
        members = Members(
            Value=rows, Row=1, Column=1, Count=size[0] * size[1], Worksheet=self.sheet,
            Rows=wrapped(Count=size[0]), Columns=wrapped(Count=size[1]),
            Application=self.application,
        )  # fmt: skip
        return win32com.server.util.wrap(members, usePolicy=RangePolicy)


def com_time(day: dt.date) -> Any:
    return pywintypes.Time(dt.datetime(day.year, day.month, day.day))


def main() -> None:
    excel = Workbook(Path(sys.argv[1]))
    python = server()

    def call(function: str, *arguments: Any) -> Any:
        caller = excel.cell(0.0)
        return python.CallUDF(MODULE, function, arguments, excel.book, caller)

    try:
        shapes = Sheet(excel.cell, com_time, int, MISSING).shapes()
        first = list({row.function: row for row in reversed(golden_rows())}.values())
        wrong = {shape: wrong_rows(call, first, shapes[shape]) for shape in shapes}
        wrong["all rows of cells"] = wrong_rows(call, golden_rows(), shapes["cells"])
        shown = [(text, repr(call(*asked))) for text, asked in examples(excel).items()]
    finally:
        activate((ctypes.c_byte * 24)(), "", END)
    versions = {"Windows Python": platform.python_version(), "machine": platform.machine(),
                "DLL": next(ROOT.glob("xlwings64-*.dll")).name}  # fmt: skip
    print(json.dumps({"versions": versions, "rows": len(golden_rows()), "wrong": wrong,
                      "shown": shown}))  # fmt: skip


def wrong_rows(call: Any, rows: list[GoldenRow], shape: Any) -> list[str]:
    """The golden rows that do not come out through COM."""
    found = ((row, neutral(call(row.function, *sent(row, shape)))) for row in rows)
    return [f"{row.id}: {value!r} is not {row.expected!r}" for row, value in found
            if not is_same(value, row.expected, row.tolerance)]  # fmt: skip


def examples(excel: Workbook) -> dict[str, tuple[Any, ...]]:
    """What a reader wants to see with own eyes: the formula, and what is asked for it."""
    issue, rates = com_time(dt.date(2020, 8, 17)), ((0.005, 0.007, 0.01, 0.015, 0.02, 0.025),)
    money = VARIANT(pythoncom.VT_CY, Decimal("12.44"))
    adjust, rest = "CB_ADJUST_PRICE", (MISSING,) * 5
    return {
        "CB_ADJUST_PRICE(A1,B1)": (adjust, excel.cell(12.44), excel.cell(0.16), *rest),
        "CB_ADJUST_PRICE(货币格式 VT_CY 12.44,0.16)": (adjust, money, 0.16, *rest),
        "CB_ADJUST_PRICE(12.44,20)": (adjust, 12.44, 20.0, *rest),
        "CB_ADJUST_PRICE(#N/A,0.16)": (adjust, CODES["#N/A"], 0.16, *rest),
        "CB_ACCRUED(100,1%,286,4)": ("CB_ACCRUED", 100.0, 0.01, 286.0, 4.0, MISSING),
        "CB_SHARES(10000,20.59)": ("CB_SHARES", 10000.0, 20.59),
        "CB_SHARES({10000;10000},{20.59;0})": (
            "CB_SHARES", ((10000.0,), (10000.0,)), ((20.59,), (0.0,)),
        ),
        'DIV_MIN_CASH("002911-2021",853000000)': (
            "DIV_MIN_CASH", "002911-2021", 853e6, *(MISSING,) * 5,
        ),
        'DIV_STAGE_RATIO("成熟期",TRUE)': ("DIV_STAGE_RATIO", "成熟期", True),
        "CB_SCHEDULE(2020-08-17,{0.5%…2.5%},110)": (
            "CB_SCHEDULE", issue, rates, 110.0, MISSING, MISSING,
        ),
    }  # fmt: skip


main()
