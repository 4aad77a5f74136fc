"""Boxes that are lost: on squares from which no goal can be reached, or stuck against walls and each other.

These are the two reasons that a player understands at a glance, and both are certain. A position without them can
still be lost for deeper reasons; only a solver knows.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from quandary.games.sokoban.position import WALL, Level, Position, Square, inside


@dataclass(frozen=True, slots=True)
class Dead:
    """Since when a game cannot be won any more, and why."""

    move: int
    """The number of the move that did it; 0 if the level was lost from the start."""
    boxes: tuple[Square, ...]
    """The boxes that cannot come to a goal any more."""
    reason: str
    """The same in words."""


def push_distances(level: Level, goals: Iterable[int]) -> dict[int, int]:
    """How many pushes a box alone needs from each square to the nearest of these goals, wherever the player is.

    Found by pulling a box away from the goals: the player stands on the square that it comes to, and goes back one.
    """
    plan, found = level.plan, dict.fromkeys(goals, 0)
    waiting = deque(found)
    while waiting:
        box = waiting.popleft()
        for step in level.steps.values():
            pulled = box + step
            if pulled not in found and plan[pulled] != WALL and plan[pulled + step] != WALL:
                found[pulled] = found[box] + 1
                waiting.append(pulled)
    return found


@lru_cache(maxsize=16)
def live_squares(level: Level) -> frozenset[int]:
    """The squares from which a box alone can be pushed to some goal."""
    return frozenset(push_distances(level, level.goals))


def dead_squares(level: Level) -> frozenset[int]:
    """The floor where a box is lost."""
    start = next(iter(level.goals))
    return frozenset(inside(level, start)) - live_squares(level)


def frozen_boxes(position: Position) -> frozenset[int]:
    """The boxes that can never be pushed again, or only at the price of the game.

    All boxes count as stuck at first. A box is not, if on some axis both neighbours are free of walls and of stuck
    boxes; what is left when no more box comes loose blocks itself. Where no box is to spare, one that could only be
    pushed onto dead squares is stuck as well.
    """
    level, stuck = position.level, set(position.boxes)
    none_to_spare = len(position.boxes) == len(level.goals)
    live = live_squares(level) if none_to_spare else frozenset(range(len(level.plan)))

    def is_blocked(box: int, step: int) -> bool:
        one, other = box - step, box + step
        if any(level.plan[side] == WALL or side in stuck for side in (one, other)):
            return True
        return one not in live and other not in live

    loosened = True
    while loosened:
        loose = {box for box in stuck if not (is_blocked(box, level.steps["r"]) and is_blocked(box, level.steps["d"]))}
        stuck -= loose
        loosened = bool(loose)
    return frozenset(stuck)


def lost_boxes(position: Position) -> frozenset[int]:
    """The boxes that cannot come to any goal: on dead squares, or stuck off the goals."""
    level = position.level
    return (position.boxes - live_squares(level)) | (frozen_boxes(position) - level.goals)


def is_dead(position: Position) -> bool:
    """Whether so many boxes are lost that too few are left for the goals."""
    return len(position.boxes) - len(lost_boxes(position)) < len(position.level.goals)


def dead_since(positions: Sequence[Position]) -> Dead | None:
    """Which move of a game lost it; `positions` is its history from the start. None if it may still be won."""
    for move, position in enumerate(positions):
        if is_dead(position):
            level, lost = position.level, sorted(lost_boxes(position))
            squares = tuple(map(level.square, lost))
            return Dead(move, squares, _in_words(position, lost))
    return None


def _in_words(position: Position, lost: Sequence[int]) -> str:
    level = position.level
    live = live_squares(level)
    cornered = [str(level.square(box)) for box in lost if box not in live]
    stuck = [str(level.square(box)) for box in lost if box in live]
    parts = []
    if cornered:
        parts.append(f"no goal can be reached from {', '.join(cornered)}")
    if stuck:
        parts.append(f"stuck for ever: {', '.join(stuck)}")
    return "; ".join(parts)
