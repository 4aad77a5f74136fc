"""What a player sees: everything that lies open, and of the stock what has been turned before.

A person sees the open cards of the piles, the foundations, the waste from its bottom to its top, and how many cards are
hidden where. The cards of the stock are hidden, but a person who has seen them pass remembers them: `seen` names
those. Cards that nobody can know are None. A view holds nothing else, so that who decides by a view cannot peek.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from quandary.games.klondike.position import DECK, RANKS, SUITS, Card, Cards, Position


@dataclass(frozen=True, slots=True)
class View:
    """A position as its player sees it."""

    hidden: tuple[int, ...]
    """How many cards lie face down in each pile."""
    face_up: tuple[Cards, ...]
    stock: tuple[Card | None, ...]
    """In the order of turning; None for a card that has not been seen."""
    waste: Cards
    foundations: tuple[int, int, int, int]
    draw: int
    redeals: int | None

    @property
    def unseen(self) -> Cards:
        """The cards that could lie in any of the hidden places, in the order of the deck."""
        heights = zip(SUITS, self.foundations, strict=True)
        home = {rank + suit for suit, height in heights for rank in RANKS[:height]}
        known = home | {card for pile in self.face_up for card in pile} | set(self.waste) | set(self.stock)
        return tuple(card for card in DECK if card not in known)

    def filled(self, hidden_cards: Cards) -> Position:
        """The position that this would be if the unseen cards lay like this: pile by pile, then in the stock."""
        cards = iter(hidden_cards)
        return Position(
            tuple(tuple(next(cards) for _ in range(count)) for count in self.hidden),
            self.face_up,
            tuple(next(cards) if card is None else card for card in self.stock),
            self.waste,
            self.foundations,
            self.draw,
            self.redeals,
        )


def player_view(position: Position, seen: Collection[Card] = ()) -> View:
    """What the player of `position` sees who has seen these cards of the stock before."""
    return View(
        tuple(len(pile) for pile in position.face_down),
        position.face_up,
        tuple(card if card in seen else None for card in position.stock),
        position.waste,
        position.foundations,
        position.draw,
        position.redeals,
    )
