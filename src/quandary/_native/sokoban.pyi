"""Sokoban: solving, bounds, and the plain rules.

A level is rows of `#` (wall), space (floor), `.` (goal), `$` (box), `@` (player), `+` (player on goal) and `*` (box on
goal), closed by walls, with one player, a goal, and at least a box for every goal. Anything else raises ValueError.
Places are (row, column), counted from 0, in reading order.
"""

from collections.abc import Callable
from typing import Literal, Self, final

from quandary._native import Answer, Arena, Array, Batch, Judged, Limits, Stopped, Terms
from quandary._native import Step as EnvStep

Place = tuple[int, int]

def solve(
    rows: list[str],
    metric: str = "pushes",
    *,
    limits: Limits | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Answer[str]:
    """A shortest solution in "pushes", "pushes,moves" (fewest pushes, then fewest moves) or "moves"; or "any" solution:
    `lurd` walks and `LURD` pushes.

    `progress(nodes, bound)` is called about every 50 ms; what it raises ends the search.
    """

def solve_batch(
    levels: list[list[str]],
    metric: str = "pushes",
    *,
    jobs: int,
    limits: Limits | None = None,
) -> Batch[Answer[str]]:
    """Solves on `jobs` threads, each level with its own budget."""

def judged_batch(
    levels: list[list[str]],
    metric: str = "pushes",
    *,
    jobs: int,
    limits: Limits | None = None,
) -> Batch[Judged]:
    """As `solve_batch`, but every solution is played through by the core's plain rules, and given as text."""

@final
class Improved:
    """A solution that was made shorter, as far as it could be."""

    @property
    def lurd(self) -> str: ...
    @property
    def bound(self) -> int:
        """A proven lower bound on what counts first; 0 where nothing was proven."""

    @property
    def nodes(self) -> int:
        """Positions expanded."""

def improve(
    rows: list[str],
    lurd: str,
    by: str = "pushes",
    *,
    limits: Limits | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Improved:
    """A solution made shorter, by pushes and then moves, or by moves and then pushes; never a worse one.

    When the budget ends, the best so far is returned. What is no solution raises ValueError.
    """

def lower_bound(rows: list[str]) -> int | None:
    """The fewest pushes that every box takes alone, each to its own goal; None if that is impossible."""

def dead_squares(rows: list[str]) -> list[Place]:
    """The squares from which a box cannot be brought to any goal."""

def frozen_boxes(rows: list[str]) -> list[Place]:
    """The boxes that can never move again, whatever else does."""

def perft(rows: list[str], depth: int) -> list[int]:
    """The number of sequences of 0, 1, … `depth` single steps of the player; they go on past solved positions."""

@final
class Replayed:
    """What the rules make of steps."""

    @property
    def letters(self) -> str:
        """Those of the steps made, upper case for pushes, and a dot for each that the rules do not allow."""

    @property
    def boxes(self) -> list[Place]:
        """In the end."""

    @property
    def player(self) -> Place: ...

def replay(rows: list[str], steps: str) -> Replayed:
    """Tries every step of a text like `lurd`."""

@final
class Order:
    """What a composed level should be like. Ranges hold both of their ends; sides count the outer walls."""

    def __new__(
        cls,
        *,
        widths: tuple[int, int],
        heights: tuple[int, int],
        boxes: tuple[int, int],
        pushes: tuple[int, int],
        min_detour: int = 0,
        min_changes: int = 0,
        min_toil: int = 0,
        room: int,
        patience: int,
        effort: int,
    ) -> Self: ...

@final
class Composed:
    """A level that was composed; all that is told of it is proven."""

    @property
    def rows(self) -> list[str]: ...
    @property
    def measures(self) -> Measures: ...
    @property
    def detour(self) -> int:
        """Pushes beyond those that the boxes would need if each were alone."""

    @property
    def parked(self) -> int:
        """Boxes to which the solution comes back."""

def compose(seed: int, order: Order, *, limits: Limits | None = None) -> Composed | None:
    """The level of a seed. None if the order's `effort`, in positions, gives none, or if the budget ended."""

@final
class Choices:
    """What there is to choose from before a push."""

    @property
    def legal(self) -> int: ...
    @property
    def best(self) -> int: ...
    @property
    def deadly(self) -> int | None:
        """None where not all positions are known."""

@final
class Measures:
    """What can be said of a level once its positions are known."""

    @property
    def pushes(self) -> list[tuple[int, int, str]]:
        """Of the shortest solution that changes the box least often: row and column of the box, and l, u, r or d."""

    @property
    def choices(self) -> list[Choices]:
        """Before each of the pushes."""

    @property
    def positions(self) -> int:
        """How many can be solved."""

    @property
    def is_complete(self) -> bool:
        """Whether these are all."""

def measure(rows: list[str], *, most: int, limits: Limits | None = None) -> Measures | None:
    """Measures a level, looking at no more than `most` positions. None if the level is too large for this, cannot be
    solved, or has more boxes than goals, or if the budget ended."""

Group = tuple[list[int], int]
"""Boxes and the player: squares of the floor, counted from 0 in reading order."""

@final
class Proof:
    """What proves a claim, as the checker wants it; empty lists unless it is proven."""

    @property
    def status(self) -> Literal["proven", "false"] | Stopped:
        """A claim is "false" if there is a better solution."""

    @property
    def prices(self) -> list[list[int]]:
        """In each list one for each goal, in reading order."""

    @property
    def traps(self) -> list[Group]: ...
    @property
    def positions(self) -> list[Group]: ...

def prove(
    rows: list[str],
    metric: str,
    pushes: int,
    moves: int,
    *,
    limits: Limits | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Proof:
    """What proves that no solution is better than one of so many pushes or moves, or that there is none. The metric is
    "pushes", "moves", "pushes,moves" or "unsolvable"."""

@final
class Stage:
    """A level made ready to be walked on, in the upper left corner of a picture of this size.

    A picture is small numbers: 0 wall, 1 floor, 2 goal, 3 box on a goal, 4 box, 5 player, 6 player on a goal."""

    def __new__(cls, rows: list[str], height: int, width: int) -> Self: ...

@final
class Solo:
    """One agent in a warehouse, who is shown a picture (`uint8`) and which of the four directions are free (`int8`).

    Both arrays are the caller's, and written anew by every call. With `ends_when_lost` an episode ends when it is
    proven, by a look at the boxes, that it cannot be won any more."""

    def __new__(cls, stage: Stage, terms: Terms, ends_when_lost: bool, observation: Array, mask: Array) -> Self: ...
    def begin(self, stage: Stage) -> int:
        """Begins on this stage: how many boxes are on goals."""

    def resume(self, stage: Stage, picture: bytes) -> int:
        """Goes on where a picture of this stage's level shows boxes and player: how many boxes are on goals."""

    def act(self, action: int) -> EnvStep:
        """Steps left, up, right or down (0 to 3); what the rules do not allow changes nothing."""

def arena(stages: list[Stage], count: int, threads: int, terms: Terms, ends_when_lost: bool) -> Arena:
    """So many agents on stages of one size, each episode on one that is drawn."""
