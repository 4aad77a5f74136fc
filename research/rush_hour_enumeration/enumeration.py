"""Make all minimal puzzles of a board in parts, in any order and on any number of machines, and pack them in one file.

A journal holds the puzzles of each finished part, followed by a line that ends the part. Lines after the last such line
are an interrupted part, which is made again. When no part is missing, all lines are sorted and packed by xz. They are
lines of Rush Hour's packs, so every tool that reads packs reads them.
"""

from __future__ import annotations

import lzma
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import quandary
from quandary import UsageError
from quandary._native import rush_hour as native
from quandary.core.whole_file import write_whole
from quandary.games.rush_hour.database import MEASURES, measure
from quandary.games.rush_hour.notation import compact
from quandary.games.rush_hour.position import Position
from research.shards import read_shard

JOURNAL = ".parts"
_DONE = re.compile(rb"# part ([0-9]+) of ([0-9]+), ([0-9]+) puzzles, ([0-9.]+) s, (.*)\n")


@dataclass(frozen=True, slots=True)
class Board:
    """The puzzles to make: columns, rows, and the exact number of walls."""

    width: int = 6
    height: int = 6
    walls: int = 0

    def __str__(self) -> str:
        return f"size={self.width}x{self.height}" + (f" walls={self.walls}" if self.walls else "")

    @property
    def parts(self) -> int:
        """The number of parts. They have no puzzle in common."""
        return native.count_parts(self.width, self.height, self.walls)


@dataclass(slots=True)
class Journal:
    """The contents of a journal."""

    board: str = ""
    """The board, as text."""
    parts: int = 0
    done: set[int] = field(default_factory=set)
    puzzles: int = 0
    seconds: float = 0.0
    """CPU seconds of all parts together."""
    end: int = 0
    """Where the last finished part ends in the file."""


def read_journal(path: Path, take: Callable[[list[bytes]], object] = lambda lines: None) -> Journal:
    """Read a journal, an empty one if the file does not exist; `take` gets the lines of each finished part once."""
    journal = Journal()
    if not path.exists():
        return journal
    lines: list[bytes] = []
    end = 0
    with path.open("rb") as file:
        for line in file:
            end += len(line)
            match = _DONE.fullmatch(line)
            if match is None:
                lines.append(line)
                continue
            part, parts, count, board = int(match[1]), int(match[2]), int(match[3]), match[5].decode()
            if journal.board not in ("", board) or journal.parts not in (0, parts) or count != len(lines):
                raise UsageError(f"{path} is damaged or mixes two boards: {board}")
            if part not in journal.done:
                take(lines)
                journal.puzzles += count
                journal.seconds += float(match[4])
            journal.board, journal.parts, journal.end = board, parts, end
            journal.done.add(part)
            lines = []
    return journal


def enumerate_parts(
    path: Path,
    board: Board,
    *,
    jobs: int = 1,
    shard: str | None = None,
    watch: Callable[[Journal], None] = lambda journal: None,
) -> Journal:
    """Make the parts that a journal lacks, with `shard` ("2/8") only that shard's parts, and return the journal."""
    total = board.parts
    journal = read_journal(path)
    if journal.board not in ("", str(board)):
        raise UsageError(f"{path} was begun with {journal.board}, not with {board}")
    if journal.parts not in (0, total):
        raise UsageError(f"{path} was begun by a version that makes {journal.parts} parts of it, not {total}")
    part, parts = read_shard(shard)
    # Parts that take long are neighbors: a stride shares them out.
    wanted = [number for number in range(part - 1, total, parts) if number not in journal.done]
    journal.board, journal.parts = str(board), total
    watch(journal)
    made = native.enumerate_parts(board.width, board.height, board.walls, wanted, jobs=jobs)
    try:
        with path.open("ab") as file:
            file.truncate(journal.end)
            for number, (puzzles, seconds, cpu) in zip(wanted, made, strict=True):
                spent = seconds if cpu is None else cpu
                lines = [
                    f"{one.moves:02d} {compact(Position(one.cells, board.width))} {one.positions}" for one in puzzles
                ]
                lines.append(f"# part {number} of {total}, {len(lines)} puzzles, {spent:.6f} s, {board}")
                file.write("".join(f"{line}\n" for line in lines).encode())
                file.flush()
                journal.done.add(number)
                journal.puzzles += len(puzzles)
                journal.seconds += spent
                watch(journal)
            os.fsync(file.fileno())
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from None
    return journal


def pack(path: Path, journals: Sequence[Path]) -> Journal:
    """Write the file of one or more journals that have all parts together."""
    lines: list[bytes] = []
    whole = Journal()
    for file in journals:
        journal = read_journal(file, lines.extend)
        if not journal.parts:
            raise UsageError(f"{file} {'has no finished part' if file.exists() else 'does not exist'}")
        if both := journal.done & whole.done:
            raise UsageError(f"{file} and another journal both have part {min(both)}")
        if whole.board not in ("", journal.board):
            raise UsageError(f"{file} is about {journal.board}, not about {whole.board}")
        if whole.parts not in (0, journal.parts):
            raise UsageError(f"{file} has parts of {journal.parts}, another journal of {whole.parts}")
        whole.board, whole.parts = journal.board, journal.parts
        whole.done |= journal.done
        whole.puzzles += journal.puzzles
        whole.seconds += journal.seconds
    if len(whole.done) < whole.parts:
        raise UsageError(f"{len(whole.done)} of {whole.parts} parts are done: the others are missing")
    # The hardest first; puzzles that are equally hard in the order of their text.
    lines.sort()
    lines.sort(key=lambda line: -measure(line.decode())[MEASURES[0]])
    head = f"# every puzzle, {whole.board}: {len(lines)}; quandary {quandary.__version__}, {whole.seconds:.0f} s CPU\n"
    write_whole(path, lzma.compress(head.encode() + b"".join(lines), preset=6))
    return whole
