"""Advice in play: one cheapest solution, kept as long as the player follows it.

Solving anew after every step could send a player to and fro, since a walk can go either way round. So the guide
remembers what comes next for every position that its solutions pass.
"""

from __future__ import annotations

from collections.abc import Sequence

from quandary.budget import Budget, Task
from quandary.game import Answer, BudgetEnded, Guide, Strategy
from quandary.games.sokoban.position import Position
from quandary.games.sokoban.rules import Step, is_push, is_solved, play

# A player waits for a hint, but not for long.
BUDGET = Budget(time=10.0)
# The second metric walks the shortest way between the pushes; it is given up soon where that takes long.
NEAT_BUDGET = Budget(time=2.0)


class SokobanGuide(Guide[Position, Step]):
    """One guide for a whole session."""

    def __init__(self, strategy: Strategy[Position, Step]) -> None:
        self._strategy = strategy
        self._next: dict[Position, tuple[Step, int] | None] = {}
        """The step to take and the pushes from there; None where nothing leads to a solution."""

    def distance(self, position: Position) -> int | None:
        """The pushes that are left at least; None if it cannot be solved any more."""
        if is_solved(position):
            return 0
        found = self._found(position)
        return None if found is None else found[1]

    def best_moves(self, position: Position) -> Sequence[Step]:
        """The next step of the solution that the guide has in mind."""
        found = None if is_solved(position) else self._found(position)
        return [] if found is None else [found[0]]

    def _found(self, position: Position) -> tuple[Step, int] | None:
        if position not in self._next:
            self._remember(position, self._solution(position))
        return self._next[position]

    def _solution(self, position: Position) -> Sequence[Step] | None:
        answer = self._ask(position, "pushes,moves", NEAT_BUDGET)
        if answer.conclusion not in ("solved", "unsolvable"):
            answer = self._ask(position, "pushes", BUDGET)
        if answer.conclusion == "unsolvable":
            return None
        if answer.moves is None or answer.conclusion != "solved":
            raise BudgetEnded(f"no answer within the budget ({answer.conclusion})")
        return answer.moves

    def _ask(self, position: Position, metric: str, budget: Budget) -> Answer[Step]:
        return self._strategy.solve(position, Task(metric, budget, cancel=self.cancel))

    def _remember(self, position: Position, solution: Sequence[Step] | None) -> None:
        if solution is None:
            self._next[position] = None
            return
        passed = [position]
        for step in solution:
            passed.append(play(passed[-1], step).position)
        left = 0
        for before, step in zip(reversed(passed[:-1]), reversed(solution), strict=True):
            left += is_push(before, step)
            self._next[before] = (step, left)
