"""The native core: fast searches, written in Rust."""

from collections.abc import Iterator
from typing import Any, Generic, Self, TypeVar, final

from quandary._native import exponentile as exponentile
from quandary._native import klondike as klondike
from quandary._native import rush_hour as rush_hour
from quandary._native import sokoban as sokoban

__version__: str
"""The package's version, from the workspace's Cargo.toml."""

A = TypeVar("A")
Array = Any
"""An array of numpy's, in one piece: anything with Python's buffer protocol."""
Terms = tuple[float, float, float, float, float, int | None]
"""What an agent is paid for every action, for a legal one, for an illegal one, for every unit by which the game's tally
grows, and for winning; and after how many actions an episode is cut off."""
Step = tuple[float, bool, bool, bool, int]
"""Reward, terminated, truncated, illegal, and the game's tally."""

@final
class Arena:
    """Episodes that are stepped together, on threads of their own and without the interpreter."""

    def reset(self, seeds: list[int]) -> None:
        """Begins all of them anew, each with its own seed."""

    def step(self, actions: Array) -> None:
        """Acts in all of them (`int64`); one that ended the last time begins anew instead."""

    def show(self, observations: Array, masks: Array, tallies: Array) -> None:
        """Copies out what the agents see (`uint8`), which actions are legal (`int8`) and the tallies (`int64`)."""

    def judge(self, rewards: Array, terminated: Array, truncated: Array, illegal: Array) -> None:
        """Copies out what the last actions have brought: `float64`, and three times `uint8`."""

@final
class Batch(Iterator[tuple[A, float]], Generic[A]):
    """Answers and the seconds they took, in the order of the puzzles. Dropping it stops the work."""

    def __iter__(self) -> Self: ...
    def __next__(self) -> tuple[A, float]: ...

@final
class Cancel:
    """A flag that any thread may raise to end the searches that were given it."""

    def __new__(cls) -> Self: ...
    def cancel(self) -> None:
        """Raises the flag, for good."""

    @property
    def cancelled(self) -> bool:
        """Whether the flag has been raised."""

def splitmix64(seed: int, count: int) -> list[int]:
    """The first numbers of the random stream with that seed."""
