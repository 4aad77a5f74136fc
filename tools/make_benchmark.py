"""Freezes an evaluation benchmark, once: `python -m tools.make_benchmark`. What is frozen is never made anew.

The Sokoban levels of `quandary-1` were made by a generator that is no longer there.

Of every part the first seeds are taken that make a puzzle which is like none before and can be asked.
"""

from __future__ import annotations

import hashlib
import json
import lzma
from concurrent.futures import ProcessPoolExecutor
from itertools import count, groupby
from operator import itemgetter
from typing import Any

import quandary
from quandary.core.game import Game, Puzzle
from quandary.engine.puzzles import puzzle_of
from quandary.engine.splits import likeness_text
from quandary.evaluation import benchmark
from quandary.evaluation.records import DEFAULT_NODES, LeftOut, Order, Record, make_records

NAME = "quandary-1"
SIZE = 50
LEVELS = ("beginner", "intermediate", "advanced", "expert")
DEALS = ("draw1-easy", "easy", "medium", "hard")
# A game, what the grade is called, the words of the ids, and how many moves are asked for in a game for points.
PARTS: list[tuple[str, str, str, int]] = [
    *(("rush-hour", level, level, 0) for level in LEVELS),
    *(("sokoban", level, level, 0) for level in LEVELS),
    *(("klondike", grade, grade, 0) for grade in DEALS),
    *(("circuit", f"level-{level}", level, 0) for level in ("2", "5", "8", "10")),
    *(("exponentile", f"moves-{moves}", "", moves) for moves in (1, 2, 3, 4)),
]


def record_of(game: Game[Any, Any], puzzle: Puzzle[Any], grade: str, moves: int) -> Record | None:
    """The record of a puzzle, if it can be asked."""
    (entry,) = make_records(game, [puzzle], Order(nodes=DEFAULT_NODES, quest_moves=moves or 1))
    if isinstance(entry, LeftOut):
        return None
    return {**entry, "difficulty": {**entry["difficulty"], "grade": grade}}


def line_of(record: Record) -> str:
    """A record as it stands in the file."""
    return json.dumps(record, ensure_ascii=False) + "\n"


def fill(parts: list[tuple[str, str, str, int]]) -> list[str]:
    """The lines of a game's parts."""
    game = quandary.game(parts[0][0])
    lines: list[str] = []
    seen: set[str] = set()
    for number, (_, grade, words, moves) in enumerate(parts, start=1):
        seeds = count(1)
        while len(lines) < number * SIZE:
            name = f"{game.name}{':' if words else ''}{words}#{next(seeds)}"
            try:
                puzzle = puzzle_of(game, name)
            except quandary.PuzzleError:
                continue
            likeness = likeness_text(game, puzzle.position)
            if likeness in seen:
                continue
            if record := record_of(game, puzzle, grade, moves):
                seen.add(likeness)
                lines.append(line_of(record))
    return lines


def main() -> None:
    """Writes the set, and says the hash that belongs into `benchmark.FROZEN`."""
    file = benchmark.FOLDER / f"{NAME}.jsonl.xz"
    if file.exists():
        raise SystemExit(f"{NAME} is frozen")
    file.parent.mkdir(exist_ok=True)
    games = [list(parts) for _, parts in groupby(PARTS, itemgetter(0))]
    with ProcessPoolExecutor() as pool:
        content = "".join(line for lines in pool.map(fill, games) for line in lines).encode()
    file.write_bytes(lzma.compress(content, preset=9))
    print(f"{NAME}: {len(content):,} bytes, SHA-256 {hashlib.sha256(content).hexdigest()}")


if __name__ == "__main__":
    main()
