"""The volatility at which a contract is worth its price."""

from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Final

from xlfuncs.errors import OutOfDomain
from xlfuncs.value.behaviour import Behaviour, Counted
from xlfuncs.value.contract import Contract
from xlfuncs.value.fitted import Fitted, fitted
from xlfuncs.value.market import Market
from xlfuncs.value.pricing import NOTHING, PATHS, SEED, worth
from xlfuncs.value.roots import root

GUESS: Final = 0.3
LOOKED_AT: Final = (0.01, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.8, 1.0, 1.5, 2.0)
ROUNDS: Final = 4
CLOSE: Final = 1e-3  # yuan


@lru_cache(256)  # the dearest question of a sheet, asked anew at every full recalculation
def implied_volatility(
    price: float,
    contract: Contract,
    market: Market,
    behaviour: Behaviour,
    counted: Counted = NOTHING,
    paths: int = PATHS,
    seed: int = SEED,
) -> float:
    """By the fitted lattice, fitted anew at what it finds until the simulated value agrees."""
    volatility = GUESS
    for _ in range(ROUNDS):
        at = replace(market, volatility=volatility)
        found = worth(contract, at, behaviour, counted, paths, seed)
        if abs(found.value - price) < CLOSE:
            break
        fit = fitted(contract, at, behaviour, found.value)
        drift = found.value - fit.value(at)  # what no line could bring about
        volatility = _where(fit, market, price - drift)
    return volatility


def _where(fit: Fitted, market: Market, price: float) -> float:
    """The lowest volatility with this value."""

    def off(volatility: float) -> float:
        return fit.value(replace(market, volatility=volatility)) - price

    values = [off(LOOKED_AT[0])]
    for below, above in pairwise(LOOKED_AT):
        values.append(off(above))
        a, b = values[-2:]
        if a <= 0 < b or b <= 0 < a:
            return root(off, below, above, CLOSE / 10)
    low, high = min(values) + price, max(values) + price
    raise OutOfDomain(
        f"波动率在 1% 至 200% 之间时价值为 {low:.2f} 至 {high:.2f} 元，达不到该价格",
        f"volatilities from 1% to 200% give values from {low:.2f} to {high:.2f}",
    )
