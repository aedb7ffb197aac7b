"""The Excel host: every registered function as an attribute of this module, for xlwings.

xlwings imports this module by name and reads `__name__`, signature and docstring of each
attribute while it decorates, so attribute name, `__name__` and Excel name are one. Elsewhere
than on Windows its decorators do nothing and the module can be imported all the same.
"""

import datetime as dt
import inspect
import logging
from collections.abc import Callable
from decimal import Decimal
from typing import Any, Final

import xlwings as xw

from xlfuncs.errors import BadArgument, CellError, PassedOn
from xlfuncs.hosts.call import Spill, caller
from xlfuncs.hosts.help import argument_help, description
from xlfuncs.registry import FUNCTIONS
from xlfuncs.spec import Spec

ERROR_CODES: Final = ("#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A")
_COM_TYPES: Final = {"i": "f8", "M": "M8[s]"}  # numbers as floats, dates as datetimes
_LOG: Final = logging.getLogger(__name__)


def _udf(spec: Spec) -> Callable[..., Any]:
    """One function as xlwings takes it: positional arguments, plain values or rows back."""
    answer = caller(spec)

    def udf(*raw: Any) -> Any:
        try:
            return _given(answer(*map(_argument, raw)))
        except CellError as error:
            return _shown(error)
        except Exception:  # the outermost line: a bug of ours must not look like a value
            _LOG.exception("%s%r", spec.name, raw)
            return _shown(BadArgument(f"{spec.name} 内部错误", "internal error"))

    udf.__name__ = udf.__qualname__ = spec.name
    udf.__doc__ = description(spec)
    udf.__signature__ = inspect.Signature(  # type: ignore[attr-defined]  # what xlwings reads
        [_excel_parameter(p.name, p.required) for p in spec.parameters]
    )
    for p in spec.parameters:
        udf = xw.arg(p.name, ndim=2, err_to_str=True, doc=argument_help(p))(udf)
    return xw.func(category=spec.category)(udf)


def _excel_parameter(name: str, required: bool) -> inspect.Parameter:
    default = inspect.Parameter.empty if required else None
    return inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default)


def _argument(raw: Any) -> Any:
    """An argument as neutral values; xlwings makes rows of every one, of a single cell too."""
    if type(raw) is not list:
        return _taken(raw)
    if len(raw) == 1 and len(raw[0]) == 1:
        return _taken(raw[0][0])
    return [[cell if type(cell) is float else _taken(cell) for cell in row] for row in raw]


def _taken(raw: Any) -> Any:
    """A cell; a date without its time, a text such as #N/A is the error itself."""
    if isinstance(raw, Decimal):  # a cell with a currency format
        return float(raw)
    if isinstance(raw, dt.datetime):
        return raw.date()
    return PassedOn(raw) if isinstance(raw, str) and raw in ERROR_CODES else raw


def _given(value: Any) -> Any:
    """A neutral result as COM takes it: floats, text, booleans, datetimes, rows."""
    if isinstance(value, Spill):
        return _spilled(value)
    if isinstance(value, list):
        return [[_given(cell) for cell in row] for row in value]
    if isinstance(value, CellError):
        return _shown(value)
    if isinstance(value, dt.date):
        return dt.datetime(value.year, value.month, value.day)
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _spilled(spill: Spill) -> list[list[Any]]:
    """Its rows, converted at numpy's speed: a column may have a million cells."""
    kind = spill.values.dtype.kind
    values = spill.values.astype(_COM_TYPES[kind]) if kind in _COM_TYPES else spill.values
    rows = Spill(values, spill.faults).rows()
    if spill.faults is None:
        return rows
    return [[_shown(c) if isinstance(c, CellError) else c for c in row] for row in rows]


def _shown(error: CellError) -> str:
    """The error as text that begins with its code; the add-in turns it into a true error."""
    return error.code if isinstance(error, PassedOn) else f"{error.code} {error}"


globals().update({spec.name: _udf(spec) for spec in FUNCTIONS})
