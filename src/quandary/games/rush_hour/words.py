"""Moves as people say them: `truck B down 2`."""

from __future__ import annotations

from quandary.core.words import ordinal
from quandary.games.rush_hour.position import Position
from quandary.games.rush_hour.rules import Slide

_TRUCK = 3


def say_piece(position: Position, move: Slide) -> str:
    """`the red car`, `truck B`; what is longer than a truck is a lorry."""
    if move.vehicle == position.red:
        return "the red car"
    length = position.vehicle(move.vehicle).length
    return f"{'car' if length < _TRUCK else 'truck' if length == _TRUCK else 'lorry'} {move.vehicle}"


def say_move(position: Position, move: Slide) -> str:
    """`truck B down 2`."""
    is_across = position.vehicle(move.vehicle).stride == 1
    words = ("left", "right") if is_across else ("up", "down")
    return f"{say_piece(position, move)} {words[move.cells > 0]} {abs(move.cells)}"


def say_where(position: Position, move: Slide) -> str:
    """Which line of the board to look at."""
    if move.vehicle == position.red:
        return "Look at the way out."
    first, _, stride = position.vehicle(move.vehicle)
    row, col = divmod(first, position.width)
    return f"Look at the {ordinal(row + 1)} row." if stride == 1 else f"Look at the {ordinal(col + 1)} column."
