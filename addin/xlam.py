"""xlfuncs.xlam, built on any system: the same bytes for the same registry and xlwings."""

from dataclasses import replace
from importlib.resources import files
from typing import Final

from addin.sheets import INTERPRETER, Sheet, sheets
from addin.upstream import upstream, xlwings_version
from addin.vba_project import Kind, Module, written
from addin.wrappers import MODULE, wrappers
from addin.zipped import zipped
from workbooks.package import MAIN, OFFICE

_HEAD: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_PACKAGE: Final = "http://schemas.openxmlformats.org/package/2006"
_VBA: Final = "http://schemas.microsoft.com/office/2006/relationships/vbaProject"
_RIBBON: Final = "http://schemas.microsoft.com/office/2006/relationships/ui/extensibility"
_SHEET: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_STYLES: Final = (
    f'{_HEAD}<styleSheet xmlns="{MAIN}"><fonts count="1"><font><sz val="11"/>'
    '<name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/>'
    '</fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border>'
    "<left/><right/><top/><bottom/><diagonal/></border></borders>"
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    '<cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>'
    "</styleSheet>"
)


def xlam(interpreter: str = INTERPRETER) -> bytes:
    """The add-in; `interpreter` is the Python that Excel starts."""
    project = upstream()
    pages = sheets(interpreter, xlwings_version(project))
    modules = (*_documents(pages), *project.modules, *_procedures())
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": _content_types(pages),
        "_rels/.rels": _package_links(),
        "xl/workbook.xml": _workbook(pages),
        "xl/_rels/workbook.xml.rels": _workbook_links(pages),
        **{f"xl/worksheets/sheet{n}.xml": page.xml() for n, page in enumerate(pages, 1)},
        "xl/styles.xml": _STYLES,
        "xl/vbaProject.bin": written(replace(project, modules=modules)),
        "customUI/customUI.xml": _data("ribbon.xml"),
    }
    return zipped(parts)


def _data(name: str) -> str:
    return files("addin").joinpath(name).read_text(encoding="utf-8")


def _documents(pages: tuple[Sheet, ...]) -> tuple[Module, ...]:
    """The modules that belong to the workbook and to its sheets."""
    blank = _data("vba/Sheet.cls")
    return (
        Module("ThisWorkbook", _data("vba/ThisWorkbook.cls"), Kind.DOCUMENT),
        *(
            Module(p.code_name, blank.replace('"Sheet"', f'"{p.code_name}"'), Kind.DOCUMENT)
            for p in pages
        ),
    )


def _procedures() -> tuple[Module, ...]:
    ours = ("Answers", "HelpTexts", "RibbonButtons")
    return (Module(MODULE, wrappers()), *(Module(name, _data(f"vba/{name}.bas")) for name in ours))


def _content_types(pages: tuple[Sheet, ...]) -> str:
    kinds = {
        "/xl/workbook.xml": "application/vnd.ms-excel.addin.macroEnabled.main+xml",
        **{f"/xl/worksheets/sheet{n}.xml": f"{_SHEET}.worksheet+xml" for n in _numbers(pages)},
        "/xl/styles.xml": f"{_SHEET}.styles+xml",
        "/xl/vbaProject.bin": "application/vnd.ms-office.vbaProject",
    }
    listed = "".join(f'<Override PartName="{p}" ContentType="{k}"/>' for p, k in kinds.items())
    return (
        f'{_HEAD}<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{listed}</Types>'
    )


def _package_links() -> str:
    return _links(
        [(f"{OFFICE}/officeDocument", "xl/workbook.xml"), (_RIBBON, "customUI/customUI.xml")]
    )


def _workbook_links(pages: tuple[Sheet, ...]) -> str:
    """The sheets first, so that the workbook's rId n is its sheet n."""
    listed = [(f"{OFFICE}/worksheet", f"worksheets/sheet{n}.xml") for n in _numbers(pages)]
    return _links([*listed, (f"{OFFICE}/styles", "styles.xml"), (_VBA, "vbaProject.bin")])


def _workbook(pages: tuple[Sheet, ...]) -> str:
    listed = "".join(
        f'<sheet name="{page.name}" sheetId="{n}" r:id="rId{n}"/>'
        for n, page in enumerate(pages, 1)
    )
    return (
        f'{_HEAD}<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}">'
        '<workbookPr codeName="ThisWorkbook"/><bookViews><workbookView/></bookViews>'
        f"<sheets>{listed}</sheets></workbook>"
    )


def _links(targets: list[tuple[str, str]]) -> str:
    listed = "".join(
        f'<Relationship Id="rId{n}" Type="{kind}" Target="{target}"/>'
        for n, (kind, target) in enumerate(targets, 1)
    )
    return f'{_HEAD}<Relationships xmlns="{_PACKAGE}/relationships">{listed}</Relationships>'


def _numbers(pages: tuple[Sheet, ...]) -> range:
    return range(1, len(pages) + 1)
