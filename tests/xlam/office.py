"""LibreOffice where it is installed: converting a file, and running VBA in a blank document."""

import shutil
import subprocess
from pathlib import Path

import pytest
from office_here import need_office

from workbooks.office.program import python

HERE = Path(__file__).parent
SOFFICE = shutil.which("soffice") or shutil.which("libreoffice")
VBA_FILTER = "--infilter=Calc MS Excel 2007 VBA XML"
needs_office = pytest.mark.skipif(SOFFICE is None, reason="LibreOffice is not installed")


def converted(source: Path, folder: Path) -> Path:
    """The file as LibreOffice saves it as .xlsx after opening it with its macros."""
    profile = f"-env:UserInstallation=file://{folder}/profile"
    program = [str(SOFFICE), profile, "--headless", VBA_FILTER, "--convert-to", "xlsx"]
    done = subprocess.run(
        [*program, "--outdir", str(folder), str(source)],
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return folder / f"{source.stem}.xlsx"


def python_with_uno() -> str:
    """A Python that can drive LibreOffice; skips where there is none."""
    need_office()
    return python()


def vba_answers(folder: Path) -> str:
    """What tests/xlam/run_vba.py prints of the modules written to a folder."""
    done = subprocess.run(
        [python_with_uno(), str(HERE / "run_vba.py"), str(SOFFICE), str(folder)],
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout
