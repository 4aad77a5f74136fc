"""A puzzle on paper and in play: the board never changes, and a position is the board and what was walked on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from quandary.games.circuit.settings import Settings

Cell = tuple[int, int]
"""Row and column, from 0."""
Direction = Literal["DR", "DL"]
"""A diagonal that falls to the right (top left to bottom right), or to the left (top right to bottom left)."""
START: Cell = (0, 0)
LIVES = 5


@dataclass(frozen=True, slots=True)
class Tile:
    """What stands in a cell."""

    expression: str
    """`7 × 8`; empty in FINISH."""
    answer: int | None
    """What it comes to; None in FINISH."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A line between two neighbours."""

    a: Cell
    b: Cell

    @property
    def type(self) -> str:
        """`horizontal`, `vertical` or `diagonal`."""
        (row_a, col_a), (row_b, col_b) = self.a, self.b
        return "horizontal" if row_a == row_b else "vertical" if col_a == col_b else "diagonal"

    @property
    def direction(self) -> Direction | None:
        """`DR` or `DL` of a diagonal, seen from its upper end; None of the others."""
        from quandary.games.circuit.geometry import diagonal_direction

        return diagonal_direction(self.a, self.b) if self.type == "diagonal" else None


@dataclass(frozen=True, slots=True)
class Connector(Edge):
    """A line between two neighbours, and the number on it."""

    value: int


@dataclass(frozen=True, slots=True)
class Board:
    """A whole puzzle. Made by the generator, or by `notation.parse`, which checks it."""

    id: str
    """`circuit:5#42` makes it again, byte for byte; a board from elsewhere may be called anything."""
    seed: int
    settings: Settings
    tiles: Mapping[Cell, Tile] = field(hash=False)
    connectors: tuple[Connector, ...] = field(hash=False)
    solution: tuple[Cell, ...]
    imported: bool = False
    """Whether it is another program's, and breaks rules that only the puzzles of this house keep."""
    ways: Mapping[Cell, Mapping[Cell, int]] = field(init=False, compare=False, repr=False)
    """For each cell, its neighbours and the numbers on the connectors to them."""

    def __post_init__(self) -> None:
        ways: dict[Cell, dict[Cell, int]] = {cell: {} for cell in self.tiles}
        for connector in self.connectors:
            ways[connector.a][connector.b] = connector.value
            ways[connector.b][connector.a] = connector.value
        object.__setattr__(self, "ways", ways)

    @property
    def finish(self) -> Cell:
        """The bottom right cell."""
        return self.settings.rows - 1, self.settings.cols - 1

    def next_cell(self, cell: Cell) -> Cell | None:
        """Where the answer of a cell leads; None from FINISH, and where it leads nowhere."""
        answer = self.tiles[cell].answer
        return next((other for other, value in self.ways[cell].items() if value == answer), None)


@dataclass(frozen=True, slots=True)
class Position:
    """A board in play."""

    board: Board
    walked: tuple[Cell, ...] = (START,)
    """The cells from START to where the player stands."""
    mistakes: int = 0
    coins: int = 0

    @property
    def here(self) -> Cell:
        """Where the player stands."""
        return self.walked[-1]

    @property
    def hidden(self) -> bool:
        """Whether mistakes stay hidden until FINISH."""
        return self.board.settings.hidden

    @property
    def lives(self) -> int | None:
        """How many mistakes may still be made; hidden mode counts none."""
        return None if self.hidden else LIVES - self.mistakes

    @property
    def steps_right(self) -> int:
        """The steps that followed the answers."""
        return len(self.walked) - 1 - (self.mistakes if self.hidden else 0)

    def _repr_svg_(self) -> str:
        """The picture that notebooks show."""
        from quandary.games.circuit.scene import scene_of

        return scene_of(self).svg()


def place(cell: Sequence[int]) -> str:
    """The name of a cell: `r0c3`, rows and columns from 0 as in the puzzle's text."""
    return f"r{cell[0]}c{cell[1]}"
