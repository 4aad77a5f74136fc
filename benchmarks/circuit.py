"""Circuit Challenge's figures: success, time, mix of operations, decoys and difficulty, level by level, and the edges.

    python -m benchmarks.circuit --seeds 10000

Every puzzle is judged by the validator that shares nothing with the generator, which takes longer than making it; the
times are those of making alone, in CPU milliseconds.
"""

from __future__ import annotations

import argparse
import statistics
from collections import Counter
from collections.abc import Iterable

from benchmarks.timing import cpu_of
from quandary.game import Rng, UsageError
from quandary.games.circuit.difficulty import assess
from quandary.games.circuit.generator import make_board
from quandary.games.circuit.limits import problems
from quandary.games.circuit.position import Board, Position
from quandary.games.circuit.settings import OPERATIONS, PRESETS, Settings, code, custom
from quandary.games.circuit.validation import validate

MIX_CELLS = 10_000


def main() -> None:
    """Prints all figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=500, help="puzzles a level")
    parser.add_argument("--levels", type=int, nargs="*", default=list(range(1, len(PRESETS) + 1)))
    parser.add_argument("--edges", type=int, default=20, help="puzzles of each edge case")
    parser.add_argument("--customs", type=int, default=300, help="random settings of one's own")
    arguments = parser.parse_args()
    for level in arguments.levels:
        measure_level(PRESETS[level - 1], arguments.seeds)
    for settings in edge_cases():
        measure_edge(settings, arguments.edges)
    measure_customs(arguments.customs)


def measure_level(settings: Settings, seeds: int) -> None:
    """One line for a level."""
    times, scores, decoys, signs, wrong, warned = [], [], [], Counter[str](), 0, 0
    for seed in range(seeds):
        made: list[Board] = []
        times.append(1000 * cpu_of(lambda seed=seed, made=made: made.append(make_board(settings, seed))))  # type: ignore[misc]
        report = validate(made[0])
        wrong += not report.valid
        warned += bool(report.warnings)
        difficulty = assess(Position(made[0]))
        scores.append(difficulty.score)
        decoys.append(difficulty.decoys)
        if signs.total() < MIX_CELLS:
            signs.update(tile.expression.split()[1] for tile in made[0].tiles.values() if tile.expression)
    times.sort()
    asked = dict(zip(OPERATIONS, settings.weights, strict=True))
    off = max(abs(100 * signs[sign] / signs.total() - asked[sign]) for sign in OPERATIONS)
    print(
        f"level {settings.level:2}: {seeds} seeds, {wrong} wrong, {warned} warned; "
        f"{statistics.median(times):.2f} ms median, {times[int(0.99 * seeds)]:.2f} p99, {times[-1]:.2f} max; "
        f"mix within {off:.1f} points; decoys at {statistics.mean(decoys):.0%}; score {statistics.mean(scores):.1f}",
        flush=True,
    )


def edge_cases() -> Iterable[Settings]:
    """Sizes, narrow ranges and single operations."""
    for rows, cols in ((3, 3), (8, 10), (10, 10), (12, 12)):
        for level in (5, 10):
            yield custom(level, rows=rows, cols=cols)
            yield custom(level, rows=rows, cols=cols, connector_max=13)
    for level in (1, 2, 3):
        yield custom(level, connector_max=13, add_sub_range=15)
    for operation in OPERATIONS:
        yield custom(10, operations=operation)
        yield custom(10, operations=operation, rows=4, cols=5, mult_div_range=9)
    for values in (5, 6, 7, 8):
        yield custom(5, rows=3, cols=4, connector_max=4 + values)
    for values in (6, 7, 8):
        yield custom(10, connector_max=4 + values)


def measure_edge(settings: Settings, seeds: int) -> None:
    """One line for settings at an edge."""
    boards = [make_board(settings, seed) for seed in range(seeds)]
    wrong = sum(not validate(board).valid for board in boards)
    print(f"{code(settings)}: {seeds} seeds, {wrong} wrong", flush=True)


def measure_customs(count: int) -> None:
    """Random settings of all kinds: each is refused with its reason or makes its puzzle."""
    rng = Rng(2026)
    refused = wrong = given_up = made = 0
    while made < count:
        settings = random_settings(rng)
        if problems(settings):
            refused += 1
            continue
        made += 1
        try:
            wrong += not validate(make_board(settings, made)).valid
        except UsageError as error:
            given_up += 1
            print(error)
    print(f"random settings: {made} made a puzzle, {wrong} wrong, {given_up} given up; {refused} refused beforehand")


def random_settings(rng: Rng) -> Settings:
    """Any settings, narrow ranges more often than not."""
    least = 1 + rng.below(8)
    return custom(
        1 + rng.below(len(PRESETS)),
        operations=[sign for sign in OPERATIONS if rng.below(2)],
        rows=3 + rng.below(8),
        cols=3 + rng.below(8),
        connector_min=least,
        connector_max=least + 4 + rng.below(30),
        add_sub_range=2 + rng.below(40),
        mult_div_range=2 + rng.below(14),
    )


if __name__ == "__main__":
    main()
