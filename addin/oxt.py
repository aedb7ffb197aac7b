"""xlfuncs.oxt for LibreOffice Calc, built on any system: the same bytes for the same registry."""

import json
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Final

import xlfuncs
from addin.calc_types import interface
from addin.calc_wizard import wizard
from addin.versions import own_licence, own_version
from addin.zipped import zipped

IDENTIFIER: Final = "org.xlfuncs.calc"
OLDEST_OFFICE: Final = "24.2"
PYTHON: Final = f"{sys.version_info.major}.{sys.version_info.minor}"
_TYPES: Final = "XFunctions.idl"
_COMPONENT: Final = "xlfuncs_component.py"
_WIZARD: Final = "CalcAddIns.xcu"
_LICENCE: Final = "LICENSE"
_HEAD: Final = '<?xml version="1.0" encoding="UTF-8"?>\n'
_KINDS: Final = {
    _TYPES: "uno-typelibrary;type=RDB",
    _COMPONENT: "uno-component;type=Python",
    _WIZARD: "configuration-data",
}


def own_packages() -> list[str]:
    """Where this environment keeps numpy and the other packages."""
    return list(dict.fromkeys(map(sysconfig.get_path, ("purelib", "platlib"))))


def oxt(site_packages: Sequence[str] | None = None, python: str = PYTHON) -> bytes:
    """The extension; it takes numpy from the folders, which belong to a Python of that version."""
    chosen = own_packages() if site_packages is None else list(site_packages)
    environment = {"python": python, "site_packages": chosen}
    return zipped({
        "META-INF/manifest.xml": _manifest(),
        "description.xml": _description(),
        "environment.json": json.dumps(environment, ensure_ascii=False, indent=1),
        _LICENCE: own_licence(),
        _TYPES: interface(),
        _WIZARD: wizard(),
        _COMPONENT: files("addin").joinpath("calc_component.py").read_bytes(),
        **{f"pythonpath/{name}": content for name, content in _package()},
    })  # fmt: skip


def _package() -> Iterator[tuple[str, bytes]]:
    """xlfuncs itself; all else that it imports needs numpy or comes with Python."""
    here = Path(xlfuncs.__file__).parent
    for path in sorted(p for p in here.rglob("*") if p.suffix in (".py", ".toml")):
        yield path.relative_to(here.parent).as_posix(), path.read_bytes()


def _manifest() -> str:
    listed = "".join(
        f'<manifest:file-entry manifest:full-path="{name}"'
        f' manifest:media-type="application/vnd.sun.star.{kind}"/>\n'
        for name, kind in _KINDS.items()
    )
    root = '<manifest:manifest xmlns:manifest="http://openoffice.org/2001/manifest">'
    return f"{_HEAD}{root}\n{listed}</manifest:manifest>\n"


def _description() -> str:
    namespace = "http://openoffice.org/extensions/description/2006"
    return f"""{_HEAD}<description xmlns="{namespace}" xmlns:d="{namespace}"
 xmlns:l="http://libreoffice.org/extensions/description/2011"
 xmlns:xlink="http://www.w3.org/1999/xlink">
<identifier value="{IDENTIFIER}"/>
<version value="{own_version()}"/>
<display-name>
<name lang="en">xlfuncs: convertible bonds and dividends</name>
<name lang="zh-CN">xlfuncs 可转债与分红函数</name>
</display-name>
<registration>
<simple-license accept-by="admin" default-license-id="en" suppress-if-required="true">
<license-text xlink:href="{_LICENCE}" lang="en" license-id="en"/>
</simple-license>
</registration>
<dependencies>
<l:LibreOffice-minimal-version value="{OLDEST_OFFICE}" d:name="LibreOffice {OLDEST_OFFICE}"/>
</dependencies>
</description>
"""
