"""The native core: fast searches, written in Rust."""

from collections.abc import Iterator
from typing import Generic, Self, TypeVar, final

from quandary._native import exponentile as exponentile
from quandary._native import klondike as klondike
from quandary._native import rush_hour as rush_hour
from quandary._native import sokoban as sokoban

__version__: str
"""The package's version, from the workspace's Cargo.toml."""

A = TypeVar("A")

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
