"""Solves by native search: A* over pushes, with everything left out that is proven to be needless.

The core finds the fewest pushes, the fewest moves among those, the fewest moves, or any solution, and proves
unsolvability by leaving nothing unsearched. How it does so is told in `docs/sokoban-solver.md`.
"""

from __future__ import annotations

import time as clock
from collections.abc import Iterator, Sequence
from dataclasses import replace

from quandary._native import sokoban as native
from quandary.budget import Budget, Progress, Task
from quandary.game import Answer, Option, Strategy
from quandary.games.sokoban.position import Position
from quandary.games.sokoban.rules import STEPS, Step
from quandary.games.sokoban.textbook import Textbook

IMPROVE = "improve"
IMPROVING_NODES = 250_000
"""Positions for improving where neither time nor positions are limited, and twice those of the search."""
SEARCH_SHARE = 0.75
"""The part of a budget that goes to the search where it could use it all up for a proof."""


class Optimal(Strategy[Position, Step]):
    """The native A*."""

    name = "optimal"
    summary = "A* over pushes with matching, corrals and frozen boxes: complete, optimal in every metric"
    metrics = ("pushes", "pushes,moves", "moves", "any")
    options = (Option(IMPROVE, bool, False, "Make a solution shorter in what is left of the budget.", is_flag=True),)

    def solve(self, position: Position, task: Task) -> Answer[Step]:
        if task.options.get(IMPROVE):
            return _solve_and_improve(position, task)
        return _answer(native.solve(position.rows(), task.metric, progress=task.progress, **task.limits()))

    def solve_batch(
        self, positions: Sequence[Position], task: Task, jobs: int
    ) -> Iterator[tuple[Answer[Step], float]] | None:
        if task.options.get(IMPROVE):
            return None
        rows = [position.rows() for position in positions]
        batch = native.solve_batch(rows, task.metric, jobs=jobs, **task.limits())
        return ((_answer(answer), seconds) for answer, seconds in batch)


STRATEGIES: tuple[Strategy[Position, Step], ...] = (Optimal(), Textbook())


def _solve_and_improve(position: Position, task: Task) -> Answer[Step]:
    """Any solution may use the whole budget, and what is left improves it; a search for a proof leaves a quarter."""
    started = clock.perf_counter()
    share = 1.0 if task.metric == "any" else SEARCH_SHARE
    search = replace(task, budget=_part(task.budget, share), options={})
    found = Optimal().solve(position, search)
    if found.moves is None or (found.conclusion == "solved" and task.metric != "any"):
        return found
    budget = task.budget
    if budget.time is None and budget.nodes is None:
        left = replace(budget, nodes=IMPROVING_NODES + 2 * found.nodes)
    else:
        time = None if budget.time is None else max(budget.time - (clock.perf_counter() - started), 0.0)
        left = replace(budget, time=time, nodes=None if budget.nodes is None else max(budget.nodes - found.nodes, 0))
    lurd, bound, nodes = native.improve(
        position.rows(),
        "".join(step.letter for step in found.moves),
        "moves" if task.metric == "moves" else "pushes",
        progress=_from(task.progress, found.nodes),
        **replace(task, budget=left).limits(),
    )
    steps = [STEPS[letter] for letter in lurd]
    bound = max(bound, found.bound or 0)
    if task.metric == "pushes,moves":
        # Who meets the bound counts as optimal, but the moves are not proven to be the fewest.
        bound = min(bound, sum(letter.isupper() for letter in lurd) - 1)
    return replace(found, moves=steps, bound=bound, nodes=found.nodes + nodes, first=found.moves)


def _part(budget: Budget, share: float) -> Budget:
    time = None if budget.time is None else budget.time * share
    return replace(budget, time=time, nodes=None if budget.nodes is None else int(budget.nodes * share))


def _from(progress: Progress | None, nodes: int) -> Progress | None:
    """Goes on counting where the search has ended."""
    return None if progress is None else lambda more, depth: progress(nodes + more, depth)


def _answer(answer: native.Answer) -> Answer[Step]:
    conclusion, lurd, bound, nodes = answer
    steps = None if lurd is None else [STEPS[letter] for letter in lurd]
    return Answer(conclusion, steps, bound, nodes)
