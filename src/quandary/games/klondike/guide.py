"""Advice in play: a solution from here, kept as long as the player follows it.

Solving anew after every move could lead a player round in circles, since each solution is only one of many. So the
guide remembers, for every position that its solutions pass, what comes next; whoever follows it gets home in as many
moves as it said. It looks for a short solution, but does not insist on the shortest.
"""

from __future__ import annotations

from collections.abc import Sequence

from quandary.budget import Budget, Task
from quandary.game import BudgetEnded, Guide
from quandary.games.klondike.position import Position
from quandary.games.klondike.rules import Move, is_won, move_cost, play
from quandary.games.klondike.solver import SHORTEST, Complete

VERDICT_BUDGET = Budget(time=10.0)
# Counted in positions rather than seconds, so that the same game gets the same advice everywhere.
SHORTENING_BUDGET = Budget(nodes=200_000, time=3.0)


class KlondikeGuide(Guide[Position, Move]):
    """One guide for a whole session."""

    def __init__(self) -> None:
        self._next: dict[Position, tuple[Move, int] | None] = {}
        """The move to make and the cost from there; None where nothing leads home."""

    def distance(self, position: Position) -> int | None:
        """The cost of the solution that the guide has in mind; None if there is none."""
        if is_won(position):
            return 0
        step = self._step(position)
        return None if step is None else step[1]

    def best_moves(self, position: Position) -> Sequence[Move]:
        """The next move of that solution."""
        step = None if is_won(position) else self._step(position)
        return [] if step is None else [step[0]]

    def _step(self, position: Position) -> tuple[Move, int] | None:
        if position not in self._next:
            self._remember(position, self._solution(position))
        return self._next[position]

    def _solution(self, position: Position) -> Sequence[Move] | None:
        found = Complete().solve(position, Task("any", VERDICT_BUDGET, cancel=self.cancel))
        if found.conclusion == "unsolvable":
            return None
        if found.moves is None:
            raise BudgetEnded(f"no answer within the budget ({found.conclusion})")
        shorter = Complete().solve(position, Task(SHORTEST, SHORTENING_BUDGET, cancel=self.cancel)).moves or found.moves
        return min(found.moves, shorter, key=_cost)

    def _remember(self, start: Position, moves: Sequence[Move] | None) -> None:
        if moves is None:
            self._next[start] = None
            return
        # A position that the solution passes twice leads on as it does the last time: nobody walks a loop.
        onward: dict[Position, Move] = {}
        position = start
        for move in moves:
            onward[position] = move
            position = play(position, move).position
        path, position = [], start
        while not is_won(position) and position not in self._next:
            path.append((position, onward[position]))
            position = play(position, onward[position]).position
        left = self.distance(position) or 0
        for passed, move in reversed(path):
            left += move_cost(move)
            self._next[passed] = (move, left)


def _cost(moves: Sequence[Move]) -> int:
    return sum(map(move_cost, moves))
