"""The record games that ExponenTile ships, each replayed whole by the Python rules.

python -m tools.prove.records
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor

from quandary.game import IllegalMove
from quandary.games.exponentile.generator import start
from quandary.games.exponentile.position import WEB
from quandary.games.exponentile.records import Record, shipped_records
from quandary.games.exponentile.rules import is_over, play


def fault(record: Record) -> str | None:
    """What is wrong with a record: a swap that the rules refuse, another score, or a game that could go on."""
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
    """Replays all that are shipped, and tells of each; 1 if any of them is wrong."""
    records, is_wrong = shipped_records(), False
    with ProcessPoolExecutor(jobs) as pool:
        for record, found in zip(records, pool.map(fault, records), strict=True):
            told = f"record of {record.score:,} points, seed {record.seed}, {len(record.swaps):,} moves"
            print(f"{told}: {found or 'replayed by the Python rules'}", flush=True)
            is_wrong = is_wrong or found is not None
    return int(is_wrong)


if __name__ == "__main__":
    sys.exit(replay_all(jobs=1))
