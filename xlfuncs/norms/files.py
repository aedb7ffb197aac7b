"""Norm files as they are written: what is wrong in one is named with its path and line."""

import datetime as dt
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NoReturn

from xlfuncs.errors import BadArgument, CellError
from xlfuncs.forms import read
from xlfuncs.tables import Key, Source, key_of

OWN: Final = "自定"  # the clause of a value that names none
_ENTRY: Final = {"value", "clause", "words"}


class MalformedNorm(BadArgument):
    """A norm file that cannot be used: a mistake of its author, named with path and line."""


@dataclass(frozen=True)
class NormFile:
    """A TOML file: its text, to find lines in, and its values."""

    path: Path
    text: str
    values: dict[str, Any]

    def refuse(self, key: str, zh: str, en: str, nth: int = 0) -> NoReturn:
        """Raise for the nth entry of this key."""
        place = f"{self.path}:{self._line(key, nth)}"
        raise MalformedNorm(f"{place}: {key}：{zh}", f"{key}: {en}")

    def _line(self, key: str, nth: int) -> int:
        stands = re.compile(rf"\s*\[*\s*[\"']?{re.escape(key)}[\"']?\s*[].=]")
        lines = [i for i, line in enumerate(self.text.splitlines(), 1) if stands.match(line)]
        return lines[nth] if nth < len(lines) else 1


def load(path: Path) -> NormFile:
    try:
        text = path.read_text(encoding="utf-8-sig")
        return NormFile(path, text, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        place = f"{path}:{line[1] if line else len(text.splitlines())}"
        raise MalformedNorm(f"{place}: TOML 格式错误（{error}）", "not valid TOML") from None
    except UnicodeDecodeError as error:
        line_number = error.object[: error.start].count(b"\n") + 1
        raise MalformedNorm(f"{path}:{line_number}: 须为 UTF-8 编码", "must be UTF-8") from None
    except OSError as error:
        reason = error.strerror or "?"
        raise BadArgument(f"读不到文件 {path}", f"cannot read the file: {reason}") from None


def record(
    kind: type, file: NormFile, apart: tuple[str, ...] = ()
) -> tuple[dict[str, Any], dict[str, Source]]:
    """The fields of Terms or Plan and their sources; keys set apart are left to the caller."""
    values: dict[str, Any] = {}
    sources: dict[str, Source] = {}
    for word, entry in file.values.items():
        if word in apart:
            continue
        if not (key := key_of(kind, word)):
            file.refuse(word, "没有这个项目", "there is no such key")
        stands = entry if isinstance(entry, dict) else {"value": entry}
        if key.name in values:
            file.refuse(word, "项目重复", "occurs twice")
        values[key.name] = _value(file, word, key, stands)
        sources[key.name] = Source(str(stands.get("clause", OWN)), str(stands.get("words", "")))
    return values, sources


def dated(file: NormFile) -> dict[str, list[tuple[dt.date, Any]]]:
    """Rules of law: each a list of values with the day from which they hold, in order."""
    return {name: _rule(file, name, entries) for name, entries in file.values.items()}


def _value(file: NormFile, word: str, key: Key, entry: dict[str, Any]) -> Any:
    if "value" not in entry or not entry.keys() <= _ENTRY:
        odd = "、".join(sorted(entry.keys() - _ENTRY)) or "缺少 value"
        file.refuse(word, f"须写作 {{ value, clause, words }}：{odd}", "needs value, clause, words")
    cells = entry["value"] if isinstance(entry["value"], list) else [entry["value"]]
    if not cells:
        file.refuse(word, "没有数值", "holds no value")
    try:
        return read(key, cells)
    except CellError as error:
        file.refuse(word, error.zh, error.en)


def _rule(file: NormFile, name: str, entries: Any) -> list[tuple[dt.date, Any]]:
    steps: list[tuple[dt.date, Any]] = []
    for nth, entry in enumerate(entries if isinstance(entries, list) else [entries]):
        if not isinstance(entry, dict) or entry.keys() != _ENTRY | {"since"}:
            file.refuse(name, "须有 since、value、clause、words", "needs these four", nth)
        since, value = entry["since"], entry["value"]
        if type(since) is not dt.date or (steps and since <= steps[-1][0]):
            file.refuse(name, "since 须为日期，依次递增", "since must be a date, in order", nth)
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            file.refuse(name, "value 须为数值或文本", "value must be a number or text", nth)
        steps.append((since, value))
    return steps
