"""Rush Hour: solving, distances and counts.

`cells` are a board's rows one after another: `.` empty, `x` a wall, other letters vehicles. `red` is the letter of
the red car, which lies horizontally and wants to touch the right edge. A slide is a letter and a number of cells, to
the right or down, or negative. Nonsense raises ValueError.

Budgets: `time` in seconds, `nodes` in positions expanded, `memory` in bytes; None is no limit. A status is "solved",
"unsolvable", or what ended the search: "time", "nodes", "memory", "cancelled".
"""

from collections.abc import Callable
from typing import Literal, final

from quandary._native import Batch, Cancel

Metric = Literal["moves", "steps", "moves,steps"]
Stopped = Literal["time", "nodes", "memory", "cancelled"]
Status = Literal["solved", "unsolvable"] | Stopped
Slide = tuple[str, int]
Board = tuple[str, int, str]
"""Cells, width and red."""
Answer = tuple[Status, list[Slide] | None, int | None, int]
"""Status, slides if solved, a proven lower bound on the cost in the metric's first measure, positions expanded."""

def solve(
    cells: str,
    width: int,
    red: str,
    metric: str = "moves",
    *,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    cancel: Cancel | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Answer:
    """A shortest solution. `progress(nodes, depth)` is called about every 50 ms; what it raises ends the search."""

def solve_batch(
    boards: list[Board],
    metric: str = "moves",
    *,
    jobs: int,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    cancel: Cancel | None = None,
) -> Batch[Answer]:
    """Solves on `jobs` threads, each board with its own budget."""

def count_batch(
    boards: list[Board],
    metric: str = "moves",
    *,
    jobs: int,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    cancel: Cancel | None = None,
) -> list[int | None]:
    """The optimum of each board: -1 if unsolvable, None if its budget ran out."""

@final
class Distances:
    """Every position that can be reached, with its distance from the nearest solved one.

    A method that takes `cells` raises KeyError unless they are one of these positions.
    """

    @property
    def size(self) -> int:
        """The number of positions."""

    @property
    def histogram(self) -> list[int]:
        """The number of positions at each distance; empty if none is solvable."""

    def distance(self, cells: str) -> int | None:
        """The distance from the nearest solved position; None if there is none."""

    def best_moves(self, cells: str) -> list[Slide]:
        """Every slide that begins an optimal solution, by letter and then by cells."""

    def optimal_solutions(self, cells: str) -> int:
        """The number of different optimal solutions, 2**128 - 1 if they are more."""

    def farthest(self) -> tuple[str, int] | None:
        """The position farthest from any solution, of several the one with the least text; and its distance."""

    def canonical(self) -> str:
        """See `canonical` of this module."""

    def always_blocked(self) -> list[int]:
        """The cells that are occupied in every position, walls among them."""

def distances(
    cells: str,
    width: int,
    red: str,
    metric: str = "moves",
    *,
    nodes: int | None = None,
    memory: int | None = None,
    time: float | None = None,
    cancel: Cancel | None = None,
) -> Distances | Stopped:
    """Explores all positions and measures them, in moves or in steps."""

def canonical(
    cells: str,
    width: int,
    red: str,
    *,
    nodes: int | None = None,
    memory: int | None = None,
    time: float | None = None,
    cancel: Cancel | None = None,
) -> str | None:
    """The least text of all positions that can be reached, with the red car renamed X and the others A, B, C … in
    order of appearance. None if a budget ran out."""

def moves(cells: str, width: int) -> list[Slide]:
    """Every legal slide, by letter and then by cells."""

def perft(cells: str, width: int, depth: int) -> list[int]:
    """The number of sequences of 0, 1, … `depth` slides; they go on past solved positions."""

def random_walks(cells: str, width: int, red: str, *, seed: int, walks: int, limit: int) -> list[int]:
    """The lengths of random walks to a solved position, in moves; `limit` for one that did not arrive by then."""

def generate(
    seed: int,
    width: int,
    height: int,
    *,
    walls: int = 0,
    min_moves: int | None = None,
    max_moves: int | None = None,
    effort: int,
    cluster_limit: int = 5000,
    time: float | None = None,
    cancel: Cancel | None = None,
) -> tuple[str, int, int] | None:
    """A minimal puzzle: cells, optimum in moves, reachable positions. The first with `min_moves` will do; without it,
    the hardest of `effort` boards is taken. Clusters of more than `cluster_limit` positions are passed over. None if
    the effort or a budget ended before one was found."""

def enumerate_minimal(
    width: int,
    height: int,
    *,
    time: float | None = None,
    nodes: int | None = None,
    cancel: Cancel | None = None,
) -> tuple[list[tuple[int, str, int, list[int]]], bool]:
    """Every minimal puzzle of a small board, hardest first: optimum, cells, reachable positions, and their numbers by
    distance. The flag is False if a budget ended before all were found."""

def minimal(
    cells: str,
    width: int,
    red: str,
    *,
    nodes: int | None = None,
    memory: int | None = None,
    time: float | None = None,
    cancel: Cancel | None = None,
) -> tuple[int | None, list[str]] | Stopped:
    """The optimum in moves, None if unsolvable; and the parts, letters or `x@INDEX` for a wall, each of which could
    be removed alone without changing it."""
