"""The grid as a graph: all horizontals and verticals, and one diagonal in every 2x2 block.

The generator counts cells from 0 in reading order and keeps sets of them as bits of one number, which is what makes it
quick; rows and columns come back at its border.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


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
