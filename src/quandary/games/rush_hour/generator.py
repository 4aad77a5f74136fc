"""Makes puzzles by seed: hard ones by a native search over boards, then stripped of everything that does nothing.

The core searches for boards whose *whole cluster* has a far-away position, takes that position as the start, and
removes vehicles and walls until every one that is left changes the optimum. Nothing depends on the clock, so a seed
makes the same puzzle on every machine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from quandary._native import rush_hour as native
from quandary.core.options import steps_up_to
from quandary.game import BudgetEnded, Deadline, Generator, Option, Rng, Task, UsageError
from quandary.games.rush_hour.difficulty import GRADES, assess
from quandary.games.rush_hour.limits import check_grade, check_moves
from quandary.games.rush_hour.position import LARGEST_SIDE, Position

SMALLEST_SIDE = 3
# Where a grade's puzzles are to be found, in moves; the grade itself is decided by `difficulty`.
GRADE_MOVES = {"beginner": (4, 10), "intermediate": (10, 17), "advanced": (17, 27), "expert": (27, 60)}
DEFAULT_MOVES = (8, 25)
# Tries of one seed to get the grade that is asked for; each is a search of its own.
ATTEMPTS = 20
DEFAULT_EFFORT = 20_000
# Beyond what any board takes.
MOST_MOVES = 1_000_000


class RushHourGenerator(Generator[Position]):
    """Seeded puzzles, minimal, with a proven optimum."""

    options = (
        Option("level", str, None, "grade of the puzzle", GRADES),
        Option("min_moves", int, None, "least number of moves of the optimum"),
        Option("max_moves", int, None, "greatest number of moves of the optimum"),
        Option("walls", int, 0, "up to this many walls (one that does nothing is removed)"),
        Option("size", str, "6x6", "columns x rows"),
        Option("effort", int, DEFAULT_EFFORT, "boards to try before a search is given up"),
    )
    counted = ("moves",)
    example_commands = (
        "quandary generate rush-hour --level expert --count 5 --seed 7",
        "quandary generate rush-hour --min-moves 30 --walls 1",
    )

    def make(self, seed: int, settings: Mapping[str, Any], task: Task) -> tuple[Position, Mapping[str, Any]] | None:
        width, height = read_size(settings["size"])
        least, most = _range_of_moves(settings)
        level = settings["level"]
        walls = _within("walls", settings["walls"], 0, LARGEST_SIDE**2)
        origin = (
            "" if settings["min_moves"] is not None else f" (the least for {level})" if level else " (the usual least)"
        )
        check_moves(width, height, walls, least, origin)
        if level is not None:
            check_grade(level, width, height, least, most)
        wish = native.Wish(
            width,
            height,
            walls=walls,
            min_moves=least,
            max_moves=most,
            effort=_within("effort", settings["effort"], 1),
        )
        deadline = Deadline(task)
        rng = Rng(seed)
        for _ in range(ATTEMPTS):
            found = native.generate(rng.next_u64(), wish, limits=deadline.task(memory=task.budget.memory).limits())
            if isinstance(found, str):
                deadline.check()
                raise BudgetEnded(f"the {found} budget is too small to make this puzzle", reason=found)
            if found is None:
                # The effort is used up: another try would hardly do better.
                return None
            position = Position(found.cells, width)
            left = deadline.task(memory=task.budget.memory)
            difficulty = assess(position, left.budget, left.cancel)
            if difficulty is not None and level in (None, difficulty.grade):
                return position, {"moves": found.moves, "positions": found.positions, "grade": difficulty.grade}
        return None

    def lesser(self, settings: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        if settings["level"] and settings["min_moves"] is settings["max_moves"] is None:
            yield from ({**settings, "level": grade} for grade in GRADES[: GRADES.index(settings["level"])])
            return
        for least in steps_up_to(_range_of_moves(settings)[0]):
            yield {**settings, "level": None, "min_moves": least, "max_moves": None}


def read_size(text: str) -> tuple[int, int]:
    """Columns and rows of `6x6`."""
    match = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", text.strip())
    sides = (int(match[1]), int(match[2])) if match else (0, 0)
    if not all(SMALLEST_SIDE <= side <= LARGEST_SIDE for side in sides):
        raise UsageError(f"size is columns x rows from 3x3 to 16x16, for example 6x6, not {text!r}")
    return sides


def _range_of_moves(settings: Mapping[str, Any]) -> tuple[int, int | None]:
    """The optimum that is asked for: by number, by grade, or neither."""
    least, most = settings["min_moves"], settings["max_moves"]
    if least is None and most is None:
        return GRADE_MOVES[settings["level"]] if settings["level"] else DEFAULT_MOVES
    least = _within("min_moves", 1 if least is None else least, 1, MOST_MOVES)
    if most is not None and _within("max_moves", most, 0, MOST_MOVES) < least:
        raise UsageError(f"max_moves {most} is below min_moves {least}")
    return least, most


def _within(name: str, value: int, least: int, most: int | None = None) -> int:
    if value < least:
        raise UsageError(f"{name} must be {least} or more, not {value}")
    if most is not None and value > most:
        raise UsageError(f"{name} must be {most} or less, not {value}")
    return value
