"""Which cells lie side by side, and what runs through a cell: all that depends on a board's shape.

Cells are numbers here, counted row by row from the top. For each cell the grid keeps four rays, the cells to its left,
right, top and bottom from the nearest on; on a torus they go on over the edge. Everything that the rules ask of a
board is a walk along rays as long as the tiles are alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from quandary.games.exponentile.position import Cell

Rays = tuple[tuple[int, ...], ...]
"""The cells to the left, to the right, above and below, the nearest first."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A board's shape."""

    width: int
    height: int
    rays: tuple[Rays, ...]
    """Of every cell."""
    triples: tuple[tuple[int, int, int], ...]
    """All threes of cells in a line: a group is there exactly where one of them is of one value."""
    swaps: tuple[tuple[int, int], ...]
    """All pairs of neighbours, in the web game's order: column by column, top down, first right, then below."""

    def cell(self, index: int) -> Cell:
        """Row and column of a cell's number."""
        return divmod(index, self.width)

    def index(self, cell: Cell) -> int:
        """A cell's number."""
        return cell[0] * self.width + cell[1]

    def holds(self, cell: Cell) -> bool:
        """Whether there is such a cell."""
        return 0 <= cell[0] < self.height and 0 <= cell[1] < self.width

    def column_by_column(self) -> Iterable[int]:
        """All cells: columns from left to right, each from the top down."""
        return (row * self.width + column for column in range(self.width) for row in range(self.height))


@cache
def grid_of(width: int, height: int, torus: bool) -> Grid:
    """The grid of this shape."""

    def ray(row: int, column: int, down: int, right: int) -> tuple[int, ...]:
        steps = range(1, height if down else width)
        cells = ((row + down * step, column + right * step) for step in steps)
        if torus:
            return tuple(r % height * width + c % width for r, c in cells)
        return tuple(r * width + c for r, c in cells if 0 <= r < height and 0 <= c < width)

    places = [(row, column) for row in range(height) for column in range(width)]
    rays = tuple((ray(*place, 0, -1), ray(*place, 0, 1), ray(*place, -1, 0), ray(*place, 1, 0)) for place in places)
    grid = Grid(width, height, rays, (), ())
    swaps = [(cell, ray[0]) for cell in grid.column_by_column() for ray in (rays[cell][1], rays[cell][3]) if ray]
    ahead = [(cell, ray) for cell, (_, right, _, down) in enumerate(rays) for ray in (right, down)]
    triples = [(cell, ray[0], ray[1]) for cell, ray in ahead if len(ray) >= 2]
    return Grid(width, height, rays, tuple(triples), tuple(swaps))


def matched(cells: Sequence[int], grid: Grid) -> set[int]:
    """All cells that are part of a group."""
    threes = [(a, b, c) for a, b, c in grid.triples if cells[a] == cells[b] == cells[c]]
    return {cell for three in threes for cell in three}


def is_matched(cells: Sequence[int], rays: Rays, value: int) -> bool:
    """Whether three or more tiles of `value` in a line would go through a cell that held one."""
    left, right, up, down = rays
    return _run(cells, left, value) + _run(cells, right, value) >= 2 or (
        _run(cells, up, value) + _run(cells, down, value) >= 2
    )


def matched_with(cells: Sequence[int], rays: Rays, value: int) -> tuple[list[int], list[int]]:
    """The *other* cells of the group through a cell: in its row from left to right, in its column top down."""
    left, right, up, down = rays
    # A set, because on a torus a whole line of equal tiles is met from both sides.
    across = {*left[: _run(cells, left, value)], *right[: _run(cells, right, value)]}
    along = {*up[: _run(cells, up, value)], *down[: _run(cells, down, value)]}
    return sorted(across) if len(across) >= 2 else [], sorted(along) if len(along) >= 2 else []


def _run(cells: Sequence[int], ray: tuple[int, ...], value: int) -> int:
    """How many tiles at the beginning of a ray have this value."""
    length = 0
    for cell in ray:
        if cells[cell] != value:
            break
        length += 1
    return length
