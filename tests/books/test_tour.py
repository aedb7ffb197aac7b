"""The README's tour runs as printed, and its pictures show the demo as it is now."""

import json
import re
import shlex
from pathlib import Path

import openpyxl
import pandas as pd
import pytest
from typer.testing import CliRunner

from workbooks.cli import app
from workbooks.demo import make_demo
from workbooks.pictures import DIGESTS, FOLDER, PICTURES, digests
from workbooks.template import example_closes

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def tour(title: str) -> list[str]:
    section = README.partition(f"## {title}\n")[2].partition("\n## ")[0]
    return [line.strip() for line in section.splitlines() if line.strip().startswith("xlfuncs ")]


@pytest.mark.parametrize(
    ("title", "prices", "report"),
    [("五分钟上手", "行情.csv", "报告.xlsx"), ("Five-minute tour", "prices.csv", "report.xlsx")],
)
def test_the_tour_runs_as_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, title: str, prices: str, report: str
) -> None:
    monkeypatch.chdir(tmp_path)
    closes = pd.DataFrame(example_closes(), columns=["日期", "收盘"])
    closes.to_csv(prices, index=False)
    lines = tour(title)
    assert len(lines) == 5
    for line in lines:
        done = CliRunner().invoke(app, shlex.split(line)[1:])
        assert done.exit_code == 0, f"{line}\n{done.output}"
    assert Path(report).stat().st_size > 10_000


def test_the_pictures_are_of_the_demo_as_it_is(tmp_path: Path) -> None:
    make_demo(tmp_path / "demo")
    drawn = json.loads((ROOT / DIGESTS).read_text(encoding="utf-8"))
    assert digests(tmp_path / "demo") == drawn, "run python -m workbooks.pictures"


def test_a_changed_figure_makes_its_picture_stale(tmp_path: Path) -> None:
    demo = make_demo(tmp_path)
    book = openpyxl.load_workbook(demo.book)
    book["说明"]["B8"] = 20.58
    book.save(demo.book)
    drawn = json.loads((ROOT / DIGESTS).read_text(encoding="utf-8"))
    found = digests(tmp_path)
    assert found["guide"] != drawn["guide"]
    assert found["report"] == drawn["report"]


def test_the_readme_shows_every_picture_and_no_other() -> None:
    shown = re.findall(r"!\[[^\]]+\]\((.+?)\)", README)
    assert shown == [f"{FOLDER.as_posix()}/{picture.name}.png" for picture in PICTURES]
    assert {path.name for path in (ROOT / FOLDER).glob("*.png")} == {
        f"{picture.name}.png" for picture in PICTURES
    }
