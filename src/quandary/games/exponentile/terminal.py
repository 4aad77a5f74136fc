"""ExponenTile on a terminal: tiles with their numbers, darker as they double; merges and falls wave by wave.

The cursor takes a tile with Enter, and an arrow swaps it; or the mouse drags it onto its neighbour. What the rules
refuse goes there and back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rich.style import Style
from textual.geometry import Size

from quandary.game import Event
from quandary.games.exponentile.position import Cell, Position
from quandary.games.exponentile.rules import Fell, Merged, Move, Spawned, Swapped
from quandary.games.exponentile.scene import colours_of
from quandary.tui.board import ARROWS, Board, Frame, Place
from quandary.tui.canvas import Canvas

_REVERSED = Style(reverse=True, bold=True)
_SIZES = ((10, 5), (8, 4), (7, 3), (6, 2), (5, 1))
_SWAP_SECONDS, _MERGE_SECONDS, _FALL_SECONDS = 0.12, 0.22, 0.12

Tiles = Mapping[Cell, int]
"""What the tiles show, by cell; a hole has none."""


class GameBoard(Board[Position, Move]):
    """A board of tiles."""

    keys = (
        ("arrows", "move the cursor; with a tile taken: swap it"),
        ("Enter, Space", "take the tile, or put it back"),
        ("Shift+arrows", "swap at once"),
        ("mouse", "drag a tile onto its neighbour, or click one and then the other"),
    )
    first_words = "Enter takes a tile, an arrow swaps it: make three equal ones meet. Or drag it."

    def reset(self) -> None:
        self._cursor: Cell = getattr(self, "_cursor", (self.position.height // 2, self.position.width // 2))
        self._taken: Cell | None = None
        self._last_points = 0

    def status_lines(self) -> list[str]:
        lines = super().status_lines()
        return [*lines, f"Last    +{self._last_points:,}"] if self._last_points else lines

    def result_line(self, seconds: float) -> str:
        return f"Highest tile: {1 << max(self.position.cells):,}"

    def show(self, position: Position, happened: Sequence[Event] = (), last_move: Move | None = None) -> None:
        self._last_points = sum(event.points for event in happened if isinstance(event, Merged))
        self._taken = None
        super().show(position, happened, last_move)

    # Painting

    def _tile_size(self, room: Size) -> tuple[int, int]:
        for wide, high in _SIZES:
            if self.position.width * wide <= room.width and self.position.height * high <= room.height:
                return wide, high
        return _SIZES[-1]

    def paint(self, room: Size) -> Canvas:
        return self._painted(_tiles_of(self.position), room)

    def _painted(self, tiles: Tiles, room: Size, lit: frozenset[Cell] = frozenset()) -> Canvas:
        wide, high = self._tile_size(room)
        canvas = Canvas(self.position.width * wide, self.position.height * high)
        for (row, column), value in tiles.items():
            self._paint_tile(canvas, (column * wide, row * high), (wide, high), value, (row, column) in lit)
        if not self.disabled and not lit:
            row, column = self._cursor
            self._paint_cursor(canvas, column * wide, row * high, wide, high)
        if self.hint is not None:
            for row, column in (self.hint.source, self.hint.target):
                canvas.tint(column * wide, _middle(row * high, high), wide - 1, 1, self.palette.pointer)
        return canvas

    def _paint_tile(self, canvas: Canvas, at: Place, size: tuple[int, int], value: int, is_lit: bool) -> None:
        """A tile; half blocks at its upper and lower edge leave half a line between it and the next."""
        (x, y), (wide, high) = at, size
        fill, text = colours_of(value.bit_length() - 1)
        style = self.palette.selection if is_lit else self.palette.paint(text, fill, bold=True)
        edge = self.palette.text(self.palette.chosen if is_lit else fill, bold=False)
        above, below = high > 2, high > 1
        canvas.put(x, y, "▄" * (wide - 1) * above, edge)
        canvas.put(x, y + high - 1, "▀" * (wide - 1) * below, edge)
        canvas.fill(x, y + above, wide - 1, high - above - below, style)
        canvas.centre(x, _middle(y, high), wide - 1, _short(value, wide - 1), style)

    def _paint_cursor(self, canvas: Canvas, x: int, y: int, wide: int, high: int) -> None:
        marks = "▶◀" if self._taken == self._cursor else "▸◂"
        row = _middle(y, high)
        # White on black stands out from every tile, whatever its colour; a selection's yellow is one of theirs.
        style = self.palette.paint("#ffffff", "#000000", bold=True) if self.palette.has_colour else _REVERSED
        if self._taken == self._cursor:
            canvas.tint(x, row, wide - 1, 1, style)
        canvas.put(x, row, marks[0], style)
        canvas.put(x + wide - 2, row, marks[1], style)

    def focus_place(self) -> Place | None:
        wide, high = self._tile_size(self.size)
        return self._cursor[1] * wide, self._cursor[0] * high

    # Animation

    def frames(self, before: Position, events: Sequence[Event], after: Position) -> Iterable[Frame]:
        tiles = dict(_tiles_of(before))
        for event in events:
            match event:
                case Swapped(source, target):
                    tiles[source], tiles[target] = tiles[target], tiles[source]
                    yield self._frame(tiles, _SWAP_SECONDS, frozenset((source, target)))
                case Merged(cells, value):
                    yield self._frame(tiles, _MERGE_SECONDS, frozenset(cells))
                    for cell in cells[1:]:
                        tiles.pop(cell, None)
                    tiles[cells[0]] = value
                case Fell(ways):
                    yield self._frame(tiles, _FALL_SECONDS)
                    fallen = {end: tiles[start] for start, end in ways}
                    for start, _ in ways:
                        tiles.pop(start, None)
                    tiles |= fallen
                    yield self._frame(tiles, _FALL_SECONDS)
                case Spawned(new):
                    tiles |= dict(new)
                    yield self._frame(tiles, _FALL_SECONDS)

    def _frame(self, tiles: Tiles, seconds: float, lit: frozenset[Cell] = frozenset()) -> Frame:
        snapshot = dict(tiles)
        return Frame(lambda: self._painted(snapshot, self.size, lit), seconds)

    def refuse(self, moves: Sequence[Move]) -> None:
        """The tiles go there and back."""
        self._taken = None
        if moves and self.speed:
            self.animate_frames(self._there_and_back(moves[0]))

    def _there_and_back(self, move: Move) -> Iterator[Frame]:
        tiles = dict(_tiles_of(self.position))
        if move.source in tiles and move.target in tiles:
            lit = frozenset((move.source, move.target))
            tiles[move.source], tiles[move.target] = tiles[move.target], tiles[move.source]
            yield self._frame(tiles, _SWAP_SECONDS, lit)
            yield self._frame(_tiles_of(self.position), _SWAP_SECONDS, lit)

    # Hands

    def press(self, key: str, character: str | None) -> bool:
        if key in ARROWS:
            self._go(*ARROWS[key], swaps=self._taken is not None)
        elif key.startswith("shift+") and key.removeprefix("shift+") in ARROWS:
            self._go(*ARROWS[key.removeprefix("shift+")], swaps=True)
        elif key in ("enter", "space"):
            self._taken = None if self._taken else self._cursor
        elif key == "escape" and self._taken:
            self._taken = None
        else:
            return False
        return True

    def _go(self, right: int, down: int, *, swaps: bool) -> None:
        position, (row, column) = self.position, self._cursor
        there = row + down, column + right
        if position.torus:
            there = there[0] % position.height, there[1] % position.width
        if not (0 <= there[0] < position.height and 0 <= there[1] < position.width):
            return
        if swaps:
            self._swap(self._cursor, there)
        self._cursor = there

    def _swap(self, source: Cell, target: Cell) -> None:
        self._taken = None
        self.choose(Move(source, target))

    def _cell_at(self, at: Place) -> Cell | None:
        wide, high = self._tile_size(self.size)
        row, column = at[1] // high, at[0] // wide
        is_inside = 0 <= row < self.position.height and 0 <= column < self.position.width
        return (row, column) if is_inside else None

    def click(self, at: Place, *, twice: bool) -> None:
        cell = self._cell_at(at)
        if cell is None:
            self._taken = None
            return
        self._cursor = cell
        if self._taken is None or self._taken == cell:
            self._taken = None if self._taken == cell else cell
        else:
            self._swap(self._taken, cell)

    def drag(self, start: Place, end: Place, *, is_over: bool) -> None:
        source, target = self._cell_at(start), self._cell_at(end)
        self._taken = source
        if source is not None:
            self._cursor = source
        if is_over:
            self._taken = None
            if source is not None and target is not None and target != source:
                self._swap(source, target)


def _tiles_of(position: Position) -> Tiles:
    return {divmod(index, position.width): 1 << value for index, value in enumerate(position.cells)}


def _middle(top: int, high: int) -> int:
    """The line of a tile's number."""
    return top + (high - 1) // 2


def _short(value: int, wide: int) -> str:
    """The number, or its thousands where there is no room for all of it."""
    text = str(value)
    return text if len(text) <= wide else f"{value >> 10}K"
