"""judge(): what the rules say of somebody's moves, whoever it was that thought of them.

A strategy's claim, an answer to an evaluation and a stranger's solution all come here: legal up to where, solved or
not, at what cost.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from quandary.core.errors import IllegalMove
from quandary.core.game import Game, Status
from quandary.core.words import counted


@dataclass(frozen=True, slots=True)
class Replayed:
    """What the rules say of somebody's moves."""

    solved: bool
    """Every move is legal, and the last one wins."""
    cost: int
    """The cost of the legal moves."""
    legal: int
    """How many moves are legal, counted up to the first that is not."""
    problem: str | None
    """Why it is no solution: the first illegal move and the reason, or that it ends too early."""
    position: Any
    """Where the legal moves lead."""
    refusal: str | None = None
    """Why the move after the legal ones is illegal, if one is."""


def judge(
    game: Game[Any, Any], position: Any, moves: Iterable[Any], metric: str, passed: list[Any] | None = None
) -> Replayed:
    """Plays the moves through the rules, as far as they are legal. The positions that they pass go into `passed`."""
    cost = number = 0
    for number, move in enumerate(moves, start=1):
        try:
            after = game.play(position, move).position
        except IllegalMove as error:
            problem = f"move {number}, {game.format_move(move)}, is illegal: {error}"
            return Replayed(False, cost, number - 1, problem, position, str(error))
        cost += game.move_cost(position, move, metric)
        position = after
        if passed is not None:
            passed.append(position)
    if game.status(position) is Status.WON:
        return Replayed(True, cost, number, None, position)
    # Who plays for a score may stop where they like.
    problem_or_none = None if game.is_scored else f"not solved after {counted(number, 'moves')}"
    return Replayed(False, cost, number, problem_or_none, position)
