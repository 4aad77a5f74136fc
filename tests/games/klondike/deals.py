"""Deals and positions that the tests of Klondike share. All of them come from our own seeds or were made by hand."""

from __future__ import annotations

from collections.abc import Iterator

from quandary.game import Rng
from quandary.games.klondike import notation
from quandary.games.klondike.position import DECK, Position, deal
from quandary.games.klondike.rules import moves, play

SEED_5 = "3C8C3HTDQS4DJD9CAHKS6S4HACAD2H6D4CKH2SQC7S9S7HKD8S7C5SKCJH9D8HAS4SJC5C8DTSTCQH9H2DJS7D5H6HQD5D3D2C3STH6C"
"""The deal `klondike#5`."""
TABLE = notation.parse("""
    foundations: 2C 4D 5H AS
    stock: 3C 9H TS 7D 9C QC 5D 8D TH JH 7S 9S 4C 5C 6C 3S
    waste: 2S KD 6H
    1: KC QH JS
    2: 4s 5S
    3: 6s 7C 6D
    5: 8h 8s 7H
    6: KH QS JD TC 9D 8C
    7: ks td jc QD
""")
"""Pile 4 is empty, pile 7 hides three cards under a queen, and every foundation has another height."""


def dealt(seed: int, draw: int = 3, redeals: int | None = None) -> Position:
    """The deal of a seed."""
    deck = list(DECK)
    Rng(seed).shuffle(deck)
    return deal(deck, draw, redeals)


def walk(position: Position, seed: int, length: int = 150) -> Iterator[Position]:
    """The positions of a random game, in which cards that can go home mostly do."""
    rng = Rng(seed)
    for _ in range(length):
        yield position
        legal = moves(position)
        if not legal:
            return
        homeward = [move for move in legal if move.target == "F"]
        position = play(position, rng.choice(homeward if homeward and rng.below(4) else legal)).position
