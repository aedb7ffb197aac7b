"""Whether LibreOffice is here; where it must be, its absence is a failure and not a skip."""

import os

import pytest

from workbooks.office.program import python, soffice
from workbooks.opening import PackageError

INSTALL = "sudo bash .ci/libreoffice"


def need_office() -> None:
    """Skip with the line that installs it, or fail where XLFUNCS_REQUIRE_OFFICE is set."""
    try:
        soffice()
        python()
    except PackageError as missing:
        if os.environ.get("XLFUNCS_REQUIRE_OFFICE"):
            pytest.fail(f"{missing}: {INSTALL}")
        pytest.skip(f"{missing.en}: {INSTALL}")
