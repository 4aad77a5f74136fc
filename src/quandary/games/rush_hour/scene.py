"""A Rush Hour board as text for a terminal and as an SVG picture.

The text is a lattice: every cell is three columns by one line, and a line runs wherever two different pieces meet,
so that a vehicle's extent shows without any colour; heavy lines are the frame and the red car. The picture looks
down on the car park: cars, trucks, concrete blocks, and a driveway where the red car leaves. It keeps to plain
shapes (no fonts, ids, gradients, filters or styles), which browsers, resvg and fpdf2 all draw alike, and which many
pictures on one page cannot mix up. Both take their colours from one table; the letter, never the colour, says which
vehicle it is.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape
from itertools import groupby
from typing import NamedTuple

from quandary.drawing.stroke_font import text_path
from quandary.games.rush_hour.position import EMPTY, WALL, Position, place
from quandary.games.rush_hour.rules import Slide, play


class Paint(NamedTuple):
    """One colour of the palette."""

    body: str
    """In pictures."""
    terminal: int
    """The nearest good one of a terminal's 256 colours."""
    dark_ink: bool
    """Whether the letter on it is dark; white otherwise."""


RED = Paint("#d62839", 160, False)
"""Only the red car has it."""

# After Okabe and Ito's and Paul Tol's palettes. They are told apart in hue or in lightness under each kind of colour
# blindness, none comes near the red, and letters that follow each other get unlike ones.
PALETTE = (
    Paint("#0072b2", 25, False),
    Paint("#e69f00", 214, True),
    Paint("#a3e0cc", 158, True),
    Paint("#47378f", 54, False),
    Paint("#f2e350", 227, True),
    Paint("#d07fb5", 175, True),
    Paint("#0b9e76", 36, True),
    Paint("#5cb8ee", 75, True),
    Paint("#44586c", 60, False),
    Paint("#d6c2a6", 180, True),
)
_TRUCK_LENGTH = 3
_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def paint_of(position: Position, letter: str) -> Paint:
    """The colour of a vehicle: red for the red car, else always the same for the same letter."""
    return RED if letter == position.red else PALETTE[_ALPHABET.index(letter) % len(PALETTE)]


class Extent(NamedTuple):
    """The cells that a vehicle covers, rows and columns from 0, both ends included."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def is_horizontal(self) -> bool:
        return self.top == self.bottom

    @property
    def length(self) -> int:
        return self.bottom - self.top + self.right - self.left + 1


def extent_of(position: Position, letter: str) -> Extent:
    """Where the vehicle `letter` stands."""
    first, length, stride = position.vehicle(letter)
    last = first + (length - 1) * stride
    return Extent(*divmod(first, position.width), *divmod(last, position.width))


# Text

_LIGHT, _HEAVY = 1, 2
# Every way in which lines can meet, by the weights of the arms up, right, down and left, as a number to base 3.
_JUNCTIONS = " ╴╸╷╮┑╻┒┓╶─╾╭┬┭┎┰┱╺╼━┍┮┯┏┲┳╵╯┙│┤┥╽┧┪╰┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
_CELL_COLUMNS, _CELL_LINES = 4, 2  # of which one each is the lattice's
_DRIVEWAY_COLUMNS = 2
_FAINT = "2"
_RED_LINE = f"1;38;5;{RED.terminal}"


def draw_text(position: Position, *, colour: bool = False) -> str:
    """The board as lines of equal width. With `colour`, the same characters, and ANSI colours around them."""
    canvas = _lattice(position)
    styles = [[_FAINT if mark == "·" else "" for mark in line] for line in canvas]
    for letter in position.letters:
        _place_vehicle(canvas, styles, position, letter)
    lines = ["".join(line) for line in canvas]
    return "\n".join(map(_coloured, lines, styles) if colour else lines)


def _lattice(position: Position) -> list[list[str]]:
    """The board's frame, the outlines of everything on it, the empty cells and walls, and the driveway."""
    width, height, exit_row = position.width, position.height, _exit_row(position)
    columns = width * _CELL_COLUMNS + 1 + _DRIVEWAY_COLUMNS
    canvas = [[" "] * columns for _ in range(height * _CELL_LINES + 1)]
    for row in range(height + 1):
        line = canvas[row * _CELL_LINES]
        for column in range(width + 1):
            at = column * _CELL_COLUMNS
            line[at] = _junction(position, row, column)
            if column < width:
                line[at + 1 : at + _CELL_COLUMNS] = _JUNCTIONS[_beam(position, row, column) * 10] * 3
        if row in (exit_row, exit_row + 1):
            line[-_DRIVEWAY_COLUMNS:] = "━" * _DRIVEWAY_COLUMNS
    for row, cells in enumerate(position.rows()):
        line = canvas[row * _CELL_LINES + 1]
        for column in range(width + 1):
            line[column * _CELL_COLUMNS] = _JUNCTIONS[_post(position, row, column) * 30]
        for column, cell in enumerate(cells):
            at = column * _CELL_COLUMNS
            line[at + 1 : at + _CELL_COLUMNS] = {EMPTY: " · ", WALL: "███"}.get(cell, "   ")
    canvas[exit_row * _CELL_LINES + 1][-1] = "►"
    return canvas


