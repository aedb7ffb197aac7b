"""Running another program to its end."""

import os
import subprocess
from collections.abc import Mapping, Sequence

from workbooks.opening import PackageError


def ran(command: Sequence[str], variables: Mapping[str, str] | None = None, empty: str = "") -> str:
    """What a command printed; PackageError with its last line, unless `empty`, where it failed."""
    try:
        done = subprocess.run(
            command, capture_output=True, encoding="utf-8", errors="replace",
            env={**os.environ, "PYTHONUTF8": "1", **(variables or {})}, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except OSError as failure:
        raise _failed(command, failure.strerror or str(failure)) from None
    if done.returncode:
        said = done.stderr.strip() or done.stdout.strip() or str(done.returncode)
        lines = [line for line in said.splitlines() if line.strip() not in ("", empty)]
        raise _failed(command, lines[-1] if lines else empty)
    return done.stdout


def _failed(command: Sequence[str], why: str) -> PackageError:
    shown = subprocess.list2cmdline(command[:4])
    return PackageError(f"命令失败 {shown}（{why}）", f"the command failed ({why})")
