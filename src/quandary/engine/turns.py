"""Turns: the positions that a game has gone through, each with the move that led to it and who made it.

A turn leads to the one before it, so that a whole game is its last turn; this is also how a line of moves is saved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple

from quandary.core.abilities import M, P
from quandary.core.game import Event, Game, Status

PLAYER, HINT = "player", "hint"
"""Who made a move: the player, unaided or as a hint said; or `solver:NAME` or `strategy:NAME`, who played for them."""


@dataclass(frozen=True, slots=True, eq=False)
class Turn(Generic[P, M]):
    """A position of a game, and how it was reached."""

    position: P
    status: Status
    """Whether the game goes on there."""
    costs: tuple[int, ...]
    """What all moves up to here cost, in each of the game's units."""
    number: int = 0
    """How many moves those are."""
    move: M | None = None
    """The last of them; None at the start."""
    by: str = PLAYER
    """Who made it."""
    events: tuple[Event, ...] = ()
    """What it made happen."""
    before: Turn[P, M] | None = field(default=None, repr=False)
    """The turn before; None at the start."""
    joined: bool = False
    """Whether the move is one step together with the one before it, as in a walk."""
    fixed: int = 0
    """How many of the moves cannot be taken back."""


class Taken(NamedTuple, Generic[M]):
    """A move that was taken back."""

    move: M
    by: str
    joined: bool


class Left(NamedTuple, Generic[P, M]):
    """Where the game stood before it jumped, so that undo leads back there."""

    target: Turn[P, M]
    turn: Turn[P, M]
    redoable: list[Taken[M]]
    spent: float
    undone: int


def turns_to(last: Turn[P, M]) -> Iterator[Turn[P, M]]:
    """Every turn up to the last in which a move was made, the first one first."""
    turns = []
    turn: Turn[P, M] | None = last
    while turn is not None and turn.before is not None:
        turns.append(turn)
        turn = turn.before
    return reversed(turns)


def turn_of(last: Turn[P, M], number: int) -> Turn[P, M] | None:
    """The turn of this number that has led to the last."""
    turn: Turn[P, M] | None = last
    while turn is not None and turn.number != number:
        turn = turn.before
    return turn


def saved_line(game: Game[P, M], last: Turn[P, M]) -> dict[str, Any]:
    """A line of moves as it is saved."""
    turns = list(turns_to(last))
    moves = [game.format_move(turn.move) for turn in turns if turn.move is not None]
    joined = [number for number, turn in enumerate(turns) if turn.joined]
    return {"moves": moves, "marks": [turn.by for turn in turns], "joined": joined}


def read_line(game: Game[P, M], saved: Mapping[str, Any], words: Sequence[Any] | None = None) -> list[Taken[M]]:
    """What was saved of a line: its moves, who made them, and which are joined."""
    moves = [game.parse_move(text_of(word)) for word in (saved["moves"] if words is None else words)]
    marks = [text_of(by) for by in saved.get("marks", [PLAYER] * len(moves))]
    joined = set(saved.get("joined", ()))
    marked = enumerate(zip(moves, marks, strict=True))
    return [Taken(move, by, number in joined) for number, (move, by) in marked]


def text_of(value: object) -> str:
    """A text from a saved game; a `TypeError` if it is none."""
    if not isinstance(value, str):
        raise TypeError(f"expected a text, found {value!r}")
    return value


def count_of(value: object) -> float:
    """A number from a saved game; a `TypeError` if it is none."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < 1e15:
        raise TypeError(f"expected a number from 0 up, found {value!r}")
    return value
