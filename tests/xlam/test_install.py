"""`addin install` and `uninstall`: the environment, the add-in, and what is left alone."""

import json
import subprocess
import sys
from importlib.metadata import Distribution, version
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner
from windows_machine import add_environment, here, machine

from addin import environment
from addin.cli import app
from addin.doctor import installation
from addin.install import install, uninstall
from addin.places import Places
from workbooks.opening import PackageError


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return here(machine(tmp_path))


@pytest.fixture
def commands(places: Places, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that were run; venv and pip are acted out, all others run."""
    seen: list[list[str]] = []
    run = subprocess.run

    def acted(command: list[str], **options: Any) -> subprocess.CompletedProcess[str]:
        seen.append(command)
        if command[1:3] == ["-m", "venv"]:
            add_environment(places)
        if command[1:3] in (["-m", "venv"], ["-m", "pip"]):
            return subprocess.CompletedProcess(command, 0, "", "")
        return run(command, **options)

    monkeypatch.setattr(subprocess, "run", acted)
    return seen


def test_a_new_environment_builds_its_own_add_in(
    places: Places, commands: list[list[str]], tmp_path: Path
):
    steps: list[str] = []
    install(places, steps.append)
    assert [command[1:3] for command in commands[1:]] == [
        ["-m", "venv"], ["-m", "pip"], ["-m", "workbooks"],
    ]  # fmt: skip
    assert commands[1][0] == sys.executable
    assert commands[2][0] == commands[3][0] == str(places.interpreter)
    assert commands[2][-1].startswith("xlfuncs[excel] @ file://")
    assert len(steps) == 2
    found = list(installation(machine(tmp_path)))
    assert f"xlwings {version('xlwings')}" in found[0].zh
    assert places.add_in.read_bytes().startswith(b"PK")


def test_an_environment_that_runs_is_reused(places: Places, commands: list[list[str]]):
    add_environment(places)
    (places.environment / "kept").write_text("")
    install(places, lambda _: None)
    assert ["-m", "venv"] not in [command[1:3] for command in commands]
    assert (places.environment / "kept").exists()


def test_one_whose_python_was_removed_is_made_anew(places: Places, commands: list[list[str]]):
    add_environment(places, starts="/no/such/python")
    places.interpreter.unlink()
    places.interpreter.parent.rmdir()
    install(places, lambda _: None)
    assert commands[1][1:4] == ["-m", "venv", "--clear"]


def test_a_folder_with_other_things_is_left_alone(places: Places, commands: list[list[str]]):
    places.environment.mkdir(parents=True)
    (places.environment / "年报.xlsx").write_text("")
    with pytest.raises(PackageError, match="里是别的内容"):
        install(places, lambda _: None)
    assert [command[1:3] for command in commands] == [["-c", "pass"]]
    assert not places.add_in.exists()


def test_the_failing_command_is_named_with_its_last_line(
    places: Places, monkeypatch: pytest.MonkeyPatch
):
    add_environment(places)
    monkeypatch.setattr(environment, "_this_package", lambda: "no such requirement")
    with pytest.raises(PackageError, match=r"-m pip install.*（.*[Rr]equirement"):
        install(places, lambda _: None)


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        (None, "xlfuncs[excel]==1.2.3"),
        ({"url": "file:///C:/x", "dir_info": {}}, "xlfuncs[excel] @ file:///C:/x"),
        ({"url": "https://host/x.git", "vcs_info": {"vcs": "git", "commit_id": "abc"}},
         "xlfuncs[excel] @ git+https://host/x.git@abc"),
    ],
)  # fmt: skip
def test_the_package_that_runs_is_the_one_installed(
    told: object, asked: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    folder = tmp_path / "xlfuncs-1.2.3.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Name: xlfuncs\nVersion: 1.2.3\n")
    if told:
        (folder / "direct_url.json").write_text(json.dumps(told))
    found = [Distribution.at(folder)]
    monkeypatch.setattr(environment, "distributions", lambda **_: found)
    assert environment._this_package() == asked


def test_a_checkout_that_was_never_installed_says_so(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(environment, "distributions", lambda **_: [])
    with pytest.raises(PackageError, match=r"pip install \."):
        environment._this_package()


def test_within_the_environment_only_what_excel_needs_is_added(
    places: Places, commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
):
    add_environment(places)
    monkeypatch.setattr(sys, "prefix", str(places.environment))
    install(places, lambda _: None)
    pip = next(command for command in commands if command[1:3] == ["-m", "pip"])
    assert [name.split(">")[0] for name in pip[5:]] == ["olefile", "xlwings"]


def test_uninstall_removes_both_and_says_so(places: Places):
    add_environment(places)
    places.add_in.parent.mkdir(parents=True)
    places.add_in.write_bytes(b"PK")
    other = places.add_in.with_name("别人的.xlam")
    other.write_bytes(b"PK")
    done = uninstall(places)
    assert [line.split()[-1] for line in done] == [str(places.add_in), str(places.environment)]
    assert not places.add_in.exists()
    assert not places.environment.exists()
    assert other.exists()
    assert uninstall(places) == ["没有安装 nothing is installed"]


def test_uninstall_leaves_what_is_no_environment_and_the_one_it_runs_from(
    places: Places, monkeypatch: pytest.MonkeyPatch
):
    places.environment.mkdir(parents=True)
    assert uninstall(places) == ["没有安装 nothing is installed"]
    (places.environment / "pyvenv.cfg").write_text("")
    monkeypatch.setattr(sys, "prefix", str(places.environment))
    assert "请自行删除" in uninstall(places)[0]
    assert places.environment.exists()


def test_an_add_in_that_excel_holds_open_is_named(places: Places, monkeypatch: pytest.MonkeyPatch):
    places.add_in.parent.mkdir(parents=True)
    places.add_in.write_bytes(b"PK")

    def held(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", held)
    for work in (lambda: install(places, print), lambda: uninstall(places)):
        with pytest.raises(PackageError, match="请先关闭 Excel"):
            work()
    assert places.add_in.exists()


@pytest.mark.parametrize("command", ["install", "uninstall", "doctor"])
def test_elsewhere_the_commands_name_what_serves_there(command: str):
    done = CliRunner().invoke(app, [command])
    assert done.exit_code == 1
    assert "xlfuncs addin install --libreoffice" in done.output
