"""Install and uninstall for the current user of Windows: the environment and the add-in."""

import platform
import shutil
from collections.abc import Callable
from pathlib import Path

from addin.environment import is_environment, prepare, running_in
from addin.places import Places
from workbooks.commands import ran
from workbooks.files import new_folder
from workbooks.opening import PackageError


def only_on_windows() -> None:
    """Refuse elsewhere, naming what serves there."""
    if platform.system() != "Windows":
        raise PackageError(
            "Excel 加载宏只用于 Windows；这里请用 LibreOffice："
            "xlfuncs addin install --libreoffice，或不开表格程序：xlfuncs refresh 工作簿",
            "the Excel add-in is for Windows; here use LibreOffice (--libreoffice), "
            "or no spreadsheet program at all (xlfuncs refresh BOOK)",
        )


def install(places: Places, step: Callable[[str], None]) -> None:
    """Make or reuse the environment, then let it build the add-in into Excel's start-up folder.

    The add-in names the version of xlwings, so the xlwings that will serve it must build it.
    """
    _check_free(places.add_in)
    step("准备 Python 环境 preparing the Python environment")
    prepare(places)
    step("生成加载宏 building the add-in")
    new_folder(places.add_in.parent)
    ran([
        str(places.interpreter), "-m", "workbooks", "addin", "build", "-o", str(places.add_in),
    ])  # fmt: skip


def uninstall(places: Places) -> list[str]:
    """Remove the add-in and the environment; what was removed, and what the user must remove."""
    done = []
    _check_free(places.add_in)
    if places.add_in.exists():
        places.add_in.unlink()
        done.append(f"已删除 removed {places.add_in}")
    folder = places.environment
    if running_in(folder):
        done.append(f"本程序正从此环境运行，请自行删除 this program runs from it, delete: {folder}")
    elif is_environment(folder):
        _remove(folder)
        done.append(f"已删除 removed {folder}")
    return done or ["没有安装 nothing is installed"]


def _check_free(add_in: Path) -> None:
    """Excel holds its add-ins open."""
    try:
        if add_in.exists():
            add_in.open("r+b").close()
    except PermissionError:
        raise _in_use(add_in) from None


def _remove(folder: Path) -> None:
    try:
        shutil.rmtree(folder)
    except OSError:
        raise _in_use(folder) from None


def _in_use(path: Path) -> PackageError:
    return PackageError(f"{path} 正被使用，请先关闭 Excel", f"{path} is in use: close Excel first")
