"""The grid as a graph: all horizontals and verticals, and one diagonal in every 2x2 block.

The generator counts cells from 0 in reading order and keeps sets of them as bits of one number, which is what makes it
quick; rows and columns come back at its border.

No cell may meet more connectors than there are values. Free diagonals are laid at random; then, while some cell has too
many, one of its diagonals is turned, which takes a connector from two cells and gives one to two others. If that does
not settle, all diagonals go one way: a cell meets two diagonals then and never more than six connectors.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from quandary.game import Rng
from quandary.games.circuit.position import Edge

ONE_WAY_DEGREE, LARGEST_DEGREE = 6, 8
_TURNS_PER_BLOCK = 8


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells and the connectors between them, without any numbers on them."""

    rows: int
    cols: int
    edges: tuple[tuple[int, int], ...]
    """Every connector as its two cells, the smaller first."""
    around: tuple[tuple[int, ...], ...]
    """The connectors of each cell, as indices into `edges`."""
    neighbours: tuple[int, ...]
    """The neighbours of each cell, as bits."""

    @property
    def cells(self) -> int:
        """How many cells there are."""
        return self.rows * self.cols

    @property
    def largest_degree(self) -> int:
        """The most connectors that meet in a cell."""
        return max(map(len, self.around))

    def connectors(self) -> list[Edge]:
        """Return the connectors by rows and columns, in the order of `edges`."""
        return [Edge(divmod(a, self.cols), divmod(b, self.cols)) for a, b in self.edges]

    def edge_numbers(self) -> dict[tuple[int, int], int]:
        """The index of the connector between two cells, either way round."""
        return {pair: number for number, (a, b) in enumerate(self.edges) for pair in ((a, b), (b, a))}


def make_grid(rows: int, cols: int, diagonals: Sequence[bool]) -> Grid:
    """The grid whose blocks, in reading order, have a diagonal that falls (True: top left to bottom right) or rises."""
    edges = []
    for cell in range(rows * cols):
        row, col = divmod(cell, cols)
        if col + 1 < cols:
            edges.append((cell, cell + 1))
        if row + 1 < rows:
            edges.append((cell, cell + cols))
        if col + 1 < cols and row + 1 < rows:
            edges.append(diagonal_of_block(row * (cols - 1) + col, cols, falls=diagonals[row * (cols - 1) + col]))
    around: list[list[int]] = [[] for _ in range(rows * cols)]
    neighbours = [0] * (rows * cols)
    for number, (a, b) in enumerate(edges):
        around[a].append(number)
        around[b].append(number)
        neighbours[a] |= 1 << b
        neighbours[b] |= 1 << a
    return Grid(rows, cols, tuple(edges), tuple(map(tuple, around)), tuple(neighbours))


def diagonal_of_block(block: int, cols: int, *, falls: bool) -> tuple[int, int]:
    """The two cells that a block's diagonal joins."""
    row, col = divmod(block, cols - 1)
    top_left = row * cols + col
    return (top_left, top_left + cols + 1) if falls else (top_left + 1, top_left + cols)


def bits(cells: int) -> Iterator[int]:
    """The cells of a set that is kept as bits, smallest first."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


def draw_grid(rng: Rng, rows: int, cols: int, most: int) -> Grid:
    """A grid whose cells meet at most `most` connectors. `most` must be possible: six, or five for 3x3 and 3x4."""
    if most < ONE_WAY_DEGREE:
        return rng.choice([grid for grid in _every_grid(rows, cols) if grid.largest_degree <= most])
    blocks = (rows - 1) * (cols - 1)
    falls = [rng.below(2) == 1 for _ in range(blocks)]
    if most < LARGEST_DEGREE and not _thin_out(rng, rows, cols, falls, most):
        falls = [rng.below(2) == 1] * blocks
    return make_grid(rows, cols, falls)


def one_way_grid(rows: int, cols: int, *, falls: bool) -> Grid:
    """The grid with all diagonals parallel."""
    return make_grid(rows, cols, [falls] * ((rows - 1) * (cols - 1)))


def is_one_way(grid: Grid) -> bool:
    """Whether all diagonals are parallel."""
    return len({b - a for a, b in grid.edges}) == 3


def _every_grid(rows: int, cols: int) -> list[Grid]:
    blocks = (rows - 1) * (cols - 1)
    return [make_grid(rows, cols, falls) for falls in product((False, True), repeat=blocks)]


def _thin_out(rng: Rng, rows: int, cols: int, falls: list[bool], most: int) -> bool:
    """Turns diagonals until no cell meets more than `most` connectors; False if that does not come about."""
    degrees = [
        (row > 0) + (row + 1 < rows) + (col > 0) + (col + 1 < cols) for row in range(rows) for col in range(cols)
    ]
    blocks_at: list[list[int]] = [[] for _ in degrees]
    for block in range(len(falls)):
        for way in (True, False):
            for cell in diagonal_of_block(block, cols, falls=way):
                blocks_at[cell].append(block)
                degrees[cell] += way is falls[block]
    for _ in range(_TURNS_PER_BLOCK * len(falls)):
        full = [cell for cell, degree in enumerate(degrees) if degree > most]
        if not full:
            return True
        cell = rng.choice(full)
        own = [block for block in blocks_at[cell] if cell in diagonal_of_block(block, cols, falls=falls[block])]
        block = rng.choice(own)
        for way in (falls[block], not falls[block]):
            for end in diagonal_of_block(block, cols, falls=way):
                degrees[end] += -1 if way is falls[block] else 1
        falls[block] = not falls[block]
    return max(degrees) <= most
