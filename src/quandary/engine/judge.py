"""judge(): what the rules say of somebody's moves, whoever it was that thought of them.

A strategy's claim, an answer to an evaluation and a stranger's solution all come here: legal up to where, solved or
not, at what cost.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from quandary.core.abilities import M, P
from quandary.core.arguments import described
from quandary.core.errors import IllegalMove, QuandaryError, UsageError
from quandary.core.game import Game, Outcome, Status
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


def play_move(game: Game[P, M], position: P, move: M) -> Outcome[P]:
    """Play a move by the rules. A value of another type than the game's moves is a `UsageError`."""
    try:
        return game.play(position, move)
    except QuandaryError:
        raise
    except Exception as error:
        legal = game.moves(position)
        # A move of the right type that the rules fail on is the game's fault.
        if not legal or type(move) in {type(other) for other in legal}:
            raise
        example = game.format_move(legal[0])
        raise UsageError(f"expected a move of {game.name}, like {example!r}, not {described(move)}") from error


def judge(
    game: Game[Any, Any], position: Any, moves: Iterable[Any], metric: str, passed: list[Any] | None = None
) -> Replayed:
    """Plays the moves through the rules, as far as they are legal. The positions that they pass go into `passed`."""
    cost = number = 0
    for number, move in enumerate(moves, start=1):
        try:
            after = play_move(game, position, move).position
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
