"""The report in English: every text of the finished Chinese one by the catalogue english.toml."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from workbooks.report_pages.tables import fit_rows

MARKS: Final = {"；": "; ", "、": ", ", "～": "–", " · ": " · ", "\n": "\n", "（": " (", "）": ")"}
_MARK: Final = re.compile("|".join(map(re.escape, MARKS)))
_CHINESE: Final = re.compile("[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]")
_BESIDE: Final = re.compile(r"[^\n]*?(?:  +([A-Z][ -~]*)|\n([a-z][ -~]*))")  # Chinese, English
_QUOTED: Final = re.compile(r'"([^"]*)"')
_SHEET: Final = re.compile(r"'([^']+)'!")


def into_english(report: Workbook) -> None:
    """Put the titles, cells, charts and rules of a report into English, where it stands."""
    for sheet in report.worksheets:
        _cells(sheet)
        _charts(sheet)
        _rules(sheet)
        _frame(sheet)
    report.properties.title = english(report.properties.title or "")


def english(text: str) -> str:
    """A text in English; what the catalogue does not know, as names and quotations, stays."""
    if not _CHINESE.search(text):
        return text
    known = _words().get(text)
    if known is not None:
        return known
    for pattern, form in _sentences():
        found = pattern.fullmatch(text)
        if found:
            return form.format(*map(english, found.groups()))
    beside = _BESIDE.fullmatch(text)
    return (beside[1] or beside[2].capitalize()) if beside else _pieces(text)


def _pieces(text: str) -> str:
    """The pieces between marks, if every one of them can be put into English."""
    marks = _MARK.findall(text)
    pieces = [english(piece) if marks else piece for piece in _MARK.split(text)]
    if any(map(_CHINESE.search, pieces)):
        return text
    between = [*(MARKS[mark] for mark in marks), ""]
    return "".join(a + b for a, b in zip(pieces, between, strict=True)).strip()


def _catalogue() -> dict[str, dict[str, str]]:
    return tomllib.loads(Path(__file__).with_name("english.toml").read_text(encoding="utf-8"))


@cache
def _words() -> dict[str, str]:
    return _catalogue()["words"]


@cache
def _sentences() -> list[tuple[re.Pattern[str], str]]:
    """The longest first: it says most about the text."""
    given = sorted(_catalogue()["sentences"].items(), key=lambda pair: -len(pair[0]))
    return [
        (re.compile("(.*?)".join(map(re.escape, zh.split("{}"))), re.DOTALL), en)
        for zh, en in given
    ]


def _cells(sheet: Worksheet) -> None:
    for row in sheet.iter_rows():
        for cell in row:
            if isinstance(cell.value, str):
                cell.value = english(cell.value)


def _charts(sheet: Worksheet) -> None:
    """Titles of charts, axes and lines, and the sheets they draw from."""
    for chart in sheet._charts:  # type: ignore[attr-defined]  # no public road
        for title in filter(None, (chart.title, chart.x_axis.title, chart.y_axis.title)):
            for run in title.tx.rich.p[0].r:
                run.t = english(run.t)
        for series in chart.series:
            if series.tx.v:
                series.tx.v = english(series.tx.v)
            for source in _sources(series):
                source.f = _SHEET.sub(lambda found: f"'{english(found[1])}'!", source.f)


def _sources(series: Any) -> Iterator[Any]:
    """The references of a line: its values, its days, its heading."""
    for part in filter(None, (series.val, series.cat, series.tx)):
        for kind in ("numRef", "strRef"):
            if getattr(part, kind, None):
                yield getattr(part, kind)


def _rules(sheet: Worksheet) -> None:
    """The texts that a conditional format looks for."""
    for area in sheet.conditional_formatting:
        for rule in area.rules:
            rule.formula = [
                _QUOTED.sub(lambda found: f'"{english(found[1])}"', formula)
                for formula in rule.formula
            ]


def _frame(sheet: Worksheet) -> None:
    """The sheet's title, its footer, and rows as high as the English needs."""
    sheet.title = english(sheet.title)
    foot = sheet.oddFooter
    assert foot is not None
    foot.center.text = english(foot.center.text or "")
    if all(chart.anchor.startswith("A") for chart in sheet._charts):  # type: ignore[attr-defined]
        fit_rows(sheet, 2)  # no chart stands beside the rows
