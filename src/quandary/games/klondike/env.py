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

from quandary._native import Arena
from quandary._native import klondike as native
from quandary.envs.base import PuzzleEnv
from quandary.envs.terms import PROGRESS, SPARSE
from quandary.envs.vector import NativeVectorEnv
from quandary.game import Status
from quandary.games.klondike.position import (
    CODES,
    DECK,
    PILES,
    RANKS,
    STOCK_SIZE,
    SUITS,
    Card,
    Cards,
    Position,
    View,
    player_view,
)
from quandary.games.klondike.rules import DRAW, FOUNDATIONS, HOME, PILE_NAMES, RECYCLE, WASTE, Drawn, Move

__all__ = ["KlondikeEnv", "KlondikeVectorEnv"]

_HIDDEN = len(DECK) + 1
# The number of a card, and of one that is not seen.
_SHOWN: dict[Card | None, int] = {None: _HIDDEN, **{card: code + 1 for card, code in CODES.items()}}
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
        return _space()

    def action_count(self) -> int:
        return len(_WAYS)

    def action_of(self, position: Position, move: Move) -> int:
        return _ACTIONS[move.source, move.target]

    def enter(self, position: Position) -> None:
        self._seen: set[Card] = set(position.waste)
        super().enter(position)

    def episode(self) -> Any:
        return super().episode(), frozenset(self._seen)

    def resume(self, episode: Any) -> None:
        common, seen = episode
        super().resume(common)
        self._seen = set(seen)

    def watch(self, events: tuple[Any, ...]) -> None:
        for event in events:
            if isinstance(event, Drawn):
                self._seen.update(event.cards)

    def view(self) -> View:
        """What the agent may know."""
        return player_view(self.position, self._seen)

    def array_of(self, position: Position) -> npt.NDArray[np.uint8]:
        view = player_view(position, self._seen)
        rows = [
            bytes([_HIDDEN] * hidden + [_SHOWN[card] for card in run])
            for hidden, run in zip(view.hidden, view.face_up, strict=True)
        ]
        rows.append(bytes([_SHOWN[card] for card in view.waste]))
        rows.append(bytes([_SHOWN[card] for card in view.stock]))
        redeals = _MOST_SHOWN if view.redeals is None else min(view.redeals, _MOST_SHOWN - 1)
        rows.append(bytes([*view.foundations, view.draw, redeals]))
        # A bytearray, because the array may be written to.
        cells = bytearray(b"".join([row.ljust(STOCK_SIZE, b"\0") for row in rows]))
        return np.frombuffer(cells, np.uint8).reshape(-1, STOCK_SIZE)

    def plane_count(self) -> int:
        # All cards; any number of redeals is shown on the last plane.
        return _HIDDEN + 1

    def text_of(self, position: Position) -> str:
        return _text(player_view(position, self._seen))

    def tally(self, position: Position) -> int:
        return sum(position.foundations)

    def largest_positions(self) -> list[Position]:
        return [_deepest()]

    def _info(self, *, illegal: bool) -> dict[str, Any]:
        info = super()._info(illegal=illegal)
        info["stuck"] = self._status is Status.LOST
        return info


class KlondikeVectorEnv(NativeVectorEnv):
    """Many Klondike environments stepped together by the native core."""

    game_name = KlondikeEnv.game_name
    usual_steps = KlondikeEnv.usual_steps
    reward_names = (SPARSE, PROGRESS)
    tally_name = KlondikeEnv.tally_name

    def make_arena(self, threads: int) -> tuple[Arena, spaces.Box, int]:
        deals: list[Position] = [puzzle.position for puzzle in self.levels.all(threads)]
        return native.arena(deals, self.num_envs, threads, self.terms), _space(), len(_WAYS)

    def largest_positions(self) -> list[Position]:
        return [_deepest()]

    def text_of(self, observation: npt.NDArray[np.uint8]) -> str:
        return _text(_view(observation))

    def position_of(self, observation: npt.NDArray[np.uint8], tally: int) -> Position:
        """What cannot be seen may lie anywhere: a picture shows none of it."""
        view = _view(observation)
        return view.filled(view.unseen)


def _deepest() -> Position:
    """Return a table with the longest pile that there can be, which has the largest picture."""
    hidden, run = DECK[: PILES - 1], DECK[-len(RANKS) :]
    nothing: tuple[Cards, ...] = ((),) * (PILES - 1)
    return Position((*nothing, hidden), (*nothing, run), (), (), (0, 0, 0, 0))


def _space() -> spaces.Box:
    return spaces.Box(0, _MOST_SHOWN, (_REST_ROW + 1, STOCK_SIZE), np.uint8)


def _view(array: npt.NDArray[np.uint8]) -> View:
    """What an array shows."""
    rows = [[DECK[code - 1] if code < _HIDDEN else None for code in row if code] for row in array.tolist()[:_REST_ROW]]
    open_cards = [tuple(card for card in row if card is not None) for row in rows]
    clubs, diamonds, hearts, spades, draw, redeals = array[_REST_ROW, : len(SUITS) + 2].tolist()
    return View(
        hidden=tuple(row.count(None) for row in rows[:PILES]),
        face_up=tuple(open_cards[:PILES]),
        stock=tuple(rows[_STOCK_ROW]),
        waste=open_cards[_WASTE_ROW],
        foundations=(clubs, diamonds, hearts, spades),
        draw=draw,
        redeals=None if redeals == _MOST_SHOWN else redeals,
    )


def _text(view: View) -> str:
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


def _cards(cards: Any) -> str:
    return " ".join("??" if card is None else card for card in cards) or "-"


GameEnv = KlondikeEnv
GameVectorEnv = KlondikeVectorEnv
