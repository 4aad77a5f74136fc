"""Count the deals of Klondike that can be won.

    python -m research.klondike_winnability decide klondike-draw3.verdicts --deals 1000000
    python -m research.klondike_winnability decide klondike-draw1.verdicts --deals 1000000 --draw 1 \\
        --won-in klondike-draw3.verdicts
    python -m research.klondike_winnability check klondike-draw3.verdicts 17
    python -m research.klondike_winnability confirm klondike-draw3.verdicts 1000 --dominances safe --nodes 3000000

`decide` goes on where a killed or interrupted run of the same command has stopped.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from quandary import UsageError
from research.klondike_winnability.deciding import Question, check_again, decide
from research.klondike_winnability.verdicts import UNSOLVABLE, Count, merge_verdicts, open_verdicts

_DEALS_A_LINE = 10_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command: exit status 0, or 1 if `check` or `confirm` contradicts the file, 2 if the input is bad."""
    parser = argparse.ArgumentParser(
        prog="python -m research.klondike_winnability",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(required=True, dest="command")
    deciding = commands.add_parser("decide", help="decide the deals that the file lacks")
    deciding.add_argument("file", type=Path)
    deciding.add_argument("--deals", type=int, required=True, help="number of deals")
    deciding.add_argument("--first", type=int, default=1, help="the first seed")
    deciding.add_argument("--draw", type=int, default=3)
    deciding.add_argument("--redeals", type=int, help="default: unlimited")
    deciding.add_argument("--shard", metavar="I/N", help="only the I-th of N parts, into a file for that part")
    deciding.add_argument("--won-in", type=Path, metavar="FILE", help="take over the wins by rules that are not easier")
    deciding.add_argument("--again", action="store_true", help="also decide what a budget left unknown")
    checking = commands.add_parser("check", help="decide some seeds again")
    checking.add_argument("file", type=Path)
    checking.add_argument("seeds", type=int, nargs="+", metavar="SEED")
    confirming = commands.add_parser("confirm", help="decide lost deals again, drawn at random")
    confirming.add_argument("file", type=Path)
    confirming.add_argument("size", type=int, metavar="N")
    merging = commands.add_parser("merge", help="merge the files of several shards")
    merging.add_argument("file", type=Path)
    merging.add_argument("parts", type=Path, nargs="+", metavar="PART")
    counting = commands.add_parser("count", help="count the verdicts of a file")
    counting.add_argument("file", type=Path)
    for command in (deciding, checking, confirming):
        command.add_argument(
            "--dominances", help="the solver's option of this name (see quandary lab strategies klondike)"
        )
        command.add_argument("--nodes", type=int, help="positions for each deal (default: no limit)")
        command.add_argument("--jobs", type=int, default=1, help="threads")
    chosen = parser.parse_args(arguments)
    try:
        return _run(chosen)
    except UsageError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted: the decided deals are in the file", file=sys.stderr)
        return 130


def _run(chosen: argparse.Namespace) -> int:
    path: Path = chosen.file
    if chosen.command == "merge":
        print(f"{merge_verdicts(path, chosen.parts)} verdicts from {len(chosen.parts)} files")
    elif chosen.command == "decide":
        question = Question(
            chosen.draw, chosen.redeals, chosen.first, chosen.deals, _options(chosen.dominances), chosen.nodes
        )
        decide(
            path,
            question,
            jobs=chosen.jobs,
            shard=chosen.shard,
            again=chosen.again,
            won_in=chosen.won_in,
            watch=_report,
        )
    elif chosen.command in ("check", "confirm"):
        return _check(chosen)
    with open_verdicts(path) as file:
        print(_summary(file.count()))
    return 0


def _options(dominances: str | None) -> dict[str, str]:
    return {} if dominances is None else {"dominances": dominances}


def _report(done: int) -> None:
    if done % _DEALS_A_LINE == 0:
        print(f"{done:,} deals", file=sys.stderr, flush=True)


def _check(chosen: argparse.Namespace) -> int:
    with open_verdicts(chosen.file) as file:
        if chosen.command == "check":
            numbers = [file.number_of(seed) for seed in chosen.seeds]
        else:
            numbers = file.sample(UNSOLVABLE, chosen.size, seed=1)
        agreed = {True: 0, None: 0, False: 0}
        for one in check_again(file, numbers, _options(chosen.dominances), chosen.nodes, chosen.jobs):
            agreed[one.agrees] += 1
            if chosen.command == "check" or one.agrees is False:
                print(f"{one.id}: {one.stored} in the file, {one.found.verdict} now; {one.found.solution or 'no win'}")
    print(f"{agreed[True]} of {len(numbers)} confirmed, {agreed[None]} not decided, {agreed[False]} wrong")
    return int(agreed[False] > 0)


def _summary(count: Count) -> str:
    counts = (
        f"{count.solved:,} won, {count.unsolvable:,} proven lost, {count.unknown:,} unknown, {count.missing:,} missing"
    )
    if count.rate is None:
        return counts
    rate = count.rate
    return f"{100 * rate.value:.3f}% ({100 * rate.low:.3f} to {100 * rate.high:.3f}) can be won: {counts}"


if __name__ == "__main__":
    sys.exit(main())
