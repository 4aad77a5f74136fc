"""The random numbers of all games: the same on every machine."""

from quandary.core.rng import Rng

__all__ = ["Rng"]
