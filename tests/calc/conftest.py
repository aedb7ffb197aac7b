"""One running LibreOffice, with the add-in, for all tests here."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from office_here import need_office

from addin.libreoffice import install
from workbooks.office.process import Office

sys.path.insert(0, str(Path(__file__).parent))  # pytest's importlib mode does not do it


@pytest.fixture(scope="session")
def office() -> Iterator[Office]:
    need_office()
    with Office() as running:
        yield running


@pytest.fixture(scope="session")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A user's profile with the extension installed; tests that change one take a copy."""
    need_office()
    made = tmp_path_factory.mktemp("office") / "profile"
    install(made)
    return made
