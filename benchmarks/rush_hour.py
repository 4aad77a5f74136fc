"""Rush Hour's figures: right answers, CPU time against a plain C++ search, the enumerator and the generator.

    python -m benchmarks.rush_hour --data FOLDER --baseline rush_bfs_baseline.cpp

FOLDER holds packs with known answers (`MOVES BOARD SIZE` lines: hard50.txt, mix1000.txt, unsolvable200.txt,
all-5x5-1730.txt); without it, the shipped packs are measured. The baseline is a program that prints
`… X ms/puzzle …` for such a file; it is compiled here with `g++ -O3`. Ratios are of CPU time, medians of interleaved
runs.
"""

from __future__ import annotations

import argparse
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import quandary
from benchmarks.timing import cpu_of, cpu_of_command, interleaved
from quandary._native import rush_hour as native
from quandary.engine.packs import shipped_packs
from quandary.engine.solve import solve_many
from quandary.game import Puzzle, Task
from quandary.games.rush_hour import GAME, notation
from quandary.games.rush_hour.distances import canonical_form, explore
from quandary.games.rush_hour.position import Position
from quandary.games.rush_hour.solver import Optimal

TIMED = ("hard50.txt", "mix1000.txt")
CHECKED = (*TIMED, "unsolvable200.txt", "all-5x5-1730.txt")
TRIVIAL = "AA" + "." * 34
# Boards tried: about one and five seconds of one core.
EFFORTS = (2_800, 14_000)


def main() -> None:
    """Prints all figures that can be measured with what is at hand."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="folder of packs with known answers")
    parser.add_argument("--baseline", type=Path, help="C++ source of a program to compare with")
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    if arguments.data:
        for name in CHECKED:
            check(arguments.data / name)
    for pack in [arguments.data / name for name in TIMED] if arguments.data else [None]:
        compare(pack, arguments.baseline, arguments.rounds)
    measure_overheads(arguments.rounds)
    measure_enumerator(arguments.data, arguments.rounds)
    measure_generator()


def read(pack: Path | None) -> list[Puzzle[Position]]:
    """The puzzles of a pack, or the shipped ones."""
    if pack is None:
        return [puzzle for puzzles in shipped_packs(GAME).values() for puzzle in puzzles]
    return [entry for entry in notation.read_pack(pack.read_text()) if isinstance(entry, Puzzle)]


def check(pack: Path) -> None:
    """Counts answers that differ from the recorded ones: optimum, number of positions, positions by distance."""
    puzzles = read(pack)
    wrong = 0
    for puzzle, verdict in zip(puzzles, solve_many(GAME, puzzles, jobs=2), strict=True):
        facts = puzzle.facts
        cluster = explore(puzzle.position)
        wrong += (verdict.cost if verdict.optimal else -1) != facts["moves"]
        wrong += cluster.size != facts.get("positions", cluster.size)
        wrong += cluster.histogram != facts.get("histogram", cluster.histogram)
    print(f"{pack.name}: {len(puzzles)} puzzles, {wrong} wrong answers")


def compare(pack: Path | None, baseline: Path | None, rounds: int) -> None:
    """CPU milliseconds a puzzle: the native call, and `quandary.solve` from the text with replay."""
    puzzles = read(pack)
    repeats = max(1, 1000 // len(puzzles))
    texts, task = [puzzle.text for puzzle in puzzles], Task()

    def per_puzzle(solve_one: Any, items: list[Any]) -> float:
        return (
            1000 * cpu_of(lambda: [solve_one(item) for _ in range(repeats) for item in items]) / (repeats * len(items))
        )

    measures = {
        "native": lambda: per_puzzle(lambda puzzle: native.solve(puzzle.position), puzzles),
        "strategy": lambda: per_puzzle(lambda puzzle: Optimal().solve(puzzle.position, task), puzzles),
        "quandary.solve": lambda: per_puzzle(lambda text: quandary.solve(GAME, text), texts),
    }
    with tempfile.TemporaryDirectory() as folder:
        if pack and baseline:
            program = Path(folder) / "baseline"
            subprocess.run(["g++", "-O3", "-o", str(program), str(baseline)], check=True)
            measures = {"baseline": lambda: _baseline_ms(program, pack), **measures}
        medians = interleaved(measures, rounds)
    for name, value in medians.items():
        ratio = f", {value / medians['baseline']:.2f}x the baseline" if "baseline" in medians else ""
        print(f"{pack.name if pack else 'shipped packs'}: {name} {value:.3f} ms a puzzle{ratio}")


def _baseline_ms(program: Path, pack: Path) -> float:
    output = subprocess.run([program, pack], capture_output=True, text=True, check=True).stdout
    found = re.search(r"([0-9.]+) ms/puzzle", output)
    assert found, output
    return float(found[1])


def measure_overheads(rounds: int) -> None:
    """What Python adds to a solve, and what a shell pays for one."""
    calls = 2000
    task = Task()
    position = notation.parse(TRIVIAL)
    measures = {
        "native": lambda: cpu_of(lambda: [native.solve(position) for _ in range(calls)]),
        "strategy": lambda: cpu_of(lambda: [Optimal().solve(position, task) for _ in range(calls)]),
        "quandary.solve": lambda: cpu_of(lambda: [quandary.solve(GAME, TRIVIAL) for _ in range(calls)]),
    }
    for name, seconds in interleaved(measures, rounds).items():
        print(f"trivial board: {name} {1e6 * seconds / calls:.1f} µs a call")
    shell = [sys.executable, "-m", "quandary", "solve", "rush-hour", TRIVIAL]
    print(
        f"one solve from the shell: {interleaved({'shell': lambda: cpu_of_command(shell)}, rounds)['shell']:.3f} s CPU"
    )


def measure_enumerator(data: Path | None, rounds: int) -> None:
    """All minimal 5x5 puzzles: how many, how long, and against the public list where it is at hand."""
    seconds = interleaved({"all": lambda: cpu_of(lambda: native.enumerate_minimal(5, 5))}, rounds)["all"]
    found = native.enumerate_minimal(5, 5).puzzles
    print(f"minimal 5x5 puzzles: {len(found)} in {seconds:.3f} s CPU")
    if data:
        listed = {canonical_form(puzzle.position) for puzzle in read(data / "all-5x5-1730.txt")}
        ours = {canonical_form(Position(puzzle.cells, 5)) for puzzle in found}
        print(f"5x5 puzzles: {len(listed & ours)} of the list's {len(listed)} found, {len(ours - listed)} others")


def measure_generator() -> None:
    """The hardest minimal puzzle that ten seeds find with a fixed effort, and the CPU it takes."""
    for effort in EFFORTS:
        moves, seconds = [], []
        for seed in range(10):
            before = time.process_time()
            found = native.generate(seed, native.Wish(6, 6, effort=effort))
            seconds.append(time.process_time() - before)
            moves.append(found.moves if isinstance(found, native.Puzzle) else 0)
        print(
            f"generator, effort {effort}: {min(moves)} to {max(moves)} moves, median {statistics.median(moves):g}; "
            f"{statistics.median(seconds):.2f} s CPU a puzzle, at most {max(seconds):.2f}"
        )


if __name__ == "__main__":
    main()
