"""Klondike for agents: what an agent is shown is a `View`, and a view holds no hidden card.

An agent sees the open cards, the waste, the foundations, how many cards are hidden where, and those cards of the stock
that it has seen pass. Nothing else of the deal is in an observation or in `info`, unless somebody asks for the solver's
distance, which looks under the cards.
"""

from __future__ import annotations

from itertools import count
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from quandary.envs.base import PuzzleEnv
from quandary.envs.canvas import Canvas
from quandary.game import Status
from quandary.games.klondike.position import (
    CODES,
    DECK,
    PILES,
    RANKS,
    STOCK_SIZE,
    SUITS,
    Card,
    Position,
    View,
    is_red,
    player_view,
)
from quandary.games.klondike.rules import (
    DRAW,
    FOUNDATIONS,
    HOME,
    PILE_NAMES,
    RECYCLE,
    WASTE,
    Drawn,
    Move,
)

__all__ = ["KlondikeEnv"]

_HIDDEN = len(DECK) + 1
_WASTE_ROW, _STOCK_ROW, _REST_ROW = PILES, PILES + 1, PILES + 2
_MOST_SHOWN = 255

# The number of cards need not be said: of a run, only one card fits where it goes.
_WAYS = (
    (DRAW.source, DRAW.target),
    (RECYCLE.source, RECYCLE.target),
    (WASTE, HOME),
    *((WASTE, pile) for pile in PILE_NAMES),
    *((pile, HOME) for pile in PILE_NAMES),
    *((source, target) for source in PILE_NAMES for target in PILE_NAMES if source != target),
    *((foundation, pile) for foundation in FOUNDATIONS for pile in PILE_NAMES),
)
_ACTIONS = dict(zip(_WAYS, count()))


