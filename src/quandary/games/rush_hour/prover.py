"""Writes proofs: leaves out every vehicle that it can do without, and lists the positions of the others.

With fewer vehicles there is more room, but one thing less to move. A vehicle is left out if the verdict stays
the same and the native search then needs no more positions; this is tried until nothing more can go.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from quandary._native import rush_hour as native
from quandary.core.layer_search import list_layers
from quandary.game import Claim, Prover, Task
from quandary.games.rush_hour.checker import HEADING, KeptVehicles
from quandary.games.rush_hour.position import Position
from quandary.games.rush_hour.rules import Slide


class RushHourProver(Prover[Position, Slide]):
    """Closed sets and layers, of as few vehicles as will do."""

    def prove(self, position: Position, claim: Claim[Slide], task: Task) -> Sequence[str]:
        started = time.monotonic()
        letters = _needed(position, claim, task)
        space = KeptVehicles(position, letters, claim)
        return [HEADING + letters, *list_layers(space, space.limit, _rest(task, started))]


def _needed(position: Position, claim: Claim[Slide], task: Task) -> str:
    """The vehicles that the proof needs, in order; more of them if the budget ends before that is known."""
    started = time.monotonic()
    kept = "".join(position.letters)
    least = _effort(position, kept, claim, task)
    untried = list(kept.replace(position.red, ""))
    while least is not None and untried:
        fewer = kept.replace(untried.pop(), "")
        rest = _rest(task, started)
        effort = _effort(position, fewer, claim, replace(rest, budget=replace(rest.budget, nodes=least)))
        if effort is not None:
            kept, least = fewer, effort
            # Without it, others may be of no use either.
            untried = list(kept.replace(position.red, ""))
    return kept


def _effort(position: Position, letters: str, claim: Claim[Slide], task: Task) -> int | None:
    """How many positions the search needs with these vehicles; None if the verdict changes, or is late."""
    space = KeptVehicles(position, letters, claim)
    found = native.solve(space.position(space.start), claim.metric, limits=task.limits())
    cost = None if found.moves is None else sum(space.price(cells) for _, cells in found.moves)
    return found.nodes if found.status == claim.verdict and cost == space.limit else None


def _rest(task: Task, started: float) -> Task:
    """The task with the time that is left of its budget."""
    if task.budget.time is None:
        return task
    left = max(0.0, task.budget.time - (time.monotonic() - started))
    return replace(task, budget=replace(task.budget, time=left))
