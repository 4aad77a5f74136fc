"""Rush Hour: solving, distances and counts.

A position is any object with the fields of the game's own: `cells` are the rows one after another, `.` empty, `x` a
wall, other letters vehicles; `red` is the letter of the red car, which lies horizontally and wants to touch the right
edge. A slide is a letter and a number of cells, to the right or down, or negative. Nonsense raises ValueError.
"""

from collections.abc import Callable, Sequence
from typing import Protocol, Self, final, type_check_only

from quandary._native import Answer, Arena, Batch, Judged, Limits, Stopped, Terms

Slide = tuple[str, int]

@type_check_only
class Position(Protocol):
    """What is read of a position."""

    @property
    def cells(self) -> str: ...
    @property
    def width(self) -> int: ...
    @property
    def red(self) -> str: ...

def solve(
    position: Position,
    metric: str = "moves",
    *,
    limits: Limits | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Answer[list[Slide]]:
    """A shortest solution in "moves", in "steps", or in "moves,steps": moves first, then steps.

    `progress(nodes, depth)` is called about every 50 ms; what it raises ends the search.
    """

def solve_batch(
    positions: Sequence[Position], metric: str = "moves", *, jobs: int, limits: Limits | None = None
) -> Batch[Answer[list[Slide]]]:
    """Solves on `jobs` threads, each position with its own budget."""

def judged_batch(
    positions: Sequence[Position], metric: str = "moves", *, jobs: int, limits: Limits | None = None
) -> Batch[Judged]:
    """As `solve_batch`, but every solution is played through by the core's plain rules, and given as text."""

def count_batch(
    positions: Sequence[Position], metric: str = "moves", *, jobs: int, limits: Limits | None = None
) -> list[int | None]:
    """The optimum of each position: -1 if unsolvable, None if its budget ran out."""

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

def distances(position: Position, metric: str = "moves", *, limits: Limits | None = None) -> Distances | Stopped:
    """Explores all positions and measures them, in moves or in steps."""

def canonical(position: Position, *, limits: Limits | None = None) -> str | None:
    """The least text of all positions that can be reached, with the red car renamed X and the others A, B, C … in
    order of appearance. None if a budget ran out."""

def moves(position: Position) -> list[Slide]:
    """Every legal slide, by letter and then by cells."""

def perft(position: Position, depth: int) -> list[int]:
    """The number of sequences of 0, 1, … `depth` slides; they go on past solved positions."""

def random_walks(position: Position, *, seed: int, walks: int, limit: int) -> list[int]:
    """The lengths of random walks to a solved position, in moves; `limit` for one that did not arrive by then."""

@final
class Wish:
    """What a puzzle should be like.

    The first with `min_moves` will do; without it, the hardest of `effort` boards is taken. Clusters of more than
    `cluster_limit` positions are passed over."""

    def __new__(
        cls,
        width: int,
        height: int,
        *,
        walls: int = 0,
        min_moves: int | None = None,
        max_moves: int | None = None,
        effort: int,
        cluster_limit: int = 5000,
    ) -> Self: ...

@final
class Puzzle:
    """A minimal puzzle."""

    @property
    def cells(self) -> str: ...
    @property
    def moves(self) -> int:
        """The optimum."""

    @property
    def positions(self) -> int:
        """How many can be reached."""

    @property
    def histogram(self) -> list[int] | None:
        """How many there are at each distance; None where they were not counted."""

def generate(seed: int, wish: Wish, *, limits: Limits | None = None) -> Puzzle | Stopped | None:
    """The puzzle of a seed; None if the effort gives none; or which limit ended before that was known."""

@final
class Enumeration:
    """The minimal puzzles of a small board."""

    @property
    def puzzles(self) -> list[Puzzle]:
        """The hardest first."""

    @property
    def is_complete(self) -> bool:
        """False if a budget ended before all were found."""

def enumerate_minimal(width: int, height: int, walls: int = 0, *, limits: Limits | None = None) -> Enumeration:
    """Every minimal puzzle of a small board with exactly so many walls."""

def count_parts(width: int, height: int, walls: int = 0) -> int:
    """How many parts there are to `enumerate_parts`."""

def enumerate_parts(width: int, height: int, walls: int, parts: Sequence[int], *, jobs: int) -> Batch[list[Puzzle]]:
    """The minimal puzzles of each of these parts, which have none in common and are all of them together."""

@final
class Minimal:
    """What could be removed of a position, each part alone, without changing the optimum."""

    @property
    def optimum(self) -> int | None:
        """In moves; None if unsolvable."""

    @property
    def vehicles(self) -> list[str]: ...
    @property
    def walls(self) -> list[int]:
        """Their cells."""

def minimal(position: Position, *, limits: Limits | None = None) -> Minimal | Stopped:
    """The parts that a position can do without."""

def arena(
    pictures: Sequence[tuple[bytes, int]],
    width: int,
    vehicles: int,
    farthest: int,
    count: int,
    threads: int,
    terms: Terms,
) -> Arena:
    """Many agents, each at a board of its own: one of these pictures with its own number of columns, all `width` wide.

    A picture has a byte a cell: 0 is free, 1 a wall, 2 the red car, then the others; what is not of the board is wall.
    """
