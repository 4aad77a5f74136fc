"""The rules: what may be played, what it leads to, and when it is over."""

from __future__ import annotations

from dataclasses import dataclass

from quandary.game import Event, IllegalMove, Outcome, Status, Won
from quandary_lanterns.position import LIT, OUT, Position

_CHANGED = {LIT: OUT, OUT: LIT}


@dataclass(frozen=True, slots=True, order=True)
class Touch:
    """Somebody touches the lantern in this row and column (both from 1)."""

    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Changed(Event):
    """These lanterns have been lit or put out, the one that was touched first."""

    lanterns: tuple[tuple[int, int], ...]


def moves(position: Position) -> list[Touch]:
    """Every lantern, row by row; none when all are out."""
    if _is_dark(position):
        return []
    rows, columns = range(1, position.height + 1), range(1, position.width + 1)
    return [Touch(row, column) for row in rows for column in columns]


def play(position: Position, move: Touch) -> Outcome[Position]:
    """The position after the touch."""
    if _is_dark(position):
        raise IllegalMove("all lanterns are out already")
    if not _is_inside(position, move.row, move.column):
        size = f"{position.height} rows and {position.width} columns"
        raise IllegalMove(f"there is no lantern at row {move.row}, column {move.column} ({size})")
    lanterns = reach(position, move)
    rows = [list(row) for row in position.rows]
    for row, column in lanterns:
        rows[row - 1][column - 1] = _CHANGED[rows[row - 1][column - 1]]
    after = Position(tuple("".join(row) for row in rows))
    return Outcome(after, (Changed(lanterns), Won()) if _is_dark(after) else (Changed(lanterns),))


def status(position: Position) -> Status:
    """There is no way to lose: what was touched can be touched again."""
    return Status.WON if _is_dark(position) else Status.PLAYING


def reach(position: Position, move: Touch) -> tuple[tuple[int, int], ...]:
    """The lanterns that a touch changes: its own, then those above, left, right and below."""
    around = ((0, 0), (-1, 0), (0, -1), (0, 1), (1, 0))
    cells = ((move.row + down, move.column + right) for down, right in around)
    return tuple((row, column) for row, column in cells if _is_inside(position, row, column))


def _is_inside(position: Position, row: int, column: int) -> bool:
    return 1 <= row <= position.height and 1 <= column <= position.width


def _is_dark(position: Position) -> bool:
    return not any(LIT in row for row in position.rows)
