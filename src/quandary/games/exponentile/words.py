"""Swaps as people say them: `swap the 16 in row 3, column 4 with the 2 below it`."""

from __future__ import annotations

from quandary.core.words import ordinal
from quandary.games.exponentile.position import Cell, Position
from quandary.games.exponentile.rules import Move


def _tile(position: Position, cell: Cell) -> int:
    return 1 << position.rows[cell[0]][cell[1]]


def say_piece(position: Position, move: Move) -> str:
    """`the 16 in row 3, column 4`."""
    row, col = move.source
    return f"the {_tile(position, move.source):,} in row {row + 1}, column {col + 1}"


def say_move(position: Position, move: Move) -> str:
    """`swap the 16 in row 3, column 4 with the 2 below it`."""
    (row, col), (end_row, end_col) = move.source, move.target
    # Over the edge of a torus the neighbour is far away.
    step = (end_row - row, end_col - col)
    words = {(0, 1): "to its right", (0, -1): "to its left", (1, 0): "below it", (-1, 0): "above it"}
    beside = words.get(step, f"in row {end_row + 1}, column {end_col + 1}")
    return f"swap {say_piece(position, move)} with the {_tile(position, move.target):,} {beside}"


def say_where(position: Position, move: Move) -> str:
    """Which row to look at."""
    return f"Look at the {ordinal(move.source[0] + 1)} row."
