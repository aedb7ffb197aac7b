"""The xlwings host: importable anywhere, and run through the real xlwings code."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from xlfuncs.hosts import xlwings_udf
from xlfuncs.hosts.help import LONGEST, argument_help, description
from xlfuncs.registry import FUNCTIONS

HERE = Path(__file__).parent


@pytest.mark.parametrize("spec", FUNCTIONS, ids=lambda s: s.name)
def test_every_function_is_an_attribute_with_help_that_fits(spec: Any) -> None:
    udf = getattr(xlwings_udf, spec.name)
    assert udf.__name__ == spec.name
    assert udf.__doc__ == description(spec)
    assert len(udf.__doc__) <= LONGEST
    assert spec.zh in udf.__doc__
    assert spec.en in udf.__doc__
    for p in spec.parameters:
        assert len(argument_help(p)) <= LONGEST
        assert p.arg.zh in argument_help(p)


def test_called_on_this_system() -> None:
    assert xlwings_udf.CB_ADJUST_PRICE(12.44, 0.16) == 12.28  # type: ignore[attr-defined]
    assert xlwings_udf.CB_SHARES(10000.0, 0.0).startswith("#NUM! ")  # type: ignore[attr-defined]
    assert xlwings_udf.CB_SHARES("#REF!", 1.0) == "#REF!"  # type: ignore[attr-defined]


@pytest.fixture(scope="module")
def real() -> Any:
    """In a process of its own: the stand-ins replace modules."""
    program = [sys.executable, str(HERE / "real_xlwings.py")]
    done = subprocess.run(program, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("shape", ["typed", "cells", "computed", "currency", "serial"])
def test_golden_rows_through_the_real_call_udf(real: Any, shape: str) -> None:
    assert real["rows"] > 200
    assert real["wrong"][shape] == []


def test_an_error_in_any_argument_is_the_answer(real: Any) -> None:
    assert real["errors"] == {spec.name: [] for spec in FUNCTIONS}


def test_vba_wrappers_name_every_function_and_argument(real: Any) -> None:
    for spec in FUNCTIONS:
        declared = re.search(rf"^Function {spec.name}\((.*)\)$", real["vba"], re.MULTILINE)
        assert declared, spec.name
        names = [part.replace("Optional ", "") for part in declared[1].split(", ")]
        assert names == [p.name for p in spec.parameters]
