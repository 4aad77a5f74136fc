"""Files of many deals: one a line, a table with a column for the deck, or blocks with empty lines between them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from quandary.game import Puzzle, PuzzleError
from quandary.games.klondike import notation
from quandary.games.klondike.formats import reader_of
from quandary.games.klondike.layout import read_number
from quandary.games.klondike.position import DEFAULT_DRAW, STOCK_SIZE, Position

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
            line = f"line {entry.line}"
            yield PuzzleError(error.problem, place=f"{line}, {error.place}" if error.place else line, puzzle=name)


def _read(entry: _Entry, name: str, draw: int | None, redeals: int | None) -> Puzzle[Position]:
    facts = dict(entry.facts)
    said = facts.pop("draw", "")
    stated = read_number(said, "draw", 1, STOCK_SIZE) if said else None
    position = notation.parse(entry.text, draw=stated if draw is None else draw, redeals=redeals)
    verdict = facts.get(f"draw{position.draw}")
    known: dict[str, Any] = {"verdict": verdict} if verdict in VERDICTS and position.redeals is None else {}
    if re.fullmatch(r"[0-9]{1,4}", facts.get("moves", "")) and position.draw == (stated or DEFAULT_DRAW):
        known["moves"] = int(facts["moves"])
    return Puzzle(notation.NAME, name, position, notation.format_position(position), known)


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
    return len(cards) > STOCK_SIZE + 1 or line.count("=") > 1 or reader_of(line) is not None


def write_pack(puzzles: Iterable[Puzzle[Position]]) -> str:
    """One deal a line."""
    return "".join(notation.compact(puzzle.position) + "\n" for puzzle in puzzles)
