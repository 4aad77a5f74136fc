"""Rush Hour on a terminal: vehicles are framed boxes with their letter, and slide where you push them.

One vehicle is selected. An arrow along its line slides it by a cell; where something stands in its way, that is
selected instead, and so is what lies across. Slides of one vehicle in a row are one move, as people count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from rich.style import Style
from textual.geometry import Size

from quandary.game import Event
from quandary.games.rush_hour.position import EMPTY, WALL, Position
from quandary.games.rush_hour.rules import Slid, Slide, slide
from quandary.games.rush_hour.scene import Extent, extent_of, paint_of
from quandary.tui.board import ARROWS, Board, Frame, Place
from quandary.tui.canvas import HEAVY, LIGHT, ROUND, Canvas

_CELL_SIZES = ((12, 6), (10, 5), (8, 4), (7, 3), (5, 2), (3, 1))
_EXIT_COLUMNS = 3
_FRAME_SECONDS = 0.025
_FRAMES_A_CELL = 3
_DARK, _LIGHT_INK, _ASPHALT = "#101418", "#ffffff", "#4a5560"


class Shift(NamedTuple):
    """A vehicle drawn away from where it stands, as long as it moves or is dragged."""

    letter: str
    cells: float


class GameBoard(Board[Position, Slide]):
    """A car park."""

    keys = (
        ("arrows", "slide the selected vehicle; into another one: select that"),
        ("Tab, Shift+Tab", "select the next vehicle, the one before"),
        ("A … Z", "select a vehicle by its letter (with Shift)"),
        ("mouse", "drag a vehicle, or click it and use the arrows"),
    )
    first_words = "Tab selects a vehicle, arrows slide it; or drag it. Get the red car out!"

    def reset(self) -> None:
        self._selected = self.position.red
        self._shift: Shift | None = None

    # Painting

    def _cell_size(self, room: Size) -> tuple[int, int]:
        for width, height in _CELL_SIZES:
            columns = self.position.width * width + 2 + _EXIT_COLUMNS
            if columns <= room.width and self.position.height * height + 2 <= room.height:
                return width, height
        return _CELL_SIZES[-1]

    def paint(self, room: Size) -> Canvas:
        return self._painted(self.position, self._shift, room)

    def _painted(self, position: Position, shift: Shift | None, room: Size) -> Canvas:
        wide, high = self._cell_size(room)
        inner_width, inner_height = position.width * wide, position.height * high
        canvas = Canvas(inner_width + 2 + _EXIT_COLUMNS, inner_height + 2)
        faint = self.palette.faint_text
        canvas.frame(0, 0, inner_width + 2, inner_height + 2, faint, HEAVY)
        for index, mark in enumerate(position.cells):
            row, column = divmod(index, position.width)
            if mark == WALL:
                canvas.fill(1 + column * wide, 1 + row * high, wide, high, faint, "▒")
            elif mark == EMPTY or (shift and mark == shift.letter):
                canvas.put(1 + column * wide + wide // 2, 1 + row * high + high // 2, "·", faint)
        self._paint_exit(canvas, position, wide, high)
        for letter in position.letters:
            moved = shift.cells if shift and shift.letter == letter else 0.0
            self._paint_vehicle(canvas, position, letter, moved, (wide, high))
        if self.hint is not None and shift is None:
            self._paint_hint(canvas, position, self.hint, (wide, high))
        return canvas

    def _paint_exit(self, canvas: Canvas, position: Position, wide: int, high: int) -> None:
        row = extent_of(position, position.red).top
        for line in range(1 + row * high, 1 + (row + 1) * high):
            canvas.put(1 + position.width * wide, line, " ")
        canvas.put(1 + position.width * wide, 1 + row * high + high // 2, "══▶"[-_EXIT_COLUMNS:], self._red_ink())

    def _red_ink(self) -> Style:
        return self.palette.text("#ff5a5a")

    def _paint_vehicle(
        self, canvas: Canvas, position: Position, letter: str, moved: float, cell: tuple[int, int]
    ) -> None:
        x, y, width, height = _box(extent_of(position, letter), moved, cell)
        paint = paint_of(position, letter)
        style = self.palette.paint(_DARK if paint.dark_ink else _LIGHT_INK, paint.body, bold=True)
        is_selected = letter == self._selected and not self.disabled
        canvas.fill(x, y, width, height, style)
        name = f"▸{letter}◂" if is_selected else letter
        if cell[1] == 1 and height == 1:
            # No room for a frame: brackets show how far it reaches.
            canvas.put(x, y, "[" + letter * (width - 2) + "]", style)
        else:
            lines = HEAVY if is_selected else ROUND if letter != position.red else LIGHT
            canvas.frame(x, y, width, height, style, lines)
        if is_selected:
            canvas.tint(x, y, width, height, self.palette.selection if height == 1 else Style(bold=True))
        canvas.centre(x, y + (height - 1) // 2, width, name, self.palette.selection if is_selected else style)

    def _paint_hint(self, canvas: Canvas, position: Position, move: Slide, cell: tuple[int, int]) -> None:
        """The outline of where the vehicle should go."""
        extent = extent_of(position, move.vehicle)
        x, y, width, height = _box(extent, move.cells, cell)
        arrow = ("▶" if move.cells > 0 else "◀") if extent.is_horizontal else ("▼" if move.cells > 0 else "▲")
        if min(width, height) > 1:
            canvas.frame(x, y, width, height, self.palette.text(self.palette.hint), HEAVY)
        at = (x + width - 2, y + height // 2) if move.cells > 0 else (x + 1, y + height // 2)
        if not extent.is_horizontal:
            at = (x + width // 2 - 1, y + height - 1 if move.cells > 0 else y)
        canvas.put(*at, arrow, self.palette.pointer)
        own = _box(extent, 0, cell)
        canvas.centre(own[0], own[1] + (own[3] - 1) // 2, own[2], f"{arrow}{move.vehicle}{arrow}", self.palette.pointer)

    def frames(self, before: Position, events: Sequence[Event], after: Position) -> Iterable[Frame]:
        slid = next((event for event in events if isinstance(event, Slid)), None)
        if slid is None or slid.vehicle not in before.cells or slid.vehicle not in after.cells:
            return
        start, end = extent_of(before, slid.vehicle), extent_of(after, slid.vehicle)
        cells = end.top - start.top + end.left - start.left
        count = abs(cells) * _FRAMES_A_CELL

        def paint(shift: Shift) -> Canvas:
            return self._painted(before, shift, self.size)

        for number in range(1, count):
            shift = Shift(slid.vehicle, cells * number / count)
            yield Frame(partial(paint, shift), _FRAME_SECONDS)

    # Hands

    def press(self, key: str, character: str | None) -> bool:
        if key in ARROWS and self.is_playing:
            self._push(*ARROWS[key])
        elif key in ("tab", "shift+tab"):
            letters = self.position.letters
            step = 1 if key == "tab" else -1
            self._selected = letters[(letters.index(self._selected) + step) % len(letters)]
        elif character and character in self.position.letters and character.isupper():
            self._selected = character
        else:
            return False
        return True

    def _push(self, right: int, down: int) -> None:
        """Slides the selected vehicle, or selects what stands there."""
        extent = extent_of(self.position, self._selected)
        if extent.is_horizontal == bool(right) and any(
            move.vehicle == self._selected and move.cells == right + down for move in self.game.moves(self.position)
        ):
            self._slide(self._selected, right + down)
            return
        found = next(_letters_beside(self.position, extent, right, down), None)
        if found is None:
            self.say(f"Nothing is that way: {self._selected} stays.")
        else:
            self._selected = found

    def _slide(self, letter: str, cells: int) -> None:
        last = self.last_move
        if last is not None and last.vehicle == letter:
            together = last.cells + cells
            self.choose(*([slide(letter, together)] if together else []), goes_on=True)
        else:
            self.choose(slide(letter, cells))

    def _letter_at(self, at: Place) -> str | None:
        wide, high = self._cell_size(self.size)
        column, row = (at[0] - 1) // wide, (at[1] - 1) // high
        if not (0 <= column < self.position.width and 0 <= row < self.position.height):
            return None
        mark = self.position.cells[row * self.position.width + column]
        return None if mark in (EMPTY, WALL) else mark

    def click(self, at: Place, *, twice: bool) -> None:
        self._selected = self._letter_at(at) or self._selected

    def drag(self, start: Place, end: Place, *, is_over: bool) -> None:
        letter = self._letter_at(start)
        self._shift = None
        if letter is None or not self.is_playing:
            return
        self._selected = letter
        wide, high = self._cell_size(self.size)
        is_horizontal = extent_of(self.position, letter).is_horizontal
        cells = (end[0] - start[0]) / wide if is_horizontal else (end[1] - start[1]) / high
        reach = [0, *(move.cells for move in self.game.moves(self.position) if move.vehicle == letter)]
        cells = max(min(reach), min(max(reach), cells))
        if not is_over:
            self._shift = Shift(letter, cells)
        elif round(cells):
            self._slide(letter, round(cells))

    def focus_place(self) -> Place | None:
        x, y, *_ = _box(extent_of(self.position, self._selected), 0, self._cell_size(self.size))
        return x, y


def _box(extent: Extent, moved: float, cell: tuple[int, int]) -> tuple[int, int, int, int]:
    """Where a vehicle is drawn: column, row, width and height."""
    wide, high = cell
    right, down = (round(moved * wide), 0) if extent.is_horizontal else (0, round(moved * high))
    width, height = (extent.right - extent.left + 1) * wide, (extent.bottom - extent.top + 1) * high
    return 1 + extent.left * wide + right, 1 + extent.top * high + down, width, height


def _letters_beside(position: Position, extent: Extent, right: int, down: int) -> Iterator[str]:
    """The vehicles that lie in a direction, the nearest first."""
    rows = range(extent.top, extent.bottom + 1)
    columns = range(extent.left, extent.right + 1)
    if right:
        columns = range(extent.right + 1, position.width) if right > 0 else range(extent.left - 1, -1, -1)
        cells = [(row, column) for column in columns for row in rows]
    else:
        rows = range(extent.bottom + 1, position.height) if down > 0 else range(extent.top - 1, -1, -1)
        cells = [(row, column) for row in rows for column in columns]
    for row, column in cells:
        mark = position.cells[row * position.width + column]
        if mark not in (EMPTY, WALL):
            yield mark
