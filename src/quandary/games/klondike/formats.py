"""What other programs write: their deals and positions, both ways, and their way to write solutions.

| name | deals and positions | of |
| --- | --- | --- |
| `solvitaire` | JSON; the stock's last card is turned first, a small letter for the suit means face down | Solvitaire |
| `pysol` | a line `Talon:`, then a line a pile, hidden cards as `<7H>` | PySol, fc-solve's makers of boards |
| `digits` | three digits a card, rank 01 to 13 and suit 1 to 4 (C D H S), in the order of dealing | Klondike-Solver |
| `mk` | cards pile by pile, then the stock from its last card to its first, after `mk:` | MinimalKlondike |

The letters of `mk` look like our own deals in another order, so that they are read only where they say what they are.
Solutions are written as `ks` (Klondike-Solver: `DR2 W6 NEW 76 F7 34-3`) and `mk` (`@@AL KC`).

A reader of a format only says which card stands where, face up or face down: a `Layout`. Whether that can be a game of
Klondike is found out there, in one check that every text, ours too, goes through.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from quandary.game import PuzzleError, UsageError
from quandary.games.klondike.position import (
    BUILDS_ON,
    DECK,
    DEFAULT_DRAW,
    PILES,
    RANKS,
    STOCK_SIZE,
    SUITS,
    Card,
    Cards,
    Position,
    deal,
    deck_of,
    rank_of,
)
from quandary.games.klondike.rules import (
    DRAW,
    FOUNDATIONS,
    HOME,
    PILE_NAMES,
    RECYCLE,
    WASTE,
    Home,
    Move,
    Turned,
    move,
    play,
)

Reader = Callable[[str, int | None, int | None], Position]
"""Text, draw and redeals, where they are given, to a position."""

_DIGITS_A_CARD = 3
_PYSOL_NAMES = ("talon", "waste", "foundations")


def reader_of(text: str) -> Reader | None:
    """The reader of the format that this text is in; None if it looks like none of them."""
    if text.lstrip().startswith("{"):
        return read_solvitaire
    if re.fullmatch(r"[0-9\s]+", text):
        return read_digits
    if re.search(r"^\s*talon\s*:", text, re.IGNORECASE | re.MULTILINE):
        return read_pysol
    return read_mk if re.match(r"\s*mk\s*[:=]", text, re.IGNORECASE) else None


# Solvitaire


def read_solvitaire(text: str, draw: int | None = None, redeals: int | None = None) -> Position:
    """A JSON object with `tableau piles`, `stock`, and in a game that has begun `waste` and `foundations`."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise PuzzleError(f"this is not JSON: {str(error)[:80] or type(error).__name__}") from error
    if not isinstance(said, dict):
        raise PuzzleError("expected a JSON object with the tableau piles and the stock")
    for name in said:
        if name not in ("tableau piles", "stock", "waste", "foundations"):
            raise PuzzleError(f"unknown name {name[:30]!r} (expected tableau piles, stock, waste and foundations)")
    piles = said.get("tableau piles")
    if not isinstance(piles, list) or len(piles) != PILES:
        raise PuzzleError(f"expected a list of {PILES} piles", place="tableau piles")
    home = [placed.card for placed in _json_cards(_flat(said.get("foundations", [])), "foundations")]
    return Layout(
        piles=[_json_cards(pile, f"pile {number}") for number, pile in enumerate(piles, start=1)],
        stock=[placed.card for placed in _json_cards(said.get("stock", []), "stock")][::-1],
        waste=[placed.card for placed in _json_cards(said.get("waste", []), "waste")],
        # All cards of a foundation may be listed; the highest says everything.
        foundations=list({card[1]: card for card in sorted(home, key=rank_of)}.values()),
        draw=draw,
        redeals=redeals,
    ).position()


def _flat(value: Any) -> Any:
    """The cards of all foundations in one list, whether they come in one or in four."""
    if isinstance(value, list) and all(isinstance(entry, list) for entry in value):
        return [card for entry in value for card in entry]
    return value


def _json_cards(value: Any, where: str) -> list[Placed]:
    if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
        raise PuzzleError("expected a list of cards", place=where)
    cards = []
    for number, entry in enumerate(value, start=1):
        try:
            cards.append(read_card(entry))
        except PuzzleError as error:
            raise error.within(f"{where}, card {number}") from None
    return cards


