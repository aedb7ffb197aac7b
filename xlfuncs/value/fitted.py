"""A lattice whose call line is placed so that it gives the simulated value.

It is smooth where a simulation is not, so greeks, grids and implied volatilities are taken
from it. Where no line gives the value, the nearest one is taken.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from xlfuncs.value.behaviour import Behaviour
from xlfuncs.value.contract import Contract
from xlfuncs.value.lattice import Surface, roll_back
from xlfuncs.value.lines import WAIT, on_one_close
from xlfuncs.value.market import Market
from xlfuncs.value.pricing import as_played, lattice_value, parity, steps_for
from xlfuncs.value.roots import root

LEAST: Final = -2.0  # waits in which the line is looked for
MOST: Final = 4.0
CLOSE: Final = 1e-4


@dataclass(frozen=True)
class Fitted:
    contract: Contract
    behaviour: Behaviour
    wait: float

    def value(self, market: Market) -> float:
        held = lattice_value(self.contract, market, wait=self.wait, behaviour=self.behaviour)
        return self.at_least(held, market)

    def at_least(self, held: float, market: Market) -> float:
        may_convert = self.contract.conversion_since <= 0
        return max(held, parity(self.contract, market)) if may_convert else held

    def surface(self, market: Market, steps: int | None = None) -> Surface:
        steps = steps or steps_for(self.contract)
        simple = on_one_close(self.contract, market, steps, self.wait)
        return roll_back(simple, market, steps, self.behaviour)


@lru_cache(256)  # the greeks and the grid of a sheet ask for the same one
def fitted(contract: Contract, market: Market, behaviour: Behaviour, value: float) -> Fitted:
    played = as_played(contract, behaviour)
    if played.call is None or played.call.need == 1:
        return Fitted(played, behaviour, WAIT)

    def off(wait: float) -> float:
        return lattice_value(played, market, wait=wait, behaviour=behaviour) - value

    if off(LEAST) >= 0:
        return Fitted(played, behaviour, LEAST)
    if off(MOST) <= 0:
        return Fitted(played, behaviour, MOST)
    return Fitted(played, behaviour, root(off, LEAST, MOST, CLOSE))
