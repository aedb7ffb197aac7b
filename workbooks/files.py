"""Writing a workbook so that a failure leaves nothing half done."""

import os
import stat
import tempfile
from pathlib import Path

from workbooks.opening import PackageError


def write_atomically(target: Path, data: bytes) -> None:
    """Replace `target` by `data` in one step, through a temporary file beside it."""
    place = Path(os.path.realpath(target))
    check_writable(place)
    temporary: Path | None = None
    try:
        temporary = _written_beside(place, data)
        os.replace(temporary, place)
    except OSError as failure:
        raise _unwritable(target, failure.strerror or str(failure)) from None
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def check_writable(target: Path) -> None:
    """Refuse a target that is a folder, stands in no folder, or is open in a spreadsheet."""
    if target.is_dir():
        raise _unwritable(target, "是文件夹", "it is a folder")
    if not target.parent.is_dir():
        raise _unwritable(target, "文件夹不存在", "its folder does not exist")
    for lock in (f"~${target.name}", f".~lock.{target.name}#"):
        if target.with_name(lock).exists():
            raise _unwritable(target, "正被 Excel 或 WPS 打开", "it is open in a spreadsheet")
    if target.exists() and not os.access(target, os.W_OK):
        raise _unwritable(target, "文件只读", "it is read-only")


def check_output(target: Path) -> None:
    """Refuse a target that a new workbook cannot be written to, or that has another ending."""
    if target.suffix.lower() != ".xlsx":
        raise PackageError(f"{target} 应以 .xlsx 结尾", f"{target} must end in .xlsx")
    check_writable(target)


def new_folder(folder: Path) -> None:
    """Make a folder where there is none."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as failure:
        raise PackageError(
            f"无法建立文件夹 {folder}（{failure.strerror}）",
            f"cannot make the folder {folder} ({failure.strerror})",
        ) from None


def _written_beside(place: Path, data: bytes) -> Path:
    handle, name = tempfile.mkstemp(prefix=".xlfuncs-", suffix=".tmp", dir=place.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.chmod(_mode(place))
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def _mode(place: Path) -> int:
    if place.exists():
        return stat.S_IMODE(place.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _unwritable(target: Path, zh: str, en: str = "") -> PackageError:
    return PackageError(f"无法写入 {target}（{zh}）", f"cannot write {target} ({en or zh})")
