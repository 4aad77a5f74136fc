"""Moves in plain words."""

from __future__ import annotations

from quandary_lanterns.position import Position
from quandary_lanterns.rules import Touch


def say_move(position: Position, move: Touch) -> str:
    """What to do."""
    return f"touch row {move.row}, column {move.column}"
