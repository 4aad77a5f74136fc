"""A Rush Hour board as a picture.

It looks down on the car park: cars, trucks, concrete blocks, and a driveway where the red car leaves. Colours
are in one table, for pictures and terminals; the letter, never the colour, says which vehicle it is.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from quandary.drawing.scene import Part, Scene, View
from quandary.drawing.shapes import box, line
from quandary.drawing.stroke_font import text_path
from quandary.games.rush_hour.position import WALL, Position, place
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


def exit_row(position: Position) -> int:
    """The row that the red car leaves by."""
    return position.cells.index(position.red) // position.width


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


def scene_of(position: Position, *, trail: Slide | None = None) -> Scene:
    """The board. `trail` is a move that could be played: it shows where to, with an arrow.

    Every vehicle carries its letter as `data-vehicle`, every wall its place as `data-wall`, and the picture says how
    wide a cell is as `data-cell-size`, so that a front end can find them.
    """
    origin = _FRAME + _MARGIN
    width, height = position.width * _CELL + 2 * origin + _DRIVEWAY, position.height * _CELL + 2 * origin
    parts = (
        _board(position.width, position.height, exit_row(position)),
        *(_block(index, position.width) for index, cell in enumerate(position.cells) if cell == WALL),
        *([_ghost(position, trail)] if trail else ()),
        *(_vehicle(letter, extent_of(position, letter), paint_of(position, letter)) for letter in position.letters),
        *([_arrow(position, trail)] if trail else ()),
    )
    view = View(-origin, -origin, width, height)
    return Scene(_title(position), view, parts, _description(position), {"cell-size": str(_CELL)})


def _title(position: Position) -> str:
    return f"Rush Hour, {position.width} by {position.height}: drive the red car {position.red} out at the right"


def _description(position: Position) -> str:
    """The whole board in words."""
    vehicles = [_in_words(letter, extent_of(position, letter), letter == position.red) for letter in position.letters]
    walls = [place(index, position.width) for index, cell in enumerate(position.cells) if cell == WALL]
    return "; ".join([*vehicles, *([f"walls at {', '.join(walls)}"] if walls else [])]) + "."


@lru_cache(maxsize=4096)
def _in_words(letter: str, extent: Extent, is_red: bool) -> str:
    kind = "red car" if is_red else "car" if extent.length < _TRUCK_LENGTH else "truck"
    top, left, bottom, right = (number + 1 for number in extent)
    if extent.is_horizontal:
        return f"{kind} {letter} in row {top}, columns {left} to {right}"
    return f"{kind} {letter} in column {left}, rows {top} to {bottom}"


@lru_cache(maxsize=64)
def _board(columns: int, rows: int, leaves: int) -> Part:
    """The frame with its driveway, and a parking bay for every cell; the same in every position of a puzzle."""
    right, bottom, lane = columns * _CELL, rows * _CELL, leaves * _CELL
    solids = (
        (-_FRAME, -_FRAME, right + 2 * _FRAME, bottom + 2 * _FRAME, _FRAME + 8),
        (right, lane - _KERB, _FRAME + _DRIVEWAY, _CELL + 2 * _KERB, 5),
    )
    bays = [
        box(column * _CELL + 3, row * _CELL + 3, _CELL - 6, _CELL - 6, 10, _BAY)
        for row in range(rows)
        for column in range(columns)
    ]
    shapes = [
        # The pale edge is for dark pages. It goes first, so that it surrounds frame and driveway as one piece.
        *(box(*solid, _FRAME_EDGE, stroke=_FRAME_EDGE, stroke_width=3) for solid in solids),
        *(box(*solid, _FRAME_COLOUR) for solid in solids),
        box(0, 0, right, bottom, 10, _FLOOR),
        box(right - 12, lane, _FRAME + _DRIVEWAY + 14, _CELL, 0, _FLOOR),
        *bays,
        *(_chevron(right + offset, lane + _CELL / 2, 9, RED.body, 5) for offset in (10, 24)),
    ]
    return Part("\n".join(shapes))


def _chevron(x: float, y: float, size: float, colour: str, pen: float) -> str:
    """A `>` whose left end is at `x`."""
    return line(f"M{x:g} {y - size:g}l{size:g} {size:g}-{size:g} {size:g}", colour, pen)


@lru_cache(maxsize=1024)
def _block(index: int, width: int) -> Part:
    """A wall: a block of concrete, seen from above."""
    row, column = divmod(index, width)
    shapes = (
        box(5, 5, _CELL - 10, _CELL - 10, 7, _BLOCK, stroke=_BLOCK_EDGE, stroke_width=2),
        box(15, 15, _CELL - 30, _CELL - 30, 4, _BLOCK_TOP),
        line("M8 8l7 7M56 8l-7 7M8 56l7-7M56 56l-7-7", _BLOCK_EDGE, 1.5),
    )
    return Part("".join(shapes), column * _CELL, row * _CELL, data={"wall": place(index, width)})


@lru_cache(maxsize=4096)
def _vehicle(letter: str, extent: Extent, paint: Paint) -> Part:
    """A vehicle with its letter. It is drawn driving right from the origin, then turned and put in its place."""
    long = extent.length * _CELL
    is_truck = extent.length >= _TRUCK_LENGTH and paint != RED
    shapes, middle = _truck(long, paint.body) if is_truck else _car(long, paint.body, is_red=paint == RED)
    turn = "" if extent.is_horizontal else f' transform="translate(0 {long}) rotate(-90)"'
    at = (middle, _CELL / 2) if extent.is_horizontal else (_CELL / 2, long - middle)
    ink = _DARK if paint.dark_ink else _WHITE
    name = text_path(letter, at, 26 if is_truck else 22, ink, pen=1.9)
    drawn = f"{_shadow(extent)}<g{turn}>{''.join(shapes)}</g>{name}"
    return Part(drawn, extent.left * _CELL, extent.top * _CELL, who=letter, data={"vehicle": letter})


def _shadow(extent: Extent) -> str:
    """Light falls from the upper left on all vehicles, so that a shadow does not turn with its vehicle."""
    long = extent.length * _CELL
    wide, high, x, y = (long, _CELL, 5, 9) if extent.is_horizontal else (_CELL, long, 9, 5)
    return box(x + 3, y + 4, wide - 2 * x, high - 2 * y, 12, _DARK, fill_opacity=0.2)


def _wheels(*centres: float) -> list[str]:
    return [box(centre - 10, 5, 20, _CELL - 10, 5, _TYRE) for centre in centres]


def _car(long: float, body: str, *, is_red: bool) -> tuple[list[str], float]:
    """A car and where the middle of its roof is."""
    edge = _mixed(body, _DARK, 0.35)
    roof_left, roof_right = 40.0, long - 46.0
    middle = (roof_left + roof_right) / 2
    shapes = [
        *_wheels(27, long - 29),
        box(5, 9, long - 10, _CELL - 18, 15, body, stroke=edge, stroke_width=2),
        *(box(long - 13, y, 6, 9, 3, _HEADLIGHT) for y in (14, _CELL - 23)),
        *(box(6.5, y, 4, 9, 2, edge) for y in (15, _CELL - 24)),
        box(roof_left - 13, 14, roof_right - roof_left + 30, _CELL - 28, 11, _GLASS),
        box(roof_left, 15.5, roof_right - roof_left, _CELL - 31, 7, _mixed(body, _WHITE, 0.07)),
    ]
    if is_red:
        shapes.append(_chevron(long - 25, _CELL / 2, 8, _WHITE, 4.5))
        shapes.append(box(3, 13, 8, _CELL - 26, 3, _GLASS, stroke=_WHITE, stroke_width=1.5))
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
        box(load, 22, 20, _CELL - 44, 0, _TYRE),
        box(long - 44, 9, 39, _CELL - 18, 11, body, stroke=edge, stroke_width=2),
        box(long - 25, 14, 11, _CELL - 28, 5, _GLASS),
        *(box(long - 11, y, 4, 8, 2, _HEADLIGHT) for y in (14, _CELL - 22)),
        box(5, 7, load, _CELL - 14, 6, body, stroke=edge, stroke_width=2),
        line(ribs, edge, 2, stroke_opacity=0.45),
    ]
    return shapes, middle


def _mixed(colour: str, other: str, share: float) -> str:
    """`colour` with a share of `other` in it."""
    channels = ((int(colour[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(one + (two - one) * share):02x}" for one, two in channels)


def _ghost(position: Position, move: Slide) -> Part:
    """Where the vehicle will stand."""
    top, left, bottom, right = extent_of(play(position, move).position, move.vehicle)
    width, height = (right - left + 1) * _CELL - 12, (bottom - top + 1) * _CELL - 12
    body = paint_of(position, move.vehicle).body
    x, y, edge = left * _CELL + 6, top * _CELL + 6, _mixed(body, _DARK, 0.45)
    dashes: dict[str, float | str] = {"stroke": edge, "stroke_width": 2.5, "stroke_dasharray": "7 6"}
    return Part(box(x, y, width, height, 14, body, fill_opacity=0.22, **dashes))


def _arrow(position: Position, move: Slide) -> Part:
    """From the vehicle's leading end to where that will be; pale around dark, to be seen on everything."""
    top, left, bottom, right = extent = extent_of(position, move.vehicle)
    row, column = (bottom, right) if move.cells > 0 else (top, left)
    angle = (0 if extent.is_horizontal else 90) + (0 if move.cells > 0 else 180)
    turn = f"translate({(column + 0.5) * _CELL:g} {(row + 0.5) * _CELL:g}) rotate({angle})"
    way = f"M30 0H{abs(move.cells) * _CELL + 13}m-13 -13l13 13-13 13"
    return Part(line(way, _WHITE, 12, transform=turn) + line(way, _DARK, 6, transform=turn))
