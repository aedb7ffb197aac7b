"""Rolling back on a lattice of log price: each step is one convolution with a normal law."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from xlfuncs.rounding import Floats
from xlfuncs.value.behaviour import Behaviour
from xlfuncs.value.bends import mend, take
from xlfuncs.value.contract import Contract
from xlfuncs.value.market import PARTIAL, Market
from xlfuncs.value.nodes import Nodes, kernel, nodes
from xlfuncs.value.timeline import timeline

ALWAYS: Final = Behaviour(reset=1.0)


@dataclass(frozen=True)
class Surface:
    """What the bond is worth by node if held on: today, and one step later with its coupon."""

    nodes: Nodes
    values: Floats
    next_values: Floats

    def at(self, moneyness: float) -> float:
        near, weights = self.nodes.weights(moneyness)
        return float(weights @ self.values[near])

    def gained(self, moneyness: float) -> float:
        """What one step adds at the same price of the share."""
        near, weights = self.nodes.weights(moneyness)
        return float(weights @ (self.next_values[near] - self.values[near]))


class Roller:
    """Two rows of values, in shares and in cash, rolled back from maturity step by step."""

    def __init__(
        self, contract: Contract, market: Market, steps: int, behaviour: Behaviour = ALWAYS
    ) -> None:
        self.contract, self.market = contract, market
        self.time = timeline(contract, market, steps)
        self.nodes = nodes(contract, market, self.time.step)
        self.law = kernel(market, self.time.step, self.nodes.spacing)
        self.converted = contract.face * self.nodes.moneyness
        call, put, reset = contract.call, contract.put, contract.reset
        self.called = self.nodes.above(call.ratio) if call else 0
        self.put = self.nodes.above(put.ratio) if put else 0
        self.reset = self.nodes.above(reset.ratio) if reset else 0
        self.par = self.nodes.above(1.0)
        self._lay_out()
        self._weigh(behaviour)
        self.recovered = self._recovered()

    def _lay_out(self) -> None:
        """Both rows in one padded array, so that one convolution rolls them back together."""
        count, left, right = self.nodes.count, self.law.left, self.law.right
        self.padded = np.zeros((2, left + count + right))
        self.shares, self.cash = self.padded[:, left : left + count]
        self.rows = [self.shares, self.cash]
        self.growth = np.exp(self.nodes.spacing * np.arange(1, right + 1))
        rates = np.array([self.market.share_rate, self.market.cash_rate])
        self.discounts = np.exp(-rates * self.time.step)

    def _weigh(self, behaviour: Behaviour) -> None:
        """The chance at a trigger, spread over the closes that it takes."""
        call, reset = self.contract.call, self.contract.reset
        sessions = self.time.step * self.contract.sessions_a_year
        self.call_chance = 1 - behaviour.no_call ** (sessions / call.need) if call else 0.0
        never = 1 - behaviour.reset
        self.reset_chance = 1 - never ** (sessions / reset.need) if reset else 0.0

    def _recovered(self) -> Floats | float:
        """What a default within the step brings, worth at its beginning."""
        market, step = self.market, self.time.step
        cash = market.recovery * self.contract.face * math.exp(-market.rate * step / 2)
        most = np.maximum(self.converted, cash) if market.model == PARTIAL else cash
        return market.default_chance(step) * most

    def back(self) -> Iterator[int]:
        """Every step from the last to the first, the rows holding what it is worth to hold on."""
        self.shares[:], self.cash[:] = 0.0, self.contract.redemption
        self._convert()
        for step in range(self.time.coupons.size - 2, -1, -1):
            self._hold()
            yield step
            if step:
                self._act(step)

    def _hold(self) -> None:
        """One step back: the mean over the step's law, discounted."""
        count, left = self.nodes.count, self.law.left
        self.padded[:, :left] = self.padded[:, left : left + 1]
        np.multiply(self.growth, self.shares[-1], out=self.padded[0, left + count :])
        self.padded[1, left + count :] = self.cash[-1]
        mean = np.correlate(self.padded.ravel(), self.law.weights, "valid")
        wide = self.padded.shape[1]
        np.multiply(mean[:count], self.discounts[0], out=self.shares)
        np.multiply(mean[wide : wide + count], self.discounts[1], out=self.cash)
        if self.market.intensity:
            row = self.shares if self.market.model == PARTIAL else self.cash
            row += self.recovered

    def _act(self, step: int) -> None:
        """Reset, put, conversion and call; then the coupon of the day is paid."""
        time = self.time
        if time.callable_[step] and not self.called:
            self._call(float(time.call_price[step]))
        if time.resettable[step] and self.reset:
            self._reset()
        if time.puttable[step] and self.put:
            self._put(float(time.put_price[step]))
        if time.convertible[step]:
            self._convert()
        if time.callable_[step] and 0 < self.called < self.nodes.count:
            self._call_above(float(time.call_price[step]))
        if time.coupons[step]:
            self.cash += time.coupons[step]

    def _call(self, price: float) -> None:
        """At most the call price, all of it in the share part (TF): B = 0 when called."""
        gain = price - self.shares - self.cash
        take(self.rows, gain, gain < 0, (price, 0.0))

    def _call_above(self, price: float) -> None:
        """Above the line there is nothing to wait for; it lies half way between two nodes."""
        start, chance = self.called, self.call_chance
        held = [(float(row[start - 1]), float(row[start])) for row in self.rows]
        paid = np.maximum(price, self.converted[start - 1 :])
        self.shares[start:] += chance * (paid[1:] - self.shares[start:])
        self.cash[start:] *= 1 - chance
        amounts = (float(paid[0]), float(paid[1])), (0.0, 0.0)
        called = [
            (a0 + chance * (b0 - a0), a1 + chance * (b1 - a1))
            for (a0, a1), (b0, b1) in zip(held, amounts, strict=True)
        ]
        mend(self.rows, start - 1, 0.5, held, called)

    def _put(self, price: float) -> None:
        low = [row[: self.put] for row in self.rows]
        gain = price - low[0] - low[1]
        take(low, gain, gain > 0, (0.0, price))

    def _convert(self) -> None:
        gain = self.converted - self.shares - self.cash
        take(self.rows, gain, gain > 0, (self.converted, 0.0))

    def _reset(self) -> None:
        """Below the line the price comes down to the share's: S / P becomes 1."""
        for row in self.rows:
            row[: self.reset] += self.reset_chance * (row[self.par] - row[: self.reset])

    def slope(self, step: int) -> Floats:
        """Today's worth of d value / d ln(S / P) at each node, each part by its own rate."""
        shares, cash = self.discounts**step
        found: Floats = np.gradient(shares * self.shares + cash * self.cash, self.nodes.spacing)
        return found


def roll_back(
    contract: Contract, market: Market, steps: int, behaviour: Behaviour = ALWAYS
) -> Surface:
    """The surface of today."""
    roller = Roller(contract, market, steps, behaviour)
    later = roller.shares + roller.cash
    for step in roller.back():
        if step == 1:
            later = roller.shares + roller.cash + roller.time.coupons[1]
    return Surface(roller.nodes, roller.shares + roller.cash, later)
