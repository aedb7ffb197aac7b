"""Tax: what an individual pays on a dividend, by the holding period of the shares."""

from typing import Final

import numpy as np

from xlfuncs import norms
from xlfuncs.dates import months_after
from xlfuncs.errors import OutOfDomain, require
from xlfuncs.rounding import Elementwise
from xlfuncs.spec import worksheet_function
from xlfuncs.vocabulary.payment import Bought, HeldCash, Sold

SHORT: Final[int] = norms.statute("tax_short_months")  # the same in both rules
LONG: Final[int] = norms.statute("tax_long_months")
CLAUSES: Final = ("财税〔2015〕101号", "财税〔2012〕85号")


@worksheet_function(
    "DIV_TAX",
    zh="个人股息红利所得税",
    en="Tax of an individual on a dividend",
    returns="元 yuan",
    clauses=CLAUSES,
)
def tax(cash: HeldCash, bought: Bought, sold: Sold = None) -> Elementwise:
    """T = D * r, r = 20% held to 1 month, 10% to 1 year, 0 beyond

    D dividend before tax, a share or of all shares of one purchase (first in, first out). The
    period runs from the day bought to the day before the day sold, in natural months: bought
    on 15 January and sold on 15 February is 1 month, a day later is more. Not sold, sold left
    blank: nothing is withheld yet (暂不扣缴), 0. Sold before 2015-09-08: 5% beyond a year; before
    2013: #N/A. For individuals and securities funds. Unrounded.

    >>> import datetime as dt
    >>> tax(1.0, dt.date(2024, 1, 15), dt.date(2024, 2, 15))
    0.2
    >>> tax(1.0, dt.date(2024, 1, 15), dt.date(2024, 2, 16))
    0.1
    """
    return cash * _rate(bought, sold)


@worksheet_function(
    "DIV_NET",
    zh="个人税后股息红利",
    en="Dividend of an individual after tax",
    returns="元 yuan",
    clauses=CLAUSES,
)
def net(cash: HeldCash, bought: Bought, sold: Sold = None) -> Elementwise:
    """D - T

    D dividend before tax, T as DIV_TAX reckons it. Not sold yet: the whole dividend, of which
    the tax is taken when the shares are sold. Unrounded.

    >>> import datetime as dt
    >>> net(1.0, dt.date(2024, 1, 15), dt.date(2025, 1, 15))
    0.9
    """
    return cash - tax(cash, bought, sold)


def _rate(bought: Bought, sold: Sold) -> Elementwise:
    if sold is None:
        return 0.0
    first, last = np.asarray(bought, "M8[D]"), np.asarray(sold, "M8[D]")
    held = np.isnat(last)
    require(held | (last > first), OutOfDomain, "卖出日须晚于买入日", "sold must be after bought")
    # READING: the clause goes by the record day, which lies before the sale; known is the sale.
    # READING: 同日 of a month without that day is its last day: bought 31 January, sold on the
    # last of February is 1 month. The other reading would move the end to 1 March.
    month, year = (np.asarray(months_after(bought, m), "M8[D]") for m in (SHORT, LONG))
    rates = [norms.in_force(f"tax_{tier}", sold) for tier in ("short", "long", "beyond")]
    rate = np.select([held, last <= month, last <= year], [0.0, *rates[:2]], rates[2])
    return rate if rate.ndim else float(rate)
