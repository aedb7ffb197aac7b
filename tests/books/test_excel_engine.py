"""`refresh --engine excel`: what is asked of Excel and in which order, and what becomes of it."""

import signal
import sys
import time
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from refresh_helpers import parts, repacked, saved, sheet_xml
from typer.testing import CliRunner

from workbooks import excel
from workbooks.cli import app
from workbooks.opening import PackageError
from workbooks.refresh import refresh_bytes

FORMULAS = {"A1": "=CB_ADJUST_PRICE(12.44,0.16)", "A2": "=A1*2", "B1": "=CB_SHARES(10000,0)"}


class Api:
    """What of Excel's own object model is touched; it is busy for two looks at its state."""

    def __init__(self, log: list[str], rebuild: Callable[[], None]) -> None:
        self.__dict__.update(log=log, rebuild=rebuild, looks=0)

    def __setattr__(self, name: str, value: object) -> None:
        if name != "looks":
            self.log.append(f"{name}={value}")
        self.__dict__[name] = value

    def CalculateFullRebuild(self) -> None:  # noqa: N802
        self.log.append("rebuild")
        self.rebuild()

    calculate_full_rebuild = CalculateFullRebuild

    @property
    def CalculationState(self) -> int:  # noqa: N802
        self.looks += 1
        return 0 if self.looks > 2 else 1


class Excel:
    """An instance that shows 12.3 where formualizer shows 12.28, and notes what it is told."""

    pid = 4321

    def __init__(self, visible: bool, add_book: bool) -> None:
        assert not visible
        assert not add_book
        self.log: list[str] = []
        self.api = Api(self.log, self.rebuild)
        self.books = types.SimpleNamespace(open=self.open)
        self.display_alerts = self.screen_updating = True
        self.copies: list[Path] = []
        INSTANCES.append(self)

    def open(self, path: str, **_options: object) -> Any:
        self.log.append(f"open {Path(path).name}")
        self.copies.append(Path(path))
        return types.SimpleNamespace(save=self.save, close=lambda: self.log.append("close"))

    def rebuild(self) -> None:
        assert not self.display_alerts

    def save(self) -> None:
        assert self.api.looks in (0, 3)  # not while it calculates
        self.log.append("save")
        done = refresh_bytes(self.copies[-1].read_bytes()).data
        changed = sheet_xml(done).replace(b"12.28", b"12.3").replace(b"24.56", b"24.6")
        self.copies[-1].write_bytes(repacked(done, {"xl/worksheets/sheet1.xml": changed}))

    def quit(self) -> None:
        self.log.append("quit")


INSTANCES: list[Excel] = []


