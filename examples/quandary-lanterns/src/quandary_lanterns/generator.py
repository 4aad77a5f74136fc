"""Makes puzzles from settings and a seed: lanterns that are all out are touched here and there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quandary.game import Generator, Option, Rng, Task
from quandary_lanterns import rules
from quandary_lanterns.position import LIT, OUT, Position
from quandary_lanterns.rules import Touch
from quandary_lanterns.solver import LightChasing

Facts = Mapping[str, Any]
SIZES = {"dusk": 3, "evening": 4, "midnight": 5}


class LanternGenerator(Generator[Position]):
    """Squares of lanterns that can be put out."""

    options = (Option("level", str, "evening", "how late it is: 3x3, 4x4 or 5x5 lanterns", tuple(SIZES)),)
    example_commands = ("quandary generate lanterns --level midnight --count 3 --seed 1",)

    def make(self, seed: int, settings: Mapping[str, Any], task: Task) -> tuple[Position, Facts] | None:
        rng, size = Rng(seed), SIZES[settings["level"]]
        dark = Position((OUT * size,) * size)
        cells = [(row, column) for row in range(1, size + 1) for column in range(1, size + 1)]
        lit: set[tuple[int, int]] = set()
        touched = list(cells)
        rng.shuffle(touched)
        for cell in touched[: size + rng.below(size)]:
            lit ^= set(rules.reach(dark, Touch(*cell)))
        signs = "".join(LIT if cell in lit else OUT for cell in cells)
        position = Position(tuple(signs[start : start + size] for start in range(0, size * size, size)))
        # Quick enough to need no limit: what a seed makes must not depend on one.
        answer = LightChasing().solve(position, Task())
        # Some sets of touches change nothing at all: their seeds make no puzzle.
        return (position, {"moves": answer.bound}) if answer.moves else None
