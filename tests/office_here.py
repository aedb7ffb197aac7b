"""LibreOffice for a test: skips where there is none, fails where there has to be one."""

import os
from typing import NoReturn

import pytest

from workbooks.office.program import python, soffice
from workbooks.opening import PackageError

REQUIRED = "XLFUNCS_REQUIRE_OFFICE"


def need_office() -> None:
    """A program to run, and a Python that talks to it."""
    try:
        soffice()
        python()
    except PackageError as missing:
        lacking(str(missing))


def lacking(what: str) -> NoReturn:
    """Skip, or fail with XLFUNCS_REQUIRE_OFFICE=1; both name the remedy."""
    told = f"{what}: sudo bash .ci/libreoffice"
    if os.environ.get(REQUIRED) == "1":
        pytest.fail(told)
    pytest.skip(told)
