"""A Sokoban level as an SVG picture.

The picture looks down on the warehouse. It keeps to plain shapes (no fonts, ids, gradients, filters or styles), which
browsers, resvg and fpdf2 all draw alike. A crate that is not home is orange with a cross of planks, one that is home
is blue with a tick: shape and colour say the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from quandary.games.sokoban.position import WALL, Position, inside

_CELL = 48
_MARGIN = 4
_WALL_TOP, _WALL_SIDE, _WALL_JOINT = "#5b6776", "#3f4a57", "#76838f"
_FLOOR, _TILE = "#e9ecef", "#f6f7f9"
_GOAL, _GOAL_CENTRE = "#0072b2", "#cfe4f1"
_INK, _WHITE = "#15202b", "#ffffff"
_OUT = ("#e69f00", "#8f5f00", "#f4c559")
_HOME = ("#0072b2", "#00456c", "#5cb0de")
_SKIN, _SHIRT, _CAP = "#f3cfa9", "#d62839", "#7a1020"


def draw_svg(position: Position) -> str:
    """The position as an SVG document. Every crate is a group that carries its square as `data-box`.

    The player is a group with `data-player`, and the picture says how wide a square is as `data-cell-size`.
    """
    home = position.level.goals
    boxes = [
        _placed(_crate(box in home), position, box, f'data-box="{_name(position, box)}" data-who="crate"')
        for box in sorted(position.boxes)
    ]
    player = _placed(_player(), position, position.player, 'data-player="" data-who="player"')
    return _document(position, _title(position), [*boxes, player])


def _document(position: Position, title: str, things: Iterable[str]) -> str:
    level = position.level
    width, height = level.width * _CELL, level.height * _CELL
    box = f"{-_MARGIN} {-_MARGIN} {width + 2 * _MARGIN} {height + 2 * _MARGIN}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{width + 2 * _MARGIN}" '
        f'height="{height + 2 * _MARGIN}" data-cell-size="{_CELL}" role="img">',
        f"<title>{escape(title)}</title>",
        *_warehouse(position),
        *things,
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _title(position: Position) -> str:
    level = position.level
    covered = f"{len(position.boxes & level.goals)} of {len(level.goals)} goals covered"
    return f"Sokoban, {level.width} by {level.height}: {len(position.boxes)} boxes, {covered}"


def _name(position: Position, index: int) -> str:
    return str(position.level.square(index))


def _warehouse(position: Position) -> list[str]:
    """Floor, walls and goals."""
    level = position.level
    floor = sorted(inside(level, position.player))
    walls = [index for index, mark in enumerate(level.plan) if mark == WALL]
    parts = [_squares(position, floor, _FLOOR, 0, 0), _squares(position, floor, _TILE, 1.5, 6)]
    parts += [_squares(position, walls, _WALL_SIDE, -0.5, 0), _squares(position, walls, _WALL_TOP, 3, 5)]
    parts += [_joints(position, walls)]
    for goal in sorted(level.goals):
        x, y = _middle(position, goal)
        parts.append(
            f'<g data-goal="{_name(position, goal)}">'
            f'<circle cx="{x}" cy="{y}" r="13" fill="{_GOAL_CENTRE}" stroke="{_GOAL}" stroke-width="4"/>'
            f'<circle cx="{x}" cy="{y}" r="4" fill="{_GOAL}"/></g>'
        )
    return parts


def _squares(position: Position, squares: Sequence[int], colour: str, inset: float, radius: float) -> str:
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
        row, column = position.level.square(index)
        ways.append(f"M{column * _CELL + inset + radius:g} {row * _CELL + inset:g}{shape}")
    return f'<path d="{"".join(ways)}" fill="{colour}"/>'


def _joints(position: Position, walls: Sequence[int]) -> str:
    """The joints between the bricks of the walls."""
    ways, half = [], _CELL // 2
    for index in walls:
        row, column = position.level.square(index)
        ways.append(
            f"M{column * _CELL + 4} {row * _CELL + half}h{_CELL - 8}m{4 - half} {4 - half}v{half - 4}m-10 0v{half - 4}"
        )
    return f'<path d="{"".join(ways)}" fill="none" stroke="{_WALL_JOINT}" stroke-width="1.5"/>'


def _middle(position: Position, index: int) -> tuple[int, int]:
    row, column = position.level.square(index)
    return column * _CELL + _CELL // 2, row * _CELL + _CELL // 2


def _placed(shapes: str, position: Position, index: int, attributes: str) -> str:
    x, y = _middle(position, index)
    return f'<g {attributes} transform="translate({x} {y})">{shapes}</g>'


def _crate(is_home: bool) -> str:
    """A crate around the origin."""
    body, edge, light = _HOME if is_home else _OUT
    sign = "M-9 0l6 7 12-14" if is_home else "M-11-11l22 22M11-11l-22 22"
    return (
        f'<rect x="-18" y="-18" width="36" height="36" rx="4" fill="{body}" stroke="{edge}" stroke-width="3"/>'
        f'<rect x="-12.5" y="-12.5" width="25" height="25" rx="2" fill="{light}" stroke="{edge}" stroke-width="1.5"/>'
        f'<path d="{sign}" fill="none" stroke="{_WHITE if is_home else edge}" stroke-width="{5 if is_home else 4}" '
        f'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _player() -> str:
    """The warehouse keeper from above, around the origin."""
    return (
        f'<ellipse cx="0" cy="5" rx="17" ry="12" fill="{_SHIRT}" stroke="{_INK}" stroke-width="2"/>'
        f'<circle cx="0" cy="-2" r="11.5" fill="{_SKIN}" stroke="{_INK}" stroke-width="2"/>'
        f'<path d="M-11-5a11 10.5 0 0 1 22 0z" fill="{_CAP}" stroke="{_INK}" stroke-width="2" stroke-linejoin="round"/>'
        f'<circle cx="-4" cy="0" r="1.8" fill="{_INK}"/><circle cx="4" cy="0" r="1.8" fill="{_INK}"/>'
    )
