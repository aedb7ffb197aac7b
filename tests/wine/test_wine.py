"""The real xlwings COM server and DLL under Wine, a COM client in the place of Excel.

Deselected unless asked for: pytest -m wine -s
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import windows_python
from windows_python import HERE, PROJECT, Run, windows

pytestmark = pytest.mark.wine


SECURITY = r"HKCU\Software\Microsoft\Office\16.0\Excel\Security"
LOCATION = rf"{SECURITY}\Trusted Locations\Location7"
ADD_IN = r"C:\users\me\XLSTART\xlfuncs.xlam"


@pytest.fixture(scope="module")
def run() -> Iterator[Run]:
    if reason := windows_python.why_not():
        pytest.skip(reason)
    with windows_python.wine(windows_python.folder()) as running:
        yield running


@pytest.fixture(scope="module")
def excel(run: Run) -> Any:
    """What the program that plays Excel saw."""
    tests = PROJECT / "tests"
    run.variables["PYTHONPATH"] = ";".join(map(windows, (PROJECT, tests, tests / "hosts")))
    program, library = windows(HERE / "excel_side.py"), windows(run.folder / "range.tlb")
    said = run(str(run.python), "-u", program, library)
    found = json.loads(next(line for line in said.splitlines() if line.startswith("{")))
    for formula, answer in found["shown"]:
        print(f"\n  ={formula}\n      {answer}")
    print(f"\n  {found['rows']} golden rows, {found['versions']}")
    return found


def test_golden_rows_through_com(excel: Any) -> None:
    assert excel["rows"] > 900
    assert set(excel["wrong"]) > {"typed", "cells", "computed", "currency", "serial"}
    assert [line for lines in excel["wrong"].values() for line in lines] == []


def test_what_a_reader_wants_to_see(excel: Any) -> None:
    shown = dict(excel["shown"])
    assert shown["CB_ADJUST_PRICE(A1,B1)"] == "12.28"
    assert shown["CB_ADJUST_PRICE(货币格式 VT_CY 12.44,0.16)"] == "12.28"
    assert shown["CB_ADJUST_PRICE(12.44,20)"].startswith("'#NUM! 调整后的转股价格须大于 0 / ")
    assert shown["CB_ADJUST_PRICE(#N/A,0.16)"] == "'#N/A'"
    assert shown["CB_ACCRUED(100,1%,286,4)"] == "0.7836"
    assert shown["CB_SHARES(10000,20.59)"] == "485.0"
    assert shown["CB_SHARES({10000;10000},{20.59;0})"].startswith("((485.0,), ('#NUM! ")
    assert shown['DIV_MIN_CASH("002911-2021",853000000)'] == "255900000.0"
    assert shown['DIV_STAGE_RATIO("成熟期",TRUE)'] == "0.4"
    assert shown["CB_SCHEDULE(2020-08-17,{0.5%…2.5%},110)"].endswith("2.5, 110.0, '确定'))")


def test_the_real_registry_and_programs_are_read(run: Run) -> None:
    run("reg", "add", LOCATION, "/v", "Path", "/d", r"C:\users\me\XLSTART", "/f")
    asked = (
        "import json, sys, pathlib; from addin.windows import Machine, bits; "
        "from addin.trust import trust; machine = Machine(); "
        f"found = list(trust(machine, pathlib.Path({ADD_IN!r}))); "
        "print(json.dumps([found[0].ok, len(found), bits(pathlib.Path(sys.executable)), "
        "machine.expanded('%USERNAME%') != '%USERNAME%']))"
    )
    found = json.loads(run(str(run.python), "-c", asked).splitlines()[-1])
    assert found == [True, 1, 64, True]
    run("reg", "delete", LOCATION, "/f")
    assert json.loads(run(str(run.python), "-c", asked).splitlines()[-1])[0] is False
