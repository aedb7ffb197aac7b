"""`addin doctor`: each thing that can be wrong is told in one line of its own."""

import re
from collections.abc import Callable
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import openpyxl
import pytest
from linked_books import XLAM, book, cell, sheet
from typer.testing import CliRunner
from windows_machine import (
    DISABLED,
    POLICY,
    SECURITY,
    add_environment,
    add_excel,
    here,
    machine,
    set_values,
)  # fmt: skip

from addin import xlam as builder
from addin.cli import app
from addin.doctor import installation
from addin.upstream import upstream
from addin.windows import Machine, bits, blocked
from addin.xlam import xlam

XLWINGS = version("xlwings")
TRUSTED = rf"{SECURITY}\Trusted Locations\Location0"


@pytest.fixture
def healthy(tmp_path: Path) -> Machine:
    """All as `addin install` leaves it, on a machine with 64-bit Excel."""
    made = machine(tmp_path)
    places = here(made)
    add_environment(places)
    (places.environment / f"xlwings64-{XLWINGS}.dll").write_bytes(b"")
    places.add_in.parent.mkdir(parents=True)
    places.add_in.write_bytes(xlam(str(places.interpreter)))
    add_excel(made, tmp_path, 0x8664)
    set_values(made, TRUSTED, Path=str(places.add_in.parent))
    return made


def wrong(machine: Machine) -> str:
    return "\n".join(str(f) for f in installation(machine) if not f.ok)


def test_a_healthy_installation(healthy: Machine):
    found = list(installation(healthy))
    assert [f.ok for f in found] == [True] * 5
    assert all("\n" not in str(f) for f in found)
    assert f"xlwings {XLWINGS}" in found[0].zh


def remove_environment(m: Machine) -> None:
    here(m).interpreter.unlink()


def break_functions(m: Machine) -> None:
    here(m).interpreter.write_text(
        "#!/bin/sh\necho \"ModuleNotFoundError: No module named 'x'\" >&2; exit 1\n"
    )


def remove_add_in(m: Machine) -> None:
    here(m).add_in.unlink()


def damage_add_in(m: Machine) -> None:
    here(m).add_in.write_bytes(b"PK damaged")


def name_no_python(m: Machine) -> None:
    here(m).add_in.write_bytes(xlam(r"C:\gone\python.exe"))


def name_another_python(m: Machine) -> None:
    other = here(m).environment / "other"
    other.write_text("")
    here(m).add_in.write_bytes(xlam(str(other)))


def build_with_old_xlwings(m: Machine) -> None:
    older = upstream()
    modules = tuple(replace(x, source=x.source.replace(XLWINGS, "0.30.1")) for x in older.modules)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(builder, "upstream", lambda: replace(older, modules=modules))
        here(m).add_in.write_bytes(xlam(str(here(m).interpreter)))


def excel_of_32_bits(m: Machine) -> None:
    add_excel(m, here(m).environment, 0x014C)


def no_excel(m: Machine) -> None:
    add_excel(m, here(m).environment, 0x8664).unlink()


def not_for_this_processor(m: Machine) -> None:
    add_excel(m, here(m).environment, 0xAA64)


def distrust(m: Machine) -> None:
    set_values(m, TRUSTED, Path=r"D:\别处")


def distrust_all(m: Machine) -> None:
    set_values(m, rf"{POLICY}\Trusted Locations", AllLocationsDisabled=1)


def forbid_macros(m: Machine) -> None:
    distrust(m)
    set_values(m, POLICY, VBAWarnings=4)
    set_values(m, SECURITY, VBAWarnings=1)


def demand_signatures(m: Machine) -> None:
    set_values(m, SECURITY, RequireAddinSig=1)


def disable_add_ins(m: Machine) -> None:
    set_values(m, POLICY, DisableAllAddins=1)


def crash_once(m: Machine) -> None:
    item = b"\1\0\0\0" + "C:\\…\\XLSTART\\XLFUNCS.XLAM\0".lower().encode("utf-16-le")
    set_values(m, DISABLED, **{"1A2B": item, "3C4D": "no bytes"})


