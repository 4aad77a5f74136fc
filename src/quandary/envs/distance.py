"""How far it is to the goal, asked of the game's solver, with a budget that does not depend on the clock."""

from __future__ import annotations

from typing import Any

from quandary.core.game import Game
from quandary.engine.solve import solve


class Distance(int):
    """A number of its own type: in a batch, Gymnasium puts plain numbers into an array that could not hold None."""


class Teller:
    """Remembers what it was told, and what follows for the positions that a solution passes."""

    def __init__(self, game: Game[Any, Any], nodes: int) -> None:
        self._game = game
        self._nodes = nodes
        self._known: dict[Any, tuple[Distance | None, str]] = {}

    def forget(self) -> None:
        """A new puzzle begins."""
        self._known.clear()

    def ask(self, position: Any) -> tuple[Distance | None, str]:
        """The cost of a solution from here, and the verdict. The cost is the least there is, and None where that is
        not proven; only of games whose first metric is `any` it is what the solver has found."""
        if position not in self._known:
            self._learn(position)
        return self._known[position]

    def _learn(self, position: Any) -> None:
        game = self._game
        found = solve(game, position, nodes=self._nodes)
        is_telling = found.optimal or found.metric == "any"
        if found.moves is None or found.cost is None or not is_telling:
            self._known[position] = None, found.verdict
            return
        left = found.cost
        for move in found.moves:
            self._known.setdefault(position, (Distance(left), found.verdict))
            left -= game.move_cost(position, move, found.metric)
            position = game.play(position, move).position
        self._known[position] = Distance(0), found.verdict
