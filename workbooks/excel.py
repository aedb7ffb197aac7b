"""Real Excel as the calculator: a hidden instance recalculates a copy and is always quit."""

import os
import platform
import signal
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

from workbooks.calculators import Recalculate
from workbooks.opening import PackageError
from workbooks.package import Package

LIMIT: Final = 600.0  # seconds for one workbook, then the instance is ended
_DONE: Final = 0  # xlDone of CalculationState
_NO_MACROS: Final = 3  # msoAutomationSecurityForceDisable


def recalculation() -> Recalculate:
    """Excel's calculation of a workbook; PackageError where there can be no Excel."""
    return partial(_recalculated, _add_in())


def _recalculated(add_in: Path | None, data: bytes) -> bytes:
    """The workbook as Excel calculates and saves it."""
    with tempfile.TemporaryDirectory(prefix="xlfuncs-") as folder:
        copy = Path(folder, "book" + _suffix(data))
        copy.write_bytes(data)
        with _instance() as app:
            if add_in:  # an instance started by a program loads nothing by itself
                app.books.open(str(add_in), update_links=False, add_to_mru=False)
            _recalculate(app, copy)
        return copy.read_bytes()


def _add_in() -> Path | None:
    """The installed add-in; on macOS xlwings serves no functions, so there is none."""
    system = platform.system()
    if system not in ("Windows", "Darwin"):
        raise PackageError(
            "--engine excel 需要 Windows 或 macOS 上的 Excel，这里请用 formualizer",
            "--engine excel needs Excel on Windows or macOS: use formualizer here",
        )
    if system == "Darwin":
        return None
    from addin.places import places

    path = places().add_in
    if not path.is_file():
        raise PackageError(
            f"未安装加载宏 {path}，请运行 xlfuncs addin install",
            f"the add-in {path} is not installed: run xlfuncs addin install",
        )
    return path


def _suffix(data: bytes) -> str:
    """The ending that Excel demands of such contents."""
    macros = b"macroenabled" in Package(data).part("[Content_Types].xml").lower()
    return ".xlsm" if macros else ".xlsx"


@contextmanager
def _instance() -> Iterator[Any]:
    """A hidden Excel that asks nothing; it is quit whatever happens, ended if it will not."""
    app = _started()
    overdue = threading.Timer(LIMIT, _end, (app.pid,))
    overdue.start()
    try:
        app.display_alerts = app.screen_updating = False
        yield app
    except Exception as failure:  # COM and Apple events raise kinds of their own
        late = not overdue.is_alive()
        raise _failed(f"超过 {LIMIT:.0f} 秒" if late else _line(failure)) from failure
    finally:
        overdue.cancel()
        _quit(app)


def _started() -> Any:
    try:
        import xlwings

        return xlwings.App(visible=False, add_book=False)
    except ImportError:
        raise PackageError(
            '--engine excel 需要 xlwings：pip install "xlfuncs[excel]"',
            '--engine excel needs xlwings: pip install "xlfuncs[excel]"',
        ) from None
    except Exception as failure:  # no Excel, or one that does not start
        raise _failed(_line(failure)) from failure


def _recalculate(app: Any, copy: Path) -> None:
    """Open, rebuild every formula, wait until all is calculated, save."""
    windows = platform.system() == "Windows"
    if windows:
        app.api.AskToUpdateLinks = False
        app.api.AutomationSecurity = _NO_MACROS  # the workbook's own macros do not run
    book = app.books.open(str(copy), update_links=False, notify=False, add_to_mru=False)
    if windows:
        app.api.CalculateFullRebuild()
        while app.api.CalculationState != _DONE:
            time.sleep(0.05)
    else:  # the Apple event answers when the calculation is done
        app.api.calculate_full_rebuild()
    book.save()
    book.close()


def _quit(app: Any) -> None:
    pid = app.pid
    try:
        app.quit()
    except Exception:  # an instance that no longer answers
        _end(pid)


def _end(pid: int) -> None:
    with suppress(OSError):
        os.kill(pid, signal.SIGTERM)


def _line(failure: BaseException) -> str:
    return (str(failure) or type(failure).__name__).splitlines()[0]


def _failed(why: str) -> PackageError:
    return PackageError(f"Excel 没能重算（{why}）", f"Excel could not recalculate it ({why})")
