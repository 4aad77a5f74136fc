"""Sokoban in text: levels in XSB and its dialects, solutions in LURD."""

from __future__ import annotations

import re
from collections.abc import Iterable

from quandary.game import PuzzleError, UsageError
from quandary.games.sokoban.board import compact, format_board, unpack
from quandary.games.sokoban.formats import NAME, read_pack
from quandary.games.sokoban.position import Position, Square
from quandary.games.sokoban.rules import STEPS, Step

__all__ = ["NAME", "compact", "format_board", "format_moves", "parse", "parse_move", "parse_moves", "parse_square"]


def parse(text: str) -> Position:
    """The position of a text that holds one level, perhaps with a title and comments."""
    entries = list(read_pack(text))
    for entry in entries:
        if isinstance(entry, PuzzleError):
            raise PuzzleError(entry.problem, place=entry.place)
    if not entries:
        raise PuzzleError("the level is empty (expected rows of # wall, space floor, . goal, $ box, @ player)")
    if len(entries) > 1:
        raise PuzzleError(f"there are {len(entries)} levels here, one is expected")
    entry = entries[0]
    assert not isinstance(entry, PuzzleError)
    return entry.position


def parse_move(text: str) -> Step:
    """The step of one letter."""
    letter = text.strip()
    if letter not in STEPS:
        raise PuzzleError(f"{letter[:20]!r} is not a step (expected one of l u r d, or L U R D for a push)")
    return STEPS[letter]


def parse_moves(text: str) -> list[Step]:
    """A solution in LURD, with or without white space, counts and brackets.

    Without a single small letter it is UDLR, which does not tell a walk from a push: then a capital may be either.
    """
    letters = unpack("".join(text.split()))
    if letters.isupper():
        letters = letters.lower()
    for number, letter in enumerate(letters, start=1):
        if letter not in STEPS:
            raise PuzzleError(
                f"{letter!r} is not a step (expected l u r d, or L U R D for a push)", place=f"move {number}"
            )
    return [STEPS[letter] for letter in letters]


def format_moves(moves: Iterable[Step]) -> str:
    """A solution in LURD."""
    return "".join(move.letter for move in moves)


def parse_square(text: str) -> Square:
    """The square that a text names, counted from 1: `r3c5`."""
    match = re.fullmatch(r"r([0-9]{1,4})c([0-9]{1,4})", text)
    if match is None:
        raise UsageError(f"{text!r} is not a place (expected for example r3c5)")
    return Square(int(match[1]) - 1, int(match[2]) - 1)
