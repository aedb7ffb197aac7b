"""The function wizard of a running LibreOffice, in English and in Chinese."""

import json
from pathlib import Path
from typing import Any

from office_here import lacking, need_office

from addin.libreoffice import add_to
from workbooks.commands import ran
from workbooks.office.process import Office
from workbooks.office.program import python
from xlfuncs.hosts.help import argument_helps, descriptions
from xlfuncs.registry import FUNCTIONS

SCRIPT = Path(__file__).with_name("wizard_help.py")
CHINESE = "".join(
    f'<item oor:path="/org.openoffice.{path}"><prop oor:name="{name}" oor:op="fuse">'
    "<value>zh-CN</value></prop></item>"
    for path, name in (("Setup/L10N", "ooLocale"), ("Office.Linguistic/General", "UILocale"))
)


def told(office: Office) -> Any:
    return json.loads(ran([python(), str(SCRIPT), office.pipe]))


def expected(language: str) -> Any:
    return {
        spec.name: (
            descriptions(spec)[language],
            [(p.name, argument_helps(p)[language]) for p in spec.parameters],
        )
        for spec in FUNCTIONS
    }


def shown(listed: Any) -> Any:
    return {
        name: (f["Description"], [(a["Name"], a["Description"]) for a in f["Arguments"]])
        for name, f in listed.items()
    }


def test_in_english(office: Office) -> None:
    assert shown(told(office)) == expected("en")


def test_in_chinese(tmp_path: Path) -> None:
    need_office()
    profile = tmp_path / "profile"
    add_to(profile)
    settings = profile / "user" / "registrymodifications.xcu"
    settings.write_text(settings.read_text().replace("</oor:items>", f"{CHINESE}</oor:items>"))
    with Office(profile) as office:
        found = shown(told(office))
    if found == expected("en"):
        lacking("LibreOffice 没有中文界面 / LibreOffice has no Chinese")
    assert found == expected("zh-CN")