def _exit_row(position: Position) -> int:
    return position.cells.index(position.red) // position.width


def _cell(position: Position, row: int, column: int) -> str | None:
    inside = 0 <= row < position.height and 0 <= column < position.width
    return position.cells[row * position.width + column] if inside else None


def _weight(position: Position, one: str | None, other: str | None) -> int:
    """How heavy the line between two neighbouring cells is; None is the world outside."""
    if one == other and one != WALL:
        return 0
    return _HEAVY if one is None or other is None or position.red in (one, other) else _LIGHT


def _post(position: Position, row: int, column: int) -> int:
    """The weight of the upright line to the left of a cell; the exit has none."""
    left, right = _cell(position, row, column - 1), _cell(position, row, column)
    if column == position.width and row == _exit_row(position) and left != position.red:
        return 0
    return _weight(position, left, right)


def _beam(position: Position, row: int, column: int) -> int:
    """The weight of the level line above a cell."""
    return _weight(position, _cell(position, row - 1, column), _cell(position, row, column))


def _junction(position: Position, row: int, column: int) -> str:
    """What stands where the lines above and left of a cell meet their continuations."""
    up, down = _post(position, row - 1, column), _post(position, row, column)
    left, right = _beam(position, row, column - 1), _beam(position, row, column)
    if column == position.width and row - _exit_row(position) in (0, 1):
        right = _HEAVY
    return _JUNCTIONS[up * 27 + right * 9 + down * 3 + left]


