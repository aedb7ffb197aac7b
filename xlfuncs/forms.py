"""The forms of a value of terms or a policy, and how each is read from the cells beside its key."""

from collections.abc import Callable
from typing import Any, Final

from xlfuncs import tables
from xlfuncs.amounts import yuan
from xlfuncs.cells import day, flag, number, text, whole
from xlfuncs.spec import FRACTION, Arg, Kind

_ANY: Final = Arg(Kind.NUMBER, "", "")
_RATIO: Final = Arg(Kind.NUMBER, "", "", FRACTION, above=0, at_most=10)
_SHARE: Final = Arg(Kind.NUMBER, "", "", FRACTION, above=0, at_most=1)
_RATE: Final = Arg(Kind.NUMBER, "", "", FRACTION, at_least=0, at_most=1)
_AMOUNT: Final = Arg(Kind.NUMBER, "", "", at_least=0)
_COUNT: Final = Arg(Kind.WHOLE, "", "", at_least=1)

_READ: Final[dict[str, Callable[[list[object], bool], Any]]] = {
    tables.TEXT: lambda cells, _: text(cells[0], _ANY),
    tables.RATIO: lambda cells, _: number(cells[0], _RATIO),
    tables.RATE: lambda cells, _: number(cells[0], _RATE),
    tables.SHARE: lambda cells, _: number(cells[0], _SHARE),
    tables.MONEY: lambda cells, _: number(cells[0], _AMOUNT),
    tables.COUNT: lambda cells, _: whole(cells[0], _COUNT),
    tables.FLAG: lambda cells, _: flag(cells[0], _ANY),
    tables.DATE: lambda cells, date1904: day(cells[0], _ANY, date1904),
    tables.DATES: lambda cells, date1904: tuple(day(c, _ANY, date1904) for c in cells),
    tables.LIST: lambda cells, _: tuple(number(c, _RATE) for c in cells),
    tables.MAJORITY: lambda cells, _: tables.majority(text(cells[0], _ANY)).words,
}


def read(key: tables.Key, cells: list[object], date1904: bool = False) -> Any:
    """The value of a key from the cells beside it; amounts in yuan."""
    value = _READ[key.form](cells, date1904)
    return yuan(value, key.factor) if key.form == tables.MONEY else value
