"""How a value moves with the share, volatility, time and rates."""

from dataclasses import dataclass, replace
from typing import Final

from xlfuncs.value.fitted import Fitted
from xlfuncs.value.market import Market

STOCK: Final = 0.01  # bumps: of the share, a share of its price
POINT: Final = 0.01  # of a volatility or a rate
DAY: Final = 1 / 365


@dataclass(frozen=True)
class Greeks:
    delta: float  # yuan per yuan of the share
    gamma: float  # delta per yuan of the share
    vega: float  # yuan per point (0.01) of volatility
    theta: float  # yuan per calendar day
    rho: float  # yuan per point of the riskless rate
    credit: float  # yuan per point of the credit spread


def greeks(fit: Fitted, market: Market) -> Greeks:
    """Those of the share and of time from one lattice of sessions, the others by bumps."""
    sessions = max(2, fit.contract.sessions)
    surface = fit.surface(market, sessions)
    low, middle, high = (
        fit.at_least(surface.at(bumped.stock / fit.contract.price), bumped)
        for bumped in (
            replace(market, stock=market.stock * (1 + side * STOCK)) for side in (-1, 0, 1)
        )
    )
    bump, step = STOCK * market.stock, fit.contract.years / sessions
    return Greeks(
        (high - low) / (2 * bump),
        (high - 2 * middle + low) / bump**2,
        _per_point(fit, market, "volatility"),
        surface.gained(market.stock / fit.contract.price) * DAY / step,
        _per_point(fit, market, "rate"),
        _per_point(fit, market, "spread"),
    )


def _per_point(fit: Fitted, market: Market, name: str) -> float:
    """One-sided where the lower bump would not be positive."""
    now: float = getattr(market, name)
    down = min(POINT, now / 2)
    high, low = (
        fit.value(replace(market, **{name: bumped}))  # type: ignore[arg-type]  # a float field
        for bumped in (now + POINT, now - down)
    )
    return (high - low) * POINT / (POINT + down)
