"""The pictures of a film: tiles change places, merge, fall and come in, as the events of each move tell.

Every tile has a number of its own while it lives. The number of one that merged into another goes to a new tile, but
not at once: what dropped out must not seem to fly to where the new one comes in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from quandary.drawing.scene import Scene
from quandary.games.exponentile.position import Cell, Position
from quandary.games.exponentile.rules import Fell, Merged, Move, Spawned, Swapped, play
from quandary.games.exponentile.scene import board_with, moving_tile, score_parts

# A film of more moves than these is long enough without showing how tiles come together.
_MOST_IN_DETAIL = 200


def frames(position: Position, moves: Iterable[Move]) -> Iterator[Sequence[Scene]]:
    """A picture to begin with; then for each move one of the swap, and two of every wave: merged, and refilled."""
    moves = list(moves)
    in_detail = len(moves) <= _MOST_IN_DETAIL
    board = _Board(position)
    yield [board.picture()]
    for move in moves:
        outcome = play(position, move)
        pictures: list[Scene] = []
        # Groups of the same wave merge at the same time, so their picture waits for what comes after them.
        is_merging = False
        for event in outcome.events:
            if in_detail and is_merging and not isinstance(event, Merged):
                pictures.append(board.picture())
            is_merging = isinstance(event, Merged)
            if isinstance(event, Swapped):
                board.swap(event)
                pictures.append(board.picture())
            elif isinstance(event, Merged):
                board.merge(event)
            elif isinstance(event, Fell):
                board.fall(event)
            elif isinstance(event, Spawned):
                board.refill(event)
                pictures.append(board.picture())
        position = outcome.position
        yield pictures


class _Board:
    """The tiles by their numbers, and who lies in which cell."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._score = position.score
        rows, columns = range(position.height), range(position.width)
        self._places: dict[int, Cell] = dict(enumerate((row, column) for row in rows for column in columns))
        self._values = dict(enumerate(position.cells))
        self._dropped: list[int] = []
        """Still in the picture, under the tiles that they merged into."""
        self._gone: list[int] = []
        """No longer in the picture, but in the one before."""
        self._free: list[int] = []
        """Numbers for new tiles."""

    def picture(self) -> Scene:
        """The board as it is."""
        score = score_parts(self._position, self._score)
        tiles = [moving_tile(str(tile), self._places[tile], self._values[tile]) for tile in sorted(self._places)]
        return board_with(self._position, self._score, [*score, *tiles])

    def swap(self, event: Swapped) -> None:
        """Two tiles change places."""
        one, other = self._at(event.source), self._at(event.target)
        self._places[one], self._places[other] = self._places[other], self._places[one]

    def merge(self, event: Merged) -> None:
        """A group comes together in the cell of the tile that stays."""
        stays, *others = map(self._at, event.cells)
        for tile in others:
            self._places[tile] = event.cells[0]
        self._dropped += others
        self._values[stays] = event.value.bit_length() - 1
        self._score = event.score

    def fall(self, event: Fell) -> None:
        """Tiles fall, once those that dropped out are gone."""
        self._clear()
        tiles = [self._at(start) for start, _ in event.ways]
        for tile, (_, end) in zip(tiles, event.ways, strict=True):
            self._places[tile] = end

    def refill(self, event: Spawned) -> None:
        """New tiles come in."""
        self._clear()
        for cell, shown in event.tiles:
            tile = self._free.pop() if self._free else len(self._values)
            self._places[tile] = cell
            self._values[tile] = shown.bit_length() - 1
        self._free += self._gone
        self._gone = []

    def _clear(self) -> None:
        """Takes away what dropped out."""
        for tile in self._dropped:
            del self._places[tile]
        self._gone += self._dropped
        self._dropped = []

    def _at(self, cell: Cell) -> int:
        """Who lies there, of those that did not drop out."""
        return next(tile for tile, place in self._places.items() if place == cell and tile not in self._dropped)
