"""How hard a level is for people, and its grade.

Jarušek and Pelánek watched 785 hours of play: the size of the state space says nothing about the time that people
need, and the length of the solution little. What does is whether a level falls apart into two that can be solved one
after the other, how often a player must turn from one box to another, and how many pushes go against what looks
right. The report measures those, and how easily one goes wrong; the score adds them up, the grade is a band of scores.

Where all positions of a level can be searched, the measures belong to the level and not to a solver: they are
taken along the shortest solution that changes the box least often. For larger levels they follow the solver's solution.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from quandary._native import sokoban as native
from quandary.core.budget import Cancel
from quandary.game import Budget, BudgetEnded, Deadline, Task
from quandary.games.sokoban.position import Position
from quandary.games.sokoban.rules import Pushed, play
from quandary.games.sokoban.solver import Bound, Optimal

GRADES = ("beginner", "intermediate", "advanced", "expert", "master")
# The least score of each grade but the first.
_GRADE_FLOORS = (5.0, 9.0, 14.0, 40.0)
# Beyond this many positions a level is judged by the solver's solution.
MOST_POSITIONS = 400_000
# The groups into which more boxes can be divided are too many to try.
MOST_DIVIDED_BOXES = 12
# Nodes, not seconds: a level has the same grade on every machine.
BUDGET = Budget(nodes=5_000_000)

_Push = tuple[int, int]
"""A box's square before and after."""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """What makes a level hard."""

    pushes: int
    """The optimum."""
    boxes: int
    """All that must be brought to a goal."""
    detour: int
    """Pushes beyond those that the boxes would need if each were alone."""
    box_changes: int
    """How often the solution turns from one box to another."""
    against_intuition: int
    """Pushes that take a box away from where it seems to belong: the bound that each box alone gives gets worse."""
    entanglement: int
    """How often the solution crosses over between two groups of boxes, divided as well as possible. 1 is a level that
    falls apart into two; 0 has only one box."""
    guidance: float | None
    """Bits of advice that a player without foresight needs: log2(pushes / best pushes), summed over the solution."""
    traps: float | None
    """Share of the pushes along the solution after which the level cannot be solved any more."""
    positions: int | None
    """Positions from which the level can be solved; unknown where they were not counted."""
    score: float
    """What makes a level hard for people, weighed and added up (docs/sokoban.md)."""
    grade: str
    """The band that the score lies in."""


def assess(position: Position, budget: Budget = BUDGET, cancel: Cancel | None = None) -> Difficulty | None:
    """Return the difficulty of a level; None if it cannot be solved. Raise `BudgetEnded` if the budget is too small."""
    deadline = Deadline(Task(budget=budget, cancel=cancel))
    measured = native.measure(position.rows(), most=MOST_POSITIONS, limits=deadline.task().limits())
    if measured is None:
        # A level that could not be measured in time must not be graded in another way than on a quick machine.
        deadline.check()
        solution = _solve(position, budget, cancel)
        if solution is None:
            return None
        return _report(position, solution, None, None, None)
    return judge(position, measured)


def judge(position: Position, measured: native.Measures) -> Difficulty:
    """The difficulty of a level that has been measured."""
    choices = measured.choices
    width, steps = position.level.width, position.level.steps
    solution = [(row * width + column, row * width + column + steps[way]) for row, column, way in measured.pushes]
    guidance = sum(math.log2(each.legal / each.best) for each in choices)
    deadly = [each.deadly for each in choices if each.deadly is not None]
    traps = sum(deadly) / sum(each.legal for each in choices) if deadly else None
    return _report(position, solution, guidance, traps, measured.positions if measured.is_complete else None)


def _solve(position: Position, budget: Budget, cancel: Cancel | None) -> list[_Push] | None:
    """The pushes of the solver's solution; None if there is no solution."""
    answer = Optimal().solve(position, Task("pushes", budget, cancel=cancel))
    if answer.conclusion == "unsolvable":
        return None
    if answer.moves is None or answer.conclusion != "solved":
        raise BudgetEnded(f"no solution within the budget ({answer.conclusion})", reason=answer.conclusion)
    pushes, width = [], position.level.width
    for move in answer.moves:
        outcome = play(position, move)
        for event in outcome.events:
            if isinstance(event, Pushed):
                start, end = (square.row * width + square.column for square in (event.start, event.end))
                pushes.append((start, end))
        position = outcome.position
    return pushes


def _report(
    position: Position, pushes: Sequence[_Push], guidance: float | None, traps: float | None, positions: int | None
) -> Difficulty:
    bound, moved, boxes = Bound(position.level), _boxes_moved(position, pushes), position.boxes
    bounds = [bound.of_boxes(boxes) or 0]
    for start, end in pushes:
        boxes = (boxes - {start}) | {end}
        bounds.append(bound.of_boxes(boxes) or 0)
    changes = sum(one != other for one, other in pairwise(moved))
    worse = sum(after > before for before, after in pairwise(bounds))
    entanglement = _entanglement(moved)
    detour = len(pushes) - bounds[0]
    score = _plain_score(len(pushes), detour, changes) + 0.4 * worse + 0.8 * entanglement
    score = round(score + 0.03 * (guidance or 0) + 4 * (traps or 0), 1)
    return Difficulty(
        pushes=len(pushes),
        boxes=len(position.boxes),
        detour=detour,
        box_changes=changes,
        against_intuition=worse,
        entanglement=entanglement,
        guidance=None if guidance is None else round(guidance, 1),
        traps=None if traps is None else round(traps, 3),
        positions=positions,
        score=score,
        grade=grade_of(score),
    )


def grade_of(score: float) -> str:
    """The grade of a score."""
    return GRADES[sum(score >= floor for floor in _GRADE_FLOORS)]


def least_grade(pushes: int, detour: int, changes: int) -> int:
    """The number of the lowest grade that a level with no less of all these can have."""
    return GRADES.index(grade_of(round(_plain_score(pushes, detour, changes), 1)))


def _plain_score(pushes: int, detour: int, changes: int) -> float:
    return 0.1 * pushes + 0.3 * detour + 0.4 * changes


def _boxes_moved(position: Position, pushes: Sequence[_Push]) -> list[int]:
    """The box of every push, by the square on which it stood at first."""
    first_square = {box: box for box in position.boxes}
    moved = []
    for start, end in pushes:
        first_square[end] = first_square.pop(start)
        moved.append(first_square[end])
    return moved


def _entanglement(moved: Sequence[int]) -> int:
    """The fewest changes between two groups of boxes, over all ways to divide those that move."""
    names = {box: number for number, box in enumerate(sorted(set(moved)))}
    crossings = [(1 << names[one], 1 << names[other]) for one, other in pairwise(moved) if one != other]
    if len(names) > MOST_DIVIDED_BOXES:
        # One box against all others is a division too, and the only kind that can still be tried.
        groups = [1 << number for number in range(len(names))]
    else:
        groups = list(range(1, 1 << max(len(names) - 1, 0)))
    return min(
        (sum(bool(one & group) != bool(other & group) for one, other in crossings) for group in groups), default=0
    )
