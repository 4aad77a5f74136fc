"""An ExponenTile board as a picture.

A tile's colour goes from light to dark as its value doubles, through yellow, green, blue and violet: the
lightness alone tells neighbours in value apart, so that nobody needs to see colours, and every tile shows its
number.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from quandary.drawing.scene import Part, Scene, View
from quandary.drawing.shapes import box
from quandary.drawing.stroke_font import text_path, text_width
from quandary.games.exponentile.position import Cell, Position
from quandary.games.exponentile.rules import cell_name

# By exponent, from 1 on; what is higher looks like the last. Lightness falls from each to the next.
_FILLS = (
    "#fdf3c4", "#fbe183", "#f4c95d", "#d9c24f", "#b3bf4f", "#86b65a", "#58a86c", "#2f967b",
    "#1c8285", "#1f6d8a", "#2a5788", "#35407e", "#3a2a6b", "#331854", "#250c3b", "#14061f",
)  # fmt: skip
_DARK_INK, _LIGHT_INK = "#2b2412", "#ffffff"
# From this exponent on, the ink is light.
FIRST_DARK_TILE = 9


def colours_of(value: int) -> tuple[str, str]:
    """The fill of the tile with this exponent, and the ink of its number."""
    return _FILLS[shade(value)], _LIGHT_INK if value >= FIRST_DARK_TILE else _DARK_INK


def shade(value: int) -> int:
    """Which of the fills it has."""
    return min(value, len(_FILLS)) - 1


_CELL, _GAP, _MARGIN, _HEADER = 64.0, 6.0, 14.0, 40.0
_RADIUS = 9.0
_TILE = _CELL - _GAP
_DIGIT_HEIGHT, _WIDEST_NUMBER = 20.0, _TILE - 14.0
_BACKGROUND, _BOARD, _TITLE_INK = "#ffffff", "#d8d2c4", "#2b2412"
_PEN = 1.5


def scene_of(position: Position) -> Scene:
    """Tiles with their numbers, the score above them.

    Every tile carries its cell as `data-cell`, named as in moves, and its number as `data-value`, so that a front end
    can find it; the picture says how far apart tiles are as `data-cell-size`.
    """
    tiles = [
        _named_tile((number, column), value)
        for number, row in enumerate(position.rows)
        for column, value in enumerate(row)
    ]
    text = f"score {position.score}"
    height = _text_height(text, position)
    score = _written(text, (_MARGIN + text_width(text, height) / 2 + 2, _HEADER / 2), height)
    return board_with(position, position.score, [Part(score), *tiles])


@lru_cache(maxsize=4096)
def _named_tile(cell: Cell, value: int) -> Part:
    return Part(_tile_shapes(value), *_corner(cell), data={"cell": cell_name(cell), "value": str(1 << value)})


@lru_cache(maxsize=4096)
def moving_tile(who: str, cell: Cell, value: int) -> Part:
    """The tile of this exponent in its cell, as somebody who moves in a film."""
    return Part(_tile_shapes(value), *_corner(cell), who=who)


def score_parts(position: Position, score: int) -> list[Part]:
    """The line above the board with every digit a part of its own: a few of them make many scores."""
    word, figures = "score", str(score)
    height = _text_height(f"{word} {figures}", position)
    left, zero = _MARGIN + 2, text_width("0", height)
    parts = [Part(_written(word, (left + text_width(word, height) / 2, _HEADER / 2), height))]
    x = left + text_width(f"{word} 0", height) - zero / 2
    for digit in figures:
        parts.append(Part(_written(digit, (0, 0), height), x, _HEADER / 2))
        x += text_width("00", height) - zero
    return parts


def board_with(position: Position, score: int, parts: Iterable[Part]) -> Scene:
    """The position's empty board with anything on it."""
    view = View(0, 0, _picture_width(position), position.height * _CELL + _GAP + _HEADER + _MARGIN)
    data = {"cell-size": f"{_CELL:g}"}
    return Scene(f"ExponenTile, score {score}", view, (_ground(view), *parts), data=data)


@cache
def _ground(view: View) -> Part:
    paper = box(*view, 0, _BACKGROUND)
    wide, high = view.width - 2 * _MARGIN, view.height - _HEADER - _MARGIN
    return Part(f"{paper}\n{box(_MARGIN, _HEADER, wide, high, _RADIUS + _GAP, _BOARD)}")


def _corner(cell: Cell) -> tuple[float, float]:
    row, column = cell
    return _MARGIN + _GAP + column * _CELL, _HEADER + _GAP + row * _CELL


@cache
def _tile_shapes(value: int) -> str:
    """A tile with its upper left corner at the origin; there are few different ones."""
    fill, ink = colours_of(value)
    return box(0, 0, _TILE, _TILE, _RADIUS, fill) + _number(1 << value, (_TILE / 2, _TILE / 2), ink)


def _picture_width(position: Position) -> float:
    return position.width * _CELL + _GAP + 2 * _MARGIN


def _text_height(text: str, position: Position) -> float:
    """As large as the line above the board allows."""
    return min(15.0, 15.0 * (_picture_width(position) - 2 * _MARGIN) / text_width(text, 15.0))


def _written(text: str, middle: tuple[float, float], height: float) -> str:
    return text_path(text, middle, height, _TITLE_INK, pen=_PEN)


def _number(value: int, middle: tuple[float, float], ink: str) -> str:
    """As large as all others, unless it is too long for its tile."""
    text = str(value)
    height = min(_DIGIT_HEIGHT, _DIGIT_HEIGHT * _WIDEST_NUMBER / text_width(text, _DIGIT_HEIGHT))
    return text_path(text, middle, height, ink, pen=_PEN)
