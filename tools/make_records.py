"""Makes ExponenTile's record games: lets the strongest player play many seeds, and keeps the best of them.

python -m tools.make_records --games 50

What it plays follows from the seeds and the weights, so the same command writes the same file. The mean of all games is
told as well: that is what the player is worth, and a record only its luck.
"""

from __future__ import annotations

import argparse
import math
import os
from importlib import resources
from statistics import fmean, stdev

from quandary.core.whole_file import write_whole
from quandary.game import Task
from quandary.games.exponentile.generator import start
from quandary.games.exponentile.players import PLAYERS
from quandary.games.exponentile.position import WEB
from quandary.games.exponentile.records import Record, format_record

_PLAYER = PLAYERS[0]
_KEPT = 2


def main() -> None:
    """Plays, and writes the file."""
    shipped = str(resources.files("quandary.games.exponentile") / "records.txt")
    parser = argparse.ArgumentParser(prog="python -m tools.make_records", description="Plays for the records.")
    parser.add_argument("--games", type=int, default=50, help="seeds from 1 on (default: 50)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="threads (default: all cores)")
    parser.add_argument("--file", default=shipped, help="where they go (default: into the package)")
    asked = parser.parse_args()
    seeds = range(1, asked.games + 1)
    scores: list[int] = []
    best: list[Record] = []
    games = _PLAYER.play_batch([start(seed, WEB) for seed in seeds], seeds[0], Task("score"), asked.jobs)
    assert games is not None, "the core plays whole games"
    for seed, (played, _) in zip(seeds, games, strict=True):
        assert played.score is not None, "a game that is played for points has a score"
        scores.append(played.score)
        record = Record.of(seed, played.score, _PLAYER.name, played.moves)
        best = sorted([*best, record], key=lambda record: -record.score)[:_KEPT]
        print(f"seed {seed}: {played.score:,} points, {len(played.moves):,} moves", flush=True)
    error = stdev(scores) / math.sqrt(len(scores)) if len(scores) > 1 else math.nan
    print(f"{len(scores)} games, mean {fmean(scores):,.0f} ± {error:,.0f}, best {max(scores):,}")
    write_whole(asked.file, "".join(format_record(record) + "\n" for record in best).encode())


if __name__ == "__main__":
    main()
