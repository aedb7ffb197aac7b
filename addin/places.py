"""Where on Windows the parts of the Excel add-in lie."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from workbooks.opening import PackageError

ADD_IN: Final = "xlfuncs.xlam"


@dataclass(frozen=True)
class Places:
    """The environment that serves the functions, and the add-in in Excel's start-up folder."""

    environment: Path
    add_in: Path

    @property
    def interpreter(self) -> Path:
        return self.environment / "Scripts" / "python.exe"


def places(variables: Mapping[str, str] = os.environ) -> Places:
    """The current user's places, from the variables that Windows sets."""
    try:
        local, roaming = variables["LOCALAPPDATA"], variables["APPDATA"]
    except KeyError as missing:
        raise PackageError(
            f"环境变量 {missing.args[0]} 未设置", f"the variable {missing.args[0]} is not set"
        ) from None
    start_up = Path(roaming, "Microsoft", "Excel", "XLSTART")
    return Places(Path(local, "xlfuncs", "venv"), start_up / ADD_IN)
