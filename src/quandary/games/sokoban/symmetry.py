"""One text for a level however it is turned or mirrored."""

from __future__ import annotations

from quandary.games.sokoban.position import (
    BOX,
    BOX_ON_GOAL,
    FLOOR,
    GOAL,
    PLAYER,
    PLAYER_ON_GOAL,
    WALL,
    Position,
    flood,
    inside,
)


def canonical_form(position: Position) -> str:
    """The least of the eight pictures of a level; where in its region the player stands makes no difference.

    Only squares that somebody can come to are in it, so that thick walls and thin ones are the same.
    """
    level, boxes = position.level, position.boxes
    ground = inside(level, position.player)
    region = flood(level, position.player, boxes)
    marks = [WALL] * len(level.plan)
    for square in ground:
        on_goal = square in level.goals
        if square in boxes:
            marks[square] = BOX_ON_GOAL if on_goal else BOX
        elif square in region:
            marks[square] = PLAYER_ON_GOAL if on_goal else PLAYER
        else:
            marks[square] = GOAL if on_goal else FLOOR
    rows_with_floor = {square // level.width for square in ground}
    columns_with_floor = {square % level.width for square in ground}
    left, right = min(columns_with_floor), max(columns_with_floor) + 1
    rows = [
        "".join(marks[row * level.width + left : row * level.width + right])
        for row in range(min(rows_with_floor), max(rows_with_floor) + 1)
    ]
    return min("\n".join(picture) for picture in _pictures(rows))


def _pictures(rows: list[str]) -> list[list[str]]:
    found = []
    for turned in (rows, ["".join(column) for column in zip(*rows, strict=True)]):
        mirrored = [row[::-1] for row in turned]
        found += [turned, mirrored, turned[::-1], mirrored[::-1]]
    return found
