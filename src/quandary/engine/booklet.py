"""A pack on paper: every puzzle's picture, and the keys at the end. For any game that can draw itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from quandary.core.errors import UsageError
from quandary.core.game import Game, Puzzle
from quandary.engine.solve import Verdict, solve_many

SOLVING_TIME = 10.0
"""Seconds for each key."""


def booklet_of(game: Game[Any, Any], puzzles: Sequence[Puzzle[Any]], *, jobs: int = 1) -> bytes:
    """The puzzles as a PDF with keys; games that are played for a score have none."""
    # Slow to import, and needs an extra.
    from quandary.drawing.pdf import Entry, booklet

    entries = []
    for puzzle, key in zip(puzzles, _keys(game, puzzles, jobs), strict=True):
        picture = game.draw_svg(puzzle.position)
        if picture is None:
            raise UsageError(f"{game.name} cannot draw pictures")
        entries.append(Entry(puzzle.id, picture, key))
    return booklet(entries, title=game.title)


def _keys(game: Game[Any, Any], puzzles: Sequence[Puzzle[Any]], jobs: int) -> Iterator[str]:
    if game.is_scored:
        return iter([""] * len(puzzles))
    return (_key(game, verdict) for verdict in solve_many(game, puzzles, jobs=jobs, time=SOLVING_TIME))


def _key(game: Game[Any, Any], verdict: Verdict) -> str:
    if verdict.solution is None:
        return "cannot be solved" if verdict.verdict == "unsolvable" else "no solution was found in time"
    return f"{verdict.cost} {game.unit(verdict.metric)}: {verdict.solution}"
