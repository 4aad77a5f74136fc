"""The rules of Sokoban: one step at a time, one box at a time, and boxes are never pulled.

A move is one step. In LURD, the notation that all of the field shares, a lower case letter is a walk and a capital
is a push; many people write everything in lower case, so a small letter may push, but a capital must. (Who writes
everything in capitals tells nothing by them, and `notation` reads them as small ones.)
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from quandary.game import Event, IllegalMove, Outcome, Status, Won
from quandary.games.sokoban.position import WALL, Position, Square

DIRECTIONS = "lurd"
_WORDS = {"l": "to the left", "u": "above", "r": "to the right", "d": "below"}


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the player, who pushes the box that is there."""

    direction: str
    """`l`, `u`, `r` or `d`."""
    must_push: bool = field(default=False, compare=False)
    """Written as a capital: the rules then insist that there is a box."""

    @property
    def letter(self) -> str:
        """The step in LURD."""
        return self.direction.upper() if self.must_push else self.direction


STEPS = {step.letter: step for direction in DIRECTIONS for step in (Step(direction), Step(direction, must_push=True))}
"""Every step there is, by its letter."""


@dataclass(frozen=True, slots=True)
class Walked(Event):
    """The player has gone to a free square."""

    start: Square
    end: Square


@dataclass(frozen=True, slots=True)
class Pushed(Event):
    """A box has moved; the player now stands where it was."""

    start: Square
    end: Square


@dataclass(frozen=True, slots=True)
class BoxOnGoal(Event):
    """A box has come onto a goal."""

    square: Square


@dataclass(frozen=True, slots=True)
class BoxOffGoal(Event):
    """A box has left a goal."""

    square: Square


def is_solved(position: Position) -> bool:
    """Whether there is a box on every goal; with more boxes than goals, the others may stand anywhere."""
    return position.level.goals <= position.boxes


def status(position: Position) -> Status:
    """Won on the last goal; lost only when no step is left. Whether it can still be solved is for others to say."""
    if is_solved(position):
        return Status.WON
    can_move = any(_is_free_or_pushable(position, step) for step in position.level.steps.values())
    return Status.PLAYING if can_move else Status.LOST


def _is_free_or_pushable(position: Position, step: int) -> bool:
    plan, boxes, ahead = position.level.plan, position.boxes, position.player + step
    if plan[ahead] == WALL:
        return False
    return ahead not in boxes or (plan[ahead + step] != WALL and ahead + step not in boxes)


def moves(position: Position) -> list[Step]:
    """The legal steps, in the order left, up, right, down; none when it is solved."""
    if is_solved(position):
        return []
    return [
        STEPS[direction.upper() if position.player + step in position.boxes else direction]
        for direction, step in position.level.steps.items()
        if _is_free_or_pushable(position, step)
    ]


def play(position: Position, move: Step) -> Outcome[Position]:
    """The position after the step. Every illegal one is refused with its reason."""
    level, boxes, player = position.level, position.boxes, position.player
    if level.goals <= boxes:
        raise IllegalMove("the level is solved already")
    step = level.steps.get(move.direction)
    if step is None:
        raise IllegalMove(f"there is no direction {move.direction!r} (expected l, u, r or d)")
    ahead = player + step
    if level.plan[ahead] == WALL:
        raise IllegalMove(f"there is a wall {_WORDS[move.direction]} at {level.square(ahead)}")
    if ahead not in boxes:
        if move.must_push:
            raise IllegalMove(f"a capital is a push, but there is no box {_WORDS[move.direction]}")
        return Outcome(Position(level, boxes, ahead), (Walked(level.square(player), level.square(ahead)),))
    beyond = ahead + step
    if level.plan[beyond] == WALL or beyond in boxes:
        what = "a wall" if level.plan[beyond] == WALL else "another box"
        raise IllegalMove(f"the box at {level.square(ahead)} is blocked by {what} at {level.square(beyond)}")
    after = Position(level, (boxes - {ahead}) | {beyond}, ahead)
    return Outcome(after, _push_events(after, ahead, beyond))


def _push_events(after: Position, start: int, end: int) -> tuple[Event, ...]:
    level = after.level
    events: list[Event] = [Pushed(level.square(start), level.square(end))]
    if start in level.goals:
        events.append(BoxOffGoal(level.square(start)))
    if end in level.goals:
        events.append(BoxOnGoal(level.square(end)))
        if is_solved(after):
            events.append(Won())
    return tuple(events)


def is_push(position: Position, move: Step) -> bool:
    """Whether the step moves a box, however it is written."""
    return position.player + position.level.steps[move.direction] in position.boxes


def move_cost(position: Position, move: Step, metric: str) -> int:
    """Every step is a move; only pushes count in all other metrics."""
    return 1 if metric == "moves" else int(is_push(position, move))


def walks(position: Position) -> dict[int, str]:
    """A shortest walk to every square that the player can reach without a push, in letters."""
    level = position.level
    found = {position.player: ""}
    waiting = deque([position.player])
    while waiting:
        here = waiting.popleft()
        for direction, step in level.steps.items():
            there = here + step
            if level.plan[there] != WALL and there not in position.boxes and there not in found:
                found[there] = found[here] + direction
                waiting.append(there)
    return found


def walk_to(position: Position, goal: Square) -> list[Step] | None:
    """A shortest walk to a square, for people who click on it; None if boxes or walls are in the way."""
    level = position.level
    if not (0 <= goal.row < level.height and 0 <= goal.column < level.width):
        return None
    way = walks(position).get(goal.row * level.width + goal.column)
    return None if way is None else [STEPS[letter] for letter in way]
