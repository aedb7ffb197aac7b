"""The version and the licence of this package, as every add-in tells them."""

from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path


def own_version() -> str:
    """What is installed; 0 in a checkout that was not."""
    try:
        return version("xlfuncs")
    except PackageNotFoundError:
        return "0"


def own_licence() -> str:
    """The text of the licence, from the checkout or from what was installed."""
    beside = Path(__file__).parents[1] / "LICENSE"
    if beside.is_file():
        return beside.read_text(encoding="utf-8")
    return distribution("xlfuncs").read_text("licenses/LICENSE") or ""
