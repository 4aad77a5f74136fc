"""Solves by native search: A* over pushes, with everything left out that is proven to be needless.

The core finds the fewest pushes, the fewest moves among those, the fewest moves, or any solution, and proves
unsolvability by leaving nothing unsearched. How it does so is told in `docs/sokoban-solver.md`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quandary._native import sokoban as native
from quandary.budget import Task
from quandary.game import Answer, Strategy
from quandary.games.sokoban.position import Position
from quandary.games.sokoban.rules import STEPS, Step
from quandary.games.sokoban.textbook import Textbook


class Optimal(Strategy[Position, Step]):
    """The native A*."""

    name = "optimal"
    summary = "A* over pushes with matching, corrals and frozen boxes: complete, optimal in every metric"
    metrics = ("pushes", "pushes,moves", "moves", "any")

    def solve(self, position: Position, task: Task) -> Answer[Step]:
        return _answer(native.solve(position.rows(), task.metric, progress=task.progress, **task.limits()))

    def solve_batch(self, positions: Sequence[Position], task: Task, jobs: int) -> Iterator[tuple[Answer[Step], float]]:
        rows = [position.rows() for position in positions]
        batch = native.solve_batch(rows, task.metric, jobs=jobs, **task.limits())
        return ((_answer(answer), seconds) for answer, seconds in batch)


STRATEGIES: tuple[Strategy[Position, Step], ...] = (Optimal(), Textbook())


def _answer(answer: native.Answer) -> Answer[Step]:
    conclusion, lurd, bound, nodes = answer
    steps = None if lurd is None else [STEPS[letter] for letter in lurd]
    return Answer(conclusion, steps, bound, nodes)
