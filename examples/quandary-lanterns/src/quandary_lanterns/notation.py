"""The game in text. All checking happens here: what `parse` lets through never fails later."""

from __future__ import annotations

import re

from quandary.game import PuzzleError
from quandary_lanterns.position import LIT, OUT, Position
from quandary_lanterns.rules import Touch

SHORTEST_SIDE, LONGEST_SIDE = 2, 9


def parse(text: str) -> Position:
    """The position of rows like `*.*`, in lines of their own or with a `/` between them."""
    rows = tuple(row.strip() for row in text.strip().replace("/", "\n").splitlines())
    for number, row in enumerate(rows, start=1):
        for column, sign in enumerate(row, start=1):
            if sign not in (LIT, OUT):
                place = f"r{number}c{column}"
                raise PuzzleError(f"unknown character {sign!r} (expected * or .)", place=place)
        if len(row) != len(rows[0]):
            problem = f"the row has {len(row)} lanterns, the first has {len(rows[0])}"
            raise PuzzleError(problem, place=f"row {number}")
    if not rows or not all(SHORTEST_SIDE <= side <= LONGEST_SIDE for side in (len(rows), len(rows[0]))):
        raise PuzzleError(f"expected {SHORTEST_SIDE} to {LONGEST_SIDE} rows of as many lanterns")
    return Position(rows)


def parse_move(text: str) -> Touch:
    """`r2c3`: the third lantern of the second row is touched."""
    match = re.fullmatch(r"r([1-9])c([1-9])", text.strip())
    if match is None:
        raise PuzzleError(f"{text.strip()[:20]!r} is not a move (expected for example r2c3)")
    return Touch(int(match[1]), int(match[2]))


def format_move(move: Touch) -> str:
    """The move as `parse_move` reads it."""
    return f"r{move.row}c{move.column}"
