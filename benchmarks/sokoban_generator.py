"""The figures of Sokoban's generator: levels a second, how long and how hard they are, and that their optimum is right.

    python -m benchmarks.sokoban_generator --count 300

Times are CPU seconds of one thread, from the seed to the finished puzzle with its text and its id. Every optimum is
checked with the solver, which is not part of the time.
"""

from __future__ import annotations

import argparse
import statistics
from collections import Counter
from collections.abc import Iterator
from typing import Any

import quandary
from benchmarks.timing import cpu_of
from quandary.game import Puzzle
from quandary.games.sokoban import GAME
from quandary.games.sokoban.difficulty import GRADES, assess

# 10x10 with 4 boxes is what public generators make; those of 14 to 22 pushes are as long as Boxoban's hard ones.
ORDERS: dict[str, dict[str, Any]] = {
    "10x10, 4 boxes": {},
    "10x10, 4 boxes, 4 to 12 pushes": {"min_pushes": 4, "max_pushes": 12},
    "10x10, 4 boxes, 14 to 22 pushes": {"min_pushes": 14, "max_pushes": 22},
    "10x10, 4 boxes, 25 pushes and more": {"min_pushes": 25, "max_pushes": 40},
    "8x8, 5 boxes": {"width": 8, "height": 8, "boxes": 5},
    "12x12, 6 boxes": {"width": 12, "height": 12, "boxes": 6},
    **{f"grade {grade}": {"level": grade} for grade in GRADES},
}


def main() -> None:
    """One line for every order."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200, help="levels of each kind")
    count = parser.parse_args().count
    for name, order in ORDERS.items():
        measure(name, order, count)


def measure(name: str, order: dict[str, Any], count: int) -> None:
    """Makes levels of one kind and says what they are like."""
    puzzles: list[Puzzle[Any]] = []

    def make() -> Iterator[Puzzle[Any]]:
        return quandary.generate(GAME, count=count, seed=1, **order)

    seconds = cpu_of(lambda: puzzles.extend(make()))
    wrong = sum(
        (verdict.cost, verdict.optimal) != (puzzle.facts["pushes"], True)
        for puzzle, verdict in zip(puzzles, quandary.solve_many(GAME, puzzles), strict=True)
    )
    grades = Counter(found.grade for puzzle in puzzles if (found := assess(puzzle.position)))
    pushes = [puzzle.facts["pushes"] for puzzle in puzzles]
    detours = [puzzle.facts["detour"] for puzzle in puzzles]
    straight = 100 * sum(detour == 0 for detour in detours) / count
    length = f"{statistics.mean(pushes):.1f} pushes ({min(pushes)} to {max(pushes)})"
    print(
        f"{name}: {count / seconds:,.0f} levels/s; {length}, "
        f"{statistics.mean(detours):.1f} of them detour (none in {straight:.0f} %); {wrong} wrong optima; "
        + ", ".join(f"{grades[grade]} {grade}" for grade in GRADES)
    )


if __name__ == "__main__":
    main()
