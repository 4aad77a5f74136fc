"""Makes puzzles from settings and a seed. The classic start, a free stone between the herds, can always be solved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quandary.game import Generator, Option, Rng, Task, UsageError
from quandary.games.template.notation import LONGEST_ROW
from quandary.games.template.position import FREE, FROG, TOAD, Position

LARGEST_RANDOM_HERD = 4


class HerdGenerator(Generator[Position]):
    """Two herds, one free stone between them."""

    options = (
        Option("frogs", int, None, "how many frogs (default: the seed decides)"),
        Option("toads", int, None, "how many toads (default: the seed decides)"),
    )

    def make(self, seed: int, settings: Mapping[str, Any], task: Task) -> tuple[Position, Mapping[str, Any]]:
        rng = Rng(seed)
        # Both are drawn even where one is given, so that the other does not depend on it.
        drawn = {"frogs": 1 + rng.below(LARGEST_RANDOM_HERD), "toads": 1 + rng.below(LARGEST_RANDOM_HERD)}
        frogs, toads = (drawn[herd] if settings[herd] is None else settings[herd] for herd in ("frogs", "toads"))
        if frogs < 1 or toads < 1 or frogs + toads + 1 > LONGEST_ROW:
            raise UsageError(f"a herd needs at least 1 animal, and a row has at most {LONGEST_ROW} stones")
        return Position(FROG * frogs + FREE + TOAD * toads), {"moves": (frogs + 1) * (toads + 1) - 1}
