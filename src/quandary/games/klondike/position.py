"""A Klondike position: where every card lies, and how the stock may be turned.

A card is its name, rank and suit (`7H`, `TS`), so that positions, events and errors read alike, and so that building
is a look into a table. The stock is kept in the order in which it is turned; the waste lies upside down behind it, so
that turning the waste over brings the same order back and `waste + stock` never changes but for the cards taken.

A `View` is what is left of a position for its player.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

Card = str
"""Rank and suit: `AC`, `TD`, `KS`."""
Cards = tuple[Card, ...]

RANKS = "A23456789TJQK"
SUITS = "CDHS"
SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RED_SUITS = "DH"
PILES = 7
STOCK_SIZE = 24
DEFAULT_DRAW = 3

DECK: Cards = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""All cards in the native core's order: a card's code is its index here."""
CODES = {card: code for code, card in enumerate(DECK)}


def rank_of(card: Card) -> int:
    """From 1 for an ace to 13 for a king."""
    return CODES[card] // 4 + 1


def is_red(card: Card) -> bool:
    """Diamonds and hearts."""
    return card[1] in RED_SUITS


def _may_lie_on(card: Card, below: Card) -> bool:
    return rank_of(card) == rank_of(below) - 1 and is_red(card) != is_red(below)


BUILDS_ON: dict[Card | None, frozenset[Card]] = {
    None: frozenset("K" + suit for suit in SUITS),
    **{below: frozenset(card for card in DECK if _may_lie_on(card, below)) for below in DECK},
}
"""The cards that may be laid on a card in the tableau: one rank lower, of the other colour. None is an empty pile."""


@dataclass(frozen=True, slots=True)
class Position:
    """Where all 52 cards lie. Made by `notation` and by `deal`, which check it; not checked again here."""

    face_down: tuple[Cards, ...]
    """The hidden cards of the seven piles, each from the bottom up."""
    face_up: tuple[Cards, ...]
    """The open cards of the seven piles, each a run from its highest card down; no pile hides cards under none."""
    stock: Cards
    """In the order of turning: the first is turned next."""
    waste: Cards
    """From the bottom up: the last can be played."""
    foundations: tuple[int, int, int, int]
    """How many cards of clubs, diamonds, hearts and spades are home."""
    draw: int = DEFAULT_DRAW
    """How many cards a turn of the stock takes."""
    redeals: int | None = None
    """How often the waste may still be turned over; None means any number of times."""

    def _repr_svg_(self) -> str:
        """The picture that notebooks show."""
        from quandary.games.klondike.scene import scene_of

        return scene_of(self).svg()


def deal(deck: Sequence[Card], draw: int = DEFAULT_DRAW, redeals: int | None = None) -> Position:
    """Deals all 52 cards row by row: the first seven to piles 1 to 7, six to piles 2 to 7 …, the rest is the stock."""
    piles: list[list[Card]] = [[] for _ in range(PILES)]
    cards = iter(deck)
    for first in range(PILES):
        for pile in piles[first:]:
            pile.append(next(cards))
    return Position(
        tuple(tuple(pile[:-1]) for pile in piles),
        tuple((pile[-1],) for pile in piles),
        tuple(cards),
        (),
        (0, 0, 0, 0),
        draw,
        redeals,
    )


def deck_of(position: Position) -> Cards | None:
    """The cards in the order of dealing, if nothing has been played yet."""
    hidden = [len(pile) for pile in position.face_down]
    shown = [len(pile) for pile in position.face_up]
    if hidden != list(range(PILES)) or shown != [1] * PILES or len(position.stock) != STOCK_SIZE:
        return None
    piles = [down + up for down, up in zip(position.face_down, position.face_up, strict=True)]
    rows = (pile[row] for row in range(PILES) for pile in piles[row:])
    return (*rows, *position.stock)


@dataclass(frozen=True, slots=True)
class View:
    """A position as its player sees it: everything that lies open, and of the stock what has been turned before.

    A person sees the open cards of the piles, the foundations, the waste from its bottom to its top, and how many cards
    are hidden where. The cards of the stock are hidden, but a person who has seen them pass remembers them. Cards that
    nobody can know are None. A view holds nothing else, so that who decides by a view cannot peek.
    """

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
