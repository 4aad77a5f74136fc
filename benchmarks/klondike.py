"""Klondike's figures: right answers, CPU time, the atomic solver, shortest solutions, winnability, blind play.

    python -m benchmarks.klondike --data FOLDER

FOLDER holds tables with known answers: deals-300.csv and original-50.csv (`id,deck,draw1,draw3`), minimal-lengths.csv
(`id,draw,deck,moves`). Without it, seeded deals are measured. Everything runs on one core; times are CPU seconds.
"""

from __future__ import annotations

import argparse
import statistics
from collections import Counter
from pathlib import Path
from typing import Any

from benchmarks.klondike_iterations import ITERATIONS
from benchmarks.timing import cpu_of
from quandary.engine.generate import generate
from quandary.engine.play import play_game
from quandary.engine.solve import Verdict, solve, solve_many
from quandary.game import Puzzle, Status
from quandary.games.klondike import GAME
from quandary.games.klondike.blind import Blind
from quandary.games.klondike.position import Position
from quandary.lab.significance import wilson_interval

TIME_LIMIT = 60.0
TIMED = 200
ATOMIC_TIME = 5.0


def main() -> None:
    """Prints all figures that can be measured with what is at hand."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="folder of tables with known answers")
    parser.add_argument("--winnability", type=int, default=1000, metavar="N", help="seeded deals to decide, draw 3")
    parser.add_argument("--blind", type=int, default=100, metavar="N", help="seeded deals to play blind, draw 3")
    arguments = parser.parse_args()
    if arguments.data:
        for name in ("deals-300.csv", "original-50.csv"):
            for draw in (3, 1):
                decide(arguments.data / name, draw)
        for draw in (2, 4, 5, 6, 7):
            decide(arguments.data / "deals-300.csv", draw)
        shorten(arguments.data / "minimal-lengths.csv")
        experiment(arguments.data / "original-50.csv")
    measure_winnability(arguments.winnability)
    measure_blind_play(arguments.blind)


def read(table: Path, draw: int | None = None) -> list[Puzzle[Position]]:
    """The deals of a table."""
    return [entry for entry in GAME.variant(draw=draw).read_pack(table.read_text()) if isinstance(entry, Puzzle)]


def timed(puzzle: Puzzle[Position], **task: Any) -> tuple[Verdict, float]:
    """The verdict and the CPU seconds that it took, replay included."""
    verdicts: list[Verdict] = []
    seconds = cpu_of(lambda: verdicts.append(solve(GAME, puzzle, **task)))
    return verdicts[0], seconds


def decide(table: Path, draw: int) -> None:
    """Every deal won or proven lost, against what is known; and how long the first ones take."""
    puzzles = read(table, draw)
    results = [timed(puzzle, time=TIME_LIMIT) for puzzle in puzzles]
    counts = Counter(verdict.verdict for verdict, _ in results)
    wrong = sum(
        verdict.verdict != puzzle.facts.get("verdict", verdict.verdict)
        for puzzle, (verdict, _) in zip(puzzles, results, strict=True)
    )
    seconds = sorted(cpu for _, cpu in results[:TIMED])
    print(
        f"{table.name}, draw {draw}: {counts['solved']} won, {counts['unsolvable']} proven lost, "
        f"{counts['unknown']} unknown, {wrong} wrong; the first {len(seconds)}: {sum(seconds):.2f} s in all, "
        f"median {1000 * statistics.median(seconds):.2f} ms, worst {seconds[-1]:.2f} s"
    )


def shorten(table: Path) -> None:
    """Shortest solutions against the known ones."""
    results = [(puzzle, *timed(puzzle, metric="moves", time=TIME_LIMIT)) for puzzle in read(table)]
    matched = sum(verdict.cost == puzzle.facts["moves"] for puzzle, verdict, _ in results)
    proven = sum(verdict.optimal for _, verdict, _ in results)
    seconds = [cpu for _, _, cpu in results]
    print(
        f"{table.name}: {len(results)} deals, {matched} minima matched, {proven} proven, "
        f"median {statistics.median(seconds):.2f} s, worst {max(seconds):.2f} s"
    )


def experiment(table: Path) -> None:
    """The atomic solver with each option set."""
    puzzles = read(table, 1)
    for name, options in ITERATIONS.items():
        results = [timed(puzzle, strategy="atomic", options=options, time=ATOMIC_TIME) for puzzle in puzzles]
        counts = Counter(verdict.reason or verdict.verdict for verdict, _ in results)
        seconds = sum(cpu for _, cpu in results) / len(results)
        print(f"{table.name}, draw 1, atomic, {name}: {dict(counts)}, {seconds:.2f} s a deal")


def measure_winnability(count: int) -> None:
    """The share of seeded deals that can be won."""
    verdicts = Counter(
        verdict.verdict for verdict in solve_many(GAME, generate(GAME, seed=1, count=count), time=TIME_LIMIT)
    )
    print(f"winnability, draw 3: {_share(verdicts['solved'], count)}, {verdicts['unknown']} unknown")


def measure_blind_play(count: int) -> None:
    """How often the blind player wins."""
    deals = generate(GAME, seed=1, count=count)
    games = (play_game(GAME, deal.position, Blind(), seed=number) for number, deal in enumerate(deals, start=1))
    won = sum(game.status is Status.WON for game in games)
    print(f"blind play, draw 3, {Blind.options[0].default:,} nodes a game: {_share(won, count)}")


def _share(part: int, whole: int) -> str:
    low, high = wilson_interval(part, whole)
    return f"{part} of {whole}, {100 * part / whole:.2f}% ({100 * low:.2f} to {100 * high:.2f})"


if __name__ == "__main__":
    main()
