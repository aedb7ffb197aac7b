"""The root of a function between two places where its signs differ."""

from collections.abc import Callable
from typing import Final

ROUNDS: Final = 60


def root(f: Callable[[float], float], low: float, high: float, close: float) -> float:
    """Regula falsi (Illinois): ends when two places, or two values, are close together."""
    at_low, at_high = f(low), f(high)
    middle = low
    for _ in range(ROUNDS):
        middle = (low * at_high - high * at_low) / (at_high - at_low)
        found = f(middle)
        if abs(found) < close or abs(high - low) < close:
            break
        if found * at_high < 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, found
    return middle
