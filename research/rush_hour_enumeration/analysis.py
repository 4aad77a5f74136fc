"""Describe a file of all puzzles, and estimate how many puzzles there are with more walls.

    python -m research.rush_hour_enumeration.analysis tell rush-hour.txt.xz --pictures FOLDER
    python -m research.rush_hour_enumeration.analysis estimate rush-hour.txt.xz.parts --walls 2 --draws 200

`estimate` draws parts at random, runs them whole, and weighs each by how likely it was to be drawn (the estimator of
Hansen and Hurwitz, which is fair whatever the likelihoods are). It draws what probably counts: rows in proportion to
what they gave and took with fewer walls, by a complete journal of that; the first of two walls in proportion to how
often a puzzle of `--cells`, a journal with one wall, has its wall there, and how often on a later cell. The intervals
are those of the bootstrap.
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from quandary._native import rush_hour as native
from quandary.games.rush_hour.database import measure, read_lines
from quandary.games.rush_hour.difficulty import assess
from quandary.games.rush_hour.notation import parse
from quandary.games.rush_hour.position import WALL
from quandary.lab.report.plots import load_pyplot

SIZE = 6
RED_ROW = 2
# How much of the draws goes by the puzzles that rows had with fewer walls, by the time that they took, and by nothing.
SHARES = (0.6, 0.3, 0.1)
RESAMPLES = 10_000
AT_ONCE = 10_000


def tell(file: Path, pictures: Path | None, top: int, jobs: int) -> None:
    """Counts, records, and pictures of how they are distributed."""
    lines = list(read_lines(file))
    measured = [measure(line) for line in lines]
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
        _draw(pictures / "moves.svg", "moves", Counter(one["moves"] for one in measured))
        _draw(pictures / "steps.svg", "steps", Counter(steps))
        _draw(pictures / "vehicles.svg", "vehicles", Counter(one["vehicles"] for one in measured))


def _draw(path: Path, name: str, counts: Counter[int]) -> None:
    pyplot = load_pyplot()
    figure, axes = pyplot.subplots(figsize=(6, 3))
    axes.bar(list(counts), list(counts.values()), width=0.9)
    axes.set(yscale="log", xlabel=name, ylabel="minimal puzzles")
    figure.savefig(path, format="svg", bbox_inches="tight", metadata={"Date": None})
    pyplot.close(figure)


def estimate(journal: Path, cells: Path | None, walls: int, draws: int, seed: int, jobs: int) -> None:
    """How many puzzles with walls there are, and how many CPU hours they take, each with a 95% interval."""
    rng = random.Random(seed)
    rows = _row_chances(journal)
    firsts = _first_wall_chances(cells) if walls > 1 else [1.0]
    drawn = [(rng.choices(range(len(rows)), rows)[0], rng.choices(range(len(firsts)), firsts)[0]) for _ in range(draws)]
    chances = [rows[row] * firsts[first] for row, first in drawn]
    numbers = [row * len(firsts) + first for row, first in drawn]
    assert native.count_parts(SIZE, SIZE, walls) == len(rows) * len(firsts)
    once = sorted(set(numbers))
    made = dict(zip(once, native.enumerate_parts(SIZE, SIZE, walls, once, jobs=jobs), strict=True))
    results = [made[number] for number in numbers]
    spent = [seconds if cpu is None else cpu for _, seconds, cpu in made.values()]
    print(
        f"{draws} draws, {len(once)} parts, seed {seed}, {sum(spent) / 60:.1f} CPU minutes, at most {max(spent):.1f} s"
    )
    puzzles = [len(found) / chance for (found, _, _), chance in zip(results, chances, strict=True)]
    hours = [
        (wall if cpu is None else cpu) / 3600 / chance for (_, wall, cpu), chance in zip(results, chances, strict=True)
    ]
    for name, values in (("puzzles", puzzles), ("CPU hours", hours)):
        means = sorted(statistics.fmean(rng.choices(values, k=draws)) for _ in range(RESAMPLES))
        low, high = means[RESAMPLES // 40], means[-RESAMPLES // 40]
        largest = max(values) / sum(values)
        print(
            f"{name}: {statistics.fmean(values):,.4g} (95%: {low:,.4g} to {high:,.4g}), {largest:.1%} of it by one draw"
        )
    moves: dict[int, float] = {}
    for (found, _, _), chance in zip(results, chances, strict=True):
        for puzzle in found:
            moves[puzzle.moves] = moves.get(puzzle.moves, 0) + 1 / chance / draws
    print("by moves:", ", ".join(f"{number}: {count:,.0f}" for number, count in sorted(moves.items())))


def _row_chances(journal: Path) -> list[float]:
    """How likely each filling of the rows is drawn, by a complete journal of which they are the parts."""
    parts = {part: (puzzles, seconds) for part, puzzles, seconds, _ in _parts_of(journal)}
    counts, times = zip(*(parts[part] for part in range(native.count_parts(SIZE, SIZE))), strict=True)
    by_puzzles, by_time, by_nothing = SHARES
    return [
        by_puzzles * count / sum(counts) + by_time * time / sum(times) + by_nothing / len(counts)
        for count, time in zip(counts, times, strict=True)
    ]


def _first_wall_chances(journal: Path | None) -> list[float]:
    """How likely each cell is drawn for the first of two walls: half by pairs of cells, half by the puzzles on them."""
    places = [cell for cell in range(SIZE * SIZE) if cell // SIZE != RED_ROW or cell % SIZE + 3 < SIZE]
    counts = dict.fromkeys(places, 1)
    if journal is not None:
        for *_, lines in _parts_of(journal):
            for line in lines:
                counts[line.split()[1].index(WALL)] += 1
    chances = [0.0] * len(places)
    for weights in ([1] * len(places), list(counts.values())):
        pairs = [weight * sum(weights[number + 1 :]) for number, weight in enumerate(weights)]
        chances = [chance + pair / sum(pairs) / 2 for chance, pair in zip(chances, pairs, strict=True)]
    return chances


def _parts_of(journal: Path) -> Iterator[tuple[int, int, float, list[str]]]:
    """The parts of a journal: number, puzzles, seconds, lines."""
    lines: list[str] = []
    for line in journal.read_text().splitlines():
        match = re.match(r"# part ([0-9]+) of [0-9]+, ([0-9]+) puzzles, ([0-9.]+) s", line)
        if match is None:
            lines.append(line)
        else:
            yield int(match[1]), int(match[2]), float(match[3]), lines
            lines = []


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
    estimating.add_argument("journal", type=Path)
    estimating.add_argument("--cells", type=Path)
    estimating.add_argument("--walls", type=int, default=1)
    estimating.add_argument("--draws", type=int, default=300)
    estimating.add_argument("--seed", type=int, default=1)
    estimating.set_defaults(run=estimate)
    chosen: dict[str, Any] = vars(parser.parse_args(arguments))
    chosen.pop("run")(**chosen)


if __name__ == "__main__":
    main()
