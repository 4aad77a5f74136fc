"""Sokoban's figures: right answers, and CPU time against a plain C++ A*.

    python -m benchmarks.sokoban --data FOLDER --baseline sokoban_astar_baseline.cpp

FOLDER holds collections with known answers (boxoban-hard-100.xsb, microban1.xsb and their `-optimal.csv`; xsokoban.xsb
and xsokoban-lower-bounds.csv); without it, only generated levels are measured. The baseline is a program that solves
the one level of a file, `PROGRAM FILE push MEGABYTES`, and prints `RESULT optimal … pushes=N`; it is compiled here with
`g++ -O3`. All times are CPU seconds of one thread; ratios are of medians of interleaved runs.
"""

from __future__ import annotations

import argparse
import csv
import re
import resource
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import quandary
from benchmarks.timing import cpu_of, interleaved
from quandary._native import Cancel, Limits
from quandary._native import sokoban as native
from quandary.game import Puzzle
from quandary.games.sokoban import GAME

MEMORY = 2 << 30
COLUMNS = {"pushes": "pushes", "pushes,moves": "pushes_then_moves", "moves": "moves"}
CHECKED = ("boxoban-hard-100", "microban1")


class Solved(NamedTuple):
    """One level, solved or not."""

    status: str
    pushes: int | None
    moves: int | None
    bound: int | None
    seconds: float
    nodes: int


def main() -> None:
    """Prints all figures that can be measured with what is at hand."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="folder of collections with known answers")
    parser.add_argument("--baseline", type=Path, help="C++ source of a program to compare with")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=60, help="CPU limit of a level, for pushes")
    parser.add_argument("--move-seconds", type=float, default=20, help="CPU limit of a level, where moves count")
    parser.add_argument("--baseline-seconds", type=int, default=10, help="CPU limit of the baseline on a level")
    parser.add_argument("--only", choices=["any", "check", "compare", "classics", "generated"], help="one part of it")
    arguments = parser.parse_args()
    parts: dict[str, Callable[[], None]] = {"generated": measure_generated}
    if arguments.data:
        limits = {"pushes": arguments.seconds, "pushes,moves": arguments.move_seconds, "moves": arguments.move_seconds}
        parts["check"] = partial(check_all, arguments.data, limits)
        parts["any"] = partial(measure_any, arguments.data, arguments.seconds)
        parts["classics"] = partial(measure_classics, arguments.data, arguments.seconds)
        if arguments.baseline:
            parts["compare"] = partial(
                compare, arguments.data, arguments.baseline, arguments.rounds, arguments.baseline_seconds
            )
    for name, part in parts.items():
        if arguments.only in (None, name):
            part()


def read(path: Path) -> Iterator[tuple[int, list[str]]]:
    """The levels of a collection with their numbers."""
    for number, entry in enumerate(GAME.read_pack(path.read_text()), start=1):
        if isinstance(entry, Puzzle):
            yield number, entry.position.rows()


def solve(rows: list[str], metric: str, limit: float) -> Solved:
    """Solves a level within a limit of CPU time: on a busy machine the clock says little."""
    cancel, started = Cancel(), time.process_time()

    def watch(_nodes: int, _bound: int) -> None:
        if time.process_time() - started > limit:
            cancel.cancel()

    found = native.solve(rows, metric, limits=Limits(memory=MEMORY, cancel=cancel), progress=watch)
    seconds, lurd = time.process_time() - started, found.moves
    if lurd is None:
        return Solved(found.status, None, None, found.bound, seconds, found.nodes)
    return Solved(found.status, sum(map(str.isupper, lurd)), len(lurd), found.bound, seconds, found.nodes)


def check_all(data: Path, limits: dict[str, float]) -> None:
    """Every collection in every metric."""
    for name in CHECKED:
        for metric, limit in limits.items():
            check(data, name, metric, limit)


def check(data: Path, name: str, metric: str, limit: float) -> None:
    """Counts proven optima, those that differ from the recorded ones, and the CPU time of all."""
    with (data / f"{name}-optimal.csv").open() as file:
        known = {int(row["level"]): row[COLUMNS[metric]] for row in csv.DictReader(file)}
    wrong, open_levels, seconds, proven = [], [], 0.0, 0
    for number, rows in read(data / f"{name}.xsb"):
        found = solve(rows, metric, limit)
        seconds += found.seconds
        if found.status == "solved":
            proven += 1
            cost = found.pushes if metric == "pushes" else found.moves
            if known.get(number) and cost != int(known[number]):
                wrong.append(number)
        elif found.status == "unsolvable":
            wrong.append(number)
        else:
            open_levels.append(number)
    left = f"; open: {', '.join(map(str, open_levels))}" if open_levels else ""
    print(
        f"{name}, {metric}: {proven} proven within {limit:g} s each, {len(wrong)} wrong; {seconds:.3f} s in all{left}"
    )


def compare(data: Path, baseline: Path, rounds: int, limit: int) -> None:
    """CPU time of both programs over the levels that both solve."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "baseline"
        subprocess.run(["g++", "-O3", "-o", str(program), str(baseline)], check=True, stderr=subprocess.DEVNULL)
        for name in CHECKED:
            files = {}
            for number, rows in read(data / f"{name}.xsb"):
                file = Path(folder) / f"{name}-{number}.xsb"
                file.write_text("\n".join(rows) + "\n")
                if _baseline(program, file, limit) is not None and solve(rows, "pushes", limit).status == "solved":
                    files[file] = rows
            ours, theirs = partial(_ours, list(files.values())), partial(_theirs, program, list(files), limit)
            medians = interleaved({"baseline": theirs, "native": ours}, rounds)
            ratio = medians["native"] / medians["baseline"]
            print(
                f"{name}: {len(files)} levels that both solve in {limit} s; baseline {medians['baseline']:.3f} s, "
                f"native {medians['native']:.3f} s, ratio {ratio:.3f}"
            )


