"""The native core: fast searches, written in Rust."""

from collections.abc import Iterator
from typing import Any, Generic, Literal, Protocol, Self, TypeVar, final, type_check_only

from quandary._native import circuit as circuit
from quandary._native import exponentile as exponentile
from quandary._native import klondike as klondike
from quandary._native import rush_hour as rush_hour
from quandary._native import sokoban as sokoban

__version__: str
"""The package's version, from the workspace's Cargo.toml."""

A = TypeVar("A")
M_co = TypeVar("M_co", covariant=True)
Stopped = Literal["time", "nodes", "memory", "cancelled"]
"""What has ended a search."""
Judged = tuple[
    Literal["solved", "unsolvable", "exhausted"] | Stopped, str | None, int | None, str | None, int | None, int
]
"""Status, solution as text, its cost, why the rules refuse it, bound and nodes."""
Array = Any
"""An array of numpy's, in one piece: anything with Python's buffer protocol."""
Step = tuple[float, bool, bool, bool, int]
"""Reward, terminated, truncated, illegal, and the game's tally."""

@type_check_only
class Terms(Protocol):
    """What is read of the environments' own terms."""

    @property
    def per_step(self) -> float: ...
    @property
    def per_legal(self) -> float: ...
    @property
    def per_illegal(self) -> float: ...
    @property
    def per_gain(self) -> float: ...
    @property
    def per_win(self) -> float: ...
    @property
    def most_steps(self) -> int | None: ...

@final
class Answer(Generic[M_co]):
    """What a search has found."""

    @property
    def status(self) -> Literal["solved", "unsolvable", "exhausted"] | Stopped:
        """What it has come to; "exhausted" is a search that has tried all it would try, and proves nothing."""

    @property
    def moves(self) -> M_co | None:
        """A solution, if one was found."""

    @property
    def bound(self) -> int | None:
        """A proven lower bound on the cost in the metric's first measure."""

    @property
    def nodes(self) -> int:
        """Positions expanded."""

@final
class Arena:
    """Episodes that are stepped together, on threads of their own and without the interpreter."""

    def reset(self, seeds: list[int]) -> None:
        """Begins all of them anew, each with its own seed."""

    def step(self, actions: Array) -> None:
        """Acts in all of them (`int64`); one that ended the last time begins anew instead."""

    def renew(self) -> None:
        """Begins those anew that have ended, at once and not with the next step."""

    def copy(self) -> Self:
        """The same episodes as far as they have come, to be played on apart from these."""

    def show(self, observations: Array, masks: Array, tallies: Array) -> None:
        """Copies out what the agents see (`uint8`), which actions are legal (`int8`) and the tallies (`int64`)."""

    def judge(self, rewards: Array, terminated: Array, truncated: Array, illegal: Array) -> None:
        """Copies out what the last actions have brought: `float64`, and three times `uint8`."""

@final
class Batch(Iterator[tuple[A, float, float | None]], Generic[A]):
    """Answers, the seconds and the CPU seconds that they took, in the order of the puzzles; the latter are of the
    thread alone, and None where the system does not tell. Dropping it stops the work."""

    def __iter__(self) -> Self: ...
    def __next__(self) -> tuple[A, float, float | None]: ...

@final
class Cancel:
    """A flag that any thread may raise to end the searches that were given it."""

    def __new__(cls) -> Self: ...
    def cancel(self) -> None:
        """Raises the flag, for good."""

    @property
    def cancelled(self) -> bool:
        """Whether the flag has been raised."""

@final
class Limits:
    """What every native call that may take long is given: how much it may spend, and who may end it."""

    def __new__(
        cls,
        time: float | None = None,
        nodes: int | None = None,
        memory: int | None = None,
        cancel: Cancel | None = None,
        threads: int = 1,
    ) -> Self:
        """Seconds, positions expanded, and bytes; None is no limit. `threads` are for a search that can use them."""

def splitmix64(seed: int, count: int) -> list[int]:
    """The first numbers of the random stream with that seed."""
