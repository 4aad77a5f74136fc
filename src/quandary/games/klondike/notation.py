"""Klondike in text: deals, positions in the middle of a game, and moves.

A fresh deal is its 52 cards in the order of dealing. Everything else is written in fields, one a line, or all in one
line with `/` between them; a small letter for a suit means face down:

    draw: 3                                 draw=3/foundations=AC2D/stock=9H4S/waste=7C/1=KH/3=5s8dQS…
    foundations: AC 2D
    stock: 9H 4S
    waste: 7C
    1: KH
    3: 5s 8d QS

`formats` knows what other programs write; `parse` recognises that, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from quandary.game import PuzzleError
from quandary.games.klondike import formats
from quandary.games.klondike.layout import MOST_REDEALS, Layout, dealt, read_number, scan_cards
from quandary.games.klondike.position import DEFAULT_DRAW, RANKS, STOCK_SIZE, SUITS, Cards, Position, deck_of
from quandary.games.klondike.rules import DRAW, PILE_NAMES, RECYCLE, Move, move

NAME = "klondike"

_FIELD = re.compile(r"\s*(?:pile\s*)?([a-z]+|[0-9]+)\s*[:=](.*)", re.IGNORECASE | re.DOTALL)
_UNLIMITED = "unlimited"
_MOVE = re.compile(r"(W|[1-7]|F[CDHS])>(F|[1-7])(?:x([1-9][0-9]?))?", re.IGNORECASE)


def parse(text: str, *, draw: int | None = None, redeals: int | None = None) -> Position:
    """The position of a text. `draw` and `redeals`, where given, count for more than what the text says."""
    if not text.strip():
        raise PuzzleError("the deal is empty (expected 52 cards)")
    read = formats.reader_of(text)
    return read(text, draw, redeals) if read else _read_fields(text, draw, redeals)


def _read_fields(text: str, draw: int | None, redeals: int | None) -> Position:
    layout = Layout()
    deck: list[str] = []
    seen: set[str] = set()
    for key, value in _fields(text):
        if key in seen:
            raise PuzzleError(f"{key} is there twice", place=key)
        seen.add(key)
        match key:
            case "deck":
                deck = [placed.card for placed in scan_cards(value)]
            case "draw":
                layout.draw = read_number(value, key, 1, STOCK_SIZE)
            case "redeals":
                is_limited = value.strip().lower() != _UNLIMITED
                layout.redeals = read_number(value, key, 0, MOST_REDEALS) if is_limited else None
            case "stock" | "waste" | "foundations":
                cards = [] if value.strip() == "-" else scan_cards(value, f"{key}, ")
                setattr(layout, key, [placed.card for placed in cards])
            case _:
                layout.piles[int(key) - 1] = scan_cards(value, f"pile {key}, ") if value.strip() != "-" else []
    layout.draw = layout.draw if draw is None else draw
    layout.redeals = layout.redeals if redeals is None else redeals
    if deck or not seen - {"draw", "redeals"}:
        if both := seen - {"deck", "draw", "redeals"}:
            raise PuzzleError(f"a whole deal and {min(both)} do not go together", place=min(both))
        return dealt(deck, layout.draw, layout.redeals)
    return layout.position()


def _fields(text: str) -> Iterator[tuple[str, str]]:
    """The fields of a text by name; cards without a name are the deck."""
    deck: list[str] = []
    for piece in re.split(r"[\n/;]", text.replace("\r", "\n")):
        if match := _FIELD.fullmatch(piece):
            key = match[1].lower()
            if key not in ("deck", "draw", "redeals", "stock", "waste", "foundations", *PILE_NAMES):
                raise PuzzleError(f"unknown name {match[1][:15]!r} (expected stock, waste, foundations, 1 to 7 …)")
            yield key, match[2]
        elif piece.strip():
            deck.append(piece)
    if deck:
        yield "deck", "\n".join(deck)


def format_position(position: Position) -> str:
    """The 52 cards of a fresh deal; otherwise a line for everything that has cards in it."""
    return _written(position, "\n", ": ", " ")


def compact(position: Position) -> str:
    """The same in one line without spaces, for ids and addresses."""
    return _written(position, "/", "=", "")


def _written(position: Position, between_fields: str, after_name: str, between_cards: str) -> str:
    fields = []
    deck = deck_of(position)
    if deck is None or position.draw != DEFAULT_DRAW:
        fields.append(f"draw{after_name}{position.draw}")
    if position.redeals is not None:
        fields.append(f"redeals{after_name}{position.redeals}")
    if deck is not None:
        fields.append("".join(deck))
    else:
        named = {"foundations": top_cards(position), "stock": position.stock, "waste": position.waste}
        piles = zip(PILE_NAMES, position.face_down, position.face_up, strict=True)
        named |= {name: (*(card.lower() for card in down), *up) for name, down, up in piles}
        fields += [f"{name}{after_name}{between_cards.join(cards)}" for name, cards in named.items() if cards]
    return between_fields.join(fields)


def top_cards(position: Position) -> Cards:
    """The cards on top of the foundations, as far as there are any."""
    return tuple(RANKS[height - 1] + suit for suit, height in zip(SUITS, position.foundations, strict=True) if height)


# A solution says the same few moves again and again.
@lru_cache(maxsize=1024)
def parse_move(text: str) -> Move:
    """`D`, `R`, `W>F`, `W>3`, `3>F`, `3>5`, `3>5x2`, `FS>4`."""
    word = text.strip()
    if word.upper() in ("D", "R"):
        return DRAW if word.upper() == "D" else RECYCLE
    match = _MOVE.fullmatch(word)
    if not match:
        shown = repr(word if len(word) <= 20 else word[:20] + "…")
        raise PuzzleError(f"{shown} is not a move (expected D, R, W>F, W>3, 3>F, 3>5, 3>5x2 or FS>4)")
    source, target, count = match.groups(default="1")
    return move(source.upper(), target.upper(), int(count))


def format_move(move: Move) -> str:
    """The move as `parse_move` reads it; a single card has no number."""
    if move in (DRAW, RECYCLE):
        return "D" if move == DRAW else "R"
    return f"{move.source}>{move.target}" + (f"x{move.count}" if move.count > 1 else "")


def parse_moves(text: str) -> list[Move]:
    """A whole solution, in our notation or in Klondike-Solver's."""
    try:
        return [parse_move(word) for word in text.split()]
    except PuzzleError:
        foreign = formats.read_ks_moves(text)
        if foreign is None:
            raise
        return foreign
