"""Sokoban's certificates: how long proofs are, and what it costs to write and to check them.

    python -m benchmarks.sokoban_certificates COLLECTION.xsb [--metric pushes] [--numbers 1-20,33] [--seconds 60]

Every level is solved, the verdict is proven, and the proof is checked. All times are CPU seconds of one thread; a level
that is not solved, or not proven, within the seconds allowed is named.
"""

from __future__ import annotations

import argparse
import statistics
import time
from pathlib import Path
from typing import NamedTuple

import quandary
from quandary.game import Budget, BudgetEnded, Claim, Puzzle, Task
from quandary.games.sokoban import GAME
from quandary.games.sokoban.checker import SokobanChecker
from quandary.games.sokoban.position import Position
from quandary.games.sokoban.prover import SokobanProver
from quandary.games.sokoban.rules import Step

MEMORY = 4 << 30


class Certified(NamedTuple):
    """One level."""

    number: int
    positions: int
    traps: int
    prices: int
    size: int
    """In characters."""
    prove: float
    check: float


def main() -> None:
    """Prints a line for each level if asked, and the figures of all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("collection", type=Path)
    parser.add_argument("--metric", default="pushes", choices=["pushes", "moves", "pushes,moves"])
    parser.add_argument("--numbers", help="levels from 1: 1-20,33", type=read_numbers)
    parser.add_argument("--seconds", type=float, default=60, help="for each solve and each proof")
    parser.add_argument("--each", action="store_true", help="a line for each level")
    arguments = parser.parse_args()
    done: list[Certified] = []
    left = []
    for number, entry in enumerate(GAME.read_pack(arguments.collection.read_text(encoding="utf-8")), start=1):
        if not isinstance(entry, Puzzle) or (arguments.numbers and number not in arguments.numbers):
            continue
        certified = certify(number, entry.position, arguments.metric, arguments.seconds)
        if certified is None:
            left.append(number)
        else:
            done.append(certified)
            if arguments.each:
                print(*certified[:5], f"{certified.prove:.2f} {certified.check:.2f}", flush=True)
    print(f"{len(done)} certified and accepted, {len(left)} not proven {left or ''}")
    if done:
        report(done)


def certify(number: int, position: Position, metric: str, seconds: float) -> Certified | None:
    """Solves, proves and checks one level; what is refused raises."""
    verdict = quandary.solve("sokoban", position, metric=metric, time=seconds, memory=MEMORY)
    if verdict.verdict == "unknown" or (verdict.verdict == "solved" and not verdict.optimal):
        return None
    moves = None if verdict.moves is None else tuple(verdict.moves)
    claim: Claim[Step] = Claim(verdict.verdict, metric, verdict.cost, verdict.optimal, moves)
    begun = time.process_time()
    try:
        lines = SokobanProver().prove(position, claim, Task(metric, Budget(time=seconds, memory=MEMORY)))
    except BudgetEnded:
        return None
    proven = time.process_time()
    counts = SokobanChecker().check(position, claim, lines)
    checked = time.process_time()
    size = sum(len(line) + 1 for line in lines)
    sizes = (counts["positions"], counts["traps"], counts["prices"])
    return Certified(number, *sizes, size, proven - begun, checked - proven)


def report(done: list[Certified]) -> None:
    """Totals, medians and the worst."""
    for name in ("positions", "traps", "prices", "size", "prove", "check"):
        values = [getattr(certified, name) for certified in done]
        worst = max(done, key=lambda certified: getattr(certified, name))
        form = ".3f" if name in ("prove", "check") else ",.0f"
        total, median, most = (format(value, form) for value in (sum(values), statistics.median(values), max(values)))
        print(f"{name}: {total} in all, median {median}, most {most} (level {worst.number})")


def read_numbers(text: str) -> set[int]:
    """The numbers of `1-20,33`."""
    numbers: set[int] = set()
    for part in text.split(","):
        first, _, last = part.partition("-")
        numbers.update(range(int(first), int(last or first) + 1))
    return numbers


if __name__ == "__main__":
    main()
