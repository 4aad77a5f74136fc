"""Make the record games: the strongest player plays many seeds, and the best two games are kept.

python -m research.exponentile_training.make_records --games 50

The games follow from the seeds and the weights, so the same command writes the same file. It also reports the mean of
all games, which says more about the player than its best game.
"""

from __future__ import annotations

import argparse
import math
import os
from statistics import fmean, stdev

from quandary.core.whole_file import write_whole
from quandary.game import Task
from quandary.games.exponentile.generator import start
from quandary.games.exponentile.players import PLAYERS
from quandary.games.exponentile.position import WEB
from research.exponentile_training.records import FILE, Record, format_record

_PLAYER = PLAYERS[0]
_KEPT = 2


def main() -> None:
    """Play the games and write the file."""
    parser = argparse.ArgumentParser(prog="python -m research.exponentile_training.make_records", description=__doc__)
    parser.add_argument("--games", type=int, default=50, help="seeds from 1 on (default: 50)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="threads (default: all cores)")
    parser.add_argument("--file", default=str(FILE), help="the file to write (default: records.txt here)")
    chosen = parser.parse_args()
    seeds = range(1, chosen.games + 1)
    scores: list[int] = []
    best: list[Record] = []
    games = _PLAYER.play_batch([start(seed, WEB) for seed in seeds], seeds[0], Task("score"), chosen.jobs)
    assert games is not None, "the native core plays whole games"
    for seed, (played, _) in zip(seeds, games, strict=True):
        assert played.score is not None, "ExponenTile counts points"
        scores.append(played.score)
        record = Record.of(seed, played.score, _PLAYER.name, played.moves)
        best = sorted([*best, record], key=lambda record: -record.score)[:_KEPT]
        print(f"seed {seed}: {played.score:,} points, {len(played.moves):,} moves", flush=True)
    error = stdev(scores) / math.sqrt(len(scores)) if len(scores) > 1 else math.nan
    print(f"{len(scores)} games, mean {fmean(scores):,.0f} ± {error:,.0f}, best {max(scores):,}")
    write_whole(chosen.file, "".join(format_record(record) + "\n" for record in best).encode())


if __name__ == "__main__":
    main()
