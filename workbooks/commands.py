"""Running another program to its end."""

import os
import subprocess
from collections.abc import Mapping, Sequence

from workbooks.opening import PackageError


def ran(command: Sequence[str], variables: Mapping[str, str] | None = None, mark: str = "") -> str:
    """What a command printed; PackageError where it failed.

    The reason is the first line that begins with `mark`, or else the last line.
    """
    try:
        done = subprocess.run(
            command, capture_output=True, encoding="utf-8", errors="replace",
            env={**os.environ, "PYTHONUTF8": "1", **(variables or {})}, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except OSError as failure:
        raise _failed(command, failure.strerror or str(failure)) from None
    if done.returncode:
        said = done.stderr.strip() or done.stdout.strip() or str(done.returncode)
        lines = said.splitlines()
        marked = (line for line in lines if mark and line.startswith(mark))
        raise _failed(command, next(marked, lines[-1]))
    return done.stdout


def _failed(command: Sequence[str], why: str) -> PackageError:
    shown = subprocess.list2cmdline(command[:4])
    return PackageError(f"命令失败 {shown}（{why}）", f"the command failed ({why})")
