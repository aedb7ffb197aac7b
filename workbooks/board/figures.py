"""What the board says of each bond on the last session: value, yields, counts, next payment."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

import xlfuncs
from workbooks.board.bonds import Bond
from xlfuncs.errors import CellError
from xlfuncs.hosts.frames import COUNTS
from xlfuncs.tables import Terms

if TYPE_CHECKING:
    import pandas as pd

KINDS: Final = ("call", "reset", "put")
TAIL: Final = 64  # sessions that any usual window can reach back to


@dataclass(frozen=True)
class Line:
    """One bond on the board; what cannot be said is None."""

    bond: Bond
    date: dt.date
    close: float
    price: float
    bond_price: float | None
    figures: dict[str, Any]
    earliest: dict[str, dt.date | None]
    trend: tuple[float, ...]


def lines_of(quotes: "pd.DataFrame", bonds: Sequence[Bond], floor_yield: float) -> list[Line]:
    """A line for every bond that has a close and a conversion price."""
    priced = quotes[quotes["price"].notna()]
    terms = {bond.code: bond.terms for bond in bonds}
    counted = xlfuncs.panel(priced[["bond", "date", "close", "price"]], terms)
    for name in (*COUNTS, "date"):
        priced = priced.assign(**{name: counted[name]})
    by_code = {bond.code: bond for bond in bonds}
    groups = priced.assign(day=_days(priced)).sort_values("day").groupby("bond", sort=False)
    return [_line(by_code[str(code)], rows, floor_yield) for code, rows in groups]


def _days(frame: "pd.DataFrame") -> Any:
    from xlfuncs.hosts.frames import days_of

    return days_of(frame["date"])


def _line(bond: Bond, rows: "pd.DataFrame", floor_yield: float) -> Line:
    tail = rows.tail(TAIL)
    last = tail.iloc[-1]
    date = last["day"].date()
    quoted = rows["bond_price"].dropna()
    bond_price = float(quoted.iloc[-1]) if len(quoted) else bond.bond_price
    line = Line(bond, date, float(last["close"]), float(last["price"]), bond_price, {}, {},
                tuple(tail["close"].tolist()))  # fmt: skip
    counts = {kind: int(last[f"{kind}_days"]) for kind in KINDS}
    line.figures.update(_worth(line), **_yields(line, floor_yield), **_counts(line, counts))
    line.figures.update(_next(line))
    line.earliest.update(_earliest(line, tail))
    return line


def _worth(line: Line) -> dict[str, Any]:
    """Parity and how far the price of the bond stands above it."""
    parity = xlfuncs.CB_PARITY(line.close, line.price)
    if line.bond_price is None:
        return {"parity": parity}
    premium = xlfuncs.CB_PREMIUM(line.bond_price, line.close, line.price)
    double_low = xlfuncs.CB_DOUBLE_LOW(line.bond_price, premium)
    return {"parity": parity, "premium": premium, "double_low": double_low}


def _yields(line: Line, floor_yield: float) -> dict[str, Any]:
    terms = line.bond.terms
    if not (terms.issue_date and terms.rates and terms.redemption_price):
        return {}
    bond = (line.date, terms.issue_date, list(terms.rates), terms.redemption_price)
    maturity = maturity_of(terms)
    found = {
        "years": _said(xlfuncs.CB_YEARS_LEFT, line.date, maturity),
        "floor": _said(xlfuncs.CB_BOND_VALUE, *bond, floor_yield),
    }
    if line.bond_price is not None:
        found["ytm"] = _said(xlfuncs.CB_YTM, line.bond_price, *bond)
        found["net_ytm"] = _said(xlfuncs.CB_YTM, line.bond_price, *bond, terms.tax)
    return found


def maturity_of(terms: Terms) -> dt.date:
    """The terms' own, else a day before the anniversary (CB-03)."""
    assert terms.issue_date
    found: dt.date = terms.maturity_date or xlfuncs.CB_MATURITY(terms.issue_date, len(terms.rates))
    return found


def _counts(line: Line, days: dict[str, int]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for kind in KINDS:
        ratio, need, window = asked(line.bond.terms, kind)
        found[f"{kind}_line"] = xlfuncs.CB_TRIGGER_PRICE(line.price, ratio)
        found[f"{kind}_days"], found[f"{kind}_need"] = days[kind], need
        found[f"{kind}_state"] = f"{days[kind]}/{need} | {window}"
    return found


def asked(terms: Terms, kind: str) -> tuple[float, int, int]:
    """Ratio, sessions needed and sessions looked at of a condition."""
    need = getattr(terms, f"{kind}_need")
    return getattr(terms, f"{kind}_ratio"), need, getattr(terms, f"{kind}_window", need)


def _next(line: Line) -> dict[str, Any]:
    """The next coupon and what a call would pay today."""
    terms = line.bond.terms
    if not (terms.issue_date and terms.rates):
        return {}
    nominal = _said(xlfuncs.CB_NEXT_COUPON, terms.issue_date, line.date)
    bond = (terms.issue_date, list(terms.rates))
    return {
        "coupon_day": nominal and _said(xlfuncs.CB_PAY_DATE, nominal),
        "coupon_rate": _said(xlfuncs.CB_COUPON_RATE, terms.issue_date, line.date, bond[1]),
        "call_price": _said(xlfuncs.CB_CALL_PRICE, line.date, *bond),
    }


def _earliest(line: Line, tail: "pd.DataFrame") -> dict[str, dt.date | None]:
    days = tail["day"].to_numpy().astype("M8[D]")
    closes, prices = tail["close"].to_numpy(float), tail["price"].to_numpy(float)
    return {kind: _one_earliest(line.bond.terms, kind, days, closes, prices) for kind in KINDS}


def _one_earliest(terms: Terms, kind: str, days: Any, closes: Any, prices: Any) -> dt.date | None:
    ratio, need, window = asked(terms, kind)
    start = getattr(terms, f"{kind}_start")
    options = {"ratio": ratio, "need": need, "window": window, "start": start}
    if window > TAIL:
        return None
    found: dt.date | None = _said(xlfuncs.CB_EARLIEST, days, closes, prices, kind, **options)
    return found


def _said(function: Any, *given: Any, **options: Any) -> Any:
    """The function's answer; None where the clause has none (matured, past the calendar)."""
    try:
        return function(*given, **options)
    except CellError:
        return None


def values(lines: Sequence[Line], word: str) -> Iterator[float]:
    """A figure of all lines, NaN where it is missing, to sort by."""
    for line in lines:
        found = line.figures.get(word)
        yield np.nan if found is None else float(found)
