"""A Rush Hour board as text for a terminal.

The text is a lattice: every cell is three columns by one line, and a line runs wherever two different pieces
meet, so that a vehicle's extent shows without any colour; heavy lines are the frame and the red car.
"""

from __future__ import annotations

from quandary.drawing.ansi import coloured
from quandary.games.rush_hour.position import EMPTY, WALL, Position
from quandary.games.rush_hour.scene import RED, exit_row, extent_of, paint_of

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
    return "\n".join(map(coloured, lines, styles) if colour else lines)


def _lattice(position: Position) -> list[list[str]]:
    """The board's frame, the outlines of everything on it, the empty cells and walls, and the driveway."""
    width, height, leaves = position.width, position.height, exit_row(position)
    columns = width * _CELL_COLUMNS + 1 + _DRIVEWAY_COLUMNS
    canvas = [[" "] * columns for _ in range(height * _CELL_LINES + 1)]
    for row in range(height + 1):
        line = canvas[row * _CELL_LINES]
        for column in range(width + 1):
            at = column * _CELL_COLUMNS
            line[at] = _junction(position, row, column)
            if column < width:
                line[at + 1 : at + _CELL_COLUMNS] = _JUNCTIONS[_beam(position, row, column) * 10] * 3
        if row in (leaves, leaves + 1):
            line[-_DRIVEWAY_COLUMNS:] = "━" * _DRIVEWAY_COLUMNS
    for row, cells in enumerate(position.rows()):
        line = canvas[row * _CELL_LINES + 1]
        for column in range(width + 1):
            line[column * _CELL_COLUMNS] = _JUNCTIONS[_post(position, row, column) * 30]
        for column, cell in enumerate(cells):
            at = column * _CELL_COLUMNS
            line[at + 1 : at + _CELL_COLUMNS] = {EMPTY: " · ", WALL: "███"}.get(cell, "   ")
    canvas[leaves * _CELL_LINES + 1][-1] = "►"
    return canvas


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
    if column == position.width and row == exit_row(position) and left != position.red:
        return 0
    return _weight(position, left, right)


def _beam(position: Position, row: int, column: int) -> int:
    """The weight of the level line above a cell."""
    return _weight(position, _cell(position, row - 1, column), _cell(position, row, column))


def _junction(position: Position, row: int, column: int) -> str:
    """What stands where the lines above and left of a cell meet their continuations."""
    up, down = _post(position, row - 1, column), _post(position, row, column)
    left, right = _beam(position, row, column - 1), _beam(position, row, column)
    if column == position.width and row - exit_row(position) in (0, 1):
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
