"""The clauses of Chinese convertible bonds and dividend policies as functions.

>>> import xlfuncs
>>> xlfuncs.CB_ADJUST_PRICE(12.44, 0.16)
12.28
"""

from typing import Any

from xlfuncs.errors import BadArgument, CellError, NotCovered, OutOfDomain

__all__ = ["BadArgument", "CellError", "NotCovered", "OutOfDomain"]


def __getattr__(name: str) -> Any:
    if name.startswith(("CB_", "DIV_")):
        from xlfuncs.hosts.python import function

        return function(name)
    if name == "panel":
        from xlfuncs.hosts.frames import panel

        return panel
    raise AttributeError(f"module 'xlfuncs' has no attribute {name!r}")


def __dir__() -> list[str]:
    from xlfuncs.registry import BY_NAME

    return [*__all__, "panel", *BY_NAME]
