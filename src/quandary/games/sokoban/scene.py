"""A Sokoban level as a picture.

It looks down on the warehouse. A crate that is not home is orange with a cross of planks, one that is home is
blue with a tick: shape and colour say the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from quandary.drawing.scene import Part, Scene, View
from quandary.drawing.shapes import area, box, disc, line, oval
from quandary.games.sokoban.position import Level, Position, Square, frame, inside, walls_in_sight

_CELL = 48
_MARGIN = 4
_WALL_TOP, _WALL_SIDE, _WALL_JOINT = "#5b6776", "#3f4a57", "#76838f"
_FLOOR, _TILE = "#e9ecef", "#f6f7f9"
_GOAL, _GOAL_CENTRE = "#0072b2", "#cfe4f1"
_INK, _WHITE = "#15202b", "#ffffff"
_OUT = ("#e69f00", "#8f5f00", "#f4c559")
_HOME = ("#0072b2", "#00456c", "#5cb0de")
_SKIN, _SHIRT, _CAP = "#f3cfa9", "#d62839", "#7a1020"


def scene_of(position: Position) -> Scene:
    """The level. Crates carry their squares as `data-box`, goals as `data-goal`, the player has `data-player`.

    The picture says how wide a square is as `data-cell-size`.
    """
    level = position.level
    crates = [_crate(level.square(place), place in level.goals) for place in sorted(position.boxes)]
    player = Part(_PLAYER, *_middle(level.square(position.player)), who="player", data={"player": ""})
    parts = (*_warehouse(level, min(inside(level, position.player))), *crates, player)
    rows, columns = frame(level)
    left, top = columns.start * _CELL - _MARGIN, rows.start * _CELL - _MARGIN
    view = View(left, top, len(columns) * _CELL + 2 * _MARGIN, len(rows) * _CELL + 2 * _MARGIN)
    return Scene(_title(position), view, parts, data={"cell-size": str(_CELL)})


def _title(position: Position) -> str:
    level = position.level
    covered = f"{len(position.boxes & level.goals)} of {len(level.goals)} goals covered"
    return f"Sokoban, {level.width} by {level.height}: {len(position.boxes)} boxes, {covered}"


@lru_cache(maxsize=16)
def _warehouse(level: Level, within: int) -> tuple[Part, ...]:
    """Walls, goals and the floor around a square: the same as long as a level is played."""
    floor = sorted(inside(level, within))
    walls = sorted(walls_in_sight(level))
    shapes = [_squares(level, floor, _FLOOR, 0, 0), _squares(level, floor, _TILE, 1.5, 6)]
    shapes += [_squares(level, walls, _WALL_SIDE, -0.5, 0), _squares(level, walls, _WALL_TOP, 3, 5)]
    shapes += [_joints(level, walls)]
    goal = disc(0, 0, 13, _GOAL_CENTRE, stroke=_GOAL, stroke_width=4) + disc(0, 0, 4, _GOAL)
    squares = map(level.square, sorted(level.goals))
    return Part("\n".join(shapes)), *(Part(goal, *_middle(at), data={"goal": str(at)}) for at in squares)


def _squares(level: Level, squares: Sequence[int], colour: str, inset: float, radius: float) -> str:
    """Many squares as one path, each a little smaller than its cell."""
    side = _CELL - 2 * inset
    straight = side - 2 * radius
    corner = f"a{radius:g} {radius:g} 0 0 1 "
    if radius:
        shape = (
            f"h{straight:g}{corner}{radius:g} {radius:g}v{straight:g}{corner}{-radius:g} {radius:g}"
            f"h{-straight:g}{corner}{-radius:g} {-radius:g}v{-straight:g}{corner}{radius:g} {-radius:g}z"
        )
    else:
        shape = f"h{side:g}v{side:g}h{-side:g}z"
    ways = []
    for index in squares:
        row, column = level.square(index)
        ways.append(f"M{column * _CELL + inset + radius:g} {row * _CELL + inset:g}{shape}")
    return area("".join(ways), colour)


def _joints(level: Level, walls: Sequence[int]) -> str:
    """The joints between the bricks of the walls."""
    ways, half = [], _CELL // 2
    for index in walls:
        row, column = level.square(index)
        ways.append(
            f"M{column * _CELL + 4} {row * _CELL + half}h{_CELL - 8}m{4 - half} {4 - half}v{half - 4}m-10 0v{half - 4}"
        )
    return area("".join(ways), "none", stroke=_WALL_JOINT, stroke_width=1.5)


def _middle(square: Square) -> tuple[int, int]:
    return square.column * _CELL + _CELL // 2, square.row * _CELL + _CELL // 2


@lru_cache(maxsize=1024)
def _crate(square: Square, is_home: bool) -> Part:
    body, edge, light = _HOME if is_home else _OUT
    sign = "M-9 0l6 7 12-14" if is_home else "M-11-11l22 22M11-11l-22 22"
    shapes = (
        box(-18, -18, 36, 36, 4, body, stroke=edge, stroke_width=3),
        box(-12.5, -12.5, 25, 25, 2, light, stroke=edge, stroke_width=1.5),
        line(sign, _WHITE if is_home else edge, 5 if is_home else 4),
    )
    return Part("".join(shapes), *_middle(square), who="crate", data={"box": str(square)})


# The warehouse keeper from above, around the origin.
_PLAYER = "".join(
    (
        oval(0, 5, 17, 12, _SHIRT, stroke=_INK, stroke_width=2),
        disc(0, -2, 11.5, _SKIN, stroke=_INK, stroke_width=2),
        area("M-11-5a11 10.5 0 0 1 22 0z", _CAP, stroke=_INK, stroke_width=2, stroke_linejoin="round"),
        disc(-4, 0, 1.8, _INK),
        disc(4, 0, 1.8, _INK),
    )
)
