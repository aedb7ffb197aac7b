"""A running LibreOffice that recalculates workbooks and prints them to PDF.

Two processes: the office, and LibreOffice's Python with bridge.py, for ours has no `uno` module.
They are spoken to by files and lines of JSON, which need no port, no package and no common
version of Python. Whatever happens, both are ended, and nothing else.
"""

import json
import os
import subprocess
import tempfile
import threading
import uuid
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from workbooks.office.profile import prepared, user_installation
from workbooks.office.program import python, soffice
from workbooks.opening import PackageError

LIMIT: Final = 300.0  # seconds for one workbook
STARTING: Final = 60.0
AGAIN: Final = (79, 81)  # a fresh profile, or one with a new extension, asks to be started anew
_STARTS: Final = 4
_BRIDGE: Final = Path(__file__).with_name("bridge.py")
_XLSX: Final = "Calc MS Excel 2007 XML"
_PDF: Final = "calc_pdf_Export"


class Office:
    """A context manager: the office runs, with the add-in, until its end."""

    def __init__(self, profile: Path | None = None, limit: float = LIMIT) -> None:
        self._made = tempfile.TemporaryDirectory(prefix="xlfuncs-", ignore_cleanup_errors=True)
        self._folder = Path(self._made.name)
        self._profile = profile
        self._limit = limit
        self.pipe = f"xlfuncs{uuid.uuid4().hex}"

    def __enter__(self) -> "Office":
        try:
            if self._profile is None:
                self._profile = prepared(self._folder / "profile")
            self._start()
        except BaseException:
            self._made.cleanup()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        with suppress(OSError, subprocess.TimeoutExpired):
            self._bridge.stdin.close()  # which ends the office
            self._office.wait(10)
        self._end()
        self._made.cleanup()

    def recalculated(self, data: bytes) -> bytes:
        """The workbook with every formula calculated anew, as LibreOffice saves it in .xlsx."""
        return self._stored(data, "book.xlsx", _XLSX)

    def to_pdf(self, data: bytes) -> bytes:
        """The workbook, calculated anew, on paper."""
        return self._stored(data, "book.pdf", _PDF)

    def _stored(self, data: bytes, name: str, kind: str) -> bytes:
        source, target = self._folder / "source.xlsx", self._folder / name
        source.write_bytes(data)
        target.unlink(missing_ok=True)
        asked = {"source": str(source), "target": str(target), "kind": kind}
        with suppress(OSError):  # an office that has ended does not answer below
            self._bridge.stdin.write(json.dumps(asked) + "\n")
            self._bridge.stdin.flush()
        failure = self._answer(self._limit)
        if failure or not target.is_file():
            raise _failed(failure or "没有结果 no result")
        return target.read_bytes()

    def _start(self) -> None:
        for _ in range(_STARTS):
            self._office = _office(self._profile, self.pipe)
            self._bridge = _bridge(self.pipe)
            threading.Thread(target=self._follow, daemon=True).start()
            with suppress(PackageError):
                if not self._answer(STARTING):
                    return
            self._end()
            if self._office.returncode not in AGAIN:
                break
        raise _failed(f"没能启动 it did not start ({self._office.returncode})")

    def _follow(self) -> None:
        """The bridge ends with its office, else its answer would be waited for in vain."""
        office, bridge = self._office, self._bridge
        office.wait()
        bridge.kill()

    def _answer(self, limit: float) -> str:
        """The bridge's next line; after the limit both processes are ended."""
        overdue = threading.Timer(limit, self._office.kill)
        overdue.start()
        line = self._bridge.stdout.readline()
        late = overdue.finished.is_set()
        overdue.cancel()
        if line:
            return str(json.loads(line))
        raise _failed(f"超过 {limit:.0f} 秒 too slow" if late else "中途退出 it ended")

    def _end(self) -> None:
        for process in (self._office, self._bridge):
            process.kill()
            process.wait()
        for stream in (self._bridge.stdin, self._bridge.stdout):
            with suppress(OSError):
                stream.close()


def _office(profile: Path | None, pipe: str) -> subprocess.Popen[bytes]:
    """The office itself, not the script that starts one: the process to end is then known."""
    program = soffice()
    itself = program.with_name("soffice.bin")
    options = ("--headless", "--invisible", "--norestore", "--nologo", "--nodefault",
               "--nofirststartwizard", f"--accept=pipe,name={pipe};urp;StarOffice.ComponentContext")  # fmt: skip
    return subprocess.Popen(
        [str(itself if itself.is_file() else program), user_installation(profile), *options],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl+C is for us to handle
    )  # fmt: skip


def _bridge(pipe: str) -> Any:
    return subprocess.Popen(
        [python(), str(_BRIDGE), pipe],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        encoding="utf-8", start_new_session=True,
    )  # fmt: skip


def _failed(why: str) -> PackageError:
    return PackageError(f"LibreOffice 没能完成（{why}）", f"LibreOffice could not do it ({why})")