def _place_vehicle(canvas: list[list[str]], styles: list[list[str]], position: Position, letter: str) -> None:
    """Puts the letter in the vehicle's middle, and on the red car's front an arrow; and colours it."""
    top, left, bottom, right = extent_of(position, letter)
    first_line, last_line = top * _CELL_LINES + 1, bottom * _CELL_LINES + 1
    first, last = left * _CELL_COLUMNS + 1, right * _CELL_COLUMNS + 3
    paint = paint_of(position, letter)
    canvas[(first_line + last_line) // 2][(first + last) // 2] = letter
    if letter == position.red:
        canvas[last_line][last - 1] = "►"
        for line in styles[first_line - 1 : last_line + 2]:
            line[first - 1 : last + 2] = [_RED_LINE] * (last - first + 3)
        styles[last_line][-1] = _RED_LINE
    for line in styles[first_line : last_line + 1]:
        ink = 16 if paint.dark_ink else 231
        line[first : last + 1] = [f"1;38;5;{ink};48;5;{paint.terminal}"] * (last - first + 1)


def _coloured(line: str, styles: list[str]) -> str:
    """The line with every run of one style between its code and a reset."""
    runs = groupby(zip(line, styles, strict=True), key=lambda marked: marked[1])
    texts = ((style, "".join(mark for mark, _ in run)) for style, run in runs)
    return "".join(f"\x1b[{style}m{text}\x1b[0m" if style else text for style, text in texts)


# Picture

_CELL = 64
_FRAME = 16
_KERB = 8
_DRIVEWAY = 30
_MARGIN = 3

_FRAME_COLOUR, _FRAME_EDGE = "#3c4a5e", "#8493a8"
_FLOOR, _BAY = "#f3f5f8", "#e2e7ed"
_BLOCK, _BLOCK_EDGE, _BLOCK_TOP = "#7b8794", "#56616e", "#9aa5b1"
_TYRE, _GLASS, _HEADLIGHT = "#1b2430", "#22303f", "#fff6cf"
_DARK, _WHITE = "#15202b", "#ffffff"


def draw_svg(position: Position, *, trail: Slide | None = None) -> str:
    """The board as an SVG document. `trail` is a move that could be played: it shows where to, with an arrow.

    Every vehicle is a group that carries its letter as `data-vehicle`, every wall carries its place as `data-wall`,
    and the picture says how wide a cell is as `data-cell-size`, so that a front end can find them.
    """
    origin = _FRAME + _MARGIN
    width, height = position.width * _CELL + 2 * origin + _DRIVEWAY, position.height * _CELL + 2 * origin
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-origin} {-origin} {width} {height}" '
        f'width="{width}" height="{height}" data-cell-size="{_CELL}" role="img">',
        f"<title>{escape(_title(position))}</title>",
        f"<desc>{escape(_description(position))}</desc>",
        *_board(position.width, position.height, _exit_row(position)),
        *(_block(index, position.width) for index, cell in enumerate(position.cells) if cell == WALL),
        *([_ghost(position, trail)] if trail else ()),
        *(_vehicle(letter, extent_of(position, letter), paint_of(position, letter)) for letter in position.letters),
        *([_arrow(position, trail)] if trail else ()),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _title(position: Position) -> str:
    return f"Rush Hour, {position.width} by {position.height}: drive the red car {position.red} out at the right"


def _description(position: Position) -> str:
    """The whole board in words."""
    vehicles = [_in_words(position, letter) for letter in position.letters]
    walls = [place(index, position.width) for index, cell in enumerate(position.cells) if cell == WALL]
    return "; ".join([*vehicles, *([f"walls at {', '.join(walls)}"] if walls else [])]) + "."


def _in_words(position: Position, letter: str) -> str:
    extent = extent_of(position, letter)
    kind = "red car" if letter == position.red else "car" if extent.length < _TRUCK_LENGTH else "truck"
    top, left, bottom, right = (number + 1 for number in extent)
    if extent.is_horizontal:
        return f"{kind} {letter} in row {top}, columns {left} to {right}"
    return f"{kind} {letter} in column {left}, rows {top} to {bottom}"


def _shape(name: str, **attributes: float | str) -> str:
    """One element; an underscore in an attribute's name stands for a hyphen."""
    texts = ((key, f"{value:.6g}" if isinstance(value, (int, float)) else value) for key, value in attributes.items())
    return f"<{name} " + " ".join(f'{key.replace("_", "-")}="{escape(text)}"' for key, text in texts) + "/>"


def _box(rectangle: tuple[float, float, float, float], radius: float, fill: str, **more: float | str) -> str:
    x, y, width, height = rectangle
    return _shape("rect", x=x, y=y, width=width, height=height, rx=radius, fill=fill, **more)


