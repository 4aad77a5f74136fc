"""Proves that a position is lost, in the words of `checker`: the search is native, and nobody has to believe it."""

from __future__ import annotations

from collections.abc import Sequence

from quandary._native import klondike as native
from quandary.game import BudgetEnded, Claim, NotProven, Prover, Task, UsageError
from quandary.games.klondike.position import Position
from quandary.games.klondike.rules import Move

WORDS_A_LINE = 6


class KlondikeProver(Prover[Position, Move]):
    """Proves that no game from a position can be won."""

    def prove(self, position: Position, claim: Claim[Move], task: Task) -> Sequence[str]:
        if claim.verdict != "unsolvable":
            raise UsageError("klondike proves that positions are lost, but not that solutions are the shortest")
        found = native.certify(position, limits=task.limits(), progress=task.progress)
        if found.status == "solved":
            raise NotProven("the claim is not true: this position can be won")
        if found.status != "unsolvable":
            raise BudgetEnded(f"no proof found within the budget ({found.status})")
        return [*_section("open", found.open), *_section("closed", found.closed)]


def _section(name: str, words: Sequence[str]) -> list[str]:
    lines = [" ".join(words[at : at + WORDS_A_LINE]) for at in range(0, len(words), WORDS_A_LINE)]
    return [f"{name} {len(words)}", *lines]
