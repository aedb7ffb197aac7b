"""One number from lattice or simulation, whichever can carry the contract's counts."""

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from xlfuncs.value.behaviour import Behaviour, Counted
from xlfuncs.value.contract import Contract
from xlfuncs.value.lattice import roll_back
from xlfuncs.value.lines import WAIT, on_one_close
from xlfuncs.value.market import TF, Market
from xlfuncs.value.simulate import simulated

STEPS: Final = 200  # of a lattice; 190 to 210 differ by less than 0.01
FEW: Final = 100  # and where nothing but coupons happens on the way
SAFE: Final = 0.03  # up to this spread a call does not raise the TF value by 0.001
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
    found = _found(played, market, behaviour, counted, paths, seed)
    if played.call and market.model == TF and market.spread > SAFE:
        # what is called escapes the spread (TF), which may raise the whole; an issuer's right
        # is never worth less than nothing to the issuer
        uncalled = replace(played, call=None)
        found = min(found, worth(uncalled, market, behaviour, counted, paths, seed), key=_amount)
    floor = parity(contract, market)
    if contract.conversion_since <= 0 and floor > found.value:
        return Worth(floor, 0.0, found.method)
    return found


def _found(
    played: Contract, market: Market, behaviour: Behaviour, counted: Counted, paths: int, seed: int
) -> Worth:
    if not counts_sessions(played):
        return Worth(lattice_value(played, market, behaviour=behaviour), 0.0, "格点 lattice")
    pairs = simulated(played, market, behaviour, counted, 2 * (paths // 2), seed)
    error = float(pairs.std() / math.sqrt(pairs.size))
    return Worth(float(pairs.mean()), error, "模拟 simulation")


def _amount(worth: Worth) -> float:
    return worth.value


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
