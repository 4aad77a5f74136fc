"""What a file of `quandary lab enumerate rush-hour` says, and what the same with walls would hold and cost.

    python -m benchmarks.rush_hour_catalogue tell rush-hour.txt.xz --pictures docs/lab
    python -m benchmarks.rush_hour_catalogue estimate --walls 1 --draws 200

`estimate` draws parts at random, runs them whole, and weighs each by how likely it was to be drawn (the estimator of
Hansen and Hurwitz, which is fair whatever the likelihoods are). What fills a row is drawn about in proportion to what
it takes and gives; the first wall in proportion to how many second walls are left to it.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from quandary._native import rush_hour as native
from quandary.games.rush_hour.difficulty import assess
from quandary.games.rush_hour.generator import RushHourGenerator
from quandary.games.rush_hour.notation import parse
from quandary.lab.catalogue import lines_of
from quandary.lab.report.plots import load_pyplot

SIZE = 6
WALL_CELLS = SIZE * (SIZE - 1)
# Nothing, 2, 3, 2 2, 2 3, 3 2: how likely a row is filled so in a sample.
FILLINGS = (1.0, 1.3, 0.7, 0.5, 0.12, 0.12)
AT_ONCE = 10_000


def tell(file: Path, pictures: Path | None, top: int, jobs: int) -> None:
    """Counts, records, and pictures of how they are distributed."""
    generator = RushHourGenerator()
    lines = list(lines_of(file))
    measured = [generator.measured(line) for line in lines]
    print(f"{len(lines):,} puzzles")
    for name in ("moves", "vehicles"):
        counts = Counter(one[name] for one in measured)
        print(f"\n| {name} | puzzles |\n| --- | --- |")
        print("\n".join(f"| {value} | {count:,} |" for value, count in sorted(counts.items())))
    largest = max(range(len(lines)), key=lambda number: measured[number]["positions"])
    print(f"\nmost positions: {lines[largest]}; median {statistics.median(one['positions'] for one in measured):,}")
    steps: list[int] = []
    for start in range(0, len(lines), AT_ONCE):
        some = lines[start : start + AT_ONCE]
        found = native.count_batch([parse(line.split()[1]) for line in some], "steps", jobs=jobs)
        steps += [count or 0 for count in found]
    print("\nmost steps:")
    for number in sorted(range(len(lines)), key=lambda number: -steps[number])[:5]:
        print(f"  {steps[number]} steps: {lines[number]}")
    print(f"\nhardest for people, of the {top:,} with most moves and the {top:,} with most steps:")
    chosen = {*range(top), *sorted(range(len(lines)), key=lambda number: -steps[number])[:top]}
    assessed = [(assess(parse(lines[number].split()[1])), number) for number in chosen if number < len(lines)]
    for difficulty, number in sorted(assessed, key=lambda pair: -(pair[0].score if pair[0] else 0))[:5]:
        assert difficulty is not None
        print(f"  {difficulty.score}: {lines[number]}, {steps[number]} steps")
    if pictures is not None:
        _draw(pictures / "rush-hour-moves.svg", "moves", Counter(one["moves"] for one in measured))
        _draw(pictures / "rush-hour-steps.svg", "steps", Counter(steps))
        _draw(pictures / "rush-hour-vehicles.svg", "vehicles", Counter(one["vehicles"] for one in measured))


def _draw(path: Path, name: str, counts: Counter[int]) -> None:
    pyplot = load_pyplot()
    figure, axes = pyplot.subplots(figsize=(6, 3))
    axes.bar(list(counts), list(counts.values()), width=0.9)
    axes.set(yscale="log", xlabel=name, ylabel="minimal puzzles")
    figure.savefig(path, format="svg", bbox_inches="tight", metadata={"Date": None})
    pyplot.close(figure)


def estimate(walls: int, draws: int, seed: int, jobs: int) -> None:
    """How many puzzles with walls there are, and how many CPU hours they take, each with a 95% interval."""
    rng = random.Random(seed)
    lefts = [1 if walls == 1 else WALL_CELLS - 1 - cell for cell in range(WALL_CELLS)]
    wanted, chances = [], []
    for _ in range(draws):
        rows = rng.choices(range(len(FILLINGS)), FILLINGS, k=SIZE - 1)
        cell = rng.choices(range(WALL_CELLS), lefts)[0]
        number = sum(filling * len(FILLINGS) ** row for row, filling in enumerate(rows))
        wanted.append(number * WALL_CELLS + cell)
        likely = math.prod(FILLINGS[filling] / sum(FILLINGS) for filling in rows)
        chances.append(likely * lefts[cell] / sum(lefts))
    puzzles, hours = [], []
    moves: dict[int, float] = {}
    for (found, seconds, cpu), chance in zip(
        native.enumerate_parts(SIZE, SIZE, walls, wanted, jobs=jobs), chances, strict=True
    ):
        puzzles.append(len(found) / chance)
        hours.append((seconds if cpu is None else cpu) / 3600 / chance)
        for puzzle in found:
            moves[puzzle.moves] = moves.get(puzzle.moves, 0) + 1 / chance / draws
    spent = sum(hour * chance for hour, chance in zip(hours, chances, strict=True))
    print(f"{draws} draws, {len(set(wanted))} parts, seed {seed}, {spent * 60:.1f} CPU minutes")
    for name, values in (("puzzles", puzzles), ("CPU hours", hours)):
        mean, error = statistics.mean(values), 1.96 * statistics.stdev(values) / draws**0.5
        print(f"{name}: {mean:,.4g} (95%: {mean - error:,.4g} to {mean + error:,.4g})")
    print("by moves:", ", ".join(f"{number}: {count:,.0f}" for number, count in sorted(moves.items())))


def main(arguments: Sequence[str] | None = None) -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=1)
    commands = parser.add_subparsers(required=True)
    telling = commands.add_parser("tell")
    telling.add_argument("file", type=Path)
    telling.add_argument("--pictures", type=Path)
    telling.add_argument("--top", type=int, default=1000)
    telling.set_defaults(run=tell)
    estimating = commands.add_parser("estimate")
    estimating.add_argument("--walls", type=int, default=1)
    estimating.add_argument("--draws", type=int, default=300)
    estimating.add_argument("--seed", type=int, default=1)
    estimating.set_defaults(run=estimate)
    chosen: dict[str, Any] = vars(parser.parse_args(arguments))
    chosen.pop("run")(**chosen)


if __name__ == "__main__":
    main()
