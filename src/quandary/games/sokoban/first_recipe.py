"""The first recipe: what ids make that name no other. It stays as it is for ever.

The core carves a room, places goals, and searches from all solved positions backwards by pulls, so that every
position it meets has a proven distance; the start is taken at the distance that is wanted, where the boxes seem
nearest to their goals. No box starts on a goal, so each of them has to move. Nothing depends on the clock or on the
solver, so a seed makes the same level on every machine and in every later version.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from quandary._native import sokoban as native
from quandary.budget import Limits, Task
from quandary.core.options import ends_of
from quandary.game import BudgetEnded, UsageError
from quandary.games.sokoban.board import build
from quandary.games.sokoban.difficulty import BUDGET, Difficulty, assess
from quandary.games.sokoban.position import Position
from quandary.rng import Rng

USUAL_SIDE = 10
EXPERT, MASTER = "expert", "master"
MOST_BOXES = 8
DEFAULT_BOXES = 4
DEFAULT_EFFORT = 600_000
# Where a grade's levels are to be found: boxes, and pushes from and to. The grade itself is decided by `difficulty`.
GRADE_ORDERS = {
    "beginner": (2, 4, 12),
    "intermediate": (3, 8, 20),
    "advanced": (4, 12, 28),
    "expert": (4, 20, 45),
}
# Levels that one seed tries to get the grade that is asked for.
ATTEMPTS = 50


def make(seed: int, settings: Mapping[str, Any], task: Task) -> tuple[Position, Mapping[str, Any]] | None:
    """The level of a seed, as it has always been."""
    settings = {**settings, **_usual(settings)}
    level = settings["level"]
    boxes = _number_of_boxes(settings)
    least, most = _range_of_pushes(settings, boxes)
    rng = Rng(seed)
    for _ in range(ATTEMPTS):
        number = rng.next_u64()
        found = _make(number, settings, boxes, least, most, task)
        if found is None and settings["min_pushes"] is None and level is None:
            # Nobody insists on our idea of a good length, and a small room may not have it.
            found = _make(number, settings, boxes, boxes, most, task)
        if found is None:
            # The effort is used up: another try would hardly do better.
            return None
        position = build(found.rows)
        if level is None:
            return position, {"pushes": found.pushes, "detour": found.detour}
        difficulty = _assessed(position, task)
        if difficulty is None:
            return None
        # When this recipe was written, expert was the hardest grade.
        if (EXPERT if difficulty.grade == MASTER else difficulty.grade) == level:
            return position, {"pushes": found.pushes, "detour": found.detour, "grade": level}
    return None


def _usual(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Numbers where an order may say ranges, and what stands where it says nothing."""
    if settings["level"] == MASTER or settings["min_changes"]:
        raise UsageError("the first recipe has neither master levels nor min_changes: take the second")
    numbers: dict[str, Any] = {}
    for name, usual in (("width", USUAL_SIDE), ("height", USUAL_SIDE), ("boxes", None)):
        least, most = (usual, usual) if settings[name] is None else ends_of(settings[name])
        if least != most:
            raise UsageError(f"the first recipe takes one number for {name}, not {settings[name]}")
        numbers[name] = least
    return {**numbers, "effort": settings["effort"] or DEFAULT_EFFORT}


def _make(seed: int, settings: Mapping[str, Any], boxes: int, least: int, most: int, task: Task) -> native.Made | None:
    wish = native.Wish(
        settings["width"],
        settings["height"],
        boxes,
        min_pushes=least,
        max_pushes=most,
        min_detour=settings["min_detour"],
        effort=settings["effort"],
    )
    # What a seed makes must not depend on how much memory there is; the core stores no more than a room needs.
    return native.make(seed, wish, limits=Limits(time=task.budget.time, cancel=task.cancel))


def _assessed(position: Position, task: Task) -> Difficulty | None:
    """How hard a level is that was just made, and so can be solved; None if the budget ended first."""
    time = BUDGET.time if task.budget.time is None else task.budget.time
    try:
        return assess(position, replace(task.budget, time=time), task.cancel)
    except BudgetEnded:
        return None


def _number_of_boxes(settings: Mapping[str, Any]) -> int:
    level = settings["level"]
    usual = GRADE_ORDERS[level][0] if level else DEFAULT_BOXES
    width, height = settings["width"], settings["height"]
    # A box and its goal take two squares, and room to move takes more: the core carves no smaller rooms.
    room = (width - 2) * (height - 2)
    fitting = min(MOST_BOXES, (room - 4) // 2)
    boxes: int = min(usual, fitting) if settings["boxes"] is None else settings["boxes"]
    if not 1 <= boxes <= fitting:
        raise UsageError(f"a level of {width}x{height} is made with 1 to {fitting} boxes, not {boxes}")
    return boxes


def _range_of_pushes(settings: Mapping[str, Any], boxes: int) -> tuple[int, int]:
    """The optimum that is asked for: by number, by grade, or neither."""
    least, most, level = settings["min_pushes"], settings["max_pushes"], settings["level"]
    area = (settings["width"] - 2) * (settings["height"] - 2)
    # Each box has to move; and in so small a room no level is longer than this.
    lowest, highest = boxes, boxes * area
    if least is None:
        least = GRADE_ORDERS[level][1] if level else 2 * boxes
        least = max(lowest, min(least, most if most is not None else least, area // 4))
    if most is None:
        most = max(GRADE_ORDERS[level][2] if level else 6 * boxes, least + boxes)
    if most < lowest:
        raise UsageError(f"{boxes} boxes take at least {lowest} pushes, not {most}")
    if most < least:
        raise UsageError(f"max_pushes {most} is below min_pushes {least}")
    if least > highest:
        raise UsageError(f"no level of this size with {boxes} boxes takes {least} pushes, {highest} at the very most")
    return max(least, lowest), most