def come_by_mail(m: Machine) -> None:
    path = here(m).add_in
    path.with_name(path.name + ":Zone.Identifier").write_text("[ZoneTransfer]\nZoneId=3\n")


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (remove_environment, r"命令失败 .*python\.exe.*请运行 xlfuncs addin install"),
        (break_functions, r"No module named 'x'.*请运行 xlfuncs addin install"),
        (remove_add_in, r"没有加载宏 .*xlfuncs\.xlam；请运行"),
        (damage_add_in, r"加载宏 .*xlfuncs\.xlam 已损坏"),
        (name_no_python, r"要启动的 C:\\gone\\python\.exe 不存在"),
        (name_another_python, r"启动的是另一个 Python .*other"),
        (build_with_old_xlwings, rf"要 xlwings 0\.30\.1，环境里是 {re.escape(XLWINGS)}"),
        (excel_of_32_bits, rf"Excel 32 位，环境里缺 xlwings32-{re.escape(XLWINGS)}\.dll"),
        (no_excel, "没有找到 Excel"),
        (not_for_this_processor, r"无法识别 .*EXCEL\.EXE"),
        (distrust, r"不信任文件夹 .*XLSTART，会先询问.*受信任位置"),
        (distrust_all, r"不信任文件夹 .*XLSTART，会先询问"),
        (forbid_macros, r"不信任文件夹 .*XLSTART，不运行其中的宏"),
        (demand_signatures, "只运行有签名的加载项"),
        (disable_add_ins, "禁用了所有加载项"),
        (crash_once, "曾因故障禁用本加载宏"),
        (come_by_mail, "解除锁定"),
    ],
    ids=lambda x: x.__name__ if callable(x) else "",
)
def test_what_is_wrong_is_told(healthy: Machine, harm: Callable[[Machine], None], told: str):
    harm(healthy)
    assert re.search(told, wrong(healthy))


def test_excel_of_32_bits_is_right_with_its_own_dll(healthy: Machine):
    excel_of_32_bits(healthy)
    (here(healthy).interpreter.parent / f"xlwings32-{XLWINGS}.dll").write_bytes(b"")
    assert not wrong(healthy)


def test_a_trusted_folder_above_counts_only_with_its_subfolders(healthy: Machine):
    above = str(here(healthy).add_in.parents[1]).replace(healthy.variables["APPDATA"], "%AppData%")
    set_values(healthy, TRUSTED, Path=above + "/")
    assert "不信任" in wrong(healthy)
    set_values(healthy, TRUSTED, AllowSubfolders=1)
    assert not wrong(healthy)


def test_without_trusted_folders_all_macros_may_be_allowed(healthy: Machine):
    distrust(healthy)
    set_values(healthy, SECURITY, VBAWarnings=1)
    assert not wrong(healthy)


def test_programs_and_marks(tmp_path: Path):
    made = machine(tmp_path)
    assert bits(add_excel(made, tmp_path, 0x8664)) == 64
    assert bits(add_excel(made, tmp_path, 0x014C)) == 32
    for content in (b"", b"MZ" + b"\xff" * 80, b"#!/bin/sh\n" + b"\0" * 200):
        (tmp_path / "program").write_bytes(content)
        assert bits(tmp_path / "program") is None
    assert not blocked(tmp_path / "program")
    assert made.expanded(r"%LocalAppData%\%未知%\x") == rf"{tmp_path / 'Local'}\%未知%\x"


def test_workbooks_that_carry_a_path(tmp_path: Path):
    carries, plain, broken = (tmp_path / n for n in ("带路径.xlsx", "好.xlsx", "坏.xlsx"))
    carries.write_bytes(book(sheet(cell("A1", "[1]!CB_SHARES(10000,20.59)")), [XLAM]))
    openpyxl.Workbook().save(plain)
    broken.write_bytes(b"PK")
    before = carries.read_bytes()
    done = CliRunner().invoke(app, ["doctor", str(carries), str(plain), str(broken)])
    assert done.exit_code == 1
    assert [line[0] for line in done.output.splitlines()] == ["✗", "✓", "✗"]
    assert "1 个公式带有加载宏的路径，请运行 xlfuncs addin relink" in done.output
    assert carries.read_bytes() == before
    assert CliRunner().invoke(app, ["doctor", str(plain)]).exit_code == 0
