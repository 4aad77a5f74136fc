"""Klondike in text: deals, positions in the middle of a game, files of many deals, and moves.

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

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from quandary.core.options import check_rule
from quandary.core.printable import quoted
from quandary.game import Puzzle, PuzzleError
from quandary.games.klondike import formats
from quandary.games.klondike.formats import MOST_REDEALS, Layout, dealt, read_number, scan_cards
from quandary.games.klondike.position import DEFAULT_DRAW, RANKS, STOCK_SIZE, SUITS, Cards, Position, deck_of
from quandary.games.klondike.rules import DRAW, PILE_NAMES, RECYCLE, Move, move

NAME = "klondike"

_FIELD = re.compile(r"\s*(?:pile\s*)?([a-z]+|[0-9]+)\s*[:=](.*)", re.IGNORECASE | re.DOTALL)
_UNLIMITED = "unlimited"
_MOVE = re.compile(r"(W|[1-7]|F[CDHS])>(F|[1-7])(?:x([1-9][0-9]?))?", re.IGNORECASE)


def parse(text: str, *, draw: int | None = None, redeals: int | None = None) -> Position:
    """Return the position of a text. `draw` and `redeals` fill in what it leaves open, and must not contradict it."""
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
                check_rule(key, layout.draw, draw)
            case "redeals":
                is_limited = value.strip().lower() != _UNLIMITED
                layout.redeals = read_number(value, key, 0, MOST_REDEALS) if is_limited else None
                check_rule(key, layout.redeals, redeals)
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
        raise PuzzleError(f"{quoted(word)} is not a move (expected D, R, W>F, W>3, 3>F, 3>5, 3>5x2 or FS>4)")
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


# Files of many deals: one a line, a table with a column for the deck, or blocks with empty lines between them.

VERDICTS = ("solved", "unsolvable")
# A line that names a part of a deal, which then goes on over other lines; `mk:` names a whole one.
_NAMED = re.compile(r"\s*(?!mk\b)[a-z0-9 ]+:", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Entry:
    """The text of one deal, and what stands around it."""

    text: str
    line: int
    """Where it begins."""
    id: str | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)


def read_pack(
    text: str, *, draw: int | None = None, redeals: int | None = None
) -> Iterator[Puzzle[Position] | PuzzleError]:
    """All deals of a file; lines that begin with `#` are comments."""
    for number, entry in enumerate(_entries(text), start=1):
        name = entry.id or str(number)
        try:
            yield _read(entry, name, draw, redeals)
        except PuzzleError as error:
            yield error.within(f"line {entry.line}").located(puzzle=name)


def _read(entry: _Entry, name: str, draw: int | None, redeals: int | None) -> Puzzle[Position]:
    facts = dict(entry.facts)
    said = facts.pop("draw", "")
    stated = read_number(said, "draw", 1, STOCK_SIZE) if said else None
    if stated is not None:
        check_rule("draw", stated, draw)
    position = parse(entry.text, draw=stated if draw is None else draw, redeals=redeals)
    verdict = facts.get(f"draw{position.draw}")
    known: dict[str, Any] = {"verdict": verdict} if verdict in VERDICTS and position.redeals is None else {}
    if re.fullmatch(r"[0-9]{1,4}", facts.get("moves", "")) and position.draw == (stated or DEFAULT_DRAW):
        known["moves"] = int(facts["moves"])
    return Puzzle(NAME, name, position, format_position(position), known)


def _entries(text: str) -> Iterator[_Entry]:
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.lstrip()[:1] != "#"]
    if text.lstrip().startswith("["):
        yield from _json_entries(text)
        return
    header = next((line for _, line in lines if line.strip()), "")
    columns = [name.strip().lower() for name in header.split(",")]
    if "deck" in columns:
        yield from _table_entries(lines, columns)
        return
    block: list[tuple[int, str]] = []
    for number, line in [*lines, (0, "")]:
        if line.strip():
            block.append((number, line))
        elif block:
            yield from _block_entries(block)
            block = []


def _json_entries(text: str) -> Iterator[_Entry]:
    """A list of JSON objects."""
    try:
        entries = json.loads(text)
    except (ValueError, RecursionError):
        entries = [text]
    for entry in entries if isinstance(entries, list) else [entries]:
        yield _Entry(entry if isinstance(entry, str) else json.dumps(entry), 1)


def _table_entries(lines: list[tuple[int, str]], columns: list[str]) -> Iterator[_Entry]:
    """Comma-separated values under a header that has a `deck`, and perhaps `id`, `draw`, `draw1`, `draw3`, `moves`."""
    rows = [(number, line) for number, line in lines if line.strip()][1:]
    for number, line in rows:
        values = dict(zip(columns, line.split(","), strict=False))
        name = values.pop("id", None)
        yield _Entry(values.pop("deck", ""), number, name, {key: value.strip() for key, value in values.items()})


def _block_entries(block: list[tuple[int, str]]) -> Iterator[_Entry]:
    """One deal over several lines, or one a line."""
    lines = [line for _, line in block]
    if any(map(_stands_alone, lines)) and not any(map(_NAMED.match, lines)):
        yield from (_Entry(line, number) for number, line in block)
    else:
        yield _Entry("\n".join(lines), block[0][0])


def _stands_alone(line: str) -> bool:
    """Whether a line is a deal of its own: whole JSON, or more cards than any part of a deal can have."""
    if line.strip().startswith("{"):
        return line.rstrip().endswith("}")
    cards = re.findall(r"(?:10|[A2-9TJQK])[CDHS]", line, re.IGNORECASE)
    return len(cards) > STOCK_SIZE + 1 or line.count("=") > 1 or formats.reader_of(line) is not None


def write_pack(puzzles: Iterable[Puzzle[Position]]) -> str:
    """One deal a line."""
    return "".join(compact(puzzle.position) + "\n" for puzzle in puzzles)
