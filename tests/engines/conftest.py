"""One LibreOffice for all tests here."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from office_here import need_office

from workbooks.office.process import Office

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session")
def office() -> Iterator[Office]:
    need_office()
    with Office() as running:
        yield running
