"""What follows the sessions besides formulas: printed areas and the foot of a price axis."""

import re
from collections.abc import Mapping
from html import unescape
from typing import Final

from workbooks.imports.growth import CHART, CHARTED
from workbooks.imports.named_areas import area, named_area
from workbooks.package import Package

SESSIONS: Final = ("交易日", "触发表")  # on the sheets that print a row a session
_PRINTED: Final = re.compile(
    rb'(<definedName name="_xlnm.Print_Area"[^>]*>)([^<]*)(</definedName>)'
)
_FOOT: Final = re.compile(rb'<(?:\w+:)?min val="([0-9.]+)"\s*/>')


def followed(package: Package, sessions: int, lowest: float) -> Mapping[str, bytes]:
    """The parts to replace, so that every session is printed and no close is cut off a chart."""
    areas = [named_area(package, name) for name in SESSIONS]
    last = {a.sheet: a.top + sessions - 1 for a in areas}
    new = {package.workbook_part: _printed(package.part(package.workbook_part), last)}
    for part in filter(CHART.fullmatch, package.parts):
        new[part] = _uncut(package.part(part), areas[1].sheet, lowest)
    return new


def _printed(xml: bytes, last: Mapping[str, int]) -> bytes:
    """Areas printed from A1 down end on the last session, if they ended above it."""

    def longer(match: re.Match[bytes]) -> bytes:
        pieces = [_reaching(piece, last) for piece in match.group(2).decode().split(",")]
        return match.group(1) + ",".join(pieces).encode() + match.group(3)

    return _PRINTED.sub(longer, xml)


def _reaching(piece: str, last: Mapping[str, int]) -> str:
    found = area(unescape(piece))
    if found is None or (found.top, found.left) != (1, 1):
        return piece
    return re.sub(r"\d+$", str(max(found.bottom, last.get(found.sheet, 0))), piece)


def _uncut(xml: bytes, sheet: str, lowest: float) -> bytes:
    """A chart of the sessions whose axis starts above a close starts where the program likes."""
    drawn = [area(unescape(text.decode())) for _, text, _ in CHARTED.findall(xml)]
    if not any(a and a.sheet == sheet for a in drawn):
        return xml
    return _FOOT.sub(lambda foot: b"" if float(foot.group(1)) > lowest else foot.group(0), xml)
