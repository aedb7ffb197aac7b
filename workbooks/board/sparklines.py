"""Small trends in cells, an extension of the sheet's XML that openpyxl does not write."""

from collections.abc import Sequence
from typing import Final
from xml.sax.saxutils import escape

from workbooks import styles
from workbooks.opening import PackageError
from workbooks.package import Package

_X14: Final = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"
_XM: Final = "http://schemas.microsoft.com/office/excel/2006/main"
_END: Final = b"</worksheet>"


def with_sparklines(data: bytes, title: str, areas: Sequence[tuple[str, str]]) -> bytes:
    """The workbook with a line for each (area, cell) on the sheet of that title."""
    if not areas:
        return data
    package = Package(data)
    part = next(sheet.part for sheet in package.sheets if sheet.name == title)
    head, end, tail = package.part(part).rpartition(_END)
    if not end or b"<extLst" in head:
        raise PackageError(f"{part} 的写法无法识别", f"{part} is not as openpyxl writes it")
    return package.written({part: head + _extension(areas).encode() + end + tail}, set())


def _extension(areas: Sequence[tuple[str, str]]) -> str:
    lines = "".join(
        f"<x14:sparkline><xm:f>{escape(area)}</xm:f><xm:sqref>{cell}</xm:sqref></x14:sparkline>"
        for area, cell in areas
    )
    colors = "".join(
        f'<x14:color{part} rgb="FF{color}"/>'
        for part, color in (("Series", styles.NAVY), ("Negative", styles.RED),
                            ("Axis", "000000"), ("Markers", styles.NAVY), ("First", styles.NAVY),
                            ("Last", styles.RED), ("High", styles.RED), ("Low", styles.GREEN))
    )  # fmt: skip
    return (
        f'<extLst><ext xmlns:x14="{_X14}" uri="{{05C60535-1F16-4fd2-B633-F4F36F0B64E0}}">'
        f'<x14:sparklineGroups xmlns:xm="{_XM}"><x14:sparklineGroup displayEmptyCellsAs="gap" '
        f'lineWeight="1.25" displayHidden="1" last="1">{colors}'
        f"<x14:sparklines>{lines}</x14:sparklines></x14:sparklineGroup>"
        "</x14:sparklineGroups></ext></extLst>"
    )
