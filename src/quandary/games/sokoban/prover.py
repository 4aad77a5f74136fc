"""Writes proofs: a native search finds what to list, and `checker` says whether it proves anything."""

from __future__ import annotations

from collections.abc import Sequence

from quandary._native import sokoban as native
from quandary.game import BudgetEnded, Claim, NotProven, Prover, Task, UsageError
from quandary.games.sokoban.checker import Proof, write_proof
from quandary.games.sokoban.position import Position, inside
from quandary.games.sokoban.rules import Step

METRICS = ("pushes", "pushes,moves", "moves")
"""Those in which a solution can be proven to be optimal."""


class SokobanProver(Prover[Position, Step]):
    """Proves that there is no solution, or none with fewer pushes, fewer moves, or both."""

    def prove(self, position: Position, claim: Claim[Step], task: Task) -> Sequence[str]:
        """Positions, traps and prices. Raises `NotProven` if the claim is false."""
        if claim.verdict == "solved" and not claim.optimal:
            return []
        metric = "unsolvable" if claim.verdict == "unsolvable" else claim.metric
        if metric != "unsolvable" and metric not in METRICS:
            raise UsageError(f"there are no proofs for the metric {claim.metric!r}")
        found = native.prove(
            position.rows(),
            metric,
            claim.cost or 0,
            len(claim.moves or ()),
            limits=task.limits(),
            progress=task.progress,
        )
        if found.status == "false":
            raise NotProven("the claim is not true: there is a better solution")
        if found.status != "proven":
            raise BudgetEnded(f"the proof is too long for the {found.status} budget")
        proof = Proof(found.prices, found.traps, found.positions)
        return write_proof(proof, len(inside(position.level, position.player)))