def _write_solvitaire(position: Position) -> str:
    def name(card: Card) -> str:
        return card.replace("T", "10")

    down = [[name(card).lower() for card in pile] for pile in position.face_down]
    up = [[name(card) for card in pile] for pile in position.face_up]
    said: dict[str, object] = {
        "tableau piles": [hidden + shown for hidden, shown in zip(down, up, strict=True)],
        "stock": [name(card) for card in reversed(position.stock)],
    }
    if position.waste:
        said["waste"] = [name(card) for card in position.waste]
    if any(position.foundations):
        home = zip(SUITS, position.foundations, strict=True)
        said["foundations"] = [name(rank + suit) for suit, height in home for rank in RANKS[:height]]
    return json.dumps(said)


# PySol


def read_pysol(text: str, draw: int | None = None, redeals: int | None = None) -> Position:
    """`Talon:` and the stock, perhaps `Waste:` and `Foundations: H-0 C-A …`, then seven lines of piles."""
    named: dict[str, str] = {}
    lines: list[str] = []
    for line in text.strip("\r\n").splitlines():
        name, colon, rest = line.partition(":")
        if colon and name.strip().lower() in _PYSOL_NAMES:
            named[name.strip().lower()] = rest
        elif line.strip() or lines:
            lines.append(line.strip().removeprefix(":"))
    while lines and not lines[-1].strip() and len(lines) > PILES:
        lines.pop()
    if len(lines) > PILES:
        raise PuzzleError(f"after the talon come {PILES} lines, one a pile; here are {len(lines)}")
    return Layout(
        piles=_pysol_piles([*lines, *[""] * (PILES - len(lines))]),
        stock=[placed.card for placed in scan_cards(_plain(named["talon"]), "talon, ")],
        waste=[placed.card for placed in scan_cards(_plain(named.get("waste", "")), "waste, ")],
        foundations=_pysol_foundations(named.get("foundations", "")),
        draw=draw,
        redeals=redeals,
    ).position()


def _plain(text: str) -> str:
    """Without the marks that may stand around cards."""
    return re.sub(r"[<>=]", " ", text)


def _pysol_piles(lines: Sequence[str]) -> list[list[Placed]]:
    piles = []
    # Some leave the marks of hidden cards out, since only the last card of a fresh pile is open.
    has_marks = any("<" in line for line in lines)
    for number, line in enumerate(lines, start=1):
        cards = scan_cards(_plain(line), f"pile {number}, ")
        if not re.fullmatch(r"\s*(<[^<>]*>\s*)*[^<>]*", line):
            raise PuzzleError("hidden cards, like <7H>, lie below the open ones", place=f"pile {number}")
        hidden = line.count("<") if has_marks else len(cards) - 1
        piles.append([Placed(placed.card, at >= hidden) for at, placed in enumerate(cards)])
    return piles


def _pysol_foundations(text: str) -> list[Card]:
    cards = []
    for word in text.split():
        match = re.fullmatch(r"([CDHS])-(0|[A2-9TJQK])", word, re.IGNORECASE)
        if not match:
            raise PuzzleError(f"{word[:10]!r} is not a foundation (expected H-0, C-A …)", place="foundations")
        if match[2] != "0":
            cards.append((match[2] + match[1]).upper())
    return cards


def _write_pysol(position: Position) -> str:
    lines = ["Talon: " + " ".join(position.stock)]
    if position.waste:
        lines.append("Waste: " + " ".join(position.waste))
    if any(position.foundations):
        heights = dict(zip(SUITS, position.foundations, strict=True))
        lines.insert(0, "Foundations: " + " ".join(f"{suit}-{('0' + RANKS)[heights[suit]]}" for suit in "HCDS"))
    for down, up in zip(position.face_down, position.face_up, strict=True):
        lines.append(" ".join([*(f"<{card}>" for card in down), *up]) or ":")
    return "\n".join(lines)


# Klondike-Solver and MinimalKlondike


def read_digits(text: str, draw: int | None = None, redeals: int | None = None) -> Position:
    """52 cards of three digits, in the order of dealing."""
    digits = "".join(text.split())
    if len(digits) != _DIGITS_A_CARD * len(DECK):
        raise PuzzleError(f"a deal in digits has 156 of them, three a card; this one has {len(digits)}")
    cards = []
    for number, at in enumerate(range(0, len(digits), _DIGITS_A_CARD), start=1):
        word = digits[at : at + _DIGITS_A_CARD]
        rank, suit = int(word[:2]), int(word[2])
        if not (1 <= rank <= len(RANKS) and 1 <= suit <= len(SUITS)):
            raise PuzzleError(f"{word} is not a card (expected rank 01 to 13 and suit 1 to 4)", place=f"card {number}")
        cards.append(RANKS[rank - 1] + SUITS[suit - 1])
    return dealt(cards, draw, redeals)


def _write_digits(deck: Cards) -> str:
    return "".join(f"{rank_of(card):02d}{SUITS.index(card[1]) + 1}" for card in deck)


