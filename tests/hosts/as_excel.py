"""Golden arguments in every form in which Excel passes them, and its answers as golden values."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from golden_rows import GoldenRow

from xlfuncs.dates import to_serial
from xlfuncs.errors import PassedOn
from xlfuncs.registry import BY_NAME

CODES = {
    "#NULL!": -2146826288, "#DIV/0!": -2146826281, "#VALUE!": -2146826273, "#REF!": -2146826265,
    "#NAME?": -2146826259, "#NUM!": -2146826252, "#N/A": -2146826246,
}  # fmt: skip
Convert = Callable[[Any], Any]


@dataclass(frozen=True)
class Sheet:
    """How one stand-in for Excel makes references, dates, errors and omitted arguments."""

    cell: Convert
    date: Convert
    error: Convert
    missing: Any

    def plain(self, value: Any) -> Any:
        """A value as a cell without a format of its own holds it."""
        if isinstance(value, PassedOn):
            return self.error(CODES[value.code])
        return self.date(value) if isinstance(value, dt.date) else value

    def currency(self, value: Any) -> Any:
        """As from a cell with a currency format, which holds four decimals."""
        if type(value) is float and Decimal(repr(value)) == Decimal(f"{value:.4f}"):
            return Decimal(f"{value:.4f}")
        return self.plain(value)

    def serial(self, value: Any) -> Any:
        """As from a date cell with a number format, and whole numbers as integers."""
        if isinstance(value, dt.date):
            return float(to_serial(value))
        return int(value) if type(value) is float and value.is_integer() else self.plain(value)

    def typed(self, value: Any) -> Any:
        """Scalars typed into the formula, ranges referred to."""
        return self.cell(value) if isinstance(value, tuple) else value

    def computed(self, value: Any) -> Any:
        """The result of an inner formula or a constant in braces: rows, never a reference."""
        return value if isinstance(value, tuple) else ((value,),)

    def shapes(self) -> dict[str, tuple[Convert, Convert, Any]]:
        """Of a value in a cell, of an argument, and of one that is left out."""
        return {
            "typed": (self.plain, self.typed, self.missing),
            "cells": (self.plain, self.cell, self.cell(None)),
            "computed": (self.plain, self.computed, self.missing),
            "currency": (self.currency, self.cell, self.missing),
            "serial": (self.serial, self.typed, self.cell(None)),
        }


def sent(row: GoldenRow, shape: tuple[Convert, Convert, Any]) -> tuple[Any, ...]:
    """All arguments of a golden row, the omitted ones too, as Excel passes them."""
    value, argument, omitted = shape
    short = len(BY_NAME[row.function].parameters) - len(row.arguments)
    given = [*row.python_arguments, *[None] * short]
    return tuple(omitted if a is None else argument(_laid(a, value)) for a in given)


def _laid(given: Any, value: Convert) -> Any:
    if not isinstance(given, list):
        return value(given)
    rows = [row if isinstance(row, list) else [row] for row in given]
    wide = max(map(len, rows))
    return tuple(tuple(map(value, [*row, *[None] * (wide - len(row))])) for row in rows)


def neutral(value: Any) -> Any:
    """COM's answer as a golden value: rows, dates, an error's code."""
    if isinstance(value, list | tuple):
        flat = not isinstance(value[0], list | tuple)  # the COM server flattens a lone row
        rows = [[neutral(cell) for cell in row] for row in ([value] if flat else value)]
        return rows[0][0] if len(rows) == 1 and len(rows[0]) == 1 else rows
    if isinstance(value, dt.datetime):
        return value.date()
    if isinstance(value, str) and value.split(" ")[0] in CODES:
        return value.split(" ")[0]
    return value
