"""The pandas host: day counts of many bonds at once, xlfuncs.panel(frame)."""

import datetime as dt
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from xlfuncs import norms
from xlfuncs.cells import day
from xlfuncs.convertible.counting import (
    USUAL_TERMS,
    Counts,
    Marks,
    Trigger,
    conditions,
    restarts_after,
    runs,
    windowed,
)
from xlfuncs.dates import Days
from xlfuncs.errors import BadArgument, OutOfDomain
from xlfuncs.rounding import Floats, Gridded, at_least, gridded
from xlfuncs.spec import Arg, Kind
from xlfuncs.tables import Terms

if TYPE_CHECKING:
    import pandas as pd

HEADINGS: Final = {
    "bond": ("bond", "code", "ts_code", "symbol", "债券", "转债", "代码", "转债代码", "债券代码"),
    "date": ("date", "trade_date", "日期", "交易日期"),
    "close": ("close", "收盘", "收盘价"),
    "price": ("price", "conversion_price", "转股价", "转股价格", "当期转股价"),
}
COUNTS: Final = ("call_days", "reset_days", "put_days")
BLOCK: Final = 32_768  # rows worked on at once
NO_START: Final = dt.date.min
_DATE: Final = Arg(Kind.DATE, "日期", "date")


class _Sessions(NamedTuple):
    """Sessions with a close, bond after bond, each in the order of its dates."""

    rows: NDArray[np.int64]  # their places in the frame
    in_order: bool  # the frame itself has them in this order
    first: Counts  # where each bond begins
    bonds: NDArray[np.int64]
    days: Days
    closes: Floats
    prices: Floats


def panel(
    frame: "pd.DataFrame", terms: "Terms | str | Mapping[Any, Terms | str] | None" = None
) -> "pd.DataFrame":
    """The counts of CB_TRIGGERS for every bond and day: a pandas frame in, a frame out.

    `frame` has one row per bond and day in the columns bond, date, close, price (conversion
    price in force), in English or as data services name them in Chinese; any order. `terms` is
    one set for all bonds, by name or as Terms, or a mapping from bond to its own; a bond without
    has the usual 130% 15/30, 85% 15/30, 70% 30. The answer has the rows that hold a close, with
    their index, and the columns call_days, reset_days, put_days beside bond and date.
    """
    names = {word: _heading(frame, word) for word in HEADINGS}
    columns = {word: frame[name] for word, name in names.items()}
    bonds, labels = _codes(columns["bond"])
    found = _sessions(columns, bonds)
    each = [_terms_of(label, terms) for label in labels]
    answer = frame[[names["bond"], names["date"]]]
    if found.rows.size < len(frame):
        answer = answer.iloc[np.sort(found.rows)]
    for name, counts in zip(COUNTS, _all_counts(found, each), strict=True):
        answer[name] = counts if found.in_order else counts[np.argsort(found.rows)]
    return answer


def _heading(frame: "pd.DataFrame", word: str) -> Any:
    known = {str(name).strip().lower(): name for name in frame.columns}
    for spelling in HEADINGS[word]:
        if spelling in known:
            return known[spelling]
    raise BadArgument(
        f"缺少列 {word}（{'、'.join(HEADINGS[word])} 之一）",
        f"the frame has no column {word}: one of {', '.join(HEADINGS[word])}",
    )


def _codes(column: "pd.Series[Any]") -> tuple[NDArray[np.int64], list[Any]]:
    """A number for each bond; quick where each bond's rows stand together."""
    values = column.to_numpy(dtype=object)
    first = np.flatnonzero(np.concatenate([[values.size > 0], values[1:] != values[:-1]]))
    labels = values[first].tolist()
    if len(set(labels)) == len(labels):
        codes = np.repeat(np.arange(first.size), np.diff(first, append=values.size))
    else:
        codes, index = column.factorize()
        labels = index.tolist()
    if (codes < 0).any() or any(label is None or label != label for label in labels):
        raise BadArgument("有的行没有债券代码", "a row has no bond")
    return codes.astype(np.int64), labels


def days_of(column: "pd.Series[Any]") -> Days:
    """Dates of any usual form; each distinct one is read once."""
    if column.dtype.kind == "M":
        return np.asarray(column.to_numpy().astype("M8[D]"))
    codes, labels = column.factorize()
    known = np.array([*(day(label, _DATE) for label in labels.tolist()), None], "M8[D]")
    return np.asarray(known[codes])


def _sessions(columns: "dict[str, pd.Series[Any]]", bonds: NDArray[np.int64]) -> _Sessions:
    days = days_of(columns["date"])
    closes = _numbers(columns["close"], "收盘价", "close")
    prices = _numbers(columns["price"], "转股价", "price")
    rows = np.flatnonzero(~np.isnan(closes))
    if rows.size != closes.size:
        bonds, days, closes, prices = bonds[rows], days[rows], closes[rows], prices[rows]
    in_order = bool((days[1:] > days[:-1])[bonds[1:] == bonds[:-1]].all())
    if not in_order or (bonds[1:] < bonds[:-1]).any():
        in_order = False
        order = np.lexsort((days, bonds))
        rows, bonds, days = rows[order], bonds[order], days[order]
        closes, prices = closes[order], prices[order]
    _check(bonds, days, prices, columns, rows)
    first = np.flatnonzero(np.concatenate([[bonds.size > 0], bonds[1:] != bonds[:-1]]))
    return _Sessions(rows, in_order, first, bonds, days, closes, prices)


