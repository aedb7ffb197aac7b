"""The priced contract: cash flows and clauses in years from the day of valuation."""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from xlfuncs.rounding import Floats

SESSIONS: Final = 243.0  # of a year in Shanghai; 238 to 246 from 2005 to 2026, 243 on average


@dataclass(frozen=True)
class Coupon:
    """Interest of one period, accruing evenly; what has accrued began before 0."""

    start: float
    end: float
    amount: float


@dataclass(frozen=True)
class Call:
    """The issuer's call: `need` of the last `window` closes at least ratio × price.

    A ratio of 0 is a call without a trigger; a need of 1 asks for one close.
    """

    ratio: float
    need: int = 1
    window: int = 1
    clean: float = 100.0
    since: float = 0.0
    until: float = math.inf


@dataclass(frozen=True)
class Put:
    """The holder's put after `need` closes in a row below ratio × price.

    An infinite ratio is a put without a trigger.
    """

    ratio: float = math.inf
    need: int = 1
    clean: float = 100.0
    since: float = 0.0
    until: float = math.inf


@dataclass(frozen=True)
class Reset:
    """The board may lower the price: `need` of the last `window` closes below ratio × price."""

    ratio: float
    need: int
    window: int
    since: float = 0.0
    until: float = math.inf
    least: float = 1.0  # par of a share


@dataclass(frozen=True)
class Contract:
    """One bond; the redemption holds the last coupon."""

    years: float
    price: float
    coupons: tuple[Coupon, ...]
    redemption: float
    conversion_since: float = 0.0
    call: Call | None = None
    put: Put | None = None
    reset: Reset | None = None
    face: float = 100.0
    sessions_a_year: float = SESSIONS

    @property
    def sessions(self) -> int:
        return max(1, int(self.years * self.sessions_a_year + 0.5))

    @property
    def paid(self) -> list[tuple[float, float]]:
        """Every payment of a bond that is held to the end: time and amount."""
        before = [(c.end, c.amount) for c in self.coupons[:-1]]
        return [*before, (self.years, self.redemption)]

    def period(self, times: Floats) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
        """Which coupon's period holds each time; on a coupon day the new one begins."""
        starts = np.array([c.start for c in self.coupons])
        return np.maximum(np.searchsorted(starts, times + 1e-9, "right") - 1, 0)

    def accrued(self, times: Floats) -> Floats:
        """Interest accrued at each time; nothing on the day a coupon is paid."""
        terms = np.array([(c.start, c.end - c.start, c.amount) for c in self.coupons])
        start, span, amount = terms[self.period(times)].T
        found: Floats = amount * (times - start) / span
        return found
