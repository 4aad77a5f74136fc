"""Record games: the best that our players have played, as seeds and moves that anybody can replay.

A game is a line of `records.txt`: rules, seed, score, number of moves, player, and the swaps, packed. A swap is one
byte: twice the number of its upper or left cell, counted row by row, plus one if it goes down. The bytes are
compressed and written in base 85.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import resources

from quandary.games.exponentile.position import SIDE, WEB
from quandary.games.exponentile.rules import Move


@dataclass(frozen=True, slots=True)
class Record:
    """A game worth keeping: the usual board by web rules."""

    seed: int
    score: int
    player: str
    swaps: bytes

    @classmethod
    def of(cls, seed: int, score: int, player: str, moves: Iterable[Move]) -> Record:
        """A game as it was played: swaps told by their upper or left cell."""
        swaps = (((move.source[0] * SIDE + move.source[1]), move.target[0] > move.source[0]) for move in moves)
        return cls(seed, score, player, bytes(2 * cell + is_down for cell, is_down in swaps))

    @property
    def moves(self) -> Iterator[Move]:
        """What was played."""
        for swap in self.swaps:
            cell, is_down = divmod(swap, 2)
            source = divmod(cell, SIDE)
            yield Move(source, (source[0] + 1, source[1]) if is_down else (source[0], source[1] + 1))


def format_record(record: Record) -> str:
    """A record as a line."""
    packed = base64.b85encode(zlib.compress(record.swaps, 9)).decode()
    return f"{WEB} {record.seed} {record.score} {len(record.swaps)} {record.player} {packed}"


def parse_record(line: str) -> Record:
    """A line as a record; ValueError if it is none."""
    rules, seed, score, count, player, packed = line.split()
    swaps = zlib.decompress(base64.b85decode(packed))
    if rules != WEB or len(swaps) != int(count):
        raise ValueError(f"the record of seed {seed} is damaged")
    return Record(int(seed), int(score), player, swaps)


def shipped_records() -> list[Record]:
    """Ours, the best first."""
    text = (resources.files("quandary.games.exponentile") / "records.txt").read_text(encoding="ascii")
    return [parse_record(line) for line in text.splitlines()]
