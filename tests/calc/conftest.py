"""The real office with our extension; where there is none, tests here are skipped or fail."""

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from workbooks.office.process import Office
from workbooks.office.program import beside, python
from workbooks.opening import PackageError

sys.path.insert(0, str(Path(__file__).parent))

CHINESE = (
    '<item oor:path="/org.openoffice.Office.Linguistic/General">'
    '<prop oor:name="UILocale" oor:op="fuse"><value>zh-CN</value></prop></item></oor:items>'
)


def missing() -> str:
    """Why the office cannot be tested on this machine; empty where it can."""
    try:
        python()
        unopkg = beside("unopkg")
    except PackageError as failure:
        return str(failure)
    return "" if unopkg.is_file() else f"{unopkg} is missing"


@pytest.fixture(scope="session")
def libreoffice() -> None:
    """Skips without LibreOffice; XLFUNCS_REQUIRE_OFFICE=1 makes that a failure."""
    why = missing()
    if why:
        leave: Callable[[str], None] = (
            pytest.fail if os.environ.get("XLFUNCS_REQUIRE_OFFICE") == "1" else pytest.skip
        )
        leave(f"{why}: sudo bash .ci/libreoffice")


@pytest.fixture(scope="session")
def profile(libreoffice: None, tmp_path_factory: pytest.TempPathFactory) -> Path:  # noqa: ARG001
    """A user's profile with the extension installed; tests that change one take a copy."""
    from addin.libreoffice import install
    from addin.oxt import oxt

    made = tmp_path_factory.mktemp("office") / "profile"
    install(oxt(), made)
    return made


@pytest.fixture(scope="session")
def office(profile: Path) -> Iterator[Office]:
    with Office(profile) as running:
        yield running


@pytest.fixture
def chinese_office(profile: Path, tmp_path: Path) -> Iterator[Office]:
    """The same, its menus and wizard in Chinese."""
    copy = shutil.copytree(profile, tmp_path / "profile", ignore=shutil.ignore_patterns(".lock"))
    settings = copy / "user" / "registrymodifications.xcu"
    told = settings.read_text(encoding="utf-8")
    settings.write_text(told.replace("</oor:items>", CHINESE), encoding="utf-8")
    with Office(copy) as running:
        yield running
