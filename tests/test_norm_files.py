"""Norm files: the dated frame, a plan of one's own, and mistakes named with path and line."""

import datetime as dt
import os
from pathlib import Path

import pytest

import xlfuncs
from xlfuncs import norms
from xlfuncs.errors import BadArgument, NotCovered
from xlfuncs.norms import MalformedNorm
from xlfuncs.norms.files import dated, load
from xlfuncs.tables import majority

OWN = """\
# 示例公司
company = "示例公司"
annual_ratio = { value = 0.20, clause = "章程第158条", words = "不少于20%" }

["三年累计比例"]
value = "30%"
clause = "章程第159条"

[major_net_assets]
value = 0.2
clause = "章程第160条"
"""
RULE = """\
[[tax_short]]
since = 2013-01-01
value = 0.20
clause = "c"
words = "w"
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "plan.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_plan_of_ones_own_is_a_file(tmp_path: Path) -> None:
    path = str(written(tmp_path, OWN))
    rows = xlfuncs.DIV_REQUIREMENTS(path, 100e6, False, None, None, [50e6, 60e6], [5e6, 6e6])
    assert [row[:4] for row in rows] == [
        ["年度现金分红比例", "章程第158条", "适用", 20e6],
        ["三年累计分红比例", "章程第159条", "适用", 10e6],
    ]
    assert xlfuncs.DIV_MAJOR_SPENDING(path, 20.0, 100.0, 1000.0) is True


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = written(tmp_path, "annual_ratio = 0.2")
    assert xlfuncs.DIV_MIN_CASH(str(path), 100) == 20
    written(tmp_path, "annual_ratio = 0.3")
    os.utime(path, ns=(1, 1))
    assert xlfuncs.DIV_MIN_CASH(str(path), 100) == 30


@pytest.mark.parametrize(
    ("text", "line", "named"),
    [
        ("company = 'a'\nannual_ration = 0.3\n", 2, "annual_ration"),
        ("company = 'a'\n\nannual_ratio = 30\n", 3, "annual_ratio"),
        ("company = 'a'\nannual_ratio = { value = '三成' }\n", 2, "annual_ratio"),
        ("\n[annual_ratio]\nwords = 'w'\n", 2, "annual_ratio"),
        ("annual_ratio = { value = 0.3, clauses = 'c' }\n", 1, "clauses"),
        ("annual_ratio = 0.3\n'年度现金分红比例' = 0.3\n", 2, "年度现金分红比例"),
        ("annual_ratio = []\n", 1, "annual_ratio"),
        ("pay_months = 2\nvote_plan = '多数'\n", 2, "vote_plan"),
        ("annual_ratio = 0.3\nneeds_profit = maybe\n", 2, "TOML"),
        ("annual_ratio = 0.3\nannual_ratio = 0.4\n", 2, "TOML"),
        ("annual_ratio = {", 1, "TOML"),
        ("annual_ratio_of_ours = 0.3\nannual_ratio = 3\n", 1, "annual_ratio_of_ours"),
    ],
)
def test_a_mistake_is_named_with_path_and_line(
    tmp_path: Path, text: str, line: int, named: str
) -> None:
    path = written(tmp_path, text)
    with pytest.raises(MalformedNorm) as wrong:
        norms.plan(str(path))
    assert f"{path}:{line}: " in wrong.value.zh
    assert named in wrong.value.zh
    with pytest.raises(BadArgument, match="policy"):
        xlfuncs.DIV_MIN_CASH(str(path), 100)


def test_a_file_in_another_encoding_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_bytes('pay_months = 2\ncompany = "示例"\n'.encode("gbk"))
    with pytest.raises(MalformedNorm, match=r":2: 须为 UTF-8"):
        norms.plan(str(path))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadArgument, match="读不到文件"):
        norms.plan(str(tmp_path / "none.toml"))


@pytest.mark.parametrize("path", ["//host/plan.toml", r"\\host\plan.toml", "http://a/plan.toml"])
def test_nothing_is_fetched_from_elsewhere(path: str) -> None:
    with pytest.raises(BadArgument, match="本机"):
        xlfuncs.DIV_MIN_CASH(path, 100)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (RULE.replace("words", "word"), 1),
        (RULE.replace("2013-01-01", "2013"), 1),
        (RULE.replace("0.20", "true"), 1),
        (RULE + "\n" + RULE, 7),  # the second begins no later than the first
        ("tax_short = 0.2\n", 1),
    ],
)
def test_a_malformed_rule_of_law_is_named_too(tmp_path: Path, text: str, line: int) -> None:
    path = written(tmp_path, text)
    with pytest.raises(MalformedNorm) as wrong:
        dated(load(path))
    assert f"{path}:{line}: tax_short" in wrong.value.zh


@pytest.mark.parametrize(
    ("rule", "day", "value"),
    [
        ("guideline", "2022-01-04", "证监会公告〔2013〕43号"),
        ("guideline", "2022-01-05", "证监会公告〔2022〕3号"),
        ("guideline", "2023-12-15", "证监会公告〔2023〕61号"),
        ("law_pay_months", "2024-06-30", 12),
        ("law_pay_months", "2024-07-01", 6),
        ("tax_beyond", "2015-09-07", 0.05),
        ("tax_beyond", "2015-09-08", 0.0),
    ],
)
def test_a_rule_is_that_of_the_day(rule: str, day: str, value: object) -> None:
    assert norms.statute(rule, dt.date.fromisoformat(day)) == value


def test_before_the_first_rule_there_is_none() -> None:
    with pytest.raises(NotCovered):
        norms.statute("guideline", dt.date(2013, 11, 29))
    with pytest.raises(NotCovered):
        norms.in_force("tax_short", dt.date(2012, 12, 31))


@pytest.mark.parametrize("words", ["多数", "超过2/3以上", "2/3", "三分之二", "3/2以上", ""])
def test_words_that_are_no_majority(words: str) -> None:
    with pytest.raises(BadArgument):
        majority(words)
