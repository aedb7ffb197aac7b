"""xlfuncs.oxt: what is in it, and how it is installed, found wrong and taken out again."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from lxml import etree
from office_needed import need_office
from typer.testing import CliRunner

from addin import libreoffice
from addin.cli import app
from addin.oxt import IDENTIFIER, oxt
from workbooks.office.process import Office
from workbooks.office.profile import copied
from workbooks.opening import PackageError
from xlfuncs.registry import FUNCTIONS

NAME = "{http://openoffice.org/2001/registry}name"
LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


def parts() -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(oxt())) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_same_bytes_every_time() -> None:
    assert oxt() == oxt()
    assert oxt(["/elsewhere"], "3.12") != oxt()


def test_it_holds_the_package_and_where_numpy_is() -> None:
    found = parts()
    assert {"pythonpath/xlfuncs/registry.py", "pythonpath/xlfuncs/norms/statute.toml"} <= set(found)
    assert not [name for name in found if "__pycache__" in name or "numpy" in name]
    told = json.loads(found["environment.json"])
    assert all(Path(folder).is_dir() for folder in told["site_packages"])
    for text in (found["META-INF/manifest.xml"], found["description.xml"]):
        etree.fromstring(text)
    assert b"MIT" in found["LICENSE"]


def test_the_wizard_knows_every_function_in_both_languages() -> None:
    root = etree.fromstring(parts()["CalcAddIns.xcu"])
    nodes = {
        n.get(NAME): n for n in root.iter("node") if n.get(NAME, "").startswith(("CB_", "DIV_"))
    }
    assert set(nodes) == {spec.name for spec in FUNCTIONS}
    for spec in FUNCTIONS:
        node = nodes[spec.name]
        told = {p.get(NAME): values(p) for p in node.findall("prop")}
        assert told["DisplayName"] == {"en": spec.name, "zh-CN": spec.name}
        assert told["CompatibilityName"] == {"en-US": spec.name}
        assert spec.zh in told["Description"]["zh-CN"]
        assert spec.en in told["Description"]["en"]
        shown = [values(argument.find("prop")) for argument in node.find("node")]
        assert shown == [{"en": p.name, "zh-CN": p.name} for p in spec.parameters]


def values(prop: Any) -> dict[str | None, str]:
    return {v.get(LANGUAGE): v.text or "" for v in prop.findall("value")}


def test_all_is_well_after_install(profile: Path) -> None:
    found = list(libreoffice.findings(profile))
    assert [f.ok for f in found] == [True] * 4
    assert "12.28" in found[-1].zh


def test_taken_out_again(profile: Path, tmp_path: Path) -> None:
    own = copied(profile, tmp_path / "profile")
    assert IDENTIFIER in libreoffice.uninstall(own)[0]
    assert libreoffice.uninstall(own) == ["没有安装 nothing is installed"]
    found = list(libreoffice.findings(own))
    assert [f.ok for f in found] == [True, True, False]
    assert "xlfuncs addin install --libreoffice" in found[-1].zh


def test_another_version_is_found(profile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libreoffice, "own_version", lambda: "9.9.9")
    assert "9.9.9" in str(list(libreoffice.findings(profile))[-1])


def test_another_python_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    need_office()
    monkeypatch.delenv(libreoffice.VARIABLE, raising=False)
    monkeypatch.setattr(libreoffice, "python_version", lambda: "3.99")
    with pytest.raises(PackageError, match=r"Python 3\.99.*XLFUNCS_SITE_PACKAGES"):
        libreoffice.install(tmp_path / "profile")
    assert not (tmp_path / "profile").exists()
    monkeypatch.setenv(libreoffice.VARIABLE, "/a:/b")
    assert libreoffice.environment() == (["/a", "/b"], "3.99")


def test_built_by_the_command_line(tmp_path: Path) -> None:
    out = tmp_path / "xlfuncs.oxt"
    assert CliRunner().invoke(app, ["build", "-o", str(out)]).exit_code == 0
    assert out.read_bytes() == oxt()
    refused = CliRunner().invoke(app, ["build", "-o", str(tmp_path / "x.zip")])
    assert refused.exit_code == 1
    assert ".oxt" in refused.output


def test_an_office_that_hangs_is_ended(profile: Path, tmp_path: Path) -> None:
    """The watchdog ends its own office, and the next question gets a clear line."""
    with Office(copied(profile, tmp_path / "profile"), limit=0.001) as running:
        with pytest.raises(PackageError, match="LibreOffice 没能完成"):
            running.recalculated(b"PK")
        with pytest.raises(PackageError, match="LibreOffice 没能完成"):
            running.recalculated(b"PK")
