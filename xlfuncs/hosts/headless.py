"""The headless host: formualizer's values in, a rule, formualizer's values out.

Nothing else gets through: no exception, no NaN, no numpy type, no tuple.
"""

import datetime as dt
import logging
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from xlfuncs.dates import to_serial
from xlfuncs.errors import BadArgument, CellError, OutOfDomain, PassedOn
from xlfuncs.hosts.call import Spill, caller
from xlfuncs.registry import FUNCTIONS
from xlfuncs.spec import Spec

EngineValue = float | int | str | bool | list[Any] | dict[str, str]

_KIND_TO_CODE: Final = {
    "Na": "#N/A",
    "Div": "#DIV/0!",
    "Value": "#VALUE!",
    "Ref": "#REF!",
    "Name": "#NAME?",
    "Num": "#NUM!",
    "Null": "#NULL!",
}
_CODE_TO_KIND: Final = {code: kind for kind, code in _KIND_TO_CODE.items()}
_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Refusal:
    """An error that a function gave, and why; `passed_on` where it was handed the error."""

    function: str
    code: str
    zh: str
    en: str
    passed_on: bool


class Headless:
    """The registry as callbacks of one workbook's calculation, and the reasons of its errors."""

    table_functions: Final = frozenset(s.name for s in FUNCTIONS if s.is_table)

    def __init__(self, date1904: bool = False) -> None:
        self.date1904 = date1904
        self.reasons: list[Refusal] = []
        self.callbacks = {spec.name: self._callback(spec) for spec in FUNCTIONS}

    def _callback(self, spec: Spec) -> Callable[..., EngineValue]:
        answer = caller(spec, self.date1904)

        def callback(*raw: object) -> EngineValue:
            try:
                result = answer(*[a if type(a) is float else _taken(a) for a in raw])
                return result if type(result) is float else self._given(result, spec.name)
            except CellError as error:
                return self._refused(error, spec.name)
            except Exception:  # the outermost line: a bug of ours must not look like a value
                _LOG.exception("%s%r", spec.name, raw)
                return self._refused(BadArgument("内部错误", "internal error"), spec.name)

        return callback

    def _given(self, value: Any, function: str) -> Any:
        """A neutral result as the engine takes it."""
        if isinstance(value, Spill):
            return [[self._given(cell, function) for cell in row] for row in value.rows()]
        if isinstance(value, list):
            return [[self._given(cell, function) for cell in row] for row in value]
        if isinstance(value, CellError):
            return self._refused(value, function)
        if isinstance(value, dt.date):
            return float(to_serial(value, self.date1904))
        if isinstance(value, float) and not math.isfinite(value):
            error = OutOfDomain("结果不是有限数值", "the result is not finite")
            return self._refused(error, function)
        return "" if value is None else value

    def _refused(self, error: CellError, function: str) -> dict[str, str]:
        passed_on = isinstance(error, PassedOn)
        self.reasons.append(Refusal(function, error.code, error.zh, error.en, passed_on))
        return {"type": "Error", "kind": _CODE_TO_KIND[error.code]}


def _taken(raw: Any) -> Any:
    """An engine's value as a neutral one."""
    if isinstance(raw, list):
        return [_taken(cell) for cell in raw]
    if isinstance(raw, dict):
        code = _KIND_TO_CODE.get(raw.get("kind", ""), "#VALUE!")
        return PassedOn(code)
    return raw