class KlondikeEnv(PuzzleEnv[Position, Move]):
    """`quandary/Klondike-v0`. Progress is cards that come home."""

    env_id = "quandary/Klondike-v0"
    game_name = "klondike"
    usual_steps = 1000
    tally_name = "cards_home"

    def array_space(self) -> spaces.Box:
        return spaces.Box(0, _MOST_SHOWN, (_REST_ROW + 1, STOCK_SIZE), np.uint8)

    def action_count(self) -> int:
        return len(_WAYS)

    def action_of(self, position: Position, move: Move) -> int:
        return _ACTIONS[move.source, move.target]

    def enter(self, position: Position) -> None:
        self._seen: set[Card] = set(position.waste)
        super().enter(position)

    def watch(self, events: tuple[Any, ...]) -> None:
        for event in events:
            if isinstance(event, Drawn):
                self._seen.update(event.cards)

    def view(self) -> View:
        """What the agent may know."""
        return player_view(self.position, self._seen)

    def array_of(self, position: Position) -> npt.NDArray[np.uint8]:
        view = player_view(position, self._seen)
        array = np.zeros((_REST_ROW + 1, STOCK_SIZE), np.uint8)
        for pile, (hidden, run) in enumerate(zip(view.hidden, view.face_up, strict=True)):
            array[pile, :hidden] = _HIDDEN
            array[pile, hidden : hidden + len(run)] = [CODES[card] + 1 for card in run]
        array[_WASTE_ROW, : len(view.waste)] = [CODES[card] + 1 for card in view.waste]
        stock = [_HIDDEN if card is None else CODES[card] + 1 for card in view.stock]
        array[_STOCK_ROW, : len(stock)] = stock
        redeals = _MOST_SHOWN if view.redeals is None else min(view.redeals, _MOST_SHOWN - 1)
        array[_REST_ROW, : len(SUITS) + 2] = [*view.foundations, view.draw, redeals]
        return array

    def text_of(self, position: Position) -> str:
        view = player_view(position, self._seen)
        home = [RANKS[height - 1] + suit for suit, height in zip(SUITS, view.foundations, strict=True) if height]
        redeals = "" if view.redeals is None else f"\nredeals: {view.redeals}"
        lines = [
            f"draw: {view.draw}{redeals}",
            f"stock: {_cards(view.stock)}",
            f"waste: {_cards(view.waste)}",
            f"foundations: {_cards(home)}",
        ]
        for name, hidden, run in zip(PILE_NAMES, view.hidden, view.face_up, strict=True):
            lines.append(f"{name}: {_cards([*[None] * hidden, *run])}")
        return "\n".join(lines)

    def tally(self, position: Position) -> int:
        return sum(position.foundations)

    def picture_of(self, position: Position) -> npt.NDArray[np.uint8]:
        step, wide, fan, edge = 56, 48, 20, 8
        high = 66
        longest = max(len(down) + len(up) for down, up in zip(position.face_down, position.face_up, strict=True))
        height = 2 * edge + high + 14 + high + max(longest - 1, 0) * fan
        canvas = Canvas(2 * edge + (PILES - 1) * step + wide, height, "#1f6b45")

        def put(card: Card | None, column: int, y: float) -> None:
            x = edge + column * step
            canvas.box(x, y, wide, high, "#15202b", 6)
            canvas.box(x + 1, y + 1, wide - 2, high - 2, "#2a5788" if card is None else "#ffffff", 5)
            if card is not None:
                ink = "#b3261e" if is_red(card) else "#15202b"
                canvas.text(card[0].replace("T", "10"), x + 13, y + 11, 12, ink, widest=16)
                _pip(canvas, card[1], x + 34, y + 11, 6.0, ink)

        def place(column: int, y: float) -> None:
            canvas.box(edge + column * step, y, wide, high, "#185537", 6)

        for column in range(PILES):
            if column != 2:
                place(column, edge)
        if position.stock:
            put(None, 0, edge)
        if position.waste:
            put(position.waste[-1], 1, edge)
        for number, (suit, height_home) in enumerate(zip(SUITS, position.foundations, strict=True)):
            if height_home:
                put(RANKS[height_home - 1] + suit, 3 + number, edge)
        for column, (down, up) in enumerate(zip(position.face_down, position.face_up, strict=True)):
            y: float = edge + high + 14
            place(column, y)
            for card in [*[None] * len(down), *up]:
                put(card, column, y)
                y += fan
        return canvas.pixels

    def _info(self, *, illegal: bool) -> dict[str, Any]:
        info = super()._info(illegal=illegal)
        info["stuck"] = self._status is Status.LOST
        return info


def _cards(cards: Any) -> str:
    return " ".join("??" if card is None else card for card in cards) or "-"


def _pip(canvas: Canvas, suit: str, x: float, y: float, size: float, ink: str) -> None:
    """A suit's sign, of discs and corners."""
    half = size / 2
    if suit == "D":
        canvas.polygon([(x, y - size), (x + size * 0.75, y), (x, y + size), (x - size * 0.75, y)], ink)
        return
    if suit == "H":
        canvas.disc(x - half, y - half * 0.7, half * 1.1, ink)
        canvas.disc(x + half, y - half * 0.7, half * 1.1, ink)
        canvas.polygon([(x - size, y - half * 0.3), (x + size, y - half * 0.3), (x, y + size)], ink)
        return
    canvas.polygon([(x, y), (x + half, y + size), (x - half, y + size)], ink)
    if suit == "S":
        canvas.disc(x - half, y + half * 0.4, half * 1.1, ink)
        canvas.disc(x + half, y + half * 0.4, half * 1.1, ink)
        canvas.polygon([(x, y - size), (x + size, y + half * 0.2), (x - size, y + half * 0.2)], ink)
        return
    for dx, dy in ((-half, half * 0.4), (half, half * 0.4), (0.0, -half)):
        canvas.disc(x + dx, y + dy, half * 1.05, ink)


GameEnv = KlondikeEnv