@lru_cache(maxsize=64)
def _board(columns: int, rows: int, exit_row: int) -> tuple[str, ...]:
    """The frame with its driveway, and a parking bay for every cell; the same in every position of a puzzle."""
    right, bottom = columns * _CELL, rows * _CELL
    lane = exit_row * _CELL
    solids = (
        ((-_FRAME, -_FRAME, right + 2 * _FRAME, bottom + 2 * _FRAME), _FRAME + 8),
        ((right, lane - _KERB, _FRAME + _DRIVEWAY, _CELL + 2 * _KERB), 5),
    )
    bays = [
        _box((column * _CELL + 3, row * _CELL + 3, _CELL - 6, _CELL - 6), 10, _BAY)
        for row in range(rows)
        for column in range(columns)
    ]
    return (
        # The pale edge is for dark pages. It goes first, so that it surrounds frame and driveway as one piece.
        *(_box(*solid, _FRAME_EDGE, stroke=_FRAME_EDGE, stroke_width=3) for solid in solids),
        *(_box(*solid, _FRAME_COLOUR) for solid in solids),
        _box((0, 0, right, bottom), 10, _FLOOR),
        _box((right - 12, lane, _FRAME + _DRIVEWAY + 14, _CELL), 0, _FLOOR),
        *bays,
        *(_chevron(right + offset, lane + _CELL / 2, 9, RED.body, 5) for offset in (10, 24)),
    )


def _chevron(x: float, y: float, size: float, colour: str, pen: float) -> str:
    """A `>` whose left end is at `x`."""
    return _line(f"M{x:g} {y - size:g}l{size:g} {size:g}-{size:g} {size:g}", colour, pen)


def _line(way: str, colour: str, pen: float, **more: float | str) -> str:
    round_ends = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return _shape("path", d=way, fill="none", stroke=colour, stroke_width=pen, **round_ends, **more)


def _block(index: int, width: int) -> str:
    """A wall: a block of concrete, seen from above."""
    row, column = divmod(index, width)
    x, y, inner = column * _CELL, row * _CELL, 15
    faces = "".join(
        f"M{x + from_x} {y + from_y}l{step_x} {step_y}"
        for from_x, from_y, step_x, step_y in ((8, 8, 7, 7), (56, 8, -7, 7), (8, 56, 7, -7), (56, 56, -7, -7))
    )
    return (
        f'<g data-wall="{place(index, width)}">'
        + _box((x + 5, y + 5, _CELL - 10, _CELL - 10), 7, _BLOCK, stroke=_BLOCK_EDGE, stroke_width=2)
        + _box((x + inner, y + inner, _CELL - 2 * inner, _CELL - 2 * inner), 4, _BLOCK_TOP)
        + _line(faces, _BLOCK_EDGE, 1.5)
        + "</g>"
    )


@lru_cache(maxsize=4096)
def _vehicle(letter: str, extent: Extent, paint: Paint) -> str:
    """A vehicle with its letter. It is drawn driving right from the origin, then turned and put in its place."""
    x, y, long = extent.left * _CELL, extent.top * _CELL, extent.length * _CELL
    is_truck = extent.length >= _TRUCK_LENGTH and paint != RED
    shapes, middle = _truck(long, paint.body) if is_truck else _car(long, paint.body, is_red=paint == RED)
    turn = "" if extent.is_horizontal else f' transform="translate(0 {long}) rotate(-90)"'
    at = (middle, _CELL / 2) if extent.is_horizontal else (_CELL / 2, long - middle)
    ink = _DARK if paint.dark_ink else _WHITE
    return (
        f'<g data-vehicle="{letter}" data-who="{letter}" transform="translate({x} {y})">{_shadow(extent)}'
        f"<g{turn}>{''.join(shapes)}</g>{text_path(letter, at, 26 if is_truck else 22, ink, pen=1.9)}</g>"
    )


def _shadow(extent: Extent) -> str:
    """Light falls from the upper left on all vehicles, so that a shadow does not turn with its vehicle."""
    long = extent.length * _CELL
    wide, high, x, y = (long, _CELL, 5, 9) if extent.is_horizontal else (_CELL, long, 9, 5)
    return _box((x + 3, y + 4, wide - 2 * x, high - 2 * y), 12, _DARK, fill_opacity=0.2)


