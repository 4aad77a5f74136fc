"""Steps as people say them: `push the box to the right`."""

from __future__ import annotations

from quandary.core.words import ordinal
from quandary.games.sokoban.position import Position
from quandary.games.sokoban.rules import Step

_DIRECTIONS = {"l": "left", "u": "up", "r": "right", "d": "down"}


def _is_push(position: Position, move: Step) -> bool:
    return position.player + position.level.steps[move.direction] in position.boxes


def say_move(position: Position, move: Step) -> str:
    """`walk left`, `push the box up`."""
    return f"{'push the box' if _is_push(position, move) else 'walk'} {_DIRECTIONS[move.direction]}"


def say_piece(position: Position, move: Step) -> str:
    """The box beside the player, where it is to be pushed."""
    if not _is_push(position, move):
        return ""
    beside = {"l": "to your left", "u": "above you", "r": "to your right", "d": "below you"}
    return f"the box {beside[move.direction]}"


def say_where(position: Position, move: Step) -> str:
    """What there is to do: push here, or go elsewhere first."""
    if not _is_push(position, move):
        return "Nothing is to be pushed from here: go somewhere else first."
    row = (position.player + position.level.steps[move.direction]) // position.level.width
    return f"Look at the {ordinal(row + 1)} row."
