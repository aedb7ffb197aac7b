"""What the lattice tells a simulation: hedges that take out noise, and when a put pays."""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from xlfuncs.rounding import Floats
from xlfuncs.value.behaviour import Behaviour
from xlfuncs.value.contract import Contract
from xlfuncs.value.lattice import Roller
from xlfuncs.value.lines import on_one_close
from xlfuncs.value.market import Market
from xlfuncs.value.nodes import Nodes


@dataclass(frozen=True)
class Guide:
    nodes: Nodes
    slopes: NDArray[np.float32]  # today's worth of d value / d ln(S / P), by session and node
    put_below: Floats  # S / P under which a put is worth more than holding on, by session


def guide(contract: Contract, market: Market, behaviour: Behaviour) -> Guide:
    """A lattice with one close in place of the counts, and no put, over every session."""
    sessions, put = contract.sessions, contract.put
    simple = on_one_close(replace(contract, put=None), market)
    roller = Roller(simple, market, sessions, behaviour)
    slopes = np.empty((sessions, roller.nodes.count), np.float32)
    below = np.zeros(sessions + 1)
    prices = contract.accrued(np.arange(sessions + 1, dtype=np.float64) * roller.time.step)
    for step in roller.back():
        slopes[step] = roller.slope(step)
        if put:
            below[step] = _crossing(roller, put.clean + float(prices[step]))
    return Guide(roller.nodes, slopes, below)


def _crossing(roller: Roller, price: float) -> float:
    """S / P at which holding on is worth the price; 0 if it always is worth more."""
    place = int(np.searchsorted(roller.shares + roller.cash, price)) - 1
    middle = roller.nodes.first + roller.nodes.spacing * (place + 0.5)
    return math.exp(middle) if place >= 0 else 0.0
