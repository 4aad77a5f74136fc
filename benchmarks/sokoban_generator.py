"""The figures of Sokoban's generator: levels a second, how long and how hard they are, and that their optimum is right.

    python -m benchmarks.sokoban_generator --count 100 --only expert

Times are CPU seconds of one thread, from the seed to the finished puzzle with its text and its id. Every optimum is
checked with the solver, which is not part of the time; its positions are told too.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Iterator
from typing import Any

import quandary
from benchmarks.timing import cpu_of
from quandary.game import Puzzle
from quandary.games.sokoban import GAME
from quandary.games.sokoban.difficulty import GRADES
from quandary.games.sokoban.position import inside

ORDERS: dict[str, dict[str, Any]] = {
    "usual": {},
    "6 boxes": {"boxes": 6},
    **{grade: {"level": grade} for grade in GRADES},
}


def main() -> None:
    """One line for every order."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100, help="levels of each kind")
    parser.add_argument("--only", choices=ORDERS, help="one kind alone")
    given = parser.parse_args()
    for name, order in ORDERS.items():
        if given.only in (None, name):
            measure(name, order, given.count)


def measure(name: str, order: dict[str, Any], count: int) -> None:
    """Makes levels of one kind and says what they are like."""
    puzzles: list[Puzzle[Any]] = []

    def make() -> Iterator[Puzzle[Any]]:
        return quandary.generate(GAME, count=count, seed=1, **order)

    seconds = cpu_of(lambda: puzzles.extend(make()))
    verdicts = list(quandary.solve_many(GAME, puzzles))
    wrong = sum(
        (verdict.cost, verdict.optimal) != (puzzle.facts["pushes"], True)
        for puzzle, verdict in zip(puzzles, verdicts, strict=True)
    )
    figures = {
        "pushes": [puzzle.facts["pushes"] for puzzle in puzzles],
        "detour": [puzzle.facts["detour"] for puzzle in puzzles],
        "box changes": [puzzle.facts.get("box_changes", 0) for puzzle in puzzles],
        "squares": [len(inside(puzzle.position.level, puzzle.position.player)) for puzzle in puzzles],
        "positions": [verdict.nodes for verdict in verdicts],
    }
    told = ", ".join(f"{what} {_spread(numbers)}" for what, numbers in figures.items())
    print(f"{name}: {count / seconds:,.1f} levels/s; {told}; {wrong} wrong optima", flush=True)


def _spread(numbers: list[int]) -> str:
    """The median, and between which figures eight in ten are."""
    ordered = sorted(numbers)
    tenth = len(ordered) // 10
    return f"{statistics.median(ordered):,g} ({ordered[tenth]:,} to {ordered[-1 - tenth]:,})"


if __name__ == "__main__":
    main()
