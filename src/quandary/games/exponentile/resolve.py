"""`resolve`: what a swap does to a board when chance is told beforehand.

The same rules as in play, without a game around them: rows of exponents in, rows of exponents out. It is what
records of other programs are checked with, and what experiments with other sources of tiles start from.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from quandary.game import PuzzleError, UsageError
from quandary.games.exponentile.grid import grid_of
from quandary.games.exponentile.position import LARGEST_SIDE, RULE_NAMES, SMALLEST_SIDE, WEB, Cell
from quandary.games.exponentile.rules import Move, check_neighbours, nothing_matches
from quandary.games.exponentile.waves import waves


class Resolved(NamedTuple):
    """What came of a swap."""

    board: list[list[int]]
    """The rows of exponents when all is quiet again."""
    points: list[int]
    """The points of each wave."""
    refills: list[int]
    """The new tiles that were used, in their order."""


def resolve(
    board: Sequence[Sequence[int]],
    move: tuple[Cell, Cell],
    refills: Iterable[int],
    rules: str = WEB,
    *,
    torus: bool = False,
) -> Resolved:
    """The board after `move`, the points of each wave and the refills used; `IllegalMove` if the swap matches nothing.

    `refills` are the exponents of new tiles in the order in which the rules draw them; they may be endless.
    """
    if rules not in RULE_NAMES:
        raise UsageError(f"there are no rules {rules!r} (rules: {', '.join(RULE_NAMES)})")
    cells = _checked(board)
    height, width = len(board), len(board[0])
    shape = grid_of(width, height, torus)
    swap = Move(*(_a_cell(cell) for cell in _two(move)))
    check_neighbours(shape, swap)
    coming = iter(refills)
    used: list[int] = []

    def draw() -> int:
        refill = next(coming, None)
        if refill is None:
            raise PuzzleError(f"the refills ended after {len(used)}, and one more is needed")
        used.append(_exponent(refill, f"refill {len(used) + 1}"))
        return used[-1]

    ends = shape.index(swap.source), shape.index(swap.target)
    before = tuple(cells)
    points = [sum(wave.points) for wave in waves(cells, shape, *ends, rules, draw)]
    if not points:
        raise nothing_matches(before, shape, swap)
    return Resolved([cells[start : start + width] for start in range(0, len(cells), width)], points, used)


def _checked(board: Sequence[Sequence[int]]) -> list[int]:
    sizes = {len(row) for row in board}
    if len(sizes) != 1 or not all(SMALLEST_SIDE <= size <= LARGEST_SIDE for size in (len(board), *sizes)):
        raise PuzzleError(f"a board is {SMALLEST_SIDE} to {LARGEST_SIDE} rows, all of the same length in these limits")
    return [
        _exponent(value, f"r{row}c{column}")
        for row, values in enumerate(board, start=1)
        for column, value in enumerate(values, start=1)
    ]


def _exponent(value: object, place: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise PuzzleError(f"{value!r} is not an exponent (expected 1 for a tile of 2, 2 for 4 …)", place=place)
    return value


def _two(move: tuple[Cell, Cell]) -> tuple[Cell, Cell]:
    try:
        source, target = move
    except (TypeError, ValueError):
        raise PuzzleError(f"{move!r} is not a move (expected ((row, column), (row, column)))") from None
    return source, target


def _a_cell(cell: Cell) -> Cell:
    try:
        row, column = cell
        return int(row), int(column)
    except (TypeError, ValueError):
        raise PuzzleError(f"{cell!r} is not a cell (expected row and column, from 0)") from None
