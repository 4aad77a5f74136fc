"""Sokoban on a terminal: arrows walk and push, a click walks as far as it takes.

What a thing is shows in its shape: a box is framed, with double lines once it is on a goal; a goal is a diamond.
Squares where a box would be lost, and boxes that are, are marked if the player asks.
"""

from __future__ import annotations

from rich.style import Style
from textual.geometry import Size

from quandary.games.sokoban.deadlocks import dead_squares, lost_boxes
from quandary.games.sokoban.position import WALL, Position, Square, walls_in_sight
from quandary.games.sokoban.rules import STEPS, Step, walk_to
from quandary.tui.board import ARROWS, Board, Place
from quandary.tui.canvas import HEAVY, ROUND, Canvas

_SIZES = ((8, 4), (6, 3), (4, 2), (2, 1))
_DOUBLE = "╔═╗║╚╝"
_DIRECTIONS = {"left": "l", "right": "r", "up": "u", "down": "d"}
_SIGNS = {"l": "◀", "r": "▶", "u": "▲", "d": "▼"}
_WOOD, _WALL_COLOUR, _INK = "#e69f00", "#7d8894", "#101418"


class GameBoard(Board[Position, Step]):
    """A warehouse."""

    keys = (
        ("arrows", "walk, and push the box that is there"),
        ("b", "mark squares and boxes that are lost, or hide the marks"),
        ("mouse", "click a square to walk there, a box beside you to push it"),
    )
    first_words = "Arrows walk and push; or click where to go. Bring every box to a diamond."

    def reset(self) -> None:
        self._shows_marks = getattr(self, "_shows_marks", False)

    def status_lines(self) -> list[str]:
        lines = super().status_lines()
        return [*lines, f"Lost    {len(lost_boxes(self.position))}"] if self._shows_marks else lines

    # Painting

    def _square_size(self, room: Size) -> tuple[int, int]:
        level = self.position.level
        for wide, high in _SIZES:
            if level.width * wide <= room.width and level.height * high <= room.height:
                return wide, high
        return _SIZES[-1]

    def paint(self, room: Size) -> Canvas:
        position, level = self.position, self.position.level
        wide, high = self._square_size(room)
        canvas = Canvas(level.width * wide, level.height * high)
        walls = walls_in_sight(level)
        dead = dead_squares(level) if self._shows_marks else frozenset()
        lost = lost_boxes(position) if self._shows_marks else frozenset()
        for index, mark in enumerate(level.plan):
            row, column = divmod(index, level.width)
            x, y = column * wide, row * high
            if mark == WALL and index in walls:
                canvas.fill(x, y, wide, high, self.palette.text(_WALL_COLOUR, bold=False), "█")
            elif index in position.boxes:
                self._paint_box(canvas, x, y, wide, high, is_home=index in level.goals, is_lost=index in lost)
            elif index in level.goals:
                self._paint_goal(canvas, x, y, wide, high)
            elif index in dead:
                canvas.centre(x, y + high // 2, wide, "×", self.palette.text(self.palette.bad, bold=False))
            if index == position.player:
                self._paint_player(canvas, x, y, wide, high)
        if self.hint is not None:
            square = level.square(position.player + level.steps[self.hint.direction])
            x, y = square.column * wide, square.row * high
            canvas.centre(x, y + high // 2, wide, _SIGNS[self.hint.direction], self.palette.pointer)
        return canvas

    def _paint_box(self, canvas: Canvas, x: int, y: int, wide: int, high: int, *, is_home: bool, is_lost: bool) -> None:
        colour = self.palette.good if is_home else self.palette.bad if is_lost else _WOOD
        style = self.palette.paint(_INK, colour, bold=True)
        if high == 1:
            canvas.put(x, y, "■■" if is_home else "!!" if is_lost else "[]", style)
            return
        canvas.fill(x, y, wide, high, style)
        canvas.frame(x, y, wide, high, style, _DOUBLE if is_home else HEAVY)
        if is_lost:
            canvas.centre(x, y + (high - 1) // 2, wide, "!!", style)

    def _paint_goal(self, canvas: Canvas, x: int, y: int, wide: int, high: int) -> None:
        style = self.palette.text(self.palette.good)
        if high == 1:
            canvas.put(x, y, "◇", style)
            return
        middle = wide // 2
        canvas.put(x + middle - 1, y + high // 2 - 1, "╱╲", style)
        canvas.put(x + middle - 1, y + high // 2, "╲╱", style)

    def _paint_player(self, canvas: Canvas, x: int, y: int, wide: int, high: int) -> None:
        style = self.palette.selection
        if high == 1:
            canvas.put(x, y, "@", Style(bold=True) if self.palette.has_colour else style)
            return
        canvas.frame(x, y, wide, high, self.palette.text(self.palette.chosen), ROUND)
        canvas.centre(x, y + (high - 1) // 2, wide, "@@", style)

    def focus_place(self) -> Place | None:
        wide, high = self._square_size(self.size)
        square = self.position.level.square(self.position.player)
        return square.column * wide, square.row * high

    # Hands

    def press(self, key: str, character: str | None) -> bool:
        if key in ARROWS:
            self.choose(STEPS[_DIRECTIONS[key]])
        elif key == "b":
            self._shows_marks = not self._shows_marks
            self.say("Marked: × a box is lost there, ! it is lost." if self._shows_marks else "")
        else:
            return False
        return True

    def click(self, at: Place, *, twice: bool) -> None:
        wide, high = self._square_size(self.size)
        square = Square(at[1] // high, at[0] // wide)
        player = self.position.level.square(self.position.player)
        beside = {(0, -1): "l", (0, 1): "r", (-1, 0): "u", (1, 0): "d"}
        step = beside.get((square.row - player.row, square.column - player.column))
        if step is not None:
            self.choose(STEPS[step])
            return
        way = walk_to(self.position, square)
        if way is None:
            self.say("There is no way to walk there.")
        elif way:
            self.choose(*way)
