"""The real office with our extension; where there is none, tests here are skipped or fail."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from office_needed import need_office

from addin.libreoffice import install
from workbooks.office.process import Office
from workbooks.office.profile import copied

sys.path.insert(0, str(Path(__file__).parent))

CHINESE = (
    '<item oor:path="/org.openoffice.Office.Linguistic/General">'
    '<prop oor:name="UILocale" oor:op="fuse"><value>zh-CN</value></prop></item></oor:items>'
)


@pytest.fixture(scope="session")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A user's profile with the extension installed; tests that change one take a copy."""
    need_office()
    made = tmp_path_factory.mktemp("office") / "profile"
    install(made)
    return made


@pytest.fixture(scope="session")
def office(profile: Path) -> Iterator[Office]:
    with Office(profile) as running:
        yield running


@pytest.fixture
def chinese_office(profile: Path, tmp_path: Path) -> Iterator[Office]:
    """The same, its menus and wizard in Chinese."""
    copy = copied(profile, tmp_path / "profile")
    settings = copy / "user" / "registrymodifications.xcu"
    told = settings.read_text(encoding="utf-8")
    settings.write_text(told.replace("</oor:items>", CHINESE), encoding="utf-8")
    with Office(copy) as running:
        yield running
