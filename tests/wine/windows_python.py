"""A Windows Python under Wine with what the function server needs, kept in the cache."""

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
PROJECT: Final = HERE.parents[1]
PANDA: Final = "panda3d==1.10.16"  # a wheel that carries the PSF's build of CPython 3.11.9
PYTHON_SHA: Final = "0817a2a657a24c0d5fbb60df56960f42fc66b3039d522ec952dab83e2d869364"
# Later builds of numpy call complex functions that the C library of Wine 8 does not have.
SERVED: Final = ("numpy==2.0.2", "pandas==2.2.3", "scipy==1.14.1", "exchange_calendars", "xlwings",
                 "pywin32", "tzdata")  # fmt: skip
TOOLS: Final = ("wine", "wineserver", "x86_64-w64-mingw32-gcc", "widl-stable")
INSTALL: Final = (
    "apt-get install -y --no-install-recommends wine wine64 wine64-tools gcc-mingw-w64-x86-64"
)
LIMIT: Final = 600.0
LEFT_OUT: Final = ("__pycache__", "site-packages", "test", "lib-dynload", "idlelib", "config-*")


def why_not() -> str:
    """Why there can be no Windows Python here; empty where there can."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        return f"{', '.join(missing)} missing: {INSTALL}"
    if sys.version_info[:2] != (3, 11):
        return "the standard library of Python 3.11 is needed: run pytest with Python 3.11"
    return ""


def folder() -> Path:
    """The cache of this set of requirements; made where it is not there."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "xlfuncs-wine")
    made = cache / hashlib.sha256("\n".join((PANDA, *SERVED)).encode()).hexdigest()[:12]
    if not (made / "complete").exists():
        shutil.rmtree(made, ignore_errors=True)
        made.mkdir(parents=True)
        _build(made)
        (made / "complete").touch()
    return made


def _build(made: Path) -> None:
    wheels, python = made / "wheels", made / "python"
    packages = python / "Lib" / "site-packages"
    _pip("download", "--no-deps", "-d", str(wheels), PANDA)
    _pip("install", "--no-compile", "--target", str(packages), *SERVED)
    _add_interpreter(next(wheels.glob("panda3d*.whl")), python)
    for dll in (*packages.glob("pywin32_system32/*.dll"), *packages.glob("xlwings64-*.dll")):
        shutil.copy(dll, python)
    shutil.copytree(sysconfig.get_path("stdlib"), python / "Lib", dirs_exist_ok=True,
                    ignore=shutil.ignore_patterns(*LEFT_OUT))  # fmt: skip
    _run("x86_64-w64-mingw32-gcc", "-municode", "-O2", "-s", "-o", str(python / "python.exe"),
         str(HERE / "launcher.c"))  # fmt: skip
    _run("widl-stable", "--win64", "-t", "-I", "/usr/include/wine/wine/windows", "-o",
         str(made / "range.tlb"), str(HERE / "range.idl"))  # fmt: skip
    with wine(made) as run:
        run("wineboot", "-i")


def _add_interpreter(wheel: Path, python: Path) -> None:
    (python / "DLLs").mkdir(parents=True)
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            file = Path(name)
            if file.parent.name != "deploy_libs":
                continue
            if file.name.lower() in ("python311.dll", "vcruntime140.dll", "vcruntime140_1.dll"):
                (python / file.name).write_bytes(archive.read(name))
            elif file.suffix in (".pyd", ".dll"):
                (python / "DLLs" / file.name).write_bytes(archive.read(name))
    found = hashlib.sha256((python / "python311.dll").read_bytes()).hexdigest()
    if found != PYTHON_SHA:
        raise RuntimeError(f"python311.dll is not the known build: {found}")


@contextmanager
def wine(made: Path) -> Iterator["Run"]:
    """Programs in our own prefix; its server is ended at last, and everything it started."""
    run = Run(made)
    try:
        yield run
    finally:
        subprocess.run(["wineserver", "-k"], env=run.variables, check=False, timeout=60)


class Run:
    """Runs a program of Windows; its streams are pipes, which CPython under Wine demands."""

    def __init__(self, made: Path) -> None:
        kept = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "PYTHONPATH")}
        self.variables = {
            **kept, "WINEPREFIX": str(made / "prefix"), "WINEARCH": "win64", "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": "mscoree,mshtml=", "PYTHONUTF8": "1",
            "PYTHONPATH": windows(PROJECT), "PYTHONDONTWRITEBYTECODE": "1",
        }  # fmt: skip
        self.folder = made
        self.python = made / "python" / "python.exe"

    def __call__(self, *command: str) -> str:
        process = subprocess.Popen(
            ["wine", *command], env=self.variables, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace",
        )  # fmt: skip
        try:
            said, _ = process.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        if process.returncode:
            raise RuntimeError(f"{command[:3]} failed ({process.returncode}):\n{said[-3000:]}")
        return said


def windows(path: Path) -> str:
    """A path of this system as Wine sees it."""
    return "Z:" + str(path).replace("/", "\\")


def _pip(*command: str) -> None:
    for_windows = ["--only-binary=:all:", "--platform", "win_amd64", "--python-version", "3.11",
                   "--implementation", "cp"]  # fmt: skip
    _run(sys.executable, "-m", "pip", command[0], "-q", *for_windows, *command[1:])


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=LIMIT)
    if done.returncode:
        raise RuntimeError(f"{command[:4]} failed:\n{done.stderr[-3000:]}")
