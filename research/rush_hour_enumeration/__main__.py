"""Make all minimal Rush Hour puzzles of a board, in one file that `quandary find` searches.

    python -m research.rush_hour_enumeration rush-hour.txt.xz
    python -m research.rush_hour_enumeration two.xz --shard 2/8
    python -m research.rush_hour_enumeration rush-hour.txt.xz --merge one.xz.parts two.xz.parts

The same command goes on where a killed or interrupted one has stopped.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from quandary import UsageError
from quandary.games.rush_hour.database import MEASURES, measure, read_lines
from quandary.games.rush_hour.generator import read_size
from research.rush_hour_enumeration.enumeration import JOURNAL, Board, Journal, enumerate_parts, pack

# The native core's bit boards hold no larger ones.
_LARGEST_SIDE = 6
_PARTS_A_LINE = 100


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command: exit status 0, 2 if the input is bad, 130 if interrupted."""
    parser = argparse.ArgumentParser(
        prog="python -m research.rush_hour_enumeration",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", type=Path, help=f"the file to write; its journal ends in {JOURNAL}")
    parser.add_argument("--size", default="6x6", help="columns x rows (default: 6x6)")
    parser.add_argument("--walls", type=int, default=0, choices=range(3), help="the exact number of walls")
    parser.add_argument(
        "--shard", metavar="I/N", help="only the I-th of N shares of the parts: writes only the journal"
    )
    parser.add_argument("--merge", type=Path, nargs="+", metavar="JOURNAL", help="pack these journals")
    parser.add_argument("--jobs", type=int, default=1, help="threads")
    chosen = parser.parse_args(arguments)
    try:
        _run(chosen)
    except UsageError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted: the same command goes on", file=sys.stderr)
        return 130
    return 0


def _run(chosen: argparse.Namespace) -> None:
    path: Path = chosen.file
    journals = chosen.merge or [path.with_name(path.name + JOURNAL)]
    if not chosen.merge:
        width, height = read_size(chosen.size)
        if max(width, height) > _LARGEST_SIDE:
            raise UsageError(f"only boards up to 6x6 can be enumerated, not {width}x{height}")
        board = Board(width, height, chosen.walls)
        done = enumerate_parts(journals[0], board, jobs=chosen.jobs, shard=chosen.shard, watch=_report)
        if chosen.shard:
            print(_summary(done))
            return
    print(_summary(pack(path, journals)))
    counts = Counter(measure(line)[MEASURES[0]] for line in read_lines(path))
    print("\n".join(f"{value:>6} {count:>10,}" for value, count in sorted(counts.items())))


def _report(journal: Journal) -> None:
    if len(journal.done) % _PARTS_A_LINE == 0:
        print(_summary(journal), file=sys.stderr, flush=True)


def _summary(journal: Journal) -> str:
    done = f"{len(journal.done):,} of {journal.parts:,} parts"
    return f"{journal.puzzles:,} puzzles in {done}, {journal.seconds:,.1f} s of CPU"


if __name__ == "__main__":
    sys.exit(main())
