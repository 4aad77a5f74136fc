"""Where cells lie to each other, by the names of the first design: pure functions of rows and columns.

The validator and the other program's format stand on them; the generator counts cells from 0 and has its own ways.
"""

from __future__ import annotations

from collections.abc import Iterator

from quandary.games.circuit.position import Cell, Direction


def cell_key(cell: Cell) -> str:
    """The cell as a text: `0,3`."""
    return f"{cell[0]},{cell[1]}"


def manhattan_distance(a: Cell, b: Cell) -> int:
    """The steps from one cell to another, up, down, left and right only."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def is_adjacent(a: Cell, b: Cell) -> bool:
    """Whether two cells are neighbours: beside, above or below, or corner to corner. No cell is its own neighbour."""
    return a != b and max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1


def is_diagonal(a: Cell, b: Cell) -> bool:
    """Whether two cells are neighbours corner to corner."""
    return is_adjacent(a, b) and manhattan_distance(a, b) == 2


def neighbours(cell: Cell, rows: int, cols: int) -> Iterator[Cell]:
    """The up to eight neighbours of a cell in a grid of this size, in reading order."""
    for row in range(max(cell[0] - 1, 0), min(cell[0] + 2, rows)):
        for col in range(max(cell[1] - 1, 0), min(cell[1] + 2, cols)):
            if (row, col) != cell:
                yield row, col


def diagonal_block(a: Cell, b: Cell) -> Cell:
    """The top left cell of the 2x2 block that a diagonal lies in."""
    return min(a[0], b[0]), min(a[1], b[1])


def diagonal_key(a: Cell, b: Cell) -> str:
    """The block of a diagonal as a text; the two diagonals that would cross have the same: `1,2`."""
    return cell_key(diagonal_block(a, b))


def diagonal_direction(a: Cell, b: Cell) -> Direction:
    """Which way a diagonal lies, from whichever end it is told."""
    return "DR" if (a[0] - b[0]) * (a[1] - b[1]) > 0 else "DL"
