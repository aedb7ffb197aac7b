"""A function's example as a formula for a cell: the first call of its rule in the docstring."""

import datetime as dt
import inspect
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from functools import cached_property
from typing import Any

import numpy as np

from xlfuncs import norms
from xlfuncs.spec import Spec
from xlfuncs.tables import Event, Plan, Terms


@dataclass(frozen=True)
class Example:
    """A call that a docstring makes, as a formula without references, ready to be typed."""

    spec: Spec
    call: inspect.BoundArguments

    @property
    def formula(self) -> str:
        names = [p.name for p in self.spec.parameters]
        while names[-1] not in self.call.arguments:
            names.pop()
        typed = (_typed(self.call.arguments.get(name)) for name in names)
        return f"={self.spec.name}({', '.join(typed)})"

    @cached_property
    def answer(self) -> Any:
        """What the cell then holds, or the rows of a table."""
        return self.spec.rule(*self.call.args, **self.call.kwargs)

    @property
    def shown(self) -> str:
        """The answer in one line; of a table the first row and how many there are."""
        if not self.spec.is_table:
            return shown(self.answer)
        first, more = " · ".join(map(shown, self.answer[0])), len(self.answer) - 1
        return f"{first}（+{more}）" if more else first


def example(spec: Spec) -> Example:
    """The example of a function, from the one place that is tested: its docstring.

    >>> from xlfuncs.registry import BY_NAME
    >>> found = example(BY_NAME["CB_TRIGGER_PRICE"])
    >>> found.formula, found.answer
    ('=CB_TRIGGER_PRICE(8.67, 1.3)', 11.271)
    """
    return Example(spec, _first_call(spec))


def shown(value: Any) -> str:
    """A value of an answer for the eye: a day in ISO, an inexact number to five digits."""
    if value is None or isinstance(value, dt.date | str):
        return str(value or "")
    if isinstance(value, bool | np.bool_):
        return str(value).upper()
    return f"{value:.15g}" if round(value, 8) == value else f"{value:.5g}"


class _Called(Exception):  # not an error: it carries the arguments out
    def __init__(self, arguments: inspect.BoundArguments) -> None:
        self.arguments = arguments


def _first_call(spec: Spec) -> inspect.BoundArguments:
    signature = inspect.signature(spec.rule)

    def call(*given: Any, **named: Any) -> None:
        raise _Called(signature.bind(*given, **named))

    space = {**spec.rule.__globals__, spec.rule.__name__: call}
    try:
        for source, _ in spec.examples:
            exec(source, space)
    except _Called as called:
        return called.arguments
    raise LookupError(f"{spec.name} has no example")


def _typed(value: Any) -> str:
    """An argument as it is typed between commas; nothing for one that is omitted."""
    if value is None:
        return ""
    if isinstance(value, Terms | Plan):
        return _text(_packaged_name(value))
    if isinstance(value, dt.date):
        return f"DATE({value.year},{value.month},{value.day})"
    if isinstance(value, list | tuple | np.ndarray):
        rows = [_row(item) if isinstance(item, Event) else _constant(item) for item in value]
        return f"{{{';'.join(rows)}}}"
    return _constant(value)


def _constant(value: Any) -> str:
    """A value as an array constant holds it: there a day is a text, no call may stand."""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, str | dt.date | np.datetime64):
        return _text(str(value))
    return f"{value:.15g}"


def _row(event: Event) -> str:
    cells: list[Any] = list(astuple(event))
    while not cells[-1]:
        cells.pop()
    return ",".join(_constant(cell or 0) for cell in cells)


def _text(value: str) -> str:
    return '"' + value.replace('"', '""') + '"'


def _packaged_name(value: Terms | Plan) -> str:
    folder, read = ("terms", norms.terms) if isinstance(value, Terms) else ("plans", norms.plan)
    names: Iterable[str] = norms.names(folder)
    return next(name for name in names if read(name) is value)
