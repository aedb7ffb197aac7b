"""A running LibreOffice that recalculates workbooks and prints them to PDF.

Two processes: the office, and LibreOffice's Python with bridge.py, for ours has no `uno` module.
They are spoken to by files and lines of JSON, which need no port, no package and no common
version of Python. Whatever happens, both are ended, and nothing else.
"""

import json
import subprocess
import tempfile
import threading
import uuid
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from workbooks.office.profile import user_installation
from workbooks.office.program import python, soffice
from workbooks.opening import PackageError

LIMIT: Final = 300.0  # seconds for one workbook
_STARTING: Final = 60.0
_AGAIN: Final = (79, 81)  # a fresh profile, or one with a new extension, asks for a new start
_ENDING: Final = 10.0
_STARTS: Final = 4
_BRIDGE: Final = Path(__file__).with_name("bridge.py")
_XLSX: Final = "Calc MS Excel 2007 XML"
_PDF: Final = "calc_pdf_Export"


class Office:
    """A context manager: the office runs, with the add-in, until its end.

    The profile is made for it unless one is given, which no other office may use meanwhile.
    """

    def __init__(self, profile: Path | None = None, limit: float = LIMIT) -> None:
        self.pipe = f"xlfuncs{uuid.uuid4().hex}"
        self._made = tempfile.TemporaryDirectory(prefix="xlfuncs-", ignore_cleanup_errors=True)
        self._folder = Path(self._made.name)
        self._profile = profile
        self._limit = limit
        self._running: tuple[Any, ...] = ()  # the office and its bridge

    def __enter__(self) -> "Office":
        try:
            self._start(self._profile or _fresh(self._folder / "profile"))
        except BaseException:
            self._end()
            self._made.cleanup()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        office, bridge = self._running
        with suppress(OSError, subprocess.TimeoutExpired):
            bridge.stdin.close()  # which ends the office
            office.wait(_ENDING)
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
        bridge = self._running[1]
        with suppress(OSError):  # an office that has ended gives no answer either
            bridge.stdin.write(json.dumps(asked) + "\n")
            bridge.stdin.flush()
        failure = self._answer(self._limit)
        if failure or not target.is_file():
            raise _failed(failure or "没有结果 no result")
        return target.read_bytes()

    def _start(self, profile: Path) -> None:
        commands = _office(profile, self.pipe), _bridge(self.pipe)
        for _ in range(_STARTS):
            self._running = tuple(map(_started, commands))
            threading.Thread(target=_follow, args=self._running, daemon=True).start()
            with suppress(PackageError):
                self._answer(_STARTING)
                return
            self._end()
            if self._running[0].returncode not in _AGAIN:
                break
        raise _failed(f"没能启动 it did not start: {self._running[0].returncode}")

    def _answer(self, limit: float) -> str:
        """The bridge's next line; past the limit the office is ended, and the bridge with it."""
        office, bridge = self._running
        late = threading.Event()
        overdue = threading.Timer(limit, _stop, (office, late))
        overdue.start()
        line = bridge.stdout.readline()
        overdue.cancel()
        if late.is_set():
            raise _failed(f"超过 {limit:g} 秒 too slow")
        if not line:
            raise _failed("中途退出 it ended")
        return str(json.loads(line))

    def _end(self) -> None:
        for process in self._running:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                with suppress(OSError):  # what was not yet written to it
                    stream.close()


def _fresh(profile: Path) -> Path:
    from addin.libreoffice import add_to

    add_to(profile)
    return profile


def _office(profile: Path, pipe: str) -> list[str]:
    """The office itself, not the script that starts one: so it is known whom to end."""
    program = soffice()
    itself = program.with_name("soffice.bin")
    return [
        str(itself if itself.is_file() else program), user_installation(profile),
        "--headless", "--invisible", "--norestore", "--nologo", "--nodefault",
        "--nofirststartwizard", f"--accept=pipe,name={pipe};urp;StarOffice.ComponentContext",
    ]  # fmt: skip


def _bridge(pipe: str) -> list[str]:
    return [python(), str(_BRIDGE), pipe]


def _started(command: list[str]) -> Any:
    """A process in a session of its own: Ctrl+C in the terminal is ours to handle."""
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        encoding="utf-8", start_new_session=True,
    )  # fmt: skip


def _stop(office: Any, late: threading.Event) -> None:
    late.set()
    office.kill()


def _follow(office: Any, bridge: Any) -> None:
    """The bridge ends with its office: nobody waits for its answer in vain."""
    office.wait()
    bridge.kill()


def _failed(why: str) -> PackageError:
    return PackageError(f"LibreOffice 没能完成（{why}）", f"LibreOffice could not do it ({why})")
