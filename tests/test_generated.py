"""What is generated from the registry is not stale, and the README says what runs."""

import doctest
from pathlib import Path

import pytest

from xlfuncs.hosts import manual
from xlfuncs.registry import FUNCTIONS

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("language", manual.MANUALS)
def test_manual_is_current(language: str) -> None:
    found = (ROOT / manual.MANUALS[language]).read_text(encoding="utf-8")
    assert found == manual.manual(language), "run python -m xlfuncs.hosts.manual"
    assert sorted(path.name for path in (ROOT / "docs").glob("functions*")) == [
        "functions.en.md", "functions.zh.md",
    ]  # fmt: skip


def test_readme_table_is_current() -> None:
    found = (ROOT / manual.README).read_text(encoding="utf-8")
    assert found == manual.with_table(found), "run python -m xlfuncs.hosts.manual"
    assert all(f"`{spec.signature}`" in found for spec in FUNCTIONS)


def test_readme_examples_run() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried >= 5
    assert failed == 0
