"""The Python host: xlfuncs.CB_SHARES(10000, 20.59), with the argument names as keywords."""

import functools
import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from xlfuncs.cells import is_grid
from xlfuncs.errors import BadArgument
from xlfuncs.hosts.call import Spill, caller, is_fault
from xlfuncs.registry import BY_NAME
from xlfuncs.spec import Spec


@functools.cache
def function(name: str) -> Callable[..., Any]:
    """A registered function for Python: plain values or arrays out, a CellError where bad."""
    if name not in BY_NAME:
        raise AttributeError(f"xlfuncs has no function {name}")
    spec = BY_NAME[name]
    answer = caller(spec)
    names = [p.name for p in spec.parameters]

    def python_function(*args: Any, **kwargs: Any) -> Any:
        given = _paired(spec, names, args, kwargs) if kwargs else args
        given = tuple(a.to_numpy() if hasattr(a, "to_numpy") else a for a in given)  # pandas
        result = answer(*given)
        return _array(result, spec, given) if isinstance(result, Spill) else result

    python_function.__name__ = python_function.__qualname__ = name
    python_function.__doc__ = inspect.getdoc(spec.rule)
    python_function.__signature__ = inspect.signature(spec.rule)  # type: ignore[attr-defined]
    return python_function


def _paired(
    spec: Spec, names: list[str], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[Any, ...]:
    for key in kwargs:
        if key not in names[len(args) :]:
            raise BadArgument(f"{spec.name} 没有参数 {key}", f"{spec.name} takes no argument {key}")
    return args + tuple(kwargs.get(name) for name in names[len(args) :])


def _array(spill: Spill, spec: Spec, given: tuple[Any, ...]) -> Any:
    """The values as an array of the shape that went in; the first bad element is raised."""
    if spill.faults is not None:
        row, column = np.argwhere(is_fault(spill.faults))[0]
        raise spill.faults[row, column].at(
            f"第 {row + 1} 行第 {column + 1} 列", f"row {row + 1}, column {column + 1}"
        )
    spread = (a for a, p in zip(given, spec.parameters, strict=False) if p.each and is_grid(a))
    flat = not spec.is_table and all(np.ndim(a) < 2 for a in spread)
    return spill.values.ravel() if flat else spill.values
