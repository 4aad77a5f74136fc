"""Sokoban's warnings: a box on a lost square, a box that is stuck, a level that is lost.

The truth is a search over single steps.
"""

from __future__ import annotations

from collections.abc import Iterator

from quandary.game import PuzzleError, Rng
from quandary.games.sokoban import notation
from quandary.games.sokoban.deadlocks import dead_squares, is_dead, lost_boxes
from quandary.games.sokoban.position import Position
from tools.prove.bench import Findings

_MOST_POSITIONS = 4000
_SIDES = range(2, 6)

_State = tuple[frozenset[int], int]


def _steps(position: Position, state: _State) -> Iterator[_State]:
    """The rules, once more: a step to a free square, or a push of one box to a free square."""
    plan, (boxes, player) = position.level.plan, state
    for step in (1, -1, position.level.width, -position.level.width):
        to = player + step
        if plan[to] == "#":
            continue
        if to not in boxes:
            yield boxes, to
        elif plan[to + step] != "#" and to + step not in boxes:
            yield boxes - {to} | {to + step}, to


def _can_solve(position: Position, goals: frozenset[int], boxes: frozenset[int], player: int) -> bool | None:
    """Whether all goals can get boxes; None if that is too much to find out."""
    seen: set[_State] = {(boxes, player)}
    waiting = [(boxes, player)]
    while waiting:
        state = waiting.pop()
        if goals <= state[0]:
            return True
        if len(seen) > _MOST_POSITIONS:
            return None
        for after in _steps(position, state):
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return False


class Warnings:
    """Random rooms, many of them lost."""

    name = "sokoban: warnings"

    def draw(self, rng: Rng) -> str | None:
        width, height = rng.choice(_SIDES) + 1, rng.choice(_SIDES)
        walls = 10 + rng.below(35)
        rows = [["#"] * (width + 2) for _ in range(height + 2)]
        free = []
        for row in range(1, height + 1):
            for column in range(1, width + 1):
                if rng.below(100) >= walls:
                    rows[row][column] = " "
                    free.append((row, column))
        goals = 1 + rng.below(3)
        boxes = goals + (rng.below(3) == 0)
        if len(free) < goals + boxes + 1:
            return None
        rng.shuffle(free)
        for row, column in free[:goals]:
            rows[row][column] = "."
        rng.shuffle(free)
        for number, (row, column) in enumerate(free[: boxes + 1]):
            marks = "@+" if number == boxes else "$*"
            rows[row][column] = marks[rows[row][column] == "."]
        text = "|".join("".join(row) for row in rows).replace(" ", "-")
        return text if _read(text) else None

    def check(self, text: str) -> Findings:
        findings = Findings()
        position = _read(text)
        assert position is not None, "only levels are drawn"
        level = position.level
        truth = _can_solve(position, level.goals, position.boxes, position.player)
        findings.too_large = truth is None
        if truth is not None and is_dead(position):
            findings.check("dead", not truth, "called dead, but it can be solved")
        if len(position.boxes) == len(level.goals) and truth:
            lost = lost_boxes(position)
            findings.check("lost boxes", not lost, f"{sorted(lost)} called lost, but the level can be solved")
        dead = dead_squares(level)
        for square in sorted(dead):
            sides = [at for at in range(len(level.plan)) if level.plan[at] != "#" and at != square]
            saved = any(
                _can_solve(position, frozenset([goal]), frozenset([square]), player)
                for goal in level.goals
                for player in sides
            )
            findings.check("lost squares", not saved, f"{level.square(square)} called lost, but a goal can be reached")
        return findings

    def smaller(self, text: str) -> Iterator[str]:
        for at, mark in enumerate(text):
            for less in {"$": "-", "*": ".#", "-": "#", ".": "-"}.get(mark, ""):
                changed = text[:at] + less + text[at + 1 :]
                if _read(changed):
                    yield changed


def _read(text: str) -> Position | None:
    try:
        return notation.parse(text)
    except PuzzleError:
        return None
