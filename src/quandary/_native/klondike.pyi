"""Klondike: the rules, and the complete solver.

A card is `4 * rank + suit`: rank 0 is the ace, 12 the king; suits are C D H S. Moves are texts: `D`, `R`, `W>F`, `W>3`,
`3>F`, `3>5`, `3>5x2`, `FS>4`. Nonsense raises ValueError.
"""

from collections.abc import Callable
from typing import Literal

from quandary._native import Answer, Batch, Limits, Stopped

Position = tuple[list[list[int]], list[list[int]], list[int], list[int], list[int], int, int | None]
"""Face-down cards of the seven piles and face-up ones, from the bottom up; the stock, the next to be drawn first; the
waste, from the bottom up; how many cards of C D H S are home; how many are drawn at once; how often the waste may
still be turned over, None for as often as one likes."""

def solve(
    position: Position,
    *,
    worrying_back: bool = True,
    dominances: str = "proven",
    limits: Limits | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Answer[list[str]]:
    """Wins a position or proves it lost.

    Without `worrying_back` no card comes back from its foundation. What `dominances` leave out is proven to be
    needless: "proven" is the whole of it, "safe" only sends safe cards home at once, "none" tries everything; further
    names switch a part on ("none,chains") or off ("proven,-open").
    `progress(nodes, depth)` is called about every 50 ms; what it raises ends the search.
    """

def solve_batch(
    positions: list[Position],
    *,
    jobs: int,
    worrying_back: bool = True,
    dominances: str = "proven",
    limits: Limits | None = None,
) -> Batch[Answer[list[str]]]:
    """Solves on `jobs` threads, each position with its own budget."""

def moves(position: Position) -> list[str]:
    """Every legal move: D or R, the waste's, the piles' from the left, the foundations'; to the foundation first, then
    to piles from the left."""

def play(position: Position, move: str) -> Position:
    """The position after a legal move."""

def perft(position: Position, depth: int) -> list[int]:
    """The number of sequences of 0, 1, … `depth` moves; they go on past won positions."""

def random_playouts(position: Position, seed: int, count: int, limit: int) -> int:
    """How many of `count` games of at most `limit` moves are won if every legal move is as likely as the others."""

def shortest(
    position: Position,
    *,
    limits: Limits | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Answer[list[str]]:
    """A win in the fewest moves, a recycle not counted. When a budget ends, its status with the best moves so far, if
    there are any, and the proven lower bound."""

def atomic(
    position: Position,
    *,
    max_approach_steps: int = 20,
    max_local_nodes: int = 200_000,
    relax_at_depth: int = 17,
    max_approach_steps_high: int = 80,
    approach_steps_increment: int = 3,
    avoid_empty_unless_king: bool = True,
    ranking_strategy: str = "blended",
    enable_backjump: bool = True,
    reuse_approaches: bool = False,
    use_needed_ranks: bool = False,
    limits: Limits | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> tuple[Literal["solved", "exhausted"] | Stopped, list[str] | None, None, int, dict[str, int]]:
    """From flip to flip; never a proof. The last field counts flips, dead ends, backjumps and duplicates."""

def certify(
    position: Position,
    *,
    limits: Limits | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> tuple[Literal["solved", "unsolvable"] | Stopped, list[str], list[str]]:
    """The states that prove a position lost, first those with an open talon, in the words that the checker reads; none
    unless the status is "unsolvable"."""