@pytest.fixture(params=["Windows", "Darwin"])
def system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    INSTANCES.clear()
    monkeypatch.setitem(sys.modules, "xlwings", types.SimpleNamespace(App=Excel))  # type: ignore[misc]
    monkeypatch.setattr(excel.platform, "system", lambda: request.param)
    monkeypatch.setenv("APPDATA", str(tmp_path / "roaming"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    start_up = tmp_path / "roaming" / "Microsoft" / "Excel" / "XLSTART"
    start_up.mkdir(parents=True)
    (start_up / "xlfuncs.xlam").write_bytes(b"the add-in")
    return str(request.param)


def book(**cells: str) -> bytes:
    made = openpyxl.Workbook()
    for place, formula in (cells or FORMULAS).items():
        made.active[place] = formula  # type: ignore[index]
    return saved(made)


def test_excels_values_go_into_the_original_package(system: str) -> None:
    source = book()
    done = refresh_bytes(source, recalculate=excel.recalculation())
    assert [(c.cell, c.after) for c in done.changed if c.cell != "B1"] == [
        ("A1", 12.3), ("A2", 24.6),
    ]  # fmt: skip
    before, after = parts(source), parts(done.data)
    assert [name for name in before if before[name] != after[name]] == ["xl/worksheets/sheet1.xml"]
    (error,) = done.errors
    assert (error.cell, error.code) == ("B1", "#NUM!")
    assert "转股价" in error.zh
    assert system


def test_what_is_asked_of_excel(system: str) -> None:
    refresh_bytes(book(), recalculate=excel.recalculation())
    (instance,) = INSTANCES
    quietly = ["AskToUpdateLinks=False", "AutomationSecurity=3"]
    work = ["open book.xlsx", "rebuild", "save", "close", "quit"]
    windows = ["open xlfuncs.xlam", *quietly, *work]
    assert instance.log == (windows if system == "Windows" else work)
    assert not any(path.exists() for path in instance.copies if path.name.startswith("book"))


def test_a_workbook_with_macros_is_opened_as_one(system: str) -> None:
    source = book()
    kinds = parts(source)["[Content_Types].xml"].replace(
        b"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
        b"application/vnd.ms-excel.sheet.macroEnabled.main+xml",
    )
    excel.recalculation()(repacked(source, {"[Content_Types].xml": kinds}))
    assert "open book.xlsm" in INSTANCES[0].log
    assert system


def test_excel_is_quit_when_it_fails(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_self: Excel) -> None:
        raise RuntimeError("0x800A03EC\nmore")

    monkeypatch.setattr(Excel, "rebuild", fail)
    with pytest.raises(PackageError, match=r"Excel could not recalculate it \(0x800A03EC\)"):
        excel.recalculation()(book())
    assert INSTANCES[0].log[-1] == "quit"
    assert system


def test_an_instance_that_does_not_quit_is_ended(
    system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_self: Excel) -> None:
        raise RuntimeError("gone")

    ended: list[tuple[int, int]] = []
    monkeypatch.setattr(Excel, "quit", fail)
    monkeypatch.setattr(excel.os, "kill", lambda *given: ended.append(given))
    excel.recalculation()(book())
    assert ended == [(4321, signal.SIGTERM)]
    assert system


def test_a_calculation_without_end_is_ended(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []

    def endless(_self: Excel) -> None:
        while not ended:
            time.sleep(0.01)
        raise RuntimeError("the server is not there any more")

    monkeypatch.setattr(Excel, "rebuild", endless)
    monkeypatch.setattr(excel, "LIMIT", 0.05)
    monkeypatch.setattr(excel.os, "kill", lambda pid, _signal: ended.append(pid))
    with pytest.raises(PackageError, match="超过"):
        excel.recalculation()(book())
    assert ended == [4321]
    assert system


def test_functions_that_excel_does_not_know_leave_their_cells(
    system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = refresh_bytes(book()).data

    def without_add_in(self: Excel) -> None:
        unknown = sheet_xml(self.copies[-1].read_bytes()).replace(b"<v>12.28</v>", b"<v>#NAME?</v>")
        unknown = unknown.replace(b'<c r="A1">', b'<c r="A1" t="e">')
        changed = repacked(self.copies[-1].read_bytes(), {"xl/worksheets/sheet1.xml": unknown})
        self.copies[-1].write_bytes(changed)

    monkeypatch.setattr(Excel, "save", without_add_in)
    done = refresh_bytes(first, recalculate=excel.recalculation())
    assert done.data == first
    left, reader = done.unsupported
    assert (left.cell, reader.cell) == ("A1", "A2")
    assert "没有装载 xlfuncs 函数" in left.zh
    assert reader.zh == "引用了未能计算的 'Sheet'!A1"
    assert system


def test_the_add_in_must_be_installed(system: str, tmp_path: Path) -> None:
    (tmp_path / "roaming" / "Microsoft" / "Excel" / "XLSTART" / "xlfuncs.xlam").unlink()
    if system == "Darwin":
        assert excel.recalculation()(book())
    else:
        with pytest.raises(PackageError, match="xlfuncs addin install"):
            excel.recalculation()


def test_elsewhere_a_clear_message_and_an_untouched_file(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    path.write_bytes(book())
    before = path.read_bytes()
    done = CliRunner().invoke(app, ["refresh", str(path), "--engine", "excel"])
    assert done.exit_code == 1
    assert "需要 Windows 或 macOS" in done.output
    assert path.read_bytes() == before
