"""Klondike: the rules, the solvers, and proofs of lost positions.

A position is any object with the fields of the game's own. A card is its name, `7H` or `TS`; a move is its source, its
target and how many cards it moves, as in the game's own: `("3", "5", 2)`, `("W", "F", 1)`, `("FS", "4", 1)`; `("S",
"W", 1)` draws, and `("W", "S", 1)` turns the waste over. Nonsense raises ValueError.
"""

from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol, final, type_check_only

from quandary._native import Answer, Arena, Batch, Judged, Limits, Stopped, Terms

Move = tuple[str, str, int]

@type_check_only
class Position(Protocol):
    """What is read of a position."""

    @property
    def face_down(self) -> Sequence[Sequence[str]]:
        """The seven piles, each from the bottom up."""

    @property
    def face_up(self) -> Sequence[Sequence[str]]: ...
    @property
    def stock(self) -> Sequence[str]:
        """The next to be drawn first."""

    @property
    def waste(self) -> Sequence[str]:
        """From the bottom up."""

    @property
    def foundations(self) -> Sequence[int]:
        """How many cards of C D H S are home."""

    @property
    def draw(self) -> int:
        """How many are drawn at once."""

    @property
    def redeals(self) -> int | None:
        """How often the waste may still be turned over; None for as often as one likes."""

@final
class Board:
    """A position as the core gives it back."""

    @property
    def face_down(self) -> list[list[str]]: ...
    @property
    def face_up(self) -> list[list[str]]: ...
    @property
    def stock(self) -> list[str]: ...
    @property
    def waste(self) -> list[str]: ...
    @property
    def foundations(self) -> list[int]: ...
    @property
    def draw(self) -> int: ...
    @property
    def redeals(self) -> int | None: ...

def moves(position: Position) -> list[Move]:
    """Every legal move: draw or recycle, the waste's, the piles' from the left, the foundations'; to the foundation
    first, then to piles from the left."""

def play(position: Position, move: Move) -> Board:
    """The position after a legal move."""

def perft(position: Position, depth: int) -> list[int]:
    """The number of sequences of 0, 1, … `depth` moves; they go on past won positions."""

def solve(
    position: Position,
    *,
    worrying_back: bool = True,
    dominances: str = "proven",
    limits: Limits | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Answer[list[Move]]:
    """Wins a position or proves it lost.

    Without `worrying_back` no card comes back from its foundation. What `dominances` leave out is proven to be
    needless: "proven" is the whole of it, "safe" only sends safe cards home at once, "none" tries everything; further
    names switch a part on ("none,chains") or off ("proven,-open").
    `progress(nodes, depth)` is called about every 50 ms; what it raises ends the search.
    """

def solve_batch(
    positions: Sequence[Position],
    *,
    jobs: int,
    worrying_back: bool = True,
    dominances: str = "proven",
    limits: Limits | None = None,
) -> Batch[Answer[list[Move]]]:
    """Solves on `jobs` threads, each position with its own budget."""

def judged_batch(
    positions: Sequence[Position],
    *,
    jobs: int,
    worrying_back: bool = True,
    dominances: str = "proven",
    limits: Limits | None = None,
) -> Batch[Judged]:
    """As `solve_batch`, but every solution is played through by the core's plain rules, and given as text."""

def shortest(
    position: Position,
    *,
    limits: Limits | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Answer[list[Move]]:
    """A win in the fewest moves, a recycle not counted. When a budget ends, its status with the best moves so far, if
    there are any, and the proven lower bound."""

@final
class AtomicAnswer:
    """An answer, and what has happened on the way to it."""

    @property
    def answer(self) -> Answer[list[Move]]: ...
    @property
    def flips(self) -> int: ...
    @property
    def atoms(self) -> int: ...
    @property
    def dead_ends(self) -> int: ...
    @property
    def atomic_dead(self) -> int: ...
    @property
    def backjumps(self) -> int: ...
    @property
    def duplicates(self) -> int: ...

def atomic(
    position: Position,
    options: dict[str, Any],
    *,
    limits: Limits | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> AtomicAnswer:
    """From flip to flip; never a proof. The options are all of the strategy's, by name."""

@final
class Proof:
    """The states that prove a position lost, in the words that the checker reads."""

    @property
    def status(self) -> Literal["solved", "unsolvable"] | Stopped:
        """There are no states unless this is "unsolvable"."""

    @property
    def open(self) -> list[str]:
        """Those with an open talon."""

    @property
    def closed(self) -> list[str]: ...

def certify(
    position: Position,
    *,
    limits: Limits | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Proof:
    """Proves a position lost."""

def arena(positions: Sequence[Position], count: int, threads: int, terms: Terms) -> Arena:
    """Many agents, each at a table of its own; games begin with one of these positions."""
