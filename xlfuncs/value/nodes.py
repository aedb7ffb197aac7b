"""The nodes of a lattice in ln(S / P), and the normal law of one step over them."""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from xlfuncs.errors import OutOfDomain
from xlfuncs.rounding import Floats
from xlfuncs.value.contract import Contract
from xlfuncs.value.market import Market

SPACING: Final = 0.5  # of nodes, in standard deviations of a step
REACH: Final = 5.5  # of the lattice, in standard deviations to maturity
MOST: Final = 20_000
TAPS: Final = 6.5  # of the kernel, in standard deviations of a step


@dataclass(frozen=True)
class Nodes:
    """Equal distances in ln(S / P)."""

    first: float
    spacing: float
    count: int

    @property
    def moneyness(self) -> Floats:
        found: Floats = np.exp(self.first + self.spacing * np.arange(self.count))
        return found

    def above(self, line: float) -> int:
        """The first node at or above a line of S / P."""
        if line <= 0:
            return 0
        if math.isinf(line):
            return self.count
        place = math.ceil((math.log(line) - self.first) / self.spacing - 1e-9)
        return min(max(place, 0), self.count)

    def weights(self, moneyness: float) -> tuple[slice, Floats]:
        """The four nodes around a price, and the cubic through them as weights."""
        place = (math.log(moneyness) - self.first) / self.spacing
        start = min(max(int(place) - 1, 0), self.count - 4)
        return slice(start, start + 4), _cubic(place - start)


def nodes(contract: Contract, market: Market, step: float) -> Nodes:
    """Nodes that hold today's price and where it may go, a line half way between two."""
    spacing = SPACING * market.volatility * math.sqrt(step)
    today = math.log(market.stock / contract.price)
    growth = (market.drift - market.volatility**2 / 2) * contract.years
    wide = REACH * market.volatility * math.sqrt(contract.years)
    low, high = today + min(growth, 0) - wide, today + max(growth, 0) + wide
    line = math.log(_line(contract))
    first = line + spacing * (math.floor((low - line) / spacing) + 0.5)
    count = math.ceil((high - first) / spacing) + 4
    if count > MOST:
        raise OutOfDomain(
            "波动率相对利率与信用利差过小，格点放不下",
            "the volatility is too small beside the rates for a lattice",
        )
    return Nodes(first, spacing, count)


def _line(contract: Contract) -> float:
    """The line at which values jump: the call's, else the put's."""
    call, put = contract.call, contract.put
    if call and call.ratio:
        return call.ratio
    return put.ratio if put and put.ratio < math.inf else 1.0


@dataclass(frozen=True)
class Kernel:
    """Weights of the nodes from -left to +right around a node."""

    weights: Floats
    left: int
    right: int


def kernel(market: Market, step: float, spacing: float) -> Kernel:
    """The normal law of ln(S / P) over one step."""
    deviation = market.volatility * math.sqrt(step) / spacing
    mean = (market.drift - market.volatility**2 / 2) * step / spacing
    left = max(0, math.ceil(TAPS * deviation - mean))
    right = max(0, math.ceil(TAPS * deviation + mean))
    weights = np.exp(-0.5 * ((np.arange(-left, right + 1) - mean) / deviation) ** 2)
    return Kernel(weights / weights.sum(), left, right)


def _cubic(x: float) -> Floats:
    """Lagrange's weights for a place among 0, 1, 2, 3."""
    return np.array([
        -(x - 1) * (x - 2) * (x - 3) / 6,
        x * (x - 2) * (x - 3) / 2,
        -x * (x - 1) * (x - 3) / 2,
        x * (x - 1) * (x - 2) / 6,
    ])  # fmt: skip
