"""The rules of Sokoban: one step at a time, one box at a time, and boxes are never pulled.

A move is one step. In LURD, the notation that all of the field shares, a lower case letter is a walk and a capital
is a push; many people write everything in lower case, so a small letter may push, but a capital must. (Who writes
everything in capitals tells nothing by them, and `notation` reads them as small ones.)
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from quandary.game import Event, IllegalMove, Outcome, Status, Won
from quandary.games.sokoban.position import WALL, Position, Square, flood

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


# Squares that a search for the way of a box may look at: more than any level has that people push through by hand.
_MOST_LOOKED_AT = 400_000


def push_to(position: Position, box: Square, goal: Square) -> list[Step] | None:
    """The walks and pushes that bring a box to a square with the fewest pushes, for people who point at both; None if
    there is no box, if no way leads there while all others stay, or if it would be too far to look for."""
    level, start, end = position.level, _index(position, box), _index(position, goal)
    if start not in position.boxes or end is None or level.plan[end] == WALL:
        return None
    others = position.boxes - {start}
    came: dict[tuple[int, int], tuple[tuple[int, int], str] | None] = {(start, position.player): None}
    waiting = deque(came)
    looked_at = 0
    while waiting and looked_at < _MOST_LOOKED_AT:
        state = at, player = waiting.popleft()
        if at == end:
            return _played(position, others, came, state)
        reached = flood(level, player, others | {at})
        looked_at += len(reached)
        for direction, step in level.steps.items():
            following = (at + step, at)
            is_open = level.plan[at + step] != WALL and at + step not in others
            if is_open and at - step in reached and following not in came:
                came[following] = state, direction
                waiting.append(following)
    return None


def _index(position: Position, square: Square) -> int | None:
    level = position.level
    is_inside = 0 <= square.row < level.height and 0 <= square.column < level.width
    return square.row * level.width + square.column if is_inside else None


def _played(
    position: Position,
    others: frozenset[int],
    came: dict[tuple[int, int], tuple[tuple[int, int], str] | None],
    last: tuple[int, int],
) -> list[Step]:
    """The steps that lead to the last state: to each push the walk before it."""
    pushes: list[tuple[tuple[int, int], str]] = []
    before = came[last]
    while before is not None:
        pushes.append(before)
        before = came[before[0]]
    letters = ""
    for (box, player), direction in reversed(pushes):
        way = walks(Position(position.level, others | {box}, player))
        letters += way[box - position.level.steps[direction]] + direction.upper()
    return [STEPS[letter] for letter in letters]


def walk_to(position: Position, goal: Square) -> list[Step] | None:
    """A shortest walk to a square, for people who click on it; None if boxes or walls are in the way."""
    end = _index(position, goal)
    way = None if end is None else walks(position).get(end)
    return None if way is None else [STEPS[letter] for letter in way]
