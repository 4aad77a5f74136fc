"""The rules: what may be played, what it leads to, and when it is over. Pure functions, no search, no text."""

from __future__ import annotations

from dataclasses import dataclass

from quandary.game import Event, IllegalMove, Outcome, Status, Won
from quandary.games.template.position import FREE, FROG, TOAD, Position

_DIRECTION = {FROG: +1, TOAD: -1}


@dataclass(frozen=True, slots=True)
class Hop:
    """The animal on this stone hops (stones count from 1)."""

    stone: int


@dataclass(frozen=True, slots=True)
class Hopped(Event):
    """An animal hopped from one stone to another."""

    animal: str
    start: int
    end: int


def moves(position: Position) -> list[Hop]:
    """Every animal that can hop, from the left."""
    if _is_won(position):
        return []
    stones = range(1, len(position.stones) + 1)
    return [Hop(stone) for stone in stones if isinstance(_landing(position, stone), int)]


def play(position: Position, move: Hop) -> Outcome[Position]:
    """The position after the hop."""
    if _is_won(position):
        raise IllegalMove("everybody has arrived already")
    landing = _landing(position, move.stone)
    if isinstance(landing, str):
        raise IllegalMove(landing)
    row = list(position.stones)
    animal = row[move.stone - 1]
    row[move.stone - 1], row[landing - 1] = FREE, animal
    after = Position("".join(row))
    hopped = Hopped(animal, move.stone, landing)
    return Outcome(after, (hopped, Won()) if _is_won(after) else (hopped,))


def status(position: Position) -> Status:
    """Lost when nobody can hop any more: animals never turn back."""
    if _is_won(position):
        return Status.WON
    return Status.PLAYING if moves(position) else Status.LOST


def _is_won(position: Position) -> bool:
    return list(position.stones) == sorted(position.stones, key=(TOAD + FREE + FROG).index)


def _landing(position: Position, stone: int) -> int | str:
    """Where the animal on this stone lands, or why it cannot hop."""
    row = position.stones
    if type(stone) is not int or not 1 <= stone <= len(row):
        return f"there is no stone {stone} (stones: 1 to {len(row)})"
    animal = row[stone - 1]
    if animal == FREE:
        return f"nobody sits on stone {stone}"
    step = _DIRECTION[animal]
    for landing, over in ((stone + step, None), (stone + 2 * step, stone + step)):
        if 1 <= landing <= len(row) and row[landing - 1] == FREE and (over is None or row[over - 1] != animal):
            return landing
    return f"the animal on stone {stone} has nowhere to go"
