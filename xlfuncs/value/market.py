"""What the market says: the share, rates, and how credit risk enters."""

import math
from dataclasses import dataclass
from typing import Final

TF: Final = "tf"
DEFAULT: Final = "default"
PARTIAL: Final = "partial"


@dataclass(frozen=True)
class Market:
    """Rates are continuous, a year 365 days.

    tf: what is paid in cash is discounted with the spread, what is paid in shares without it.
    default: an intensity of spread / (1 - recovery); the share falls to nothing, the bond to
    recovery × face. partial: the share keeps its price and the holder may still convert.
    """

    stock: float
    volatility: float
    rate: float
    spread: float
    model: str = TF
    recovery: float = 0.0
    dividend_yield: float = 0.0

    @property
    def intensity(self) -> float:
        return 0.0 if self.model == TF else self.spread / (1 - self.recovery)

    @property
    def share_rate(self) -> float:
        """Discounts what is paid in shares."""
        return self.rate + self.intensity

    @property
    def cash_rate(self) -> float:
        """Discounts what is paid in cash."""
        return self.rate + (self.spread if self.model == TF else self.intensity)

    @property
    def drift(self) -> float:
        """Growth of the share as long as there is no default."""
        jump = self.intensity if self.model == DEFAULT else 0.0
        return self.rate - self.dividend_yield + jump

    def default_chance(self, span: float) -> float:
        return -math.expm1(-self.intensity * span)
