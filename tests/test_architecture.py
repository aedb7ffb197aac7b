"""Imports go one way, rules stay pure, and starting stays light."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LAYERS = [
    {"errors"},
    {"rounding", "amounts"},
    {"spec", "dates"},
    {"tables", "trading_days", "cells"},
    {"vocabulary", "forms", "norms"},
    {"convertible", "dividend"},
    {"value"},
    {"registry"},
    {"coerce"},
    {"hosts"},
]
FORBIDDEN_IN_RULES = {"openpyxl", "xlwings", "pandas", "requests", "urllib", "time", "socket"}
MODULES = sorted(p for p in (ROOT / "xlfuncs").rglob("*.py") if p.name != "__init__.py")


def imports(path: Path) -> set[str]:
    """Every module a file imports, at its top or inside a function."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = {a.name for node in ast.walk(tree) if isinstance(node, ast.Import) for a in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{a.name}" for a in node.names} | {node.module}
    return found


def layer(name: str) -> int:
    return next(i for i, names in enumerate(LAYERS) if name in names)


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_go_left_to_right(path: Path) -> None:
    own = layer(path.relative_to(ROOT / "xlfuncs").parts[0].removesuffix(".py"))
    for name in imports(path):
        parts = name.split(".")
        if parts[0] == "xlfuncs" and len(parts) > 1:
            assert layer(parts[1]) <= own, f"{path.name} imports {name}"
        assert parts[0] not in {"workbooks", "addin"}, f"{path.name} imports {name}"


@pytest.mark.parametrize("folder", ["convertible", "dividend", "norms", "value"])
def test_rules_know_no_host_clock_or_network(folder: str) -> None:
    for path in (ROOT / "xlfuncs" / folder).rglob("*.py"):
        assert not {name.split(".")[0] for name in imports(path)} & FORBIDDEN_IN_RULES, path
        text = path.read_text(encoding="utf-8")
        for clock in ("date.today", "datetime.now", "utcnow"):
            assert clock not in text, path


def test_the_functions_import_neither_pandas_nor_calendars() -> None:
    heavy = {"pandas", "matplotlib", "openpyxl", "exchange_calendars", "xlwings"}
    program = "import sys, xlfuncs; xlfuncs.CB_SHARES(10000, 20.59); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert not heavy & set(done.stdout.split())


def test_excel_names_are_ascii_and_unique() -> None:
    from xlfuncs.registry import BY_NAME, FUNCTIONS

    assert len(BY_NAME) == len(FUNCTIONS)
    for spec in FUNCTIONS:
        assert spec.name.isascii()
        assert spec.name == spec.name.upper()
        assert spec.name.startswith(("CB_", "DIV_"))
        assert all(p.name.isascii() and p.name.isidentifier() for p in spec.parameters)
        assert spec.clauses
        assert spec.examples, f"{spec.name} has no doctest"


def test_zero_is_a_value_only_of_a_last_argument() -> None:
    from xlfuncs.registry import FUNCTIONS

    for spec in FUNCTIONS:
        assert not any(p.arg.zero for p in spec.parameters[:-1]), spec.name
