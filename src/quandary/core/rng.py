"""The one random generator: SplitMix64 (Steele, Lea and Flood, 2014), the same stream here and in Rust.

A seed is a promise, so nothing here may ever change: `tests/vectors/rng.txt` pins the stream, and both sides read
it. Python's own `random` is not used anywhere, because its methods are not promised to stay the same.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1
_GOLDEN_GAMMA = 0x9E3779B97F4A7C15


class Rng:
    """A stream of random numbers that depends on its seed alone."""

    def __init__(self, seed: int, gamma: int = _GOLDEN_GAMMA) -> None:
        self._state = seed & _MASK
        self._gamma = gamma

    @property
    def state(self) -> int:
        """Where the stream stands: `Rng(state)` goes on from here, if this one was made from a seed alone."""
        return self._state

    def next_u64(self) -> int:
        """A number from 0 to 2^64 - 1."""
        self._state = (self._state + self._gamma) & _MASK
        return _mix64(self._state)

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1, every one as likely as the others."""
        if not 0 < limit <= _MASK:
            raise ValueError(f"limit must be positive and below 2^64, not {limit}")
        # Lemire's method: the high word of a product, redrawn in the few cases that would favour small numbers.
        unfair = (1 << 64) % limit
        while True:
            product = self.next_u64() * limit
            if product & _MASK >= unfair:
                return product >> 64

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Puts the items in a random order, in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def split(self) -> Rng:
        """A new generator whose stream is independent of what this one goes on to produce."""
        seed = self.next_u64()
        self._state = (self._state + self._gamma) & _MASK
        return Rng(seed, _mix_gamma(self._state))


def _mix64(z: int) -> int:
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def _mix_gamma(z: int) -> int:
    z = ((z ^ (z >> 33)) * 0xFF51AFD7ED558CCD) & _MASK
    z = ((z ^ (z >> 33)) * 0xC4CEB9FE1A85EC53) & _MASK
    z = (z ^ (z >> 33)) | 1
    # A gamma whose bits change too seldom makes a poor stream.
    return z ^ 0xAAAAAAAAAAAAAAAA if (z ^ (z >> 1)).bit_count() < 24 else z
