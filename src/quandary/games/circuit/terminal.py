"""Circuit Challenge on a terminal: type the answer of the cell where you stand, or go there with the cursor.

Every number stands on its line between two cells. Where the player stands is in brackets, where they were in
parentheses, so that nothing depends on colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rich.style import Style
from textual.geometry import Size

from quandary.game import Event, Status
from quandary.games.circuit.position import Cell, Position
from quandary.games.circuit.rules import (
    Follow,
    Move,
    Step,
    Stepped,
    SteppedRight,
    SteppedWrong,
    target,
    wrong_steps,
)
from quandary.tui.board import ARROWS, Board, Frame, Place, begin
from quandary.tui.canvas import PLAIN, Canvas

_START, _FINISH = "START", "FINISH"
_LONGEST_ANSWER = 6
_FLASH_SECONDS = 0.12
# Lines from a row of cells to the next, and whether expressions have spaces, from the roomiest on.
_SPACINGS = ((6, True), (4, True), (4, False), (2, False))


class Layout(NamedTuple):
    """Where cells and numbers stand."""

    width: int
    """Of a cell."""
    gap: int
    """Between two cells."""
    rise: int
    """From a row of cells to the next."""
    spaced: bool

    def left(self, col: int) -> int:
        """The column where a cell begins."""
        return col * (self.width + self.gap)

    def line(self, row: int) -> int:
        """The line of a row of cells; above the first there is room for a word."""
        return 1 + row * self.rise

    def height(self, rows: int) -> int:
        """Of the whole board, with a line for the answer below it."""
        return self.line(rows - 1) + 3


def layout_of(position: Position, room: Size) -> Layout:
    """The roomiest layout that fits; the tightest if none does."""
    board = position.board
    rows, cols = board.settings.rows, board.settings.cols
    gap = max(len(str(connector.value)) for connector in board.connectors) + 2
    for rise, spaced in _SPACINGS:
        texts = (tile.expression if spaced else tile.expression.replace(" ", "") for tile in board.tiles.values())
        layout = Layout(max(len(_FINISH), *map(len, texts)) + 2, gap, rise, spaced)
        fits = layout.left(cols) - gap <= room.width and layout.height(rows) <= room.height
        if fits:
            break
    return layout


class GameBoard(Board[Position, Move]):
    """A grid of sums."""

    keys = (
        ("0-9, Enter", "type the answer: the connector with that number is followed"),
        ("arrows, Enter", "move the cursor to a neighbour, go there"),
        ("mouse", "click a neighbour or the number on the way to it"),
    )
    first_words = "Work out the cell in brackets: type its answer and Enter, or click the number."

    def reset(self) -> None:
        self._cursor: Cell = self.position.here
        self._typed = ""
        self._flash: tuple[Cell, Cell] | None = None

    def show(self, position: Position, happened: Sequence[Event] = (), last_move: Move | None = None) -> None:
        self._cursor = position.here
        super().show(position, happened, last_move)

    def status_lines(self) -> list[str]:
        settings = self.position.board.settings
        # How many stars it is depends on the clock, too: the end says so.
        lines = [line for line in super().status_lines() if not line.startswith("Stars")]
        return [f"Level   {settings.level} {settings.name}", *lines]

    def result_line(self, seconds: float) -> str:
        wrong = len(wrong_steps(self.position)) if self.position.hidden else self.position.mistakes
        return f"{self.position.coins} coins, {wrong} wrong"

    # Painting

    def paint(self, room: Size) -> Canvas:
        position = self.position
        board, layout = position.board, layout_of(position, room)
        rows, cols = board.settings.rows, board.settings.cols
        canvas = Canvas(layout.left(cols) - layout.gap, layout.height(rows))
        canvas.centre(0, 0, layout.width, _START, Style(bold=True))
        for connector in board.connectors:
            self._paint_connector(canvas, layout, connector.a, connector.b, connector.value)
        for cell in board.tiles:
            self._paint_cell(canvas, layout, cell)
        if self.is_playing and not self.disabled:
            expression = board.tiles[position.here].expression
            left = max(0, -begin(canvas.width, room.width, self._middle_of(self._cursor, layout)))
            canvas.put(
                left, canvas.height - 1, f"{expression} = {self._typed}▏", self.palette.text(self.palette.chosen)
            )
        return canvas

    def _paint_cell(self, canvas: Canvas, layout: Layout, cell: Cell) -> None:
        position = self.position
        text = position.board.tiles[cell].expression or _FINISH
        text = text if layout.spaced else text.replace(" ", "")
        before, after = "[]" if cell == position.here else "()" if cell in position.walked else "  "
        style = PLAIN
        if cell == position.here:
            style = self.palette.selection
        elif cell == self._cursor:
            before, after, style = "▸", "◂", Style(reverse=True)
        elif cell in position.walked:
            style = self.palette.text(self.palette.good)
        elif text == _FINISH:
            style = Style(bold=True)
        x, y = layout.left(cell[1]), layout.line(cell[0])
        canvas.put(x, y, before + text.center(layout.width - 2) + after, style)

    def _way_style(self, a: Cell, b: Cell) -> Style:
        position, ends = self.position, {a, b}
        if self._flash is not None and ends == set(self._flash):
            return self.palette.paint("#000000", self.palette.bad, bold=True)
        if self.hint is not None and ends == {position.here, target(position, self.hint)}:
            return self.palette.pointer
        walked = position.walked
        if any({one, other} == ends for one, other in pairwise(walked)):
            is_known_wrong = not self.is_playing and position.hidden and self._is_wrong(ends)
            return self.palette.text(self.palette.bad if is_known_wrong else self.palette.good)
        return PLAIN if position.here in ends else self.palette.faint_text

    def _is_wrong(self, ends: set[Cell]) -> bool:
        return any(set(step) == ends for step in wrong_steps(self.position))

    def _paint_connector(self, canvas: Canvas, layout: Layout, a: Cell, b: Cell, value: int) -> None:
        style, text = self._way_style(a, b), str(value)
        x, y, width = _number_place(layout, a, b)
        if a[0] == b[0]:
            canvas.put(x, y, text.center(width, "─"), style)
        elif a[1] == b[1]:
            self._paint_upright(canvas, layout, a, style)
            canvas.centre(x, y, width, text, style)
        else:
            upper, lower = min(a, b), max(a, b)
            stroke, shift = ("╲", -2) if lower[1] > upper[1] else ("╱", 2)
            if layout.rise > 2:
                canvas.centre(x + shift, y - 1, width, stroke, style)
                canvas.centre(x - shift, y + 1, width, stroke, style)
                canvas.centre(x, y, width, text, style)
            else:
                canvas.centre(x, y, width, stroke + text if shift < 0 else text + stroke, style)

    def _paint_upright(self, canvas: Canvas, layout: Layout, a: Cell, style: Style) -> None:
        for line in range(1, layout.rise):
            canvas.centre(layout.left(a[1]), layout.line(a[0]) + line, layout.width, "│", style)

    def frames(self, before: Position, events: Sequence[Event], after: Position) -> Iterable[Frame]:
        wrong = [event for event in events if isinstance(event, SteppedWrong)]
        if wrong:
            return self._flashes(wrong[0].start, wrong[0].end)
        stepped = any(isinstance(event, (SteppedRight, Stepped)) for event in events)
        return [Frame(lambda: self.paint(self.size), 0.01)] if stepped else ()

    def _flashes(self, start: Cell, end: Cell) -> Iterator[Frame]:
        """The way that was wrong lights up twice."""
        for is_on in (True, False, True, False):

            def paint(is_on: bool = is_on) -> Canvas:
                self._flash = (start, end) if is_on else None
                return self.paint(self.size)

            yield Frame(paint, _FLASH_SECONDS)

    # Hands

    def press(self, key: str, character: str | None) -> bool:
        if character and character.isdecimal() and len(self._typed) < _LONGEST_ANSWER:
            self._typed += character
        elif key == "backspace":
            self._typed = self._typed[:-1]
        elif key == "escape" and self._typed:
            self._typed = ""
        elif key in ARROWS:
            self._move_cursor(*ARROWS[key])
        elif key == "enter" and self._typed:
            typed, self._typed = self._typed, ""
            self.choose(Follow(int(typed)))
        elif key == "enter" and self._cursor != self.position.here:
            self.choose(Step(*self._cursor))
        else:
            return False
        return True

    def _move_cursor(self, right: int, down: int) -> None:
        row, col = self._cursor[0] + down, self._cursor[1] + right
        if (row, col) in self.position.board.tiles:
            self._cursor = row, col

    def click(self, at: Place, *, twice: bool) -> None:
        layout, here = layout_of(self.position, self.size), self.position.here
        if self.game.status(self.position) is not Status.PLAYING:
            return
        for cell in self.position.board.tiles:
            x, y = layout.left(cell[1]), layout.line(cell[0])
            if x <= at[0] < x + layout.width and y == at[1]:
                if cell != here:
                    self.choose(Step(*cell))
                return
        for cell in self.position.board.ways[here]:
            x, y, width = _number_place(layout, here, cell)
            if x <= at[0] < x + width and y == at[1]:
                self.choose(Step(*cell))
                return

    def focus_place(self) -> Place | None:
        layout = layout_of(self.position, self.size)
        return self._middle_of(self._cursor, layout), layout.line(self._cursor[0])

    def _middle_of(self, cell: Cell, layout: Layout) -> int:
        return layout.left(cell[1]) + layout.width // 2


def _number_place(layout: Layout, a: Cell, b: Cell) -> tuple[int, int, int]:
    """The stretch in which a connector's number stands: column, row and width."""
    upper, left = min(a[0], b[0]), min(a[1], b[1])
    middle = layout.line(upper) + (layout.rise // 2 if a[0] != b[0] else 0)
    if a[1] == b[1]:
        return layout.left(left), middle, layout.width
    return layout.left(left) + layout.width, middle, layout.gap
