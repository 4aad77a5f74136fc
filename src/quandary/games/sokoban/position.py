"""A Sokoban position: the level, which never changes, the boxes and the player.

Squares are numbered row by row over the whole rectangle. The level is stored once and shared by all positions of a
game, so that a step copies two small values and a push one set more.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

WALL, FLOOR, GOAL = "#", " ", "."
BOX, BOX_ON_GOAL, PLAYER, PLAYER_ON_GOAL = "$", "*", "@", "+"


class Square(NamedTuple):
    """A square by its row and column, both from 0."""

    row: int
    column: int

    def __str__(self) -> str:
        """The name for people: `r3c5`, counted from 1."""
        return f"r{self.row + 1}c{self.column + 1}"


@lru_cache(maxsize=4096)
def _square(index: int, width: int) -> Square:
    """Kept, because every step of a replay names two."""
    return Square(*divmod(index, width))


@dataclass(frozen=True, slots=True)
class Level:
    """Walls and goals. Made by `notation`, which checks that walls close it; not checked again here."""

    plan: str
    """Row by row: `#` wall, `.` goal, space everything else."""
    width: int
    goals: frozenset[int] = field(init=False, compare=False, repr=False)
    """Where a box must stand in the end."""
    steps: dict[str, int] = field(init=False, compare=False, repr=False)
    """From a square to its neighbour, by direction."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "goals", frozenset(at for at, mark in enumerate(self.plan) if mark == GOAL))
        object.__setattr__(self, "steps", {"l": -1, "u": -self.width, "r": 1, "d": self.width})

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.plan) // self.width

    def square(self, index: int) -> Square:
        """The square of this number."""
        return _square(index, self.width)


@dataclass(frozen=True, slots=True)
class Position:
    """A level with its boxes and its player."""

    level: Level
    boxes: frozenset[int]
    player: int

    def rows(self) -> list[str]:
        """The position in XSB characters, every row as wide as the level."""
        level = self.level
        marks = list(level.plan)
        for box in self.boxes:
            marks[box] = BOX_ON_GOAL if box in level.goals else BOX
        marks[self.player] = PLAYER_ON_GOAL if self.player in level.goals else PLAYER
        text = "".join(marks)
        return [text[start : start + level.width] for start in range(0, len(text), level.width)]

    def _repr_svg_(self) -> str:
        """The picture that notebooks show."""
        from quandary.games.sokoban.scene import scene_of

        return scene_of(self).svg()


def inside(level: Level, start: int) -> set[int]:
    """Every square that somebody at `start` could come to if there were no boxes."""
    return flood(level, start, frozenset())


@lru_cache(maxsize=16)
def walls_in_sight(level: Level) -> frozenset[int]:
    """The walls around the floor; solid rock behind them only takes the eye off the game."""
    width = level.width
    around = (-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1)
    floor = inside(level, min(level.goals))
    return frozenset(wall for square in floor for step in around if level.plan[wall := square + step] == WALL)


def frame(level: Level) -> tuple[range, range]:
    """The rows and the columns that there is anything to see in."""
    squares = [level.square(index) for index in walls_in_sight(level)]
    rows, columns = [square.row for square in squares], [square.column for square in squares]
    return range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1)


def flood(level: Level, start: int, boxes: frozenset[int]) -> set[int]:
    """Every square that the player at `start` can walk to without a push."""
    plan, steps = level.plan, tuple(level.steps.values())
    found, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        for step in steps:
            there = here + step
            if plan[there] != WALL and there not in boxes and there not in found:
                found.add(there)
                waiting.append(there)
    return found


# One text for a level however it is turned or mirrored.


def canonical_form(position: Position) -> str:
    """The least of the eight pictures of a level; where in its region the player stands makes no difference.

    Only squares that somebody can come to are in it, so that thick walls and thin ones are the same.
    """
    level, boxes = position.level, position.boxes
    ground = inside(level, position.player)
    region = flood(level, position.player, boxes)
    marks = [WALL] * len(level.plan)
    for square in ground:
        on_goal = square in level.goals
        if square in boxes:
            marks[square] = BOX_ON_GOAL if on_goal else BOX
        elif square in region:
            marks[square] = PLAYER_ON_GOAL if on_goal else PLAYER
        else:
            marks[square] = GOAL if on_goal else FLOOR
    rows_with_floor = {square // level.width for square in ground}
    columns_with_floor = {square % level.width for square in ground}
    left, right = min(columns_with_floor), max(columns_with_floor) + 1
    rows = [
        "".join(marks[row * level.width + left : row * level.width + right])
        for row in range(min(rows_with_floor), max(rows_with_floor) + 1)
    ]
    return min("\n".join(picture) for picture in _pictures(rows))


def _pictures(rows: list[str]) -> list[list[str]]:
    found = []
    for turned in (rows, ["".join(column) for column in zip(*rows, strict=True)]):
        mirrored = [row[::-1] for row in turned]
        found += [turned, mirrored, turned[::-1], mirrored[::-1]]
    return found
