"""Puzzles as JSON Lines, as `generate --json` writes them: a format that every game has beside its own.

A record has the puzzle's text under `puzzle`, and may have its `game`, its `id` and the `facts` that are known of it;
whatever else stands there is for others.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from quandary.core.errors import PuzzleError
from quandary.core.game import Game, Puzzle


def is_records(text: str) -> bool:
    """Whether a text is meant as such lines: its first one is an object that has a puzzle."""
    first = text.lstrip("\ufeff \t\r\n")
    if not first.startswith("{") or '"puzzle"' not in first:
        return False
    record = _object(first.split("\n", 1)[0])
    return record is not None and isinstance(record.get("puzzle"), str)


def read_records(game: Game[Any, Any], text: str) -> Iterator[Puzzle[Any] | PuzzleError]:
    """The puzzles of all lines; a bad one comes as its error, and the others go on."""
    number = 0
    for line_number, line in enumerate(text.lstrip("\ufeff").split("\n"), start=1):
        if line.strip():
            number += 1
            try:
                yield _puzzle(game, line, number)
            except PuzzleError as error:
                yield error.within(f"line {line_number}").located(puzzle=str(number))


def _puzzle(game: Game[Any, Any], line: str, number: int) -> Puzzle[Any]:
    record = _object(line)
    if record is None or not isinstance(record.get("puzzle"), str):
        raise PuzzleError("is no puzzle (expected a JSON object with its text under puzzle)")
    if record.get("game", game.name) != game.name:
        raise PuzzleError(f"is a puzzle of {record['game']!s:.40}, not of {game.name}")
    position = game.parse(record["puzzle"])
    name, facts = record.get("id"), record.get("facts")
    given = name if isinstance(name, str) and name else str(number)
    return Puzzle(game.name, given, position, game.format(position), facts if isinstance(facts, dict) else {})


def _object(line: str) -> dict[str, Any] | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
