"""How far it is to the goal, asked of the advisor, with a budget that does not depend on the clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from quandary.core.budget import Budget
from quandary.core.game import Game
from quandary.engine.advise import Advisor


class Distance(int):
    """A number of its own type: in a batch, Gymnasium puts plain numbers into an array that could not hold None."""


@dataclass(slots=True)
class Shaping:
    """Pay for coming nearer to the goal: by how much a potential grows, so that no way round earns more than the way.

    The potential of a position is minus its distance. Where the solver could not tell, it is that of the beginning;
    where it is proven that there is no way any more, twice that.
    """

    first: int = 0
    """The distance at the beginning."""
    potential: int = 0

    def begin(self, distance: int | None, verdict: str) -> None:
        """An episode begins."""
        self.first = 0 if distance is None else int(distance)
        self.potential = self._of(distance, verdict)

    def gain(self, distance: int | None, verdict: str) -> int:
        """By how much the potential has grown."""
        before, self.potential = self.potential, self._of(distance, verdict)
        return self.potential - before

    def _of(self, distance: int | None, verdict: str) -> int:
        if distance is not None:
            return -int(distance)
        return -self.first * (2 if verdict == "unsolvable" else 1)


class Teller:
    """Puts an advisor's word into an `info`."""

    def __init__(self, game: Game[Any, Any], nodes: int) -> None:
        self._game = game
        self._budget = Budget(nodes=nodes)
        self.forget()

    def __reduce__(self) -> tuple[Any, ...]:
        # What the advisor remembers is the core's, and can be found again.
        return Teller, (self._game, self._budget.nodes)

    def forget(self) -> None:
        """A new puzzle begins."""
        self._advisor: Advisor[Any, Any] = Advisor(self._game, budget=self._budget, thorough=False)

    def ask(self, position: Any) -> tuple[Distance | None, str]:
        """The cost of a solution from here, and the verdict. The cost is the least there is, and None where that is
        not proven; only of games whose first metric is `any` it is what the solver has found."""
        advice = self._advisor.advise(position)
        found, cost = advice.found, advice.cost
        assert found is not None
        is_telling = cost is not None and (found.optimal or found.metric == "any")
        return Distance(cost) if cost is not None and is_telling else None, found.verdict
