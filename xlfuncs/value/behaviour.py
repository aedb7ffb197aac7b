"""What the people behind the bond do when a condition is met, and what was counted so far."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Behaviour:
    """Chances at each trigger; after a no the count restarts when the waiver is over (CB-31)."""

    no_call: float = 0.0  # 0 the issuer calls at once, 1 never
    reset: float = 0.0  # 0 the board never resets, 1 to the floor each time
    waiver: float = 0.0  # years


@dataclass(frozen=True)
class Counted:
    """Closes up to the day of valuation, the price in force on each, and when, in years."""

    closes: tuple[float, ...] = ()
    prices: tuple[float, ...] = ()
    times: tuple[float, ...] = ()  # 0 on the day of valuation, negative before it
