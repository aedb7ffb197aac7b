"""One number from lattice or simulation, whichever can carry the contract's counts."""

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from xlfuncs.value.behaviour import Behaviour, Counted
from xlfuncs.value.contract import Contract
from xlfuncs.value.lattice import roll_back
from xlfuncs.value.lines import WAIT, on_one_close
from xlfuncs.value.market import Market
from xlfuncs.value.simulate import simulated

STEPS: Final = 200  # of a lattice; 190 to 210 differ by less than 0.01
FEW: Final = 100  # and where nothing but coupons happens on the way
PATHS: Final = 10_000
SEED: Final = 1
AS_WRITTEN: Final = Behaviour()
NOTHING: Final = Counted()


@dataclass(frozen=True)
class Worth:
    """A value, its standard error (0 from a lattice), and where it comes from."""

    value: float
    error: float
    method: str


def as_played(contract: Contract, behaviour: Behaviour) -> Contract:
    """The contract without what is never used."""
    call = None if behaviour.no_call == 1 else contract.call
    return replace(contract, call=call, reset=contract.reset if behaviour.reset else None)


def counts_sessions(contract: Contract) -> bool:
    """Whether a clause needs more than one close, which a lattice cannot carry."""
    clauses = (contract.call, contract.put, contract.reset)
    return any(clause is not None and clause.need > 1 for clause in clauses)


@lru_cache(256)  # a sheet asks for the same value in several cells
def worth(
    contract: Contract,
    market: Market,
    behaviour: Behaviour = AS_WRITTEN,
    counted: Counted = NOTHING,
    paths: int = PATHS,
    seed: int = SEED,
) -> Worth:
    """The contract with its clauses; a holder who may convert has at least the parity."""
    played = as_played(contract, behaviour)
    if counts_sessions(played):
        pairs = simulated(played, market, behaviour, counted, 2 * (paths // 2), seed)
        error = float(pairs.std() / math.sqrt(pairs.size))
        found = Worth(float(pairs.mean()), error, "模拟 simulation")
    else:
        found = Worth(lattice_value(played, market, behaviour=behaviour), 0.0, "格点 lattice")
    floor = parity(contract, market)
    if contract.conversion_since <= 0 and floor > found.value:
        return Worth(floor, 0.0, found.method)
    return found


def lattice_value(
    contract: Contract,
    market: Market,
    steps: int | None = None,
    wait: float = WAIT,
    behaviour: Behaviour = AS_WRITTEN,
) -> float:
    """Held on today; counts of sessions stand as moved lines."""
    played = as_played(contract, behaviour)
    enough = steps or steps_for(played)
    simple = on_one_close(played, market, enough, wait)
    surface = roll_back(simple, market, enough, behaviour)
    return surface.at(market.stock / contract.price)


def steps_for(contract: Contract) -> int:
    return STEPS if contract.call or contract.put or contract.reset else FEW


def parity(contract: Contract, market: Market) -> float:
    return contract.face * market.stock / contract.price
