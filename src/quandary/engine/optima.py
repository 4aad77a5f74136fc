"""Plain puzzles made entries of a pack: solved, their optimum recorded, and those without a solution left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from quandary.core.errors import BudgetEnded, PuzzleError
from quandary.core.game import Game, Puzzle
from quandary.engine.solve import solve_many

Recorded = Puzzle[Any] | PuzzleError | BudgetEnded


def with_optima(
    game: Game[Any, Any], puzzles: Sequence[Puzzle[Any]], *, jobs: int = 1, time: float | None = None
) -> Iterator[Recorded]:
    """The puzzles in order with their optimum among their facts, where one is proven.

    An unsolvable one comes as a `PuzzleError`, and one that nobody could tell in time as a `BudgetEnded`.
    """
    for puzzle, verdict in zip(puzzles, solve_many(game, puzzles, jobs=jobs, time=time), strict=True):
        if verdict.verdict == "unsolvable":
            yield PuzzleError("unsolvable, left out", puzzle=puzzle.id)
        elif verdict.verdict == "unknown":
            yield BudgetEnded(f"puzzle {puzzle.id}: nobody knows within the {verdict.reason} budget, left out")
        else:
            optimum = {game.unit(verdict.metric): verdict.cost} if verdict.optimal else {}
            yield replace(puzzle, facts={**puzzle.facts, **optimum, **game.known_facts(puzzle.position)})
