"""Boards that the tests of ExponenTile share, all made by hand, and helpers to write them as they are shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from quandary.game import Rng
from quandary.games.exponentile import notation
from quandary.games.exponentile.position import WEB, Position
from quandary.games.exponentile.rules import Move, moves, play


def rows(text: str) -> list[list[int]]:
    """A board as `resolve` takes it, from the numbers that tiles show."""
    return [[int(word).bit_length() - 1 for word in line.split()] for line in text.strip().splitlines()]


def shown(board: Iterable[Iterable[int]]) -> str:
    """The other way round."""
    return "\n".join(" ".join(str(1 << value) for value in row) for row in board)


def quiet(height: int, width: int, *rows_below: str) -> str:
    """Rows of large tiles that never match, and some of our own below them."""
    high = [" ".join(str(1 << (20 + (row + 2 * column) % 5)) for column in range(width)) for row in range(height)]
    return "\n".join([*high, *rows_below])


def walk(position: Position, seed: int, length: int = 60) -> Iterator[tuple[Position, Move]]:
    """The positions of a random game, each with the move that is made there."""
    rng = Rng(seed)
    for _ in range(length):
        legal = moves(position)
        if not legal:
            return
        move = rng.choice(legal)
        yield position, move
        position = play(position, move).position


STUCK = notation.parse("2 4 8 16\n8 16 2 4\n2 4 8 16\n8 16 2 4", rules=WEB)
"""No swap matches anything."""
