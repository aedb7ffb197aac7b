"""Packaged terms: words that stand in their seed, clauses that a cell can reach."""

import re
from pathlib import Path

import pytest

import xlfuncs
from xlfuncs import norms
from xlfuncs.registry import FUNCTIONS

SEED = Path(__file__).parents[2] / "shared" / "seeds" / "cb-plan-002911-foran-2021.txt"
CLAUSES = (
    *(f"CB-{n:02}" for n in (*range(1, 24), 30, 31, 32)),
    *(f"CB-13{letter}" for letter in "abcdefg"),
    *("CB-14a", "CB-15b", "CB-16a", "CB-18a", "CB-18b", "CB-20a", "CB-20b"),
)


def test_terms_are_packaged() -> None:
    assert norms.names("terms") == ["002911-2021", "113664"]
    for name in norms.names("terms"):
        assert norms.terms(name).sources


@pytest.mark.skipif(not SEED.is_file(), reason=f"the seed is not beside the project: {SEED}")
def test_the_words_of_the_plan_stand_in_its_seed() -> None:
    text = re.sub(r"\s", "", SEED.read_text(encoding="utf-8"))
    for key, source in norms.terms("002911-2021").sources.items():
        assert source.words, key
        assert re.sub(r"\s", "", source.words) in text, key


def test_terms_serve_as_a_name_in_a_cell() -> None:
    days, closes = ["2025-01-02", "2025-01-03"], [26.0, 13.99]
    plan = xlfuncs.CB_TRIGGERS(days, closes, 20.0, "002911-2021")
    assert plan == xlfuncs.CB_TRIGGERS(days, closes, 20.0)  # the usual ratios of the market


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_of_the_bond_is_reachable_from_a_cell(clause: str) -> None:
    assert any(clause in spec.clauses for spec in FUNCTIONS)


def test_a_function_names_its_clauses_in_the_manual() -> None:
    manual = (Path(__file__).parents[1] / "docs" / "functions.zh.md").read_text(encoding="utf-8")
    for clause in CLAUSES:
        assert f"| {clause} |" in manual