def _numbers(column: "pd.Series[Any]", zh: str, en: str) -> Floats:
    values = column.to_numpy(dtype=float, na_value=np.nan)
    low, high = np.fmin.reduce(values, initial=np.inf), np.fmax.reduce(values, initial=1.0)
    if low <= 0 or high == np.inf:
        raise OutOfDomain(f"{zh}须大于 0", f"{en} must be positive")
    return values


def _check(
    bonds: NDArray[np.int64],
    days: Days,
    prices: Floats,
    columns: "dict[str, pd.Series[Any]]",
    rows: NDArray[np.int64],
) -> None:
    """Every session has a date and a price, and stands there once."""
    twice = np.zeros(bonds.size, bool)
    twice[1:] = (bonds[1:] == bonds[:-1]) & (days[1:] == days[:-1])
    for bad, zh, en in (
        (np.isnat(days), "有收盘价而无日期", "a close has no date"),
        (np.isnan(prices), "有收盘价而无转股价", "a close has no price"),
        (twice, "同一交易日出现两次", "a session occurs twice"),
    ):
        if bad.any():
            row = rows[np.flatnonzero(bad)[0]]
            where = f"{columns['bond'].iloc[row]} {columns['date'].iloc[row]}"
            raise BadArgument(f"{where}：{zh}", f"{where}: {en}")


def _terms_of(label: Any, terms: "Terms | str | Mapping[Any, Terms | str] | None") -> Terms:
    own = terms.get(label) if isinstance(terms, Mapping) else terms
    if own is None:
        return USUAL_TERMS
    return own if isinstance(own, Terms) else norms.terms(own)


def _all_counts(found: _Sessions, each: list[Terms]) -> list[NDArray[np.int32]]:
    """The three counts, worked out some bonds at a time to stay in the processor's cache."""
    asked = {key: conditions(t) for key, t in {id(t): t for t in each}.items()}
    conditions_of = [asked[id(t)] for t in each]
    answer = [np.empty(found.bonds.size, np.int32) for _ in COUNTS]
    for part, rows in _blocks(found):
        closes, prices = gridded(part.closes), gridded(part.prices)
        own = part.bonds[part.first]
        for which, values in enumerate(answer):
            triggers = [conditions_of[bond][which] for bond in own]
            values[rows] = _counts(part, closes, prices, triggers, [each[bond] for bond in own])
    return answer


def _blocks(found: _Sessions) -> Iterator[tuple[_Sessions, slice]]:
    starts: list[int] = []
    for begin in found.first.tolist():
        if not starts or begin - starts[-1] >= BLOCK:
            starts.append(begin)
    for begin, end in pairwise([*starts, found.bonds.size]):
        rows = slice(begin, end)
        first = found.first[(found.first >= begin) & (found.first < end)] - begin
        yield (
            found._replace(
                first=first,
                bonds=found.bonds[rows],
                days=found.days[rows],
                closes=found.closes[rows],
                prices=found.prices[rows],
            ),
            rows,
        )


def _counts(
    part: _Sessions, closes: Gridded, prices: Gridded, asked: list[Trigger], each: list[Terms]
) -> Counts:
    """One condition over some bonds: its own ratio, window and start for each."""
    lengths = np.diff(part.first, append=part.bonds.size)
    marks = at_least(closes, prices, gridded(_spread([t.ratio for t in asked], lengths)))
    marks = marks if asked[0].above else ~marks
    if any(t.start for t in asked):
        marks &= part.days >= _spread([np.datetime64(t.start or NO_START) for t in asked], lengths)
    if asked[0].unbroken:
        return runs(marks, np.concatenate([part.first, *_restarts(part, each)]))
    return _windowed(marks, [t.window for t in asked], part.first, lengths)


def _windowed(marks: Marks, windows: list[int], first: Counts, lengths: Counts) -> Counts:
    """The count of each bond in its own window; bonds of one window at once."""
    answer = windowed(marks, windows[0], first)
    for window in set(windows) - {windows[0]}:
        mine = np.repeat(np.array(windows) == window, lengths)
        answer[mine] = windowed(marks, window, first)[mine]
    return answer


def _spread(values: list[Any], lengths: Counts) -> Any:
    """One value where all bonds have the same, else one a row."""
    return values[0] if len(set(values)) == 1 else np.repeat(np.array(values), lengths)


def _restarts(part: _Sessions, each: list[Terms]) -> list[Counts]:
    """CB-20a: places of the first session after each bond's downward resets."""
    places = []
    for begin, end, terms in zip(
        part.first.tolist(), [*part.first[1:].tolist(), part.bonds.size], each, strict=True
    ):
        if terms.reset_dates:
            after = restarts_after(part.days[begin:end], terms.reset_dates)
            places.append(begin + after[after < end - begin])
    return places
