"""Workbooks that Excel saved with the add-in loaded: plain names again, the dead link removed."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from addin.links import Link, links, without
from addin.plain_names import Change, formulas, hidden_numbers, numbers, plain, renumbered, spliced
from workbooks.files import write_atomically
from workbooks.opening import PackageError, contents
from workbooks.package import Package

_NO_FORMULAS: Final = ("xl/externalLinks/", "docProps/", "customXml/")


@dataclass(frozen=True)
class Relinked:
    """A workbook after the work: its bytes, what changed, links that went and that stayed."""

    data: bytes
    changes: tuple[Change, ...]
    removed: tuple[str, ...]
    kept: tuple[str, ...]


def relink_file(source: Path, target: Path) -> Relinked:
    """Relink one workbook; in place, nothing is written where nothing changed."""
    data = contents(source)
    try:
        done = relink(data)
    except PackageError as failure:
        raise failure.about(source) from None
    if target != source or done.data != data:
        write_atomically(target, done.data)
    return done


def relink(data: bytes) -> Relinked:
    """A workbook without our add-in's links; every part that holds none keeps its bytes."""
    package = Package(data)
    listed = links(package)
    ours = [link for link in listed if link.ours]
    new, changes = _plain_parts(package, frozenset(link.number for link in ours))
    used = _used({**package.parts, **new})
    dead = [link for link in ours if link.number not in used]
    gone: set[str] = set()
    if dead:
        new |= _renumbered_parts({**package.parts, **new}, listed, dead)
        cut, gone = without({**package.parts, **new}, package.workbook_part, dead)
        new |= cut
    kept = tuple(link.target for link in ours if link not in dead)
    removed = tuple(link.target for link in dead)
    return Relinked(package.written(new, gone), tuple(changes), removed, kept)


def _plain_parts(package: Package, ours: frozenset[int]) -> tuple[dict[str, bytes], list[Change]]:
    """The parts whose formulas call our functions through a link, a path or a prefix."""
    titles = {sheet.part: sheet.name for sheet in package.sheets}
    parts: dict[str, bytes] = {}
    changes: list[Change] = []
    for name, content in _readable(package.parts):
        edits = []
        for start, end, place, before in formulas(content):
            after = plain(before, ours)
            if after != before:
                edits.append((start, end, after))
                changes.append(Change(titles.get(name, name), place, before, after))
        if edits:
            parts[name] = spliced(content, edits)
    return parts, changes


def _used(parts: Mapping[str, bytes]) -> set[int]:
    """The links that formulas use, and all up to those named where no formula is read."""
    used: set[int] = set()
    for _, content in _readable(parts):
        used.update(*(numbers(formula) for *_, formula in formulas(content)))
        hidden = hidden_numbers(content)
        used.update(range(1, max(hidden, default=0) + 1))  # they must keep their numbers
    return used


def _renumbered_parts(
    parts: Mapping[str, bytes], listed: list[Link], dead: list[Link]
) -> dict[str, bytes]:
    left = [link.number for link in listed if link not in dead]
    counted = {old: now for now, old in enumerate(left, 1)}
    new = {}
    for name, content in _readable(parts):
        edits = [
            (start, end, after)
            for start, end, _, before in formulas(content)
            if (after := renumbered(before, counted)) != before
        ]
        if edits:
            new[name] = spliced(content, edits)
    return new


def _readable(parts: Mapping[str, bytes]) -> list[tuple[str, bytes]]:
    """The parts that may hold formulas."""
    return [
        (name, content)
        for name, content in parts.items()
        if name.endswith((".xml", ".vml")) and not name.startswith(_NO_FORMULAS)
    ]