# The places in the deck of dealing, pile by pile from the bottom up, as a dealer reaches them row by row.
_BY_PILE = [
    sum(PILES - earlier for earlier in range(row)) + pile - row for pile in range(PILES) for row in range(pile + 1)
]
_MK_ORDER = [*_BY_PILE, *range(len(DECK) - 1, len(_BY_PILE) - 1, -1)]


def read_mk(text: str, draw: int | None = None, redeals: int | None = None) -> Position:
    """`mk:` and 52 cards, pile by pile, then the stock from its last card."""
    cards = [placed.card for placed in scan_cards(re.split(r"[:=]", text, maxsplit=1)[1])]
    if len(cards) != len(DECK):
        raise PuzzleError(f"a deal has 52 cards, this one has {len(cards)}")
    deck = dict(zip(_MK_ORDER, cards, strict=True))
    return dealt([deck[place] for place in range(len(DECK))], draw, redeals)


def _write_mk(deck: Cards) -> str:
    return "mk: " + " ".join(deck[place] for place in _MK_ORDER)


_OF_POSITIONS: dict[str, Callable[[Position], str]] = {"solvitaire": _write_solvitaire, "pysol": _write_pysol}
_OF_DEALS: dict[str, Callable[[Cards], str]] = {"digits": _write_digits, "mk": _write_mk}
FORMATS = (*_OF_POSITIONS, *_OF_DEALS)


def write(position: Position, format: str) -> str:
    """The position in another program's format."""
    if format in _OF_POSITIONS:
        return _OF_POSITIONS[format](position)
    deck = deck_of(position)
    if deck is None:
        raise UsageError(f"{format} can only write a fresh deal, and this game has begun")
    return _OF_DEALS[format](deck)


# Solutions

_MK_PLACES = dict(zip((WASTE, "FC", "FD", "FS", "FH", *PILE_NAMES), "ABCDEFGHIJKL", strict=True))
_KS_MOVE = re.compile(r"(W|[1-7CDHS])([1-7CDHS])(?:-([1-9][0-9]?))?")
# `DR999` is short to write.
_MOST_MOVES_READ = 1_000_000
SOLUTION_FORMATS = ("ks", "mk")


def write_moves(position: Position, moves: Iterable[Move], format: str) -> str:
    """A solution from `position` in another program's notation."""
    words = []
    write_one = _ks_words if format == "ks" else _mk_words
    for one in moves:
        outcome = play(position, one)
        words += write_one(one, outcome.events)
        position = outcome.position
    if format == "mk":
        return " ".join(words).replace("@ ", "@")
    counted = ((word, len(list(same))) for word, same in groupby(words))
    return " ".join(f"DR{count}" if word == "DR" else " ".join([word] * count) for word, count in counted)


def _ks_words(move: Move, events: Sequence[object]) -> list[str]:
    if move in (DRAW, RECYCLE):
        return ["DR" if move == DRAW else "NEW"]
    source, target = (_suit_or_place(place, events) for place in (move.source, move.target))
    words = [f"{source}{target}" + (f"-{move.count}" if move.count > 1 else "")]
    return words + [f"F{event.pile}" for event in events if isinstance(event, Turned)]


def _suit_or_place(place: str, events: Sequence[object]) -> str:
    if place == HOME:
        return next(event.card[1] for event in events if isinstance(event, Home))
    return place[1] if place in FOUNDATIONS else place


def _mk_words(move: Move, events: Sequence[object]) -> list[str]:
    if move in (DRAW, RECYCLE):
        # A turn of an empty stock implies that the waste is turned over first.
        return ["@"] if move == DRAW else []
    target = HOME + _suit_or_place(HOME, events) if move.target == HOME else move.target
    return [_MK_PLACES[move.source] + _MK_PLACES[target]]


def read_ks_moves(text: str) -> list[Move] | None:
    """The moves of a solution in Klondike-Solver's notation; None if it is not in that."""
    found: list[Move] = []
    for word in text.split():
        if len(found) > _MOST_MOVES_READ:
            raise PuzzleError(f"there are more than {_MOST_MOVES_READ:,} moves here")
        if match := re.fullmatch(r"DR([1-9][0-9]{0,2})", word):
            found += [DRAW] * int(match[1])
        elif word == "NEW":
            found.append(RECYCLE)
        elif match := _KS_MOVE.fullmatch(word):
            source, target = match[1], match[2]
            count = int(match[3] or 1)
            found.append(move(HOME + source if source in SUITS else source, HOME if target in SUITS else target, count))
        elif not re.fullmatch(r"F[1-7]", word):
            return None
    return found


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
            raise _no_card(text[at : at + 3]).within(f"{where}card {len(found) + 1}")
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
