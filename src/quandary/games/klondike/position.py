"""A Klondike position: where every card lies, and how the stock may be turned.

A card is its name, rank and suit (`7H`, `TS`), so that positions, events and errors read alike, and so that building
is a look into a table. The stock is kept in the order in which it is turned; the waste lies upside down behind it, so
that turning the waste over brings the same order back and `waste + stock` never changes but for the cards taken.

A `Layout` is what a text says before it is known to be a position, a `View` what is left of one for its player.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from quandary.game import PuzzleError

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


# From cards in places to a position: the one check that every text, of whatever format, goes through.
#
# A reader of a format only says which card stands where, face up or face down; here it is found out whether that can be
# a game of Klondike: every card exactly once, hidden cards under open ones, open cards in runs, and nowhere more cards
# than a deal leads to. What is wrong is told with its place.

MOST_REDEALS = 1000
_CARD = re.compile(r"(10|[A2-9TJQK])([CDHS♣♦♥♠♧♢♡♤])", re.IGNORECASE)
_SUIT_OF_SIGN = dict(zip("♣♦♥♠♧♢♡♤", SUITS * 2, strict=True))
_BETWEEN_CARDS = re.compile(r"[\s,]*")
_UNKNOWN = re.compile(r"[?xX*_.-]{2}|[A2-9TJQK]\?", re.IGNORECASE)


class Placed(NamedTuple):
    """A card as a text has it."""

    card: Card
    is_up: bool
    """Face up; only the tableau's cards can be otherwise."""


def read_card(text: str) -> Placed:
    """`7H`, `10h`, `T♥`. A small letter for the suit means face down."""
    match = _CARD.fullmatch(text)
    if not match:
        raise _no_card(text)
    rank, suit = match.groups()
    name = ("T" if rank == "10" else rank.upper()) + _SUIT_OF_SIGN.get(suit, suit.upper())
    return Placed(name, not suit.islower())


def _no_card(text: str) -> PuzzleError:
    if _UNKNOWN.match(text):
        return PuzzleError(f"the card {text[:2]} is not known, and all 52 must be")
    return PuzzleError(f"{text!r} is not a card (expected a rank A23456789TJQK and a suit CDHS, like 7H)")


def scan_cards(text: str, where: str = "") -> list[Placed]:
    """All cards of a text, with or without space between them. `where` is said before the number of a bad one."""
    found: list[Placed] = []
    at = _next_card(text, 0)
    while at < len(text):
        match = _CARD.match(text, at)
        if not match:
            raise PuzzleError(_no_card(text[at : at + 3]).problem, place=f"{where}card {len(found) + 1}")
        found.append(read_card(match[0]))
        at = _next_card(text, match.end())
    return found


def _next_card(text: str, at: int) -> int:
    between = _BETWEEN_CARDS.match(text, at)
    return between.end() if between else at


@dataclass
class Layout:
    """What a text says, before it is known to make sense."""

    piles: list[list[Placed]] = field(default_factory=lambda: [[] for _ in range(PILES)])
    """From the bottom up."""
    stock: list[Card] = field(default_factory=list)
    """The next to be turned first."""
    waste: list[Card] = field(default_factory=list)
    """From the bottom up."""
    foundations: list[Card] = field(default_factory=list)
    """The top cards."""
    draw: int | None = None
    redeals: int | None = None

    def position(self) -> Position:
        """The position, once everything is checked."""
        heights = self._heights()
        check_every_card_once(self._places(heights), "a position has all 52 cards")
        for number, pile in enumerate(self.piles, start=1):
            _check_pile(pile, number)
        self._check_sizes()
        clubs, diamonds, hearts, spades = heights
        return Position(
            tuple(tuple(card for card, is_up in pile if not is_up) for pile in self.piles),
            tuple(tuple(card for card, is_up in pile if is_up) for pile in self.piles),
            tuple(self.stock),
            tuple(self.waste),
            (clubs, diamonds, hearts, spades),
            DEFAULT_DRAW if self.draw is None else self.draw,
            self.redeals,
        )

    def _check_sizes(self) -> None:
        """No part may be larger than a deal makes it; which pile is which does not matter."""
        count = len(self.stock) + len(self.waste)
        if count > STOCK_SIZE:
            raise PuzzleError(f"stock and waste have at most {STOCK_SIZE} cards together, here they have {count}")
        hidden = [(sum(not placed.is_up for placed in pile), number) for number, pile in enumerate(self.piles, start=1)]
        for most, (count, number) in enumerate(sorted(hidden)):
            if count > most:
                problem = f"{count} cards are face down here; a deal hides 0 to 6 in its piles, each number once"
                raise PuzzleError(problem, place=f"pile {number}")

    def _heights(self) -> list[int]:
        heights = [0] * len(SUITS)
        for card in self.foundations:
            suit = SUITS.index(card[1])
            if heights[suit]:
                raise PuzzleError(f"there are two top cards of one suit, {card} is the second", place="foundations")
            heights[suit] = rank_of(card)
        return heights

    def _places(self, heights: Sequence[int]) -> Iterator[tuple[Card, str]]:
        """Every card with the name of its place."""
        for suit, height in zip(SUITS, heights, strict=True):
            yield from ((rank + suit, "foundations") for rank in RANKS[:height])
        for number, pile in enumerate(self.piles, start=1):
            yield from ((placed.card, f"pile {number}, card {at}") for at, placed in enumerate(pile, start=1))
        yield from ((card, f"stock, card {at}") for at, card in enumerate(self.stock, start=1))
        yield from ((card, f"waste, card {at}") for at, card in enumerate(self.waste, start=1))


def check_every_card_once(cards_and_places: Iterator[tuple[Card, str]], rule: str) -> None:
    """Refuses a card that stands twice, by both places, and cards that are missing, by their names."""
    seen: dict[Card, str] = {}
    for card, place in cards_and_places:
        if card in seen:
            raise PuzzleError(f"{card} stands here and at {seen[card]}", place=place)
        seen[card] = place
    missing = [card for card in DECK if card not in seen]
    if missing:
        names = ", ".join(missing[:5]) + (" …" if len(missing) > 5 else "")
        raise PuzzleError(f"{rule}, this one has {len(seen)} (missing: {names})")


def dealt(cards: Sequence[Card], draw: int | None = None, redeals: int | None = None) -> Position:
    """The fresh deal of a whole deck, once the deck is checked."""
    check_every_card_once(((card, f"card {at}") for at, card in enumerate(cards, start=1)), "a deal has 52 cards")
    return deal(cards, DEFAULT_DRAW if draw is None else draw, redeals)


def _check_pile(pile: Sequence[Placed], number: int) -> None:
    """Hidden cards below, open ones above in one run."""
    for at, (placed, above) in enumerate(pairwise(pile), start=2):
        place = f"pile {number}, card {at}"
        if placed.is_up and not above.is_up:
            raise PuzzleError(f"{above.card} is face down on the open card {placed.card}", place=place)
        if placed.is_up and above.card not in BUILDS_ON[placed.card]:
            raise PuzzleError(f"{above.card} cannot lie open on {placed.card}: open cards form a run", place=place)
    if pile and not pile[-1].is_up:
        raise PuzzleError(f"the top card {pile[-1].card} must be face up", place=f"pile {number}, card {len(pile)}")


def read_number(text: str, name: str, least: int, most: int) -> int:
    """A whole number within its limits."""
    word = text.strip()
    if not re.fullmatch(r"[0-9]{1,4}", word) or not least <= int(word) <= most:
        raise PuzzleError(f"{word[:10]!r} is not a number from {least} to {most}", place=name)
    return int(word)


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
