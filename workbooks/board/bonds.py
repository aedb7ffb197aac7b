"""The bonds of a board: a table with a row for each, its columns the keys of the terms."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, get_args

from workbooks.board.reading import column
from workbooks.imports.units import refuse_foreign
from workbooks.opening import PackageError
from xlfuncs.amounts import aside, headed, yuan
from xlfuncs.cells import as_float, is_blank
from xlfuncs.coerce import COERCIONS
from xlfuncs.convertible.term import put_start
from xlfuncs.errors import CellError
from xlfuncs.hosts.frames import HEADINGS
from xlfuncs.spec import Kind
from xlfuncs.tables import MONEY, Terms, key_of
from xlfuncs.vocabulary.triggers import BondTerms

if TYPE_CHECKING:
    import pandas as pd

OWN: Final = {  # columns beside the terms
    "price": ("当期转股价", "转股价", "conversion_price", "price"),
    "outstanding": ("未转股余额", "余额", "剩余规模", "outstanding"),
    "bond_price": ("转债价格", "转债收盘价", "债券收盘价", "bond_price", "bond_close"),
}
_YEAR: Final = re.compile(r"i(\d+)|第(\d+)年(?:票面)?利率")
_TERMS: Final = get_args(BondTerms)[1]
_LADDER: Final = "票面利率"


@dataclass(frozen=True)
class Bond:
    """One bond: its code, its terms, and what the table says of it today."""

    code: str
    terms: Terms
    price: float | None = None
    outstanding: float | None = None
    bond_price: float | None = None


def bonds_of(frame: "pd.DataFrame") -> list[Bond]:
    """Every row with a code; a wrong cell is named by bond and column."""
    _check_units(frame)
    code = column(frame, HEADINGS["bond"])
    if code is None:
        raise PackageError("条款表缺少“代码”列", "the table of terms has no column 代码 or code")
    own = {word: column(frame, names) for word, names in OWN.items()}
    rows = frame[~frame[code].map(is_missing)]
    found = [_bond(row, code, own) for row in rows.to_dict("records")]
    twice = rows[code][rows[code].duplicated()]
    if len(twice):
        raise PackageError(f"债券 {twice.iloc[0]} 出现两次", f"bond {twice.iloc[0]} stands twice")
    return found


def converted(frame: "pd.DataFrame") -> list[str]:
    """What was done to the columns of amounts that are not in yuan, for the reader to see."""
    factors = {str(name): headed(str(name))[1] for name in frame.columns if _is_amount(name)}
    return [f"“{name}”×{factor:,f}" for name, factor in factors.items() if factor != 1]


def is_missing(cell: Any) -> bool:
    """Blank as a spreadsheet or pandas has it."""
    return is_blank(cell) or cell != cell


def _is_amount(name: Any) -> bool:
    base = aside(headed(str(name))[0])[0].lower()
    found = key_of(Terms, base)
    return any(base in names for names in OWN.values()) or bool(found and found.form == MONEY)


def _check_units(frame: "pd.DataFrame") -> None:
    """A unit that is not understood would leave a column out, or its figures wrong."""
    for name in filter(_is_amount, frame.columns):
        _, words = aside(headed(str(name))[0])
        if words:
            refuse_foreign(words)
            raise PackageError(
                f"列“{name}”：看不懂单位“{words}”，请写作元、万元或亿元",
                f"column '{name}': unit '{words}' is not known; write 元, 万元 or 亿元",
            )


def _bond(row: dict[Any, Any], code: Any, own: dict[str, Any]) -> Bond:
    label = str(row[code]).strip()
    try:
        terms = COERCIONS[Kind.TERMS](list(_rows(row)), _TERMS, False)
        figures = {word: _figure(row, name) for word, name in own.items() if name is not None}
    except CellError as error:
        raise PackageError(f"债券 {label}：{error.zh}", f"bond {label}: {error.en}") from None
    return Bond(label, _completed(terms), **figures)


def _completed(terms: Terms) -> Terms:
    """Counting begins where the contract says, unless the table gives another day."""
    if not (terms.issue_date and terms.rates):
        return terms
    return replace(
        terms,
        put_start=terms.put_start or put_start(terms.issue_date, len(terms.rates)),
        call_start=terms.call_start or terms.conversion_start,
    )


def _rows(row: dict[Any, Any]) -> Iterator[list[Any]]:
    """The cells as key | value rows; the ladder of rates may stand in columns i1, i2, …"""
    ladder: dict[int, Any] = {}
    yield ["key", None]
    for name, cell in row.items():
        word = str(name).strip()
        year = _YEAR.fullmatch(word)
        if is_missing(cell):
            continue
        if year:
            ladder[int(year[1] or year[2])] = cell
        elif key_of(Terms, word):
            yield [word, *_cells(cell)]
    if ladder:
        yield [_LADDER, *(ladder[n] for n in sorted(ladder))]


def _cells(cell: Any) -> list[Any]:
    """Several values in one cell: 0.4%、0.6%、1.0%"""
    if isinstance(cell, str) and re.search("[、;；，]|, ", cell):
        return [part.strip() for part in re.split("[、;；，]|, ", cell) if part.strip()]
    return [cell]


def _figure(row: dict[Any, Any], name: Any) -> float | None:
    if is_missing(row[name]):
        return None
    try:
        return yuan(as_float(row[name]), headed(str(name))[1])
    except CellError as error:
        raise error.at(str(name), str(name)) from None
