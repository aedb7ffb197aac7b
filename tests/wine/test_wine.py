"""The real xlwings COM server and DLL under Wine, a COM client in the place of Excel.

Deselected unless asked for: pytest -m wine -s
"""

import json
from typing import Any

import pytest
import windows_python
from windows_python import HERE, PROJECT, windows

pytestmark = pytest.mark.wine


@pytest.fixture(scope="module")
def excel() -> Any:
    """What the program that plays Excel saw."""
    if reason := windows_python.why_not():
        pytest.skip(reason)
    made = windows_python.folder()
    with windows_python.wine(made) as run:
        tests = PROJECT / "tests"
        paths = ";".join(map(windows, (PROJECT, tests, tests / "hosts")))
        run.variables["PYTHONPATH"] = paths
        program = windows(HERE / "excel_side.py")
        said = run(str(run.python), "-u", program, windows(made / "range.tlb"))
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
