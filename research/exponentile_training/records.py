"""Record games: the best games of the shipped players, as seeds and moves that anybody can replay.

A game is a line of `records.txt`: rules, seed, score, number of moves, player, and the packed swaps. A swap is one
byte: twice the number of its upper or left cell, counted row by row, plus one if it goes down. The bytes are
compressed and written in base 85.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from quandary.games.exponentile.position import SIDE, WEB
from quandary.games.exponentile.rules import Move

FILE = Path(__file__).parent / "records.txt"


@dataclass(frozen=True, slots=True)
class Record:
    """A game on the usual board by web rules."""

    seed: int
    score: int
    player: str
    swaps: bytes

    @classmethod
    def of(cls, seed: int, score: int, player: str, moves: Iterable[Move]) -> Record:
        """Return the record of a game with these moves."""
        swaps = (((move.source[0] * SIDE + move.source[1]), move.target[0] > move.source[0]) for move in moves)
        return cls(seed, score, player, bytes(2 * cell + is_down for cell, is_down in swaps))

    @property
    def moves(self) -> Iterator[Move]:
        """The moves, in order."""
        for swap in self.swaps:
            cell, is_down = divmod(swap, 2)
            source = divmod(cell, SIDE)
            yield Move(source, (source[0] + 1, source[1]) if is_down else (source[0], source[1] + 1))


def format_record(record: Record) -> str:
    """Return a record as a line."""
    packed = base64.b85encode(zlib.compress(record.swaps, 9)).decode()
    return f"{WEB} {record.seed} {record.score} {len(record.swaps)} {record.player} {packed}"


def parse_record(line: str) -> Record:
    """Return the record of a line; raise `ValueError` if the line is damaged."""
    rules, seed, score, count, player, packed = line.split()
    swaps = zlib.decompress(base64.b85decode(packed))
    if rules != WEB or len(swaps) != int(count):
        raise ValueError(f"the record of seed {seed} is damaged")
    return Record(int(seed), int(score), player, swaps)


def read_records() -> list[Record]:
    """Return the published records, the best first."""
    return [parse_record(line) for line in FILE.read_text(encoding="ascii").splitlines()]
