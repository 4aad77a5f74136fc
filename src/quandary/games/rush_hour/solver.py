"""Solves by native breadth-first search: one visit a position on packed states beats every deepening scheme.

The core finds an optimum in moves, in steps, or in moves and then steps, and proves unsolvability by visiting
every reachable position. How it does so is told in `crates/core/src/rush_hour`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quandary._native import Answer as NativeAnswer
from quandary._native import rush_hour as native
from quandary.game import Answer, Judged, Strategy, Task
from quandary.games.rush_hour.position import Position
from quandary.games.rush_hour.rules import Slide, slide


class Optimal(Strategy[Position, Slide]):
    """The native breadth-first search."""

    name = "optimal"
    summary = "breadth-first search over packed positions: complete, optimal in every metric"
    metrics = ("moves", "steps", "moves,steps")

    def solve(self, position: Position, task: Task) -> Answer[Slide]:
        return _answer(native.solve(position, task.metric, limits=task.limits(), progress=task.progress))

    def solve_batch(
        self, positions: Sequence[Position], task: Task, jobs: int
    ) -> Iterator[tuple[Answer[Slide], float]]:
        batch = native.solve_batch(positions, task.metric, jobs=jobs, limits=task.limits())
        return ((_answer(answer, cpu), wall) for answer, wall, cpu in batch)

    def judged_batch(
        self, positions: Sequence[Position], task: Task, jobs: int
    ) -> Iterator[tuple[Judged, float, float | None]]:
        batch = native.judged_batch(positions, task.metric, jobs=jobs, limits=task.limits())
        return ((Judged._make(judged), wall, cpu) for judged, wall, cpu in batch)


STRATEGIES: tuple[Strategy[Position, Slide], ...] = (Optimal(),)


def count_optima(positions: Sequence[Position], task: Task | None = None, jobs: int = 1) -> list[int | None]:
    """Only the optima, for large batches: -1 for an unsolvable position, None where the budget ran out."""
    task = task or Task()
    return native.count_batch(positions, task.metric, jobs=jobs, limits=task.limits())


def _answer(answer: NativeAnswer[list[native.Slide]], cpu: float | None = None) -> Answer[Slide]:
    slides = answer.moves
    moves = None if slides is None else [slide(vehicle, cells) for vehicle, cells in slides]
    return Answer(answer.status, moves, answer.bound, answer.nodes, cpu_seconds=cpu)
