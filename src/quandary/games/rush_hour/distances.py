"""How far every reachable position is from the nearest solution, by one call.

Slides can be taken back, so everything reachable from a position is reachable from everything else: a *cluster*. One
search out and one search back from all solved positions give the distance of each of them, and with it hints, the
number of best solutions, the hardest start and the canonical form.
"""

from __future__ import annotations

from collections.abc import Sequence

from quandary._native import rush_hour as native
from quandary.game import BudgetEnded, Guide, Task
from quandary.games.rush_hour.position import Position, place
from quandary.games.rush_hour.rules import Slide, slide


class Distances(Guide[Position, Slide]):
    """The cluster of one position. Questions about a position outside of it raise `KeyError`."""

    def __init__(self, cluster: native.Distances, width: int) -> None:
        self._cluster = cluster
        self._width = width

    @property
    def size(self) -> int:
        """The number of reachable positions, the pack line's SIZE."""
        return self._cluster.size

    @property
    def histogram(self) -> list[int]:
        """How many positions are 0, 1, 2 … away from solved; empty if none can be solved."""
        return self._cluster.histogram

    def distance(self, position: Position) -> int | None:
        """The cost of a shortest solution from this position; None if there is none."""
        return self._cluster.distance(position.cells)

    def best_moves(self, position: Position) -> Sequence[Slide]:
        """Every slide that begins a shortest solution."""
        return [slide(vehicle, cells) for vehicle, cells in self._cluster.best_moves(position.cells)]

    def optimal_solutions(self, position: Position) -> int:
        """How many different shortest solutions there are."""
        return self._cluster.optimal_solutions(position.cells)

    def farthest(self) -> tuple[Position, int] | None:
        """The hardest position of the cluster and its distance; None if nothing can be solved."""
        found = self._cluster.farthest()
        return found and (Position(found[0], self._width), found[1])

    def canonical(self) -> str:
        """The least board of the cluster, vehicles renamed in reading order: equal for duplicates and only for them."""
        return self._cluster.canonical()

    def always_blocked(self) -> list[str]:
        """The cells that are occupied in every reachable position: why an unsolvable board is unsolvable."""
        return [place(index, self._width) for index in self._cluster.always_blocked()]


def explore(position: Position, task: Task | None = None) -> Distances:
    """The cluster of `position`, with distances in the task's metric (`moves` or `steps`)."""
    task = task or Task()
    found = native.distances(position, task.metric, limits=task.limits())
    if isinstance(found, str):
        raise BudgetEnded(f"the cluster is too large for the {found} budget", reason=found)
    return Distances(found, position.width)


def canonical_form(position: Position, task: Task | None = None) -> str:
    """The canonical form alone, which needs only the search out."""
    found = native.canonical(position, limits=(task or Task()).limits())
    if found is None:
        raise BudgetEnded("the cluster is too large for the budget")
    return found
