"""The .oxt by itself: the same bytes, every function and argument in both languages."""

import io
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from lxml import etree
from typer.testing import CliRunner

from addin.calc_types import argument_name, interface
from addin.cli import app
from addin.libreoffice import VARIABLE
from addin.oxt import IDENTIFIER, oxt
from addin.versions import own_version
from xlfuncs.hosts.help import argument_helps, descriptions
from xlfuncs.hosts.libreoffice import IMPLEMENTATION, SERVICES
from xlfuncs.registry import FUNCTIONS
from xlfuncs.spec import Spec

OOR = "{http://openoffice.org/2001/registry}"
XML = "{http://www.w3.org/XML/1998/namespace}"


def parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(scope="module")
def made() -> dict[str, bytes]:
    return parts(oxt(["/environment"], "3.11"))


@pytest.fixture(scope="module")
def functions(made: dict[str, bytes]) -> dict[str, Any]:
    listed = etree.fromstring(made["CalcAddIns.xcu"]).find(f".//node[@{OOR}name='AddInFunctions']")
    return {node.get(f"{OOR}name"): node for node in listed}


def texts(node: Any, name: str) -> dict[str | None, str]:
    values = node.findall(f"prop[@{OOR}name='{name}']/value")
    return {value.get(f"{XML}lang"): value.text for value in values}


def test_the_same_registry_gives_the_same_bytes() -> None:
    program = (
        "import hashlib; from addin.oxt import oxt; "
        "print(hashlib.sha256(oxt(['/environment'], '3.11')).hexdigest())"
    )
    seeds = (dict(os.environ, PYTHONHASHSEED=seed) for seed in "12")
    digests = {subprocess.check_output([sys.executable, "-c", program], env=e) for e in seeds}
    assert len(digests) == 1


def test_what_the_manifest_names_is_there(made: dict[str, bytes]) -> None:
    entries = etree.fromstring(made["META-INF/manifest.xml"])
    paths = [value for e in entries for name, value in e.items() if name.endswith("full-path")]
    assert len(paths) == 3
    assert set(paths) < set(made)
    described = made["description.xml"].decode()
    assert f'<identifier value="{IDENTIFIER}"/>' in described
    assert f'<version value="{own_version()}"/>' in described
    assert 'xml:lang="zh-CN"' not in described  # its own attribute is plain lang
    assert '<name lang="zh-CN">' in described
    assert '<name lang="en">' in described
    assert made["LICENSE"].startswith(b"MIT License")
    assert json.loads(made["environment.json"]) == {
        "python": "3.11", "site_packages": ["/environment"],
    }  # fmt: skip


def test_all_of_xlfuncs_travels_and_nothing_that_was_compiled(made: dict[str, bytes]) -> None:
    import xlfuncs

    here = Path(xlfuncs.__file__).parent
    there = {name.removeprefix("pythonpath/") for name in made if name.startswith("pythonpath/")}
    assert {f"xlfuncs/{p.relative_to(here).as_posix()}" for p in here.rglob("*.py")} <= there
    assert "xlfuncs/norms/statute.toml" in there
    assert {Path(name).suffix for name in there} == {".py", ".toml"}


def test_every_function_is_in_the_wizard_and_no_other(functions: dict[str, Any]) -> None:
    assert list(functions) == [spec.name for spec in FUNCTIONS]


@pytest.mark.parametrize("spec", FUNCTIONS, ids=lambda s: s.name)
def test_names_and_help_in_both_languages(spec: Spec, functions: dict[str, Any]) -> None:
    node = functions[spec.name]
    assert texts(node, "DisplayName") == {"en": spec.name, "zh-CN": spec.name}
    assert texts(node, "CompatibilityName") == {"en-US": spec.name}
    assert texts(node, "Category") == {None: spec.category}
    assert texts(node, "Description") == descriptions(spec)
    assert spec.zh in descriptions(spec)["zh-CN"]
    assert spec.en in descriptions(spec)["en"]
    listed = node.findall(f"node[@{OOR}name='Parameters']/node")
    for parameter, argument in zip(spec.parameters, listed, strict=True):
        assert argument.get(f"{OOR}name") == argument_name(parameter.name)
        assert texts(argument, "DisplayName") == {"en": parameter.name, "zh-CN": parameter.name}
        assert texts(argument, "Description") == argument_helps(parameter)
        assert parameter.arg.zh in argument_helps(parameter)["zh-CN"]
        assert parameter.arg.en in argument_helps(parameter)["en"]


def test_every_function_is_a_method_with_distinct_arguments() -> None:
    lines = interface().splitlines()
    for spec in FUNCTIONS:
        assert sum(f" {spec.name}(" in line for line in lines) == 1
        names = [argument_name(p.name) for p in spec.parameters]
        assert len({*names, "settings"}) == len(names) + 1
        assert not any("_" in name for name in names)


def test_the_component_and_the_package_name_the_same_services(made: dict[str, bytes]) -> None:
    component = made["xlfuncs_component.py"].decode()
    assert f'SERVICES = ("{IMPLEMENTATION}", "{SERVICES[1]}")' in component
    assert f'VARIABLE = "{VARIABLE}"' in component


def test_build_writes_what_the_ending_says(tmp_path: Path) -> None:
    target = tmp_path / "xlfuncs.oxt"
    assert CliRunner().invoke(app, ["build", "-o", str(target)]).exit_code == 0
    assert target.read_bytes() == oxt()
    refused = CliRunner().invoke(app, ["build", "-o", str(tmp_path / "xlfuncs.zip")])
    assert refused.exit_code == 1
    assert ".oxt" in refused.output
