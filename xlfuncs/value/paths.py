"""Many paths of the share, each hedged with the slopes of a lattice as it goes."""

import math

import numpy as np

from xlfuncs.convertible.counting import Marks
from xlfuncs.rounding import Floats
from xlfuncs.value.guide import Guide
from xlfuncs.value.market import Market


class Paths:
    """The paths still alive: S / P and its logarithm, the price in force, the hedge's result."""

    def __init__(self, count: int, market: Market, price: float, step: float, seed: int) -> None:
        self.draws = np.random.default_rng(seed)
        self.count = count
        self.mean = (market.drift - market.volatility**2 / 2) * step
        self.deviation = market.volatility * math.sqrt(step)
        self.carry = math.exp(-market.drift * step)
        self.ids = np.arange(count)
        self.alive = np.ones(count, bool)
        self.price = np.full(count, price)
        self.moneyness = np.full(count, market.stock / price)
        self.log = np.log(self.moneyness)
        self.hedged = np.zeros(count)

    def move(self, guide: Guide, session: int) -> None:
        """One session on: the share moves, and what the hedge makes of it is noted."""
        half = self.draws.standard_normal(self.count // 2)
        growth = np.concatenate([half, -half])[self.ids] * self.deviation
        growth += self.mean
        nodes = guide.nodes
        place = (self.log - (nodes.first - nodes.spacing / 2)) * (1 / nodes.spacing)
        near = place.astype(np.int32).clip(0, nodes.count - 1)
        self.log += growth
        np.exp(growth, out=growth)
        self.moneyness *= growth
        growth *= self.carry
        growth -= 1
        growth *= guide.slopes[session - 1].take(near)
        self.hedged += growth

    def lower(self, where: Marks, price: Floats) -> None:
        """The price in force comes down to `price` on some of the paths."""
        ratio = self.price[where] / price
        self.price[where] = price
        self.moneyness[where] *= ratio
        self.log[where] += np.log(ratio)

    def keep(self, where: Marks) -> None:
        for name in ("ids", "alive", "price", "moneyness", "log", "hedged"):
            setattr(self, name, getattr(self, name)[where])
