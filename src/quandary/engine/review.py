"""A game beside the best one: what both cost, and where the player has left the best line.

A position is on a best line if what it has cost to come there, and what the rest costs at least, make up the optimum.
Who has left it never comes back to it, so that a few questions find the place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic

from quandary.core.abilities import M, P
from quandary.core.words import counted
from quandary.engine.session import Session


@dataclass(frozen=True, slots=True)
class Review(Generic[P, M]):
    """What there is to learn from a game."""

    unit: str
    """What the costs count."""
    cost: int
    """What was played."""
    optimum: int
    """The least there is."""
    moves: tuple[M, ...]
    """What was played."""
    best: tuple[M, ...]
    """A best line that goes with the player as far as any does."""
    left_at: int | None
    """After how many moves the player left the best lines; None if never."""
    played: M | None
    """What was played there."""
    better: M | None
    """What would have been best there."""
    position: P | None
    """Where that was."""
    words: str
    """All of it in a sentence."""


def review(session: Session[P, M], **question: Any) -> Review[P, M] | None:
    """A look back at a game; None where no best line is known. `question` is a budget, a `Cancel`, a progress."""
    game, advisor, unit = session.game, session.advisor, session.game.units[0]
    history, moves = session.history, session.moves
    first = advisor.advise(history[0], **question)
    if first.promise != "best" or first.cost is None:
        return None
    costs = [0]
    for position, move in zip(history, moves, strict=False):
        costs.append(costs[-1] + game.move_cost(position, move, unit))
    optimum = first.cost

    def is_best(number: int) -> bool:
        advice = advisor.advise(history[number], **question)
        rest = 0 if advice.line == () else advice.cost
        return rest is not None and costs[number] + rest == optimum

    low, high = 0, len(moves)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if is_best(middle) else (low, middle - 1)
    best = (*moves[:low], *(advisor.advise(history[low], **question).line or ()))
    if low == len(moves):
        words = f"The optimum, {counted(optimum, unit)}."
        return Review(unit, costs[-1], optimum, moves, best, None, None, None, None, words)
    here, played, better = history[low], moves[low], best[low]
    words = (
        f"{counted(costs[-1], unit).capitalize()}, the best is {optimum}. You left the best line with move {low + 1}: "
        f"{game.say_move(here, played)}; better: {game.say_move(here, better)}."
    )
    return Review(unit, costs[-1], optimum, moves, best, low, played, better, here, words)
