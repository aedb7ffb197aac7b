"""`addin install`, `doctor` and `uninstall --libreoffice`, on a profile of the test's own."""

import sysconfig
from pathlib import Path

import pytest
from office_here import need_office
from typer.testing import CliRunner

from addin import libreoffice
from addin.cli import app
from addin.libreoffice import VARIABLE, add_to, environment, findings, install, uninstall
from addin.oxt import PYTHON, oxt
from workbooks.office import program
from workbooks.office.profile import unopkg
from workbooks.opening import PackageError


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    need_office()
    return tmp_path / "配置 profile"


def test_installed_found_right_and_removed(profile: Path) -> None:
    before = list(findings(profile))
    assert [f.ok for f in before] == [True, True, False]
    assert "xlfuncs addin install --libreoffice" in before[-1].zh
    install(profile)
    found = list(findings(profile))
    assert [f.ok for f in found] == [True] * 4
    assert f"Python {PYTHON}" in found[1].zh
    assert "12.28" in found[3].zh
    assert "删除扩展" in uninstall(profile)[0]
    assert [f.ok for f in findings(profile)] == [True, True, False]
    assert uninstall(profile) == ["没有安装 nothing is installed"]


def test_another_version_is_told_and_replaced(
    profile: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("addin.oxt.own_version", lambda: "0.0.1")
    install(profile)
    assert "扩展版本 0.0.1" in list(findings(profile))[-1].zh
    monkeypatch.undo()
    install(profile)
    assert [f.ok for f in findings(profile)] == [True] * 4


def test_an_environment_without_numpy_is_told(
    profile: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "numpy.py").write_text("raise ImportError('no numpy here')\n")
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    found = list(findings(profile))
    assert [f.ok for f in found] == [True, False]
    assert "no numpy here" in found[1].zh


def test_the_extension_refuses_another_python(profile: Path, tmp_path: Path) -> None:
    built = tmp_path / "other.oxt"
    built.write_bytes(oxt(python="3.99"))
    with pytest.raises(PackageError, match=f"环境是 Python 3.99，LibreOffice 是 {PYTHON}"):
        unopkg(profile, "add", "--force", "--suppress-license", str(built))
    assert [f.ok for f in findings(profile)] == [True, True, False]


def test_another_python_is_refused_before_anything_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(libreoffice, "python_version", lambda: "3.99")
    monkeypatch.delenv(VARIABLE, raising=False)
    with pytest.raises(PackageError, match=f"LibreOffice 用 Python 3.99，本环境是 Python {PYTHON}"):
        add_to(tmp_path / "profile")
    assert not (tmp_path / "profile").exists()
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert environment() == ([str(tmp_path)], "3.99")
    assert sysconfig.get_path("platlib") not in environment()[0]


def test_an_old_or_missing_office_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libreoffice, "soffice", lambda: Path("/old/soffice"))
    monkeypatch.setattr(libreoffice, "version", lambda: "7.4")
    assert "LibreOffice 7.4 太旧" in next(findings(tmp_path)).zh
    monkeypatch.undo()
    monkeypatch.setattr(program.shutil, "which", lambda _: None)
    (only,) = findings(tmp_path)
    assert not only.ok
    assert "没有找到 LibreOffice" in only.zh


def test_the_commands(profile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libreoffice, "users_profile", lambda: profile)
    for command, code in (("doctor", 1), ("install", 0), ("doctor", 0), ("uninstall", 0)):
        done = CliRunner().invoke(app, [command, "--libreoffice"])
        assert done.exit_code == code, done.output
