"""Replay the record games by the Python rules, from the first move to the last.

python -m research.exponentile_training.replay
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor

from quandary import IllegalMove
from quandary.games.exponentile.generator import start
from quandary.games.exponentile.position import WEB
from quandary.games.exponentile.rules import is_over, play
from research.exponentile_training.records import Record, read_records


def find_fault(record: Record) -> str | None:
    """Return what is wrong with a record: an illegal swap, another score, or a game that could go on."""
    position = start(record.seed, WEB)
    for number, move in enumerate(record.moves, start=1):
        try:
            position = play(position, move).position
        except IllegalMove as error:
            return f"move {number}: {error}"
    if position.score != record.score:
        return f"{position.score:,} points by the rules"
    return None if is_over(position) else "the game is not over"


def replay_all(jobs: int) -> int:
    """Replay all published records and report each; return 1 if any of them is wrong."""
    records, is_wrong = read_records(), False
    with ProcessPoolExecutor(jobs) as pool:
        for record, fault in zip(records, pool.map(find_fault, records), strict=True):
            summary = f"record of {record.score:,} points, seed {record.seed}, {len(record.swaps):,} moves"
            print(f"{summary}: {fault or 'replayed by the Python rules'}", flush=True)
            is_wrong = is_wrong or fault is not None
    return int(is_wrong)


if __name__ == "__main__":
    sys.exit(replay_all(jobs=1))
