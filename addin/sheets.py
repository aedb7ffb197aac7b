"""The add-in's hidden sheets: settings for xlwings, texts for the function wizard and buttons."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import escape

from lxml import etree
from openpyxl.utils import get_column_letter

from addin.upstream import PROJECT
from addin.versions import own_version
from addin.wrappers import UDF_MODULE
from workbooks.package import MAIN
from xlfuncs.hosts.help import argument_help, description
from xlfuncs.registry import FUNCTIONS

INTERPRETER: Final = r"%LOCALAPPDATA%\xlfuncs\venv\Scripts\python.exe"
_INTERPRETER: Final = "Interpreter_Win"
Rows = Sequence[Sequence["str | bool"]]


@dataclass(frozen=True)
class Sheet:
    """One sheet: the name on its tab, its module in the VBA project, its cells."""

    name: str
    code_name: str
    rows: Rows

    def xml(self) -> bytes:
        cells = "".join(f'<row r="{n}">{_row(n, row)}</row>' for n, row in enumerate(self.rows, 1))
        return (
            '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
            f'<worksheet xmlns="{MAIN}"><sheetPr codeName="{self.code_name}"/>'
            f"<sheetData>{cells}</sheetData></worksheet>"
        ).encode()


def sheets(interpreter: str, xlwings: str) -> tuple[Sheet, ...]:
    """All of them; xlwings finds its settings by the sheet's name."""
    return (
        Sheet(f"{PROJECT}.conf", "ConfigSheet", _settings(interpreter)),
        Sheet(f"{PROJECT}.help", "HelpSheet", _help()),
        Sheet(f"{PROJECT}.words", "WordsSheet", _words(xlwings)),
    )


def interpreter_in(page: bytes) -> str:
    """The interpreter that a built add-in's settings name."""
    texts = [text.text or "" for text in etree.fromstring(page).iter(f"{{{MAIN}}}t")]
    return texts[texts.index(_INTERPRETER) + 1]


def _settings(interpreter: str) -> Rows:
    """Every key xlwings looks for, so that it looks nowhere else; no blank row between them."""
    return (
        (_INTERPRETER, interpreter),
        ("Interpreter_Mac", ""),
        ("PYTHONPATH", ""),
        ("ADD_WORKBOOK_TO_PYTHONPATH", "false"),  # a module beside a workbook is not ours to run
        ("Conda Path", ""),
        ("Conda Env", ""),
        ("UDF Modules", UDF_MODULE),
        ("Debug UDFs", False),
        ("Use UDF Server", False),
        ("Show Console", False),
        ("LICENSE_KEY", ""),
    )


def _help() -> Rows:
    return [
        (spec.name, spec.category, description(spec), *map(argument_help, spec.parameters))
        for spec in FUNCTIONS
    ]


def _words(xlwings: str) -> Rows:
    return (
        ("report", "-报告"),
        ("unsaved", "请先把工作簿以 .xlsx 或 .xlsm 保存到本机磁盘。\n"
                    "Save the workbook as .xlsx or .xlsm on this computer first."),
        ("missing", "找不到 Python 解释器，见 addin/README.md：\n"
                    "The Python interpreter is not there, see addin/README.md:"),
        ("about", f"xlfuncs {own_version()} · xlwings {xlwings} · "
                  f"{len(FUNCTIONS)} 个函数 functions"),
        ("reason", "最近一个错误的原因 the reason of the latest error:"),
    )  # fmt: skip


def _row(number: int, cells: Sequence[str | bool]) -> str:
    places = (f"{get_column_letter(column)}{number}" for column in range(1, len(cells) + 1))
    return "".join(map(_cell, places, cells))


def _cell(place: str, value: str | bool) -> str:
    if isinstance(value, bool):
        return f'<c r="{place}" t="b"><v>{value:d}</v></c>'
    if not value:
        return ""
    text = escape(value)
    return f'<c r="{place}" t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'
