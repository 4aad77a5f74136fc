"""Lanterns on a terminal: a cursor, arrows that move it, and Enter that touches; or the mouse."""

from __future__ import annotations

from textual.geometry import Size

from quandary.tui.board import ARROWS, Board, Place
from quandary.tui.canvas import HEAVY, ROUND, Canvas
from quandary_lanterns.position import LIT, Position
from quandary_lanterns.rules import Touch
from quandary_lanterns.scene import FLAME, NIGHT

_CELL_SIZES = ((9, 5), (7, 3), (2, 1))


class GameBoard(Board[Position, Touch]):
    """Rows of lanterns."""

    keys = (
        ("arrows", "go to another lantern"),
        ("Enter, Space", "touch it"),
        ("mouse", "click a lantern to touch it"),
    )
    first_words = "Arrows choose a lantern, Enter touches it; or click. Put them all out!"

    def reset(self) -> None:
        self._cursor = Touch(1, 1)

    def _cell_size(self, room: Size) -> tuple[int, int]:
        for wide, high in _CELL_SIZES:
            if self.position.width * wide <= room.width and self.position.height * high <= room.height:
                return wide, high
        return _CELL_SIZES[-1]

    def paint(self, room: Size) -> Canvas:
        wide, high = self._cell_size(room)
        canvas = Canvas(self.position.width * wide, self.position.height * high)
        for row, signs in enumerate(self.position.rows):
            for column, sign in enumerate(signs):
                self._paint_lantern(canvas, Touch(row + 1, column + 1), sign == LIT, (wide, high))
        return canvas

    def _paint_lantern(self, canvas: Canvas, at: Touch, is_lit: bool, cell: tuple[int, int]) -> None:
        wide, high = cell
        x, y = (at.column - 1) * wide, (at.row - 1) * high
        style = self.palette.paint(NIGHT, FLAME) if is_lit else self.palette.faint_text
        is_chosen = at == self._cursor and not self.disabled
        if high > 1:
            canvas.fill(x, y, wide - 1, high, style)
            canvas.frame(x, y, wide - 1, high, style, HEAVY if is_chosen else ROUND)
        mark = self.palette.pointer if at == self.hint else self.palette.selection if is_chosen else style
        canvas.put(x + (wide - 1) // 2, y + high // 2, "●" if is_lit else "○", mark)

    def press(self, key: str, character: str | None) -> bool:
        if key in ARROWS:
            right, down = ARROWS[key]
            beside = Touch(self._cursor.row + down, self._cursor.column + right)
            self._cursor = beside if beside in self.game.moves(self.position) else self._cursor
        elif key in ("enter", "space") and self.is_playing:
            self.choose(self._cursor)
        else:
            return False
        return True

    def click(self, at: Place, *, twice: bool) -> None:
        wide, high = self._cell_size(self.size)
        touch = Touch(at[1] // high + 1, at[0] // wide + 1)
        if touch in self.game.moves(self.position):
            self._cursor = touch
            self.choose(touch)
