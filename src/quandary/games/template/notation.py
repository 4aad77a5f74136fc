"""The game in text. All checking happens here: what `parse` lets through never fails later."""

from __future__ import annotations

import re

from quandary.game import PuzzleError
from quandary.games.template.position import FREE, FROG, TOAD, Position
from quandary.games.template.rules import Hop

LONGEST_ROW = 40


def parse(text: str) -> Position:
    """The position of a row like `FF_TT`."""
    row = text.strip()
    for column, stone in enumerate(row, start=1):
        if stone not in (FROG, TOAD, FREE):
            raise PuzzleError(f"unknown character {stone!r} (expected F, T or _)", place=f"stone {column}")
    if not 2 <= len(row) <= LONGEST_ROW:
        raise PuzzleError(f"a row has 2 to {LONGEST_ROW} stones, this one has {len(row)}")
    if FROG not in row or TOAD not in row:
        raise PuzzleError("both herds need at least one animal (expected an F and a T)")
    return Position(row)


def parse_move(text: str) -> Hop:
    """`3`: the animal on the third stone hops."""
    word = text.strip()
    if not re.fullmatch(r"[0-9]{1,3}", word):
        raise PuzzleError(f"{word[:20]!r} is not a move (expected the number of a stone)")
    return Hop(int(word))
