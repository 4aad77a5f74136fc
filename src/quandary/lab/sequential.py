"""Wald's sequential probability ratio test on pairs that differ.

Of two strategies on the same instance, one does better or neither does. Pairs without a winner say nothing and are left
out. Under the null hypothesis a pair is won by B with probability `p0`, under the alternative with `p1`; the test goes
on until the likelihood ratio is outside of Wald's bounds, which keep both error rates near `alpha` and `beta`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from quandary.core.errors import UsageError


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test: its hypotheses and its error rates."""

    p0: float = 0.5
    """B's share of the decided pairs if it is no better."""
    p1: float = 0.6
    """B's share of the decided pairs if it is as much better as we care for."""
    alpha: float = 0.05
    """How often a B that is no better may pass."""
    beta: float = 0.05
    """How often a B that is that much better may fail."""

    def __post_init__(self) -> None:
        if not 0 < self.p0 < self.p1 < 1:
            raise UsageError(f"the hypotheses must be 0 < p0 < p1 < 1, not {self.p0:g} and {self.p1:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise UsageError(f"error rates are between 0 and 0.5, not {self.alpha:g} and {self.beta:g}")

    @property
    def bounds(self) -> tuple[float, float]:
        """At or below the first the null hypothesis is accepted, at or above the second the alternative."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def log_ratio(self, won: int, lost: int) -> float:
        """The log likelihood ratio of the alternative after so many pairs that B won and lost."""
        return won * math.log(self.p1 / self.p0) + lost * math.log((1 - self.p1) / (1 - self.p0))

    def decision(self, won: int, lost: int) -> bool | None:
        """True for the alternative, False for the null hypothesis, None to go on."""
        low, high = self.bounds
        ratio = self.log_ratio(won, lost)
        return True if ratio >= high else False if ratio <= low else None
