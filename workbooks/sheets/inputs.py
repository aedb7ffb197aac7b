"""What a template is filled with: terms, closes, plans and the figures of one case."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from xlfuncs.tables import Plan, Terms

Closes = Sequence[tuple[dt.date, float]]
LEAST_ROWS: Final = 250  # a year of sessions
SPARE_ROWS: Final = 60
OWN: Final = "自定"
REAL: Final = "公告数字"
DERIVED: Final = "公告推算"
SAMPLE: Final = "示例数字"
PACKAGED: Final = "内置资料"
MARKET: Final = "行情数据"
Value = float | str | dt.date | None


@dataclass(frozen=True)
class Valuation:
    """A day, the price of the bond on it, and what the market is taken to be."""

    day: dt.date | None = None
    bond_price: float | None = None
    volatility: float | None = None
    risk_free: float | None = None
    credit_spread: float | None = None


@dataclass(frozen=True)
class Case:
    """The days and amounts of one bond, and applications to convert.

    With `samples` the shares and averages that nobody announced are filled with made-up figures.
    """

    issue_end: dt.date | None = None
    record_date: dt.date | None = None
    redemption_date: dt.date | None = None
    outstanding: float | None = None
    outstanding_date: dt.date | None = None
    put_date: dt.date | None = None
    applications: tuple[tuple[dt.date, float], ...] = ()
    samples: bool = False
    valuation: Valuation = field(default_factory=Valuation)


@dataclass(frozen=True)
class Figure:
    """An input of 分红测算 or 分红实施 and where it comes from."""

    value: Value = None
    source: str = SAMPLE


Company = dict[str, Figure]


@dataclass(frozen=True)
class PastPlan:
    """A plan that was announced; closes before and on the ex-date, unadjusted."""

    company: str
    year: str
    wording: str
    shares: float | None = None
    announced: float | None = None
    ex_date: dt.date | None = None
    close: float | None = None
    ex_close: float | None = None
    source: str = SAMPLE


@dataclass(frozen=True)
class Inputs:
    """All inputs of one template workbook."""

    terms: Terms = field(default_factory=Terms)
    closes: Closes = ()
    plans: tuple[Plan, ...] = ()
    plan_names: tuple[str, ...] = ()
    companies: tuple[Company, ...] = ({}, {}, {})
    case: Case = field(default_factory=Case)
    past_plans: tuple[PastPlan, ...] = ()

    @property
    def rows(self) -> int:
        """Rows made ready for closes: those given and room for more."""
        return max(LEAST_ROWS, len(self.closes) + SPARE_ROWS)
