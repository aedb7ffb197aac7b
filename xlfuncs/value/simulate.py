"""Simulation session by session, with the counts of the contract as they stand in it.

Every path is hedged along the way with the slopes of a lattice: the hedge costs nothing on
average and takes out most of the noise. Paths come in pairs of opposite draws; the same seed
gives the same draws, whatever the market.
"""

import math
from typing import Final

import numpy as np

from xlfuncs.convertible.counting import Marks, qualifies, runs
from xlfuncs.rounding import Floats, round_up
from xlfuncs.value.behaviour import Behaviour, Counted
from xlfuncs.value.contract import Call, Contract, Put, Reset
from xlfuncs.value.counts import Closes, Count, Run
from xlfuncs.value.guide import guide
from xlfuncs.value.market import PARTIAL, Market
from xlfuncs.value.paths import Paths
from xlfuncs.value.timeline import timeline

AVERAGE: Final = 20  # sessions of the average before a meeting (CB-15)
FEW: Final = 0.9  # paths are thinned out when less than this share is alive


def simulated(
    contract: Contract,
    market: Market,
    behaviour: Behaviour,
    counted: Counted,
    paths: int,
    seed: int,
) -> Floats:
    """What each pair of paths is worth today."""
    run = Simulation(contract, market, behaviour, counted, paths, seed)
    for session in range(1, contract.sessions + 1):
        run.pass_session(session)
    run.mature()
    found: Floats = (run.worth[: paths // 2] + run.worth[paths // 2 :]) / 2
    return found


class Simulation:
    def __init__(
        self,
        contract: Contract,
        market: Market,
        behaviour: Behaviour,
        counted: Counted,
        paths: int,
        seed: int,
    ) -> None:
        self.contract, self.market, self.behaviour = contract, market, behaviour
        self.time = timeline(contract, market, contract.sessions)
        self.guide = guide(contract, market, behaviour)
        self.paths = Paths(paths, market, contract.price, self.time.step, seed)
        self.decisions = np.random.default_rng([seed, 1])
        self.worth = np.zeros(paths)
        self.received = np.zeros(1 if market.model != PARTIAL else paths)
        self.quiet = int(behaviour.waiver / self.time.step + 0.5)
        self._begin_counts(counted, paths)

    def _begin_counts(self, counted: Counted, paths: int) -> None:
        call, put, reset = self.contract.call, self.contract.put, self.contract.reset
        self.calls = self.puts = self.resets = self.closes = None
        if call:
            before = self._marks(counted, call)
            self.calls = Count(call.need, call.window, paths, before)
        if put:
            self.puts = Run(put.need, paths, int(runs(self._marks(counted, put))[-1:].sum()))
        if reset:
            before = self._marks(counted, reset)
            self.resets = Count(reset.need, reset.window, paths, before)
            self.closes = Closes(AVERAGE, paths, np.array(counted.closes))

    def _marks(self, counted: Counted, clause: Call | Put | Reset) -> Marks:
        """The sessions up to today that qualify, as far back as the clause counts."""
        since = np.array(counted.times) >= clause.since - self.time.step / 2
        closes, prices = np.array(counted.closes)[since], np.array(counted.prices)[since]
        return qualifies(closes, prices, clause.ratio, isinstance(clause, Call))

    def pass_session(self, session: int) -> None:
        self._recover(session)
        self.paths.move(self.guide, session)
        self.received += self.time.coupons[session] * self._discount(session)[1]
        if self.calls and self._counts(session, self.contract.call):
            self._call(session)
        if self.puts and self._counts(session, self.contract.put):
            self._put(session)
        if self.resets and self._counts(session, self.contract.reset):
            self._reset(session)
        if np.count_nonzero(self.paths.alive) < FEW * self.paths.alive.size:
            self._thin_out()

    def mature(self) -> None:
        """The holder takes the shares where they are worth more."""
        share, cash = self._discount(self.contract.sessions)
        converted, redeemed = self._converted, self.contract.redemption
        paid = np.where(converted > redeemed, converted * share, redeemed * cash)
        self._end(self.paths.alive, paid)

    def _call(self, session: int) -> None:
        """CB-18: converted where that is more, else paid out; both share part (TF)."""
        assert self.calls
        assert self.contract.call
        met = self.calls.add(self.paths.moneyness >= self.contract.call.ratio)
        if not self.time.callable_[session] or not met.any():
            return
        called = met & self._decided(1 - self.behaviour.no_call)
        if self.behaviour.no_call:
            self.calls.restart(met & ~called, self.quiet)
        paid = np.maximum(self._converted, self.time.call_price[session])
        self._end(called & self.paths.alive, paid * self._discount(session)[0])

    def _put(self, session: int) -> None:
        """CB-20: put where that is worth more than holding on, by the lattice."""
        assert self.puts
        assert self.contract.put
        low = self.paths.moneyness < self.contract.put.ratio
        met = self.puts.add(low, int(self.time.period[session]))
        if not self.time.puttable[session] or not met.any():
            return
        put = met & (self.paths.moneyness < self.guide.put_below[session]) & self.paths.alive
        paid = np.full(put.size, self.time.put_price[session])
        self._end(put, paid * self._discount(session)[1])

    def _reset(self, session: int) -> None:
        """CB-15: down to the lawful floor, in force from the next session."""
        assert self.resets
        assert self.closes
        assert self.contract.reset
        self.closes.add(self.paths.moneyness * self.paths.price)
        met = self.resets.add(self.paths.moneyness < self.contract.reset.ratio)
        if not self.time.resettable[session] or not met.any():
            return
        agreed = met & self._decided(self.behaviour.reset)
        self.resets.restart(met, 0)
        self.resets.restart(met & ~agreed, self.quiet)
        floor = np.asarray(round_up(self.closes.floor(agreed), 2))
        floor = np.maximum(floor, self.contract.reset.least)
        self.paths.lower(agreed, np.minimum(floor, self.paths.price[agreed]))
        if self.puts:
            self.puts.restart(agreed)  # CB-20a

    def _decided(self, chance: float) -> Marks:
        """Which of the paths say yes; a certain answer takes no draw."""
        size = self.paths.alive.size
        if chance in (0.0, 1.0):
            return np.full(size, chance == 1.0)
        drawn: Marks = self.decisions.random(self.paths.count)[self.paths.ids] < chance
        return drawn

    def _end(self, where: Marks, paid: Floats) -> None:
        """These paths end: today's worth of what they brought, less what the hedge made."""
        received = self.received if self.received.size == 1 else self.received[where]
        found = paid[where] + received - self.paths.hedged[where]
        self.worth[self.paths.ids[where]] = found
        self.paths.alive &= ~where

    def _thin_out(self) -> None:
        alive = self.paths.alive
        if self.received.size > 1:
            self.received = self.received[alive]
        for part in (self.calls, self.puts, self.resets, self.closes, self.paths):
            if part:
                part.keep(alive)

    def _recover(self, session: int) -> None:
        """What a default before this session brings."""
        market, step = self.market, self.time.step
        if not market.intensity:
            return
        cash = market.recovery * self.contract.face * math.exp(-market.rate * step / 2)
        most = np.maximum(self._converted, cash) if market.model == PARTIAL else cash
        self.received += market.default_chance(step) * most * self._discount(session - 1)[0]

    @property
    def _converted(self) -> Floats:
        return self.contract.face * self.paths.moneyness

    def _discount(self, session: int) -> tuple[float, float]:
        time = session * self.time.step
        return math.exp(-self.market.share_rate * time), math.exp(-self.market.cash_rate * time)

    def _counts(self, session: int, clause: Call | Put | Reset | None) -> bool:
        """Whether closes of this session count for a clause."""
        if clause is None:
            return False
        time, half = session * self.time.step, self.time.step / 2
        return clause.since - half <= time <= clause.until + half
