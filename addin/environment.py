"""The Python environment that serves the functions in Excel: made, filled, looked at."""

import json
import os
import sys
from importlib.metadata import distribution, distributions
from pathlib import Path

from addin.places import Places
from workbooks.commands import ran
from workbooks.opening import PackageError


def prepare(places: Places) -> None:
    """Make the environment where there is none that runs, and install this package into it."""
    folder = places.environment
    if not _runs(places.interpreter):
        if folder.exists() and any(folder.iterdir()) and not is_environment(folder):
            raise PackageError(
                f"{folder} 里是别的内容，请先移走", f"{folder} holds something else: move it away"
            )
        ran([sys.executable, "-m", "venv", "--clear", str(folder)])
    wanted = _extras() if running_in(folder) else [_this_package()]
    pip = [str(places.interpreter), "-m", "pip", "install", "--disable-pip-version-check"]
    ran([*pip, *wanted])


def is_environment(folder: Path) -> bool:
    """Whether `python -m venv` made the folder."""
    return (folder / "pyvenv.cfg").is_file()


def running_in(folder: Path) -> bool:
    """Whether this very process runs from the environment."""
    return folder.is_dir() and os.path.samefile(sys.prefix, folder)


def _runs(interpreter: Path) -> bool:
    """A base Python that was removed leaves an environment that does not start."""
    try:
        ran([str(interpreter), "-c", "pass"])
    except PackageError:
        return False
    return True


def _this_package() -> str:
    """What pip must be told to install the very package that runs now (PEP 610)."""
    installed = list(distributions(name="xlfuncs"))
    if not installed:
        raise PackageError(
            "请先安装本项目（pip install .）再运行此命令",
            "install the project first (pip install .), then run this command",
        )
    # a checkout's build folder is found too, and knows nothing of where it was installed from
    texts = (found.read_text("direct_url.json") for found in installed)
    told = next((json.loads(text) for text in texts if text), None)
    if told is None:
        return f"xlfuncs[excel]=={installed[0].version}"
    control = told.get("vcs_info")
    place = f"{control['vcs']}+{told['url']}@{control['commit_id']}" if control else told["url"]
    return f"xlfuncs[excel] @ {place}"


def _extras() -> list[str]:
    """Only what [excel] adds: a running program cannot replace itself on Windows."""
    asked = (line.partition(";") for line in distribution("xlfuncs").requires or ())
    return [name.strip() for name, _, marker in asked if 'extra == "excel"' in marker]
