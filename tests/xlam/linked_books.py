"""Packages in the form Excel gives a workbook saved with an add-in loaded, made by hand."""

import io
import zipfile
from collections.abc import Mapping

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'
XLAM = r"file:///C:\Users\%E5%BC%A0%E4%B8%89\AppData\Roaming\Microsoft\Excel\XLSTART\xlfuncs.xlam"
OTHER = r"file:///D:\%E5%85%B1%E4%BA%AB\%E8%A1%8C%E6%83%85.xlsx"
SHEET = "xl/worksheets/sheet1.xml"
KINDS = "application/vnd.openxmlformats-officedocument.spreadsheetml"


def sheet(cells: str, after: str = "") -> str:
    """A worksheet part as Excel spells it."""
    return (
        f'{HEAD}<worksheet xmlns="{MAIN}" xmlns:r="{OFFICE}"><dimension ref="A1:D9"/>'
        f"<sheetData>{cells}</sheetData>{after}</worksheet>"
    )


def cell(place: str, formula: str, attributes: str = "") -> str:
    return f'<row r="{place[1:]}"><c r="{place}"><f{attributes}>{formula}</f><v>485</v></c></row>'


def book(
    sheet_xml: str, targets: list[str], names: str = "", more: Mapping[str, str] = {}
) -> bytes:
    """One sheet and an external link for each target, in the order formulas count them."""
    numbers = range(1, len(targets) + 1)
    listed = "".join(f'<externalReference r:id="rId{n + 1}"/>' for n in numbers)
    parts = {
        "[Content_Types].xml": _types(len(targets)),
        "_rels/.rels": _links([("officeDocument", "xl/workbook.xml")]),
        "xl/workbook.xml": f'{HEAD}<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>'
        f'<sheet name="转股" sheetId="1" r:id="rId1"/></sheets>'
        + (f"<externalReferences>{listed}</externalReferences>" if targets else "")
        + f"{names}<calcPr calcId="
        '"191029"/></workbook>',
        "xl/_rels/workbook.xml.rels": _links(
            [("worksheet", "worksheets/sheet1.xml")]
            + [("externalLink", f"externalLinks/externalLink{n}.xml") for n in numbers]
        ),
        SHEET: sheet_xml,
        **more,
    }
    for n, target in zip(numbers, targets, strict=True):
        parts[f"xl/externalLinks/externalLink{n}.xml"] = _external()
        parts[f"xl/externalLinks/_rels/externalLink{n}.xml.rels"] = (
            f'{HEAD}<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="rId1" '
            f'Type="{OFFICE}/externalLinkPath" Target="{target}" TargetMode="External"/>'
            "</Relationships>"
        )
    return zipped(parts)


def zipped(parts: Mapping[str, str | bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(zipfile.ZipInfo(name, (2024, 7, 1, 9, 30, 0)), content)
    return out.getvalue()


def repacked(data: bytes, new: Mapping[str, bytes]) -> bytes:
    """A package with some parts replaced."""
    return zipped(parts_of(data) | dict(new))


def parts_of(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _types(count: int) -> str:
    override = '<Override PartName="/{}" ContentType="{}"/>'.format
    return (
        f'{HEAD}<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" ContentType='
        '"application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" '
        'ContentType="application/xml"/>'
        + override("xl/workbook.xml", f"{KINDS}.sheet.main+xml")
        + override("xl/worksheets/sheet1.xml", f"{KINDS}.worksheet+xml")
        + "".join(
            override(f"xl/externalLinks/externalLink{n}.xml", f"{KINDS}.externalLink+xml")
            for n in range(1, count + 1)
        )
        + "</Types>"
    )


def _links(targets: list[tuple[str, str]]) -> str:
    listed = "".join(
        f'<Relationship Id="rId{n}" Type="{OFFICE}/{kind}" Target="{target}"/>'
        for n, (kind, target) in enumerate(targets, 1)
    )
    return f'{HEAD}<Relationships xmlns="{PACKAGE}/relationships">{listed}</Relationships>'


def _external() -> str:
    return (
        f'{HEAD}<externalLink xmlns="{MAIN}"><externalBook xmlns:r="{OFFICE}" r:id="rId1">'
        '<sheetNames><sheetName val="xlfuncs.conf"/></sheetNames><definedNames>'
        '<definedName name="CB_SHARES"/></definedNames></externalBook></externalLink>'
    )
