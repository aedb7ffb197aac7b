"""Closes of many shares: a long table with a row for each bond and day."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from workbooks.board.bonds import OWN, Bond
from workbooks.board.reading import column
from workbooks.opening import PackageError
from xlfuncs.hosts.frames import HEADINGS

if TYPE_CHECKING:
    import pandas as pd

CLOSES: Final = (*HEADINGS["close"], "正股收盘价", "正股收盘", "stock_close")


def quotes_of(frame: "pd.DataFrame", bonds: Sequence[Bond]) -> "pd.DataFrame":
    """bond, date, close, price (in force) and bond_price; bonds of the table only.

    Where the file has no conversion prices, the one in force today stands for all sessions.
    """
    import pandas as pd

    names = {"bond": HEADINGS["bond"], "date": HEADINGS["date"], "close": CLOSES}
    found = {word: column(frame, spellings) for word, spellings in names.items()}
    for word, name in found.items():
        if name is None:
            raise PackageError(
                f"行情表缺少列 {word}（{'、'.join(names[word])} 之一）",
                f"the prices have no column {word}: one of {', '.join(names[word])}",
            )
    made = pd.DataFrame({word: frame[name] for word, name in found.items()})
    made["bond"] = made["bond"].astype(str).str.strip()
    today = {bond.code: bond.price or bond.terms.initial_price for bond in bonds}
    made["price"] = _own(frame, "price", made, today)
    made["bond_price"] = _own(frame, "bond_price", made, {b.code: b.bond_price for b in bonds})
    made = made[made["bond"].isin([b.code for b in bonds])]
    return made[made["close"].notna()].reset_index(drop=True)


def _own(
    frame: "pd.DataFrame", word: str, made: "pd.DataFrame", known: dict[str, float | None]
) -> "pd.Series[float]":
    """A column of the file, else what the table of bonds says."""
    name = column(frame, OWN[word])
    if name is not None:
        own: pd.Series[float] = frame[name].astype(float)
        return own
    filled = {code: np.nan if value is None else value for code, value in known.items()}
    found: pd.Series[float] = made["bond"].map(filled).astype(float)
    return found
