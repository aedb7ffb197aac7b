"""The LibreOffice host: Calc's values in, a rule, Calc's values out.

Calc passes a blank cell as 0, TRUE as 1, a date as its number, an omitted argument as None and a
range as rows, blanks in it as "". Where an argument is an error or holds one it answers by itself:
with #VALUE! where a range of cells holds it.
"""

import datetime as dt
import logging
import math
import struct
from collections.abc import Callable
from typing import Any, Final

from xlfuncs.dates import to_serial
from xlfuncs.errors import BadArgument, CellError, OutOfDomain
from xlfuncs.hosts.call import Spill, caller
from xlfuncs.registry import FUNCTIONS
from xlfuncs.spec import Kind, Spec

MODULES: Final = ("org", "xlfuncs", "calc")
INTERFACE: Final = "XFunctions"
IMPLEMENTATION: Final = ".".join((*MODULES, "Functions"))
SERVICES: Final = (IMPLEMENTATION, "com.sun.star.sheet.AddIn")
_NUMBERS: Final = {
    "#NULL!": 521,
    "#DIV/0!": 532,
    "#VALUE!": 519,
    "#REF!": 524,
    "#NAME?": 525,
    "#NUM!": 503,
    "#N/A": 0x7FFF,
}
_NAN: Final = 0x7FF8_0000_0000_0000
_DATED: Final = (Kind.DATE, Kind.DATES, Kind.HOLIDAYS, Kind.EVENTS, Kind.TERMS)
_LOG: Final = logging.getLogger(__name__)


def spills(spec: Spec) -> bool:
    """Whether Calc is told to expect rows: of tables, and of ranges given to a scalar rule."""
    return spec.is_table or any(p.each for p in spec.parameters)


def is_dated(spec: Spec) -> bool:
    """Whether a day's number matters, which the document's settings say how to read."""
    return any(p.arg.kind in _DATED for p in spec.parameters)


def methods() -> dict[str, Callable[..., Any]]:
    """A method of the component for every function of the registry."""
    return {spec.name: _method(spec) for spec in FUNCTIONS}


def component() -> Any:
    """The object that Calc calls; only within LibreOffice."""
    import unohelper  # type: ignore[import-not-found]  # makes the next two possible
    from com.sun.star.lang import (  # type: ignore[import-not-found]
        Locale,
        XLocalizable,
        XServiceInfo,
    )
    from org.xlfuncs.calc import XFunctions  # type: ignore[import-not-found]

    kinds = (unohelper.Base, XFunctions, XServiceInfo, XLocalizable)
    told = {
        "getImplementationName": lambda _self: IMPLEMENTATION,
        "getSupportedServiceNames": lambda _self: SERVICES,
        "supportsService": lambda _self, name: name in SERVICES,
        "setLocale": lambda _self, _locale: None,
        "getLocale": lambda _self: Locale("zh", "CN", ""),
    }
    return type("Functions", kinds, {**told, **methods()})()


def _method(spec: Spec) -> Callable[..., Any]:
    """One function; where dates matter Calc puts the document's settings before the arguments."""
    plain = _answer(spec, date1904=False)
    if not is_dated(spec):
        return lambda _self, *raw: plain(raw)
    later = _answer(spec, date1904=True)

    def method(_self: object, settings: Any, *raw: Any) -> Any:
        return later(raw) if settings.NullDate.Year == 1904 else plain(raw)

    return method


def _answer(spec: Spec, date1904: bool) -> Callable[[tuple[Any, ...]], Any]:
    answer = caller(spec, date1904)
    given = _rows if spills(spec) else _given

    def answered(raw: tuple[Any, ...]) -> Any:
        try:
            return given(answer(*[a if type(a) is float else _taken(a) for a in raw]), date1904)
        except CellError as error:
            return given(error, date1904)
        except Exception:  # the outermost line: a bug of ours must not look like a value
            _LOG.exception("%s%r", spec.name, raw)
            return given(BadArgument(f"{spec.name} 内部错误", "internal error"), date1904)

    return answered


def _taken(raw: Any) -> Any:
    """An argument as neutral values; in a range "" is a blank cell."""
    if isinstance(raw, tuple):
        return [[None if cell == "" else cell for cell in row] for row in raw]
    return raw


def _rows(value: Any, date1904: bool) -> tuple[tuple[Any, ...], ...]:
    """A result as rows; a single one is a row of one cell."""
    rows = value.rows() if isinstance(value, Spill) else value
    if not isinstance(rows, list):
        return ((_given(rows, date1904),),)
    return tuple(tuple(_given(cell, date1904) for cell in row) for row in rows)


def _given(value: Any, date1904: bool) -> float | str:
    """A neutral result as Calc takes it: a number or a text."""
    if isinstance(value, CellError):
        return _nan(value.code)
    if isinstance(value, dt.date):
        return float(to_serial(value, date1904))
    if value is None or isinstance(value, str):
        return value or ""
    number = float(value)
    return number if math.isfinite(number) else _nan(OutOfDomain.code)


def _nan(code: str) -> float:
    """The error as Calc stores it: a NaN with the error's number in its low bits."""
    found: float = struct.unpack("<d", struct.pack("<Q", _NAN | _NUMBERS[code]))[0]
    return found
