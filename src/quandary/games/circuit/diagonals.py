"""Which way the diagonal of each 2x2 block lies, so that no cell meets more connectors than there are values.

Free diagonals are laid at random; then, while some cell has too many, one of its diagonals is turned, which takes a
connector from two cells and gives one to two others. If that does not settle, all diagonals go one way: a cell meets
two diagonals then and never more than six connectors.
"""

from __future__ import annotations

from itertools import product

from quandary.games.circuit.grid import Grid, diagonal_of_block, make_grid
from quandary.rng import Rng

ONE_WAY_DEGREE, LARGEST_DEGREE = 6, 8
_TURNS_PER_BLOCK = 8


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