def _wheels(*centres: float) -> list[str]:
    return [_box((centre - 10, 5, 20, _CELL - 10), 5, _TYRE) for centre in centres]


def _car(long: float, body: str, *, is_red: bool) -> tuple[list[str], float]:
    """A car and where the middle of its roof is."""
    edge = _mixed(body, _DARK, 0.35)
    roof_left, roof_right = 40.0, long - 46.0
    middle = (roof_left + roof_right) / 2
    shapes = [
        *_wheels(27, long - 29),
        _box((5, 9, long - 10, _CELL - 18), 15, body, stroke=edge, stroke_width=2),
        *(_box((long - 13, y, 6, 9), 3, _HEADLIGHT) for y in (14, _CELL - 23)),
        *(_box((6.5, y, 4, 9), 2, edge) for y in (15, _CELL - 24)),
        _box((roof_left - 13, 14, roof_right - roof_left + 30, _CELL - 28), 11, _GLASS),
        _box((roof_left, 15.5, roof_right - roof_left, _CELL - 31), 7, _mixed(body, _WHITE, 0.07)),
    ]
    if is_red:
        shapes.append(_chevron(long - 25, _CELL / 2, 8, _WHITE, 4.5))
        shapes.append(_box((3, 13, 8, _CELL - 26), 3, _GLASS, stroke=_WHITE, stroke_width=1.5))
    return shapes, middle


def _truck(long: float, body: str) -> tuple[list[str], float]:
    """A truck, and where the middle of its load is."""
    edge = _mixed(body, _DARK, 0.35)
    load = long - 53.0
    middle = 5 + load / 2
    spread = range(34, int(load / 2) - 4, 17)
    ribs = "".join(f"M{x:g} 13v{_CELL - 26}" for away in spread for x in (middle - away, middle + away))
    shapes = [
        *_wheels(24, 46, long - 27),
        _box((load, 22, 20, _CELL - 44), 0, _TYRE),
        _box((long - 44, 9, 39, _CELL - 18), 11, body, stroke=edge, stroke_width=2),
        _box((long - 25, 14, 11, _CELL - 28), 5, _GLASS),
        *(_box((long - 11, y, 4, 8), 2, _HEADLIGHT) for y in (14, _CELL - 22)),
        _box((5, 7, load, _CELL - 14), 6, body, stroke=edge, stroke_width=2),
        _line(ribs, edge, 2, stroke_opacity=0.45),
    ]
    return shapes, middle


def _mixed(colour: str, other: str, share: float) -> str:
    """`colour` with a share of `other` in it."""
    channels = ((int(colour[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(one + (two - one) * share):02x}" for one, two in channels)


def _ghost(position: Position, move: Slide) -> str:
    """Where the vehicle will stand."""
    top, left, bottom, right = extent_of(play(position, move).position, move.vehicle)
    width, height = (right - left + 1) * _CELL - 12, (bottom - top + 1) * _CELL - 12
    body = paint_of(position, move.vehicle).body
    dashes = _mixed(body, _DARK, 0.45)
    area = (left * _CELL + 6, top * _CELL + 6, width, height)
    return _box(area, 14, body, fill_opacity=0.22, stroke=dashes, stroke_width=2.5, stroke_dasharray="7 6")


def _arrow(position: Position, move: Slide) -> str:
    """From the vehicle's leading end to where that will be; pale around dark, to be seen on everything."""
    top, left, bottom, right = extent = extent_of(position, move.vehicle)
    row, column = (bottom, right) if move.cells > 0 else (top, left)
    angle = (0 if extent.is_horizontal else 90) + (0 if move.cells > 0 else 180)
    turn = f"translate({(column + 0.5) * _CELL:g} {(row + 0.5) * _CELL:g}) rotate({angle})"
    way = f"M30 0H{abs(move.cells) * _CELL + 13}m-13 -13l13 13-13 13"
    return _line(way, _WHITE, 12, transform=turn) + _line(way, _DARK, 6, transform=turn)
