"""The value in its parts, and over a grid of share prices and volatilities."""

import math
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from xlfuncs.rounding import Floats
from xlfuncs.value.behaviour import Behaviour, Counted
from xlfuncs.value.contract import Contract
from xlfuncs.value.fitted import Fitted, fitted
from xlfuncs.value.market import Market
from xlfuncs.value.pricing import NOTHING, PATHS, SEED, Worth, worth

NEAR: Final = 3.0  # standard deviations to maturity


@dataclass(frozen=True)
class Split:
    """Each part is what its clause adds to the ones before it; together they are the value."""

    bond: float
    option: float
    call: float
    put: float
    reset: float
    whole: Worth


def value_split(
    contract: Contract,
    market: Market,
    behaviour: Behaviour,
    counted: Counted = NOTHING,
    paths: int = PATHS,
    seed: int = SEED,
) -> Split:
    """Bond floor, right to convert, call, put and reset, added in this order."""
    bare = replace(contract, call=None, put=None, reset=None)
    steps = [
        worth(part, market, behaviour, counted, paths, seed)
        for part in (
            bare,
            replace(bare, call=contract.call),
            replace(contract, reset=None),
            contract,
        )
    ]
    values = [bond_floor(contract, market), *(step.value for step in steps)]
    bond, option, call, put, reset = values[0], *np.diff(values).tolist()
    return Split(bond, option, call, put, reset, steps[-1])


def bond_floor(contract: Contract, market: Market) -> float:
    """Every payment to maturity, discounted with the spread."""
    return sum(amount * math.exp(-market.cash_rate * time) for time, amount in contract.paid)


def grid(
    contract: Contract,
    market: Market,
    behaviour: Behaviour,
    stocks: Floats,
    volatilities: Floats,
    found: Worth,
) -> Floats:
    """Values, a row a share price, a column a volatility, by the lattice fitted to `found`."""
    fit = fitted(contract, market, behaviour, found.value)
    columns = [
        _column(fit, replace(market, volatility=volatility), stocks)
        for volatility in volatilities.tolist()
    ]
    return np.array(columns).T


def _column(fit: Fitted, market: Market, stocks: Floats) -> list[float]:
    """Values at one volatility: from one surface, and far from its middle each from its own."""
    surface, price = fit.surface(market), fit.contract.price
    reach = NEAR * market.volatility * math.sqrt(fit.contract.years)
    found = []
    for stock in stocks.tolist():
        there = replace(market, stock=stock)
        near = abs(math.log(stock / market.stock)) < reach
        held = (surface if near else fit.surface(there)).at(stock / price)
        found.append(fit.at_least(held, there))
    return found
