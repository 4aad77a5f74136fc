"""Cards in the air: from place to place in a game, and all of them when it is won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from quandary.games.klondike.position import RANKS, SUITS, Card, Position
from quandary.games.klondike.rules import FOUNDATIONS, PILE_NAMES
from quandary.tui.board import Frame
from quandary.tui.boards.klondike_layout import layout_of
from quandary.tui.canvas import Canvas

if TYPE_CHECKING:
    from quandary.tui.boards.klondike import GameBoard

_FLIGHT_FRAMES, _FRAME_SECONDS = 5, 0.025
_CARDS_THAT_FALL, _FALL_FRAMES = 8, 14


def without(position: Position, name: str, count: int) -> Position:
    """A position to draw while these cards are on their way: they have not arrived yet."""
    if name in PILE_NAMES:
        piles = list(position.face_up)
        piles[int(name) - 1] = piles[int(name) - 1][:-count]
        return replace(position, face_up=tuple(piles))
    clubs, diamonds, hearts, spades = (
        height - (count if name == foundation else 0)
        for foundation, height in zip(FOUNDATIONS, position.foundations, strict=True)
    )
    return replace(position, foundations=(clubs, diamonds, hearts, spades))


def flight(
    board: GameBoard, before: Position, meanwhile: Position, cards: Sequence[Card], source: str, target: str
) -> Iterator[Frame]:
    """Cards fly from where they lay to where they go."""
    layout = layout_of(before, board.size)
    start, end = board.place_of(before, source, layout), board.place_of(meanwhile, target, layout)
    if source in PILE_NAMES:
        start = start[0], start[1] - len(cards) * layout.step

    def paint(part: float) -> Canvas:
        canvas = board.painted(meanwhile, board.size)
        x, y = (round(a + (b - a) * part) for a, b in zip(start, end, strict=True))
        for number, card in enumerate(cards):
            board.paint_card(canvas, x, y + number * layout.step, card, layout)
        return canvas

    for number in range(1, _FLIGHT_FRAMES):
        part = number / _FLIGHT_FRAMES
        yield Frame(partial(paint, part), _FRAME_SECONDS)


def waterfall(board: GameBoard, position: Position) -> Iterator[Frame]:
    """The cards leap from their foundations and leave a trail, as they have since 1990."""
    layout = layout_of(position, board.size)
    canvas = board.painted(position, board.size)
    for number in range(_CARDS_THAT_FALL):
        suit = number % len(SUITS)
        card = RANKS[-1 - number // len(SUITS)] + SUITS[suit]
        x, y = map(float, board.place_of(position, FOUNDATIONS[suit], layout))
        falling, drift = 0.0, -2.6 + 0.5 * number
        for _ in range(_FALL_FRAMES):
            falling += 0.5
            x, y = x + drift, y + falling
            if y > canvas.height - layout.height:
                y, falling = float(canvas.height - layout.height), -0.7 * falling
            at = round(x), round(y)

            def paint(at: tuple[int, int] = at, card: Card = card) -> Canvas:
                board.paint_card(canvas, *at, card, layout)
                return canvas

            yield Frame(paint, _FRAME_SECONDS)
