"""Writes proofs by layers, which `quandary.core.layers` checks. Nobody has to believe what is done here."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from quandary.core.abilities import Claim, M, P, Prover
from quandary.core.budget import Meter, Task
from quandary.core.errors import BudgetEnded, NotProven, UsageError
from quandary.core.game import Game
from quandary.core.layers import GameSpace, Space

# As Python stores them, measured and rounded up: a text with its cost and its line, and any game's position.
TEXT_BYTES = 250
POSITION_BYTES = 2500


def list_layers(space: Space, limit: int | None, task: Task, bytes_each: int = TEXT_BYTES) -> list[str]:
    """The lines of the proof, by uniform-cost search, with so many bytes for each position.

    Raises `BudgetEnded`, and `NotProven` if the claim is false.
    """
    meter = Meter(task, bytes_each)
    costs = {space.start: 0}
    frontier = [(0, space.start)] if space.matters(space.start, 0, limit) else []
    lines = []
    while frontier:
        cost, text = heapq.heappop(frontier)
        if cost > costs[text]:
            continue
        if stopped := meter.spend(len(costs), cost):
            raise BudgetEnded(f"the proof is too long for the {stopped} budget")
        if space.is_solved(text):
            raise NotProven(f"the claim is not true: {text} is solved, at cost {cost}")
        lines.append(f"{cost} {text}")
        for after, price in space.ways(text):
            if price < 1:
                raise UsageError("there is no proof by layers where a move costs nothing")
            total = cost + price
            known = costs.get(after)
            if space.matters(after, total, limit) if known is None else total < known:
                costs[after] = total
                heapq.heappush(frontier, (total, after))
    return lines


class GameProver(Prover[P, M]):
    """Proves verdicts of games that have no prover of their own."""

    def __init__(self, game: Game[P, M]) -> None:
        self._game = game

    def prove(self, position: P, claim: Claim[M], task: Task) -> Sequence[str]:
        """All positions, or those that cost less than the solution."""
        return list_layers(GameSpace(self._game, position, claim), claim.cost, task, POSITION_BYTES)
