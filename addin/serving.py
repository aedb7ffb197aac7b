"""What the environment of the add-in loads; run as a module, it tells this of itself."""

import json
import platform
import struct
from dataclasses import asdict, dataclass
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

from addin.wrappers import UDF_MODULE
from workbooks.commands import ran


@dataclass(frozen=True)
class Served:
    """The versions in an environment, seen by loading the functions as Excel's server does."""

    python: str
    bits: int
    xlfuncs: str
    xlwings: str


def served(interpreter: Path) -> Served:
    """What the interpreter loads; PackageError with the last line it printed where it fails."""
    said = ran([str(interpreter), "-m", "addin.serving"])
    return Served(**json.loads(said.splitlines()[-1]))


def _this() -> Served:
    import_module(UDF_MODULE)
    bits = 8 * struct.calcsize("P")
    return Served(platform.python_version(), bits, version("xlfuncs"), version("xlwings"))


if __name__ == "__main__":
    print(json.dumps(asdict(_this())))
