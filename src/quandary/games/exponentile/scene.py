"""An ExponenTile board as text for a terminal and as an SVG picture.

A tile's colour goes from light to dark as its value doubles, through yellow, green, blue and violet: the lightness
alone tells neighbours in value apart, so that nobody needs to see colours, and every tile shows its number. The
picture keeps to plain shapes, which browsers, resvg and fpdf2 draw alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from quandary.drawing.stroke_font import text_path, text_width
from quandary.games.exponentile.position import Cell, Position
from quandary.games.exponentile.rules import cell_name

# By exponent, from 1 on; what is higher looks like the last. Lightness falls from each to the next.
_FILLS = (
    "#fdf3c4", "#fbe183", "#f4c95d", "#d9c24f", "#b3bf4f", "#86b65a", "#58a86c", "#2f967b",
    "#1c8285", "#1f6d8a", "#2a5788", "#35407e", "#3a2a6b", "#331854", "#250c3b", "#14061f",
)  # fmt: skip
_TERMINAL_FILLS = (229, 222, 185, 214, 143, 107, 71, 66, 30, 27, 26, 25, 57, 56, 55, 54)
_DARK_INK, _LIGHT_INK = "#2b2412", "#ffffff"
_TERMINAL_DARK_INK, _TERMINAL_LIGHT_INK = 16, 231
# From this exponent on, the ink is light.
_FIRST_DARK_TILE = 9


def colours_of(value: int) -> tuple[str, str]:
    """The fill of the tile with this exponent, and the ink of its number."""
    return _FILLS[_shade(value)], _ink(value)


def _shade(value: int) -> int:
    return min(value, len(_FILLS)) - 1


def _ink(value: int) -> str:
    return _LIGHT_INK if value >= _FIRST_DARK_TILE else _DARK_INK


# Text


def draw_text(position: Position, *, colour: bool = False) -> str:
    """The score, and the board with its rows and columns numbered."""
    names = [str(1 << value) for value in position.cells]
    wide = max(2, *map(len, names))
    header = f"score {position.score:,}   moves {position.moves:,}   {position.rules} rules"
    lines = [header + (", torus" if position.torus else "")]
    lines.append("   " + " ".join(str(column).center(wide + 2) for column in range(1, position.width + 1)).rstrip())
    for number, row in enumerate(position.rows, start=1):
        tiles = " ".join(_tile(value, wide, colour) for value in row)
        lines.append(f"{number:2} {tiles}")
    return "\n".join(lines)


def _tile(value: int, wide: int, colour: bool) -> str:
    text = f" {str(1 << value).rjust(wide)} "
    if not colour:
        return text
    ink = _TERMINAL_LIGHT_INK if value >= _FIRST_DARK_TILE else _TERMINAL_DARK_INK
    return f"\x1b[38;5;{ink};48;5;{_TERMINAL_FILLS[_shade(value)]}m{text}\x1b[0m"


# SVG

_CELL, _GAP, _MARGIN, _HEADER = 64.0, 6.0, 14.0, 40.0
_RADIUS = 9.0
_TILE = _CELL - _GAP
_DIGIT_HEIGHT, _WIDEST_NUMBER = 20.0, _TILE - 14.0
_BACKGROUND, _BOARD, _TITLE_INK = "#ffffff", "#d8d2c4", "#2b2412"
_PEN = 1.5


def draw_svg(position: Position) -> str:
    """Tiles with their numbers, the score above them.

    Every tile is a group that carries its cell as `data-cell`, named as in moves, and its number as `data-value`, so
    that a front end can find it; the picture says how far apart tiles are as `data-cell-size`.
    """
    tiles = []
    for number, row in enumerate(position.rows):
        for column, value in enumerate(row):
            marks = f'data-cell="{cell_name((number, column))}" data-value="{1 << value}"'
            tiles.append(draw_tile(marks, (number, column), value))
    return draw_board(position, position.score, [_line_of_text(f"score {position.score}", position), *tiles])


def draw_tile(marks: str, cell: Cell, value: int) -> str:
    """The tile of this exponent in its cell, with marks to find it by."""
    row, column = cell
    x, y = _MARGIN + _GAP + column * _CELL, _HEADER + _GAP + row * _CELL
    return f'<g {marks} transform="translate({x:g} {y:g})">{_tile_shapes(value)}</g>'


def draw_score(position: Position, score: int) -> list[str]:
    """The line above the board with every digit a part of its own: a few of them make many scores."""
    word, digits = "score", str(score)
    height = _text_height(f"{word} {digits}", position)
    left, zero = _MARGIN + 2, text_width("0", height)
    parts = [_written(word, (left + text_width(word, height) / 2, _HEADER / 2), height)]
    x = left + text_width(f"{word} 0", height) - zero / 2
    for digit in digits:
        parts.append(f'<g transform="translate({x:g} {_HEADER / 2:g})">{_written(digit, (0, 0), height)}</g>')
        x += text_width("00", height) - zero
    return parts


def draw_board(position: Position, score: int, parts: Iterable[str]) -> str:
    """A picture of the position's empty board with anything on it."""
    board_width, board_height = (count * _CELL + _GAP for count in (position.width, position.height))
    width, height = _picture_width(position), board_height + _HEADER + _MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" data-cell-size="{_CELL:g}" role="img">',
        f"<title>ExponenTile, score {score}</title>",
        _box(0, 0, width, height, 0, _BACKGROUND),
        _box(_MARGIN, _HEADER, board_width, board_height, _RADIUS + _GAP, _BOARD),
        *parts,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


@cache
def _tile_shapes(value: int) -> str:
    """A tile with its upper left corner at the origin; there are few different ones."""
    fill, ink = colours_of(value)
    return _box(0, 0, _TILE, _TILE, _RADIUS, fill) + _number(1 << value, (_TILE / 2, _TILE / 2), ink)


def _picture_width(position: Position) -> float:
    return position.width * _CELL + _GAP + 2 * _MARGIN


def _text_height(text: str, position: Position) -> float:
    """As large as the line above the board allows."""
    return min(15.0, 15.0 * (_picture_width(position) - 2 * _MARGIN) / text_width(text, 15.0))


def _line_of_text(text: str, position: Position) -> str:
    height = _text_height(text, position)
    return _written(text, (_MARGIN + text_width(text, height) / 2 + 2, _HEADER / 2), height)


def _written(text: str, middle: tuple[float, float], height: float) -> str:
    return text_path(text, middle, height, _TITLE_INK, pen=_PEN)


def _number(value: int, middle: tuple[float, float], ink: str) -> str:
    """As large as all others, unless it is too long for its tile."""
    text = str(value)
    height = min(_DIGIT_HEIGHT, _DIGIT_HEIGHT * _WIDEST_NUMBER / text_width(text, _DIGIT_HEIGHT))
    return text_path(text, middle, height, ink, pen=_PEN)


def _box(x: float, y: float, width: float, height: float, radius: float, fill: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}" fill="{fill}"/>'
