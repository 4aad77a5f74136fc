"""Makes levels by seed, backwards from their end.

The core draws a plan of rooms, doors and passages, lays goals, and finds all positions backwards from solved, so that
each has a proven distance. It changes the plan square by square and keeps what promises more: a longer way, more
turns from box to box, boxes that have to be parked. Floor that nobody needs is filled in at the end. Nothing depends on
the clock or on the solver, so a seed makes the same level on every machine and in every later version.

Master levels are raised: their plans begin with three boxes, whose positions are few, and get more when they are
long. They must also be hard for a plain search, which belongs to the generator and stays as it is, whatever the solver
learns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from quandary._native import sokoban as native
from quandary.core.options import ends_of, steps_up_to
from quandary.game import Deadline, Generator, Option, Rng, Task, UsageError
from quandary.games.sokoban.board import build
from quandary.games.sokoban.difficulty import GRADES, judge, least_grade
from quandary.games.sokoban.position import Position

SMALLEST_SIDE, LARGEST_SIDE = 5, 18
MOST_BOXES = 10
# On fewer squares no box needs more than two pushes.
LEAST_AREA = 12
# Settings that say how much there must be of something.
_LEAST = ("min_pushes", "min_detour", "min_changes")
# Settings that are an order by numbers.
_NUMBERS = ("width", "height", "boxes", "min_pushes", "max_pushes")
# Levels that one seed tries to get the grade that is asked for.
ATTEMPTS = 40
# Up to here a level's boxes leave room on the usual sheet; more of them get a larger one and more positions.
FEW_BOXES = 5
ROOM_OF_MANY = 400_000


@dataclass(frozen=True, slots=True)
class _Usual:
    """How the levels of a grade are made, where the order says nothing else."""

    boxes: tuple[int, int]
    sides: tuple[int, int]
    pushes: tuple[int, int]
    detour: int
    changes: int
    toil: int
    """Positions that a plain search has to look at. Where some are asked for, levels are raised from three boxes."""
    room: int
    """In how many ways the boxes may stand."""
    patience: int
    """How many changes of a plan may be in vain, where it is not raised."""
    effort: int
    """Positions to look at before a search is given up."""


# Where a grade's levels are to be found. The grade itself is decided by `difficulty`.
_USUAL = {
    None: _Usual((3, 4), (5, 10), (10, 40), 4, 4, 0, 10_000, 5, 20_000_000),
    "beginner": _Usual((2, 3), (5, 8), (5, 10), 2, 1, 0, 3_000, 4, 5_000_000),
    "intermediate": _Usual((2, 3), (5, 9), (11, 20), 4, 3, 0, 8_000, 5, 10_000_000),
    "advanced": _Usual((3, 4), (6, 9), (18, 30), 6, 5, 0, 15_000, 10, 30_000_000),
    "expert": _Usual((4, 4), (6, 10), (38, 60), 8, 8, 0, 25_000, 40, 60_000_000),
    "master": _Usual((5, 5), (7, 10), (100, 106), 20, 12, 8_000, 1_000_000, 0, 3_000_000_000),
}


class SokobanGenerator(Generator[Position]):
    """Seeded levels with a proven optimum."""

    options = (
        Option("level", str, None, "grade of the level", GRADES),
        Option(
            "width",
            str,
            None,
            "columns, outer walls included: 9, or 7..12",
            is_range=True,
            least=SMALLEST_SIDE,
            most=LARGEST_SIDE,
        ),
        Option(
            "height",
            str,
            None,
            "rows, outer walls included: 9, or 7..12",
            is_range=True,
            least=SMALLEST_SIDE,
            most=LARGEST_SIDE,
        ),
        Option("boxes", str, None, "how many boxes: 4, or 4..10", is_range=True, least=1, most=MOST_BOXES),
        Option("min_pushes", int, None, "least number of pushes of the optimum", least=0),
        Option("max_pushes", int, None, "greatest number of pushes of the optimum"),
        Option("min_detour", int, 0, "least number of pushes beyond those of each box alone", least=0),
        Option("min_changes", int, 0, "least number of turns from one box to another", least=0),
        Option("effort", int, None, "positions to look at before a search is given up", least=1),
    )
    slow = (GRADES[-1],)
    example_commands = (
        "quandary generate sokoban --level expert --count 5 --seed 7",
        "quandary generate sokoban --boxes 4..7 --width 8..12 --min-pushes 20",
        "quandary generate sokoban --min-detour 8 --min-changes 6 --json",
    )

    def make(self, seed: int, settings: Mapping[str, Any], task: Task) -> tuple[Position, Mapping[str, Any]] | None:
        order, level = _order(settings), settings["level"]
        deadline = Deadline(task)
        rng = Rng(seed)
        for _ in range(ATTEMPTS):
            made = native.compose(rng.next_u64(), order, limits=deadline.task().limits())
            if made is None:
                deadline.check()
                # The effort is used up: another try would hardly do better.
                return None
            position = build(made.rows)
            difficulty = judge(position, made.measures)
            facts = {
                "pushes": difficulty.pushes,
                "detour": difficulty.detour,
                "box_changes": difficulty.box_changes,
                "parked": made.parked,
            }
            if level is None:
                return position, facts
            if difficulty.grade == level:
                return position, {**facts, "grade": level}
        return None

    def remarks(self, settings: Mapping[str, Any]) -> list[str]:
        """That a master level takes its time."""
        is_slow = settings["level"] == GRADES[-1]
        return (
            ["a master level takes a core a quarter of a minute to make; 30 are shipped, `--pack master`"]
            if is_slow
            else []
        )

    def lesser(self, settings: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        wanted = {name: settings[name] for name in _LEAST if settings[name]}
        if not wanted and settings["level"]:
            yield from ({**settings, "level": grade} for grade in GRADES[: GRADES.index(settings["level"])])
            return
        if not wanted and settings["boxes"] is not None:
            yield from ({**settings, "boxes": str(count)} for count in range(1, ends_of(settings["boxes"])[0]))
            return
        # With all numbers smaller by the same part.
        most = max(wanted.values(), default=2)
        for step in steps_up_to(most):
            less = {name: max(1, number * step // most) for name, number in wanted.items()}
            yield {**settings, **less, "level": None, "max_pushes": None}

    def told(self, facts: Mapping[str, Any]) -> str:
        told = f"{facts['pushes']} pushes, {facts['detour']} of them detours"
        return f"{told}, {facts['box_changes']} turns to another box" if "box_changes" in facts else told


def largest_sides(settings: Mapping[str, Any]) -> tuple[int, int]:
    """The most rows and columns that levels of these settings have."""
    usual = _USUAL[settings["level"]].sides[1]
    height, width = (settings[name] for name in ("height", "width"))
    return (
        usual if height is None else ends_of(height)[1],
        usual if width is None else ends_of(width)[1],
    )


def _order(settings: Mapping[str, Any]) -> native.Order:
    """What the settings ask for: by number, by grade, or neither."""
    level, usual = settings["level"], _USUAL[settings["level"]]
    heights, widths = (
        usual.sides if settings[name] is None else ends_of(settings[name]) for name in ("height", "width")
    )
    area = (widths[1] - 2) * (heights[1] - 2)
    boxes = _boxes(settings, usual, widths[1], heights[1])
    # Who orders by numbers alone gets what the numbers say, dull or not.
    is_bespoke = level is None and any(settings[name] is not None for name in _NUMBERS)
    detour = max(settings["min_detour"], 0 if is_bespoke else usual.detour)
    changes = max(settings["min_changes"], 0 if is_bespoke else usual.changes)
    pushes = _pushes(settings, (boxes[0], usual.pushes[1]) if is_bespoke else usual.pushes, boxes, area)
    pushes = _long_enough(settings, pushes, boxes, area, detour, changes)
    if level is not None and (lowest := least_grade(pushes[0], detour, changes)) > GRADES.index(level):
        raise UsageError(
            f"a level of {pushes[0]} pushes, with a detour of {detour} and turns to another box ({changes} or more), "
            f"is {GRADES[lowest]} at least, not {level}"
        )
    return native.Order(
        widths=widths,
        heights=heights,
        boxes=boxes,
        pushes=pushes,
        min_detour=detour,
        min_changes=changes,
        min_toil=usual.toil,
        room=max(usual.room, ROOM_OF_MANY if boxes[1] > FEW_BOXES else 0),
        patience=usual.patience,
        effort=settings["effort"] or usual.effort,
    )


def _boxes(settings: Mapping[str, Any], usual: _Usual, width: int, height: int) -> tuple[int, int]:
    if (width - 2) * (height - 2) < LEAST_AREA:
        raise UsageError(f"{width}x{height} is too small: take a larger size")
    # A box and its goal take two squares, and room to move takes more.
    fitting = min(MOST_BOXES, ((width - 2) * (height - 2) - 4) // 2)
    if settings["boxes"] is None:
        return min(usual.boxes[0], fitting), min(usual.boxes[1], fitting)
    least, most = ends_of(settings["boxes"])
    if most > fitting:
        raise UsageError(f"a level of {width}x{height} is made with 1 to {fitting} boxes, not {most}")
    return least, most


def _pushes(settings: Mapping[str, Any], usual: tuple[int, int], boxes: tuple[int, int], area: int) -> tuple[int, int]:
    least, most = settings["min_pushes"], settings["max_pushes"]
    # Each box has to move; and in so small a room no level is longer than this.
    lowest, highest = boxes[0], boxes[1] * area
    if most is not None and most < lowest:
        raise UsageError(f"{lowest} boxes take at least {lowest} pushes, not {most}")
    if least is not None and most is not None and most < least:
        raise UsageError(f"max_pushes {most} is below min_pushes {least}")
    if least is not None and least > highest:
        raise UsageError(
            f"no level of this size with {boxes[1]} boxes takes {least} pushes, {highest} at the very most"
        )
    if least is None:
        least = usual[0] if most is None else min(usual[0], most)
    return max(least, lowest), max(usual[1], least + boxes[1]) if most is None else most


def _long_enough(
    settings: Mapping[str, Any], pushes: tuple[int, int], boxes: tuple[int, int], area: int, detour: int, changes: int
) -> tuple[int, int]:
    """The pushes, or more of them where so long a detour or so many turns could not be had with the usual ones."""
    if boxes[1] == 1 and changes:
        raise UsageError("a single box leaves no other to turn to: take more boxes")
    # Without the detour each box still has to move; and a turn is a push of another box than the last.
    needed = max(detour + boxes[0], changes + 1)
    most = boxes[1] * area if settings["max_pushes"] is None else settings["max_pushes"]
    if needed > most:
        raise UsageError(
            f"a detour of {detour} and {changes} turns to another box take at least {needed} pushes, not {most}"
        )
    if needed <= pushes[1]:
        # Not even the least number is raised, since seeds that have made a level so far must go on making it.
        return pushes
    return needed, needed * 3 // 2
