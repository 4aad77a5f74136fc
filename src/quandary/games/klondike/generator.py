"""Deals by seed: the deck in the order of `position.DECK`, shuffled by our own generator, dealt row by row.

A plain deal is just that, and one in five cannot be won with draw 3. With `winnable`, a seed shuffles on until a deal
can be won, which the complete solver decides. With `difficulty`, it shuffles on until a winnable deal has that grade.
Each deal gets the same number of positions on every machine, far more than any known deal takes, so hard deals are as
likely as they should be and a seed makes the same deal everywhere and in later versions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from quandary.game import BudgetEnded, Deadline, Generator, Option, Rng, Task
from quandary.games.klondike.difficulty import GRADES, assess, is_winnable
from quandary.games.klondike.position import DECK, DEFAULT_DRAW, Position, deal

# Shuffles of one seed before it is given up. With draw 24 hardly any deal can be won.
ATTEMPTS = 400
# Positions that may be searched to decide one deal, and again to grade it: fifty times what the hardest of 3,000 takes.
MOST_NODES = 50_000_000


class KlondikeGenerator(Generator[Position]):
    """Seeded deals, winnable or graded where that is asked for."""

    options = (
        Option("winnable", bool, False, "only deals that can be won, proven by the solver"),
        Option("difficulty", str, None, "a winnable deal of this grade", GRADES),
    )
    always_solvable = False
    example_commands = (
        "quandary generate klondike --winnable --draw 1 --count 5 --seed 7",
        "quandary generate klondike --difficulty hard --json",
    )

    def __init__(self, draw: int = DEFAULT_DRAW, redeals: int | None = None) -> None:
        self._draw = draw
        self._redeals = redeals

    def make(self, seed: int, settings: Mapping[str, Any], task: Task) -> tuple[Position, Mapping[str, Any]] | None:
        rng, deadline = Rng(seed), Deadline(task)
        grade = settings["difficulty"]
        if not settings["winnable"] and grade is None:
            return self._shuffled(rng), {}
        for _ in range(ATTEMPTS):
            position = self._shuffled(rng)
            try:
                left = deadline.task(nodes=MOST_NODES, memory=task.budget.memory)
                if not is_winnable(position, left.budget, left.cancel):
                    continue
                if grade is None:
                    return position, {"verdict": "solved"}
                left = deadline.task(nodes=MOST_NODES, memory=task.budget.memory)
                difficulty = assess(position, left.budget, left.cancel)
            except BudgetEnded as ended:
                if ended.reason == "nodes":
                    return None
                raise
            if difficulty is not None and difficulty.grade == grade:
                return position, {"verdict": "solved", **asdict(difficulty)}
        return None

    def lesser(self, settings: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        if settings["difficulty"] is not None:
            yield {**settings, "winnable": True, "difficulty": None}
            easier = GRADES[: GRADES.index(settings["difficulty"])]
            yield from ({**settings, "difficulty": grade} for grade in easier)

    def told(self, facts: Mapping[str, Any]) -> str:
        return f"{facts['grade']}, score {facts['score']}" if "grade" in facts else "a deal that can be won"

    def _shuffled(self, rng: Rng) -> Position:
        deck = list(DECK)
        rng.shuffle(deck)
        return deal(deck, self._draw, self._redeals)
