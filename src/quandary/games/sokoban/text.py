"""A Sokoban level as text for a terminal.

Every square is two columns by one line, which is nearly square in most terminals. What a thing is shows in its shape
and not only in its colour: a ring is a goal, an empty box is not home yet, a full one is.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from quandary.games.sokoban.deadlocks import dead_squares, frozen_boxes
from quandary.games.sokoban.position import (
    BOX,
    BOX_ON_GOAL,
    FLOOR,
    GOAL,
    PLAYER,
    PLAYER_ON_GOAL,
    WALL,
    Position,
    frame,
    walls_in_sight,
)

DEAD, FROZEN = "x", "!"
_SHAPES = {
    WALL: "██",
    FLOOR: "  ",
    GOAL: "○ ",
    BOX: "□ ",
    BOX_ON_GOAL: "■ ",
    PLAYER: "@ ",
    PLAYER_ON_GOAL: "@○",
    DEAD: "× ",
    FROZEN: "□!",
}
# Orange and blue, which nobody confuses; light and dark besides.
_STYLES = {
    WALL: "38;5;243",
    GOAL: "1;38;5;39",
    BOX: "1;38;5;214",
    BOX_ON_GOAL: "1;38;5;39",
    PLAYER: "1;38;5;231",
    PLAYER_ON_GOAL: "1;38;5;231",
    DEAD: "2",
    FROZEN: "1;38;5;16;48;5;214",
}


def draw_text(position: Position, *, colour: bool = False, warnings: bool = False) -> str:
    """The level as lines. With `warnings`, squares where a box is lost (`×`) and boxes that are stuck (`!`) show."""
    level = position.level
    rows = [list(row) for row in position.rows()]
    for index, mark in enumerate(level.plan):
        if mark == WALL and index not in walls_in_sight(level):
            square = level.square(index)
            rows[square.row][square.column] = FLOOR
    if warnings:
        for square in map(level.square, dead_squares(level)):
            if rows[square.row][square.column] == FLOOR:
                rows[square.row][square.column] = DEAD
        for square in map(level.square, frozen_boxes(position) - level.goals):
            rows[square.row][square.column] = FROZEN
    high, wide = frame(level)
    return "\n".join(_line(rows[row][wide.start : wide.stop], colour=colour) for row in high)


def _line(marks: Iterable[str], *, colour: bool) -> str:
    parts = []
    for mark, run in groupby(marks):
        shape = _SHAPES[mark] * len(list(run))
        parts.append(f"\x1b[{_STYLES[mark]}m{shape}\x1b[0m" if colour and mark in _STYLES else shape)
    return "".join(parts).rstrip()
