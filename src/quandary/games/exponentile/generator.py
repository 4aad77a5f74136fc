"""Start boards by seed.

The board is drawn cell by cell, row by row. Then all cells that are part of a match are found and drawn anew, in the
same order, until there is no match left. Play goes on with the generator as the board has left it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quandary.game import Generator, Option, Rng, Task
from quandary.games.exponentile.grid import grid_of, matched
from quandary.games.exponentile.position import (
    CLASSIC,
    FEWEST_SPAWNED,
    LARGEST_SIDE,
    LARGEST_SPAWNED,
    SIDE,
    SMALLEST_SIDE,
    SPAWN,
    Board,
    Position,
)
from quandary.games.exponentile.rules import is_over


class ExponentileGenerator(Generator[Position]):
    """Boards without a match, on which there is a move to make."""

    options = (
        Option("width", int, SIDE, "columns", least=SMALLEST_SIDE, most=LARGEST_SIDE),
        Option("height", int, SIDE, "rows", least=SMALLEST_SIDE, most=LARGEST_SIDE),
        Option("torus", bool, False, "opposite edges touch"),
        Option(
            "spawn",
            int,
            None,
            "how many values new tiles have, from 2 up (default: 5, with web rules 4)",
            least=FEWEST_SPAWNED,
            most=LARGEST_SPAWNED,
        ),
    )
    always_solvable = False
    example_commands = (
        "quandary generate exponentile --rules web --seed 42",
        "quandary generate exponentile --width 5 --height 6 --torus --count 3",
    )

    def __init__(self, rules: str = CLASSIC) -> None:
        self._rules = rules

    def make(self, seed: int, settings: Mapping[str, Any], task: Task) -> tuple[Position, Mapping[str, Any]] | None:
        count = settings["spawn"]
        spawn = None if count is None else tuple(range(1, count + 1))
        position = start(seed, self._rules, **{**settings, "spawn": spawn})
        # A small board can be stuck from the beginning.
        return None if is_over(position) else (position, {})


def start(
    seed: int,
    rules: str = CLASSIC,
    *,
    width: int = SIDE,
    height: int = SIDE,
    torus: bool = False,
    spawn: Board | None = None,
) -> Position:
    """The game of a seed at its beginning."""
    rng = Rng(seed)
    values = SPAWN[rules] if spawn is None else spawn
    shape = grid_of(width, height, torus)
    cells = [rng.choice(values) for _ in range(width * height)]
    while found := sorted(matched(cells, shape)):
        for cell in found:
            cells[cell] = rng.choice(values)
    return Position(tuple(cells), width, rules, values, torus, chance=rng.state)
