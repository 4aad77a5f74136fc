"""An ExponenTile position: the tiles, what has been counted, and the state of chance.

A tile is its exponent: 1 shows as 2, 2 as 4, 11 as 2048. The generator of new tiles is part of the position, so that
a seed and its moves are the same game for ever and undo brings back the luck, too. Nobody who plays may look at it.
"""

from __future__ import annotations

from dataclasses import dataclass

Cell = tuple[int, int]
"""Row and column, from 0, the first row on top."""
Board = tuple[int, ...]
"""All tiles' exponents, row by row from the top."""

CLASSIC, WEB = "classic", "web"
RULE_NAMES = (CLASSIC, WEB)
SPAWN: dict[str, Board] = {CLASSIC: (1, 2, 3, 4, 5), WEB: (1, 2, 3, 4)}
"""The exponents that new tiles have, by rules, each as likely as the others."""
SIDE = 8
"""Rows and columns of the usual board."""
SMALLEST_SIDE, LARGEST_SIDE = 3, 16
FEWEST_SPAWNED, LARGEST_SPAWNED = 3, 12
"""With fewer than three different values a cascade need not end."""


@dataclass(frozen=True, slots=True)
class Position:
    """A board being played. Made by `notation` and by `generator`, which check it; not checked again here."""

    cells: Board
    """The exponents, row by row from the top."""
    width: int = SIDE
    """How many columns."""
    rules: str = CLASSIC
    """`classic` or `web`."""
    spawn: Board = SPAWN[CLASSIC]
    """The exponents that new tiles may have."""
    torus: bool = False
    """Whether the left edge touches the right one and the upper edge the lower one. Tiles fall down all the same."""
    score: int = 0
    moves: int = 0
    """How many swaps have been made."""
    chance: int = 0
    """The state of the generator that makes new tiles: for the rules, and hidden from whoever plays."""

    @property
    def height(self) -> int:
        """How many rows."""
        return len(self.cells) // self.width

    @property
    def rows(self) -> tuple[Board, ...]:
        """The exponents as rows."""
        return tuple(self.cells[start : start + self.width] for start in range(0, len(self.cells), self.width))

    def _repr_svg_(self) -> str:
        """The picture that notebooks show."""
        from quandary.games.exponentile.scene import scene_of

        return scene_of(self).svg()