def _ours(levels: list[list[str]]) -> float:
    return cpu_of(lambda: [native.solve(rows) for rows in levels])


def _theirs(program: Path, files: list[Path], limit: int) -> float:
    return sum(_baseline(program, file, limit) or 0.0 for file in files)


def _baseline(program: Path, file: Path, limit: int) -> float | None:
    """CPU seconds of the baseline on a level; None if it does not solve it."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)

    def restrict() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))

    command = [str(program), str(file), "push", str(MEMORY >> 20)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=restrict)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds if re.search(r"RESULT optimal .* pushes=\d+", done.stdout) else None


def measure_classics(data: Path, limit: float) -> None:
    """The lower bounds of the 90 classics, and how many of them are proven."""
    with (data / "xsokoban-lower-bounds.csv").open() as file:
        known = {int(row["level"]): int(row["own_region_aware_matching_h0"]) for row in csv.DictReader(file)}
    levels = list(read(data / "xsokoban.xsb"))
    wrong = [number for number, rows in levels if native.lower_bound(rows) != known[number]]
    print(f"xsokoban: {len(levels)} lower bounds, {len(wrong)} differ {wrong}")
    proven = {}
    for number, rows in levels:
        found = solve(rows, "pushes", limit)
        if found.status == "solved":
            proven[number] = found.pushes
            print(f"xsokoban {number}: {found.pushes} pushes, {found.nodes} nodes, {found.seconds:.2f} s", flush=True)
    print(f"xsokoban: {len(proven)} proven within {limit:g} s each")


def measure_any(data: Path, limit: float) -> None:
    """How many levels of each collection get some solution, in how many pushes, and the CPU time of those that do."""
    for name in (*CHECKED, "xsokoban"):
        found = {number: solve(rows, "any", limit) for number, rows in read(data / f"{name}.xsb")}
        solved = [each for each in found.values() if each.status == "solved"]
        left = [str(number) for number, each in found.items() if each.status != "solved"]
        print(
            f"{name}, any: {len(solved)} of {len(found)} solved within {limit:g} s each, "
            f"{sum(each.pushes or 0 for each in solved)} pushes, {sum(each.seconds for each in solved):.3f} s in all"
            + (f"; open: {', '.join(left)}" if left else ""),
            flush=True,
        )


def measure_generated() -> None:
    """Small levels made here: the time of each proof."""
    puzzles = quandary.generate("sokoban", count=1000, seed=1, width=10, height=10, boxes=5)
    seconds = [solve(puzzle.position.rows(), "pushes", 60).seconds for puzzle in puzzles]
    print(
        f"generated 8x8 rooms with 5 boxes: {len(seconds)} levels, median {1000 * statistics.median(seconds):.3f} ms, "
        f"at most {1000 * max(seconds):.1f} ms"
    )


if __name__ == "__main__":
    main()
