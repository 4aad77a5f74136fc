"""Moves as people say them: `seven of hearts to the eight of spades`."""

from __future__ import annotations

from quandary.games.klondike.position import RANKS, SUIT_NAMES, SUITS, Card, Position
from quandary.games.klondike.rules import DRAW, FOUNDATIONS, HOME, RECYCLE, WASTE, Move

_RANK_NAMES = (
    "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
)  # fmt: skip


def card_name(card: Card) -> str:
    """`seven of hearts`."""
    return f"{_RANK_NAMES[RANKS.index(card[0])]} of {SUIT_NAMES[card[1]]}"


def _taken(position: Position, move: Move) -> Card:
    """The highest of the cards that a move takes."""
    if move.source == WASTE:
        return position.waste[-1]
    if move.source in FOUNDATIONS:
        suit = move.source[1]
        return RANKS[position.foundations[SUITS.index(suit)] - 1] + suit
    return position.face_up[int(move.source) - 1][-move.count]


def say_piece(position: Position, move: Move) -> str:
    """`the seven of hearts`, `the stock`."""
    return "the stock" if move in (DRAW, RECYCLE) else f"the {card_name(_taken(position, move))}"


def say_move(position: Position, move: Move) -> str:
    """`the seven of hearts onto the eight of spades`, `turn the stock`."""
    if move in (DRAW, RECYCLE):
        return "turn the stock" if move == DRAW else "turn the waste over"
    what = say_piece(position, move) + (f" and {move.count - 1} more" if move.count > 1 else "")
    if move.target == HOME:
        return f"{what} home"
    pile = position.face_up[int(move.target) - 1]
    return f"{what} onto the {card_name(pile[-1])}" if pile else f"{what} to the empty pile {move.target}"


def say_where(position: Position, move: Move) -> str:
    """Which place to look at."""
    if move in (DRAW, RECYCLE):
        return "Nothing that lies open has to move now."
    if move.source == WASTE:
        return "Look at the waste."
    if move.source in FOUNDATIONS:
        return "Look at the cards that are home: one may come back."
    return f"Look at pile {move.source}."
