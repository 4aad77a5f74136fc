"""How large Klondike's cards are, and how they lie on each other, in the room that there is."""

from __future__ import annotations

from typing import NamedTuple

from textual.geometry import Size

from quandary.games.klondike.position import PILES, Position


class Layout(NamedTuple):
    """Where everything lies, for a position and a room."""

    pitch: int
    """From a pile to the next."""
    width: int
    height: int
    """Of a whole card."""
    step: int
    """From a card to the one that lies on it."""
    folded: bool
    """Whether hidden cards share one line, because the piles are too high."""

    @property
    def piles_top(self) -> int:
        """The row where the piles begin: under the upper row and the names of both."""
        return self.height + 2


def layout_of(position: Position, room: Size) -> Layout:
    """The largest cards for which there is room."""
    tallest = max(map(_cards_in_pile, range(PILES), [position] * PILES))
    for pitch, width, height, step in ((12, 10, 5, 2), (9, 7, 5, 2), (8, 6, 3, 1)):
        layout = Layout(pitch, width, height, step, folded=False)
        needed = layout.piles_top + tallest * step + height - step
        if pitch * PILES <= room.width and needed <= room.height:
            return layout
    return Layout(8, 6, 3, 1, folded=layout.piles_top + tallest + 1 > room.height)


def _cards_in_pile(pile: int, position: Position) -> int:
    return len(position.face_down[pile]) + len(position.face_up[pile])
