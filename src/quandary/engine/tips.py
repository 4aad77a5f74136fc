"""Tips: a hint told in small steps, so that it teaches. First where to look, then what, then how, then do it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Literal

from quandary.core.abilities import M, P
from quandary.core.game import Game

Kind = Literal["where", "piece", "move", "play"]
TIPS: tuple[Kind, ...] = ("where", "piece", "move", "play")
"""What a tip tells, from the least on. `play` tells no more than `move`: whoever asks for it wants it played."""


@dataclass(frozen=True, slots=True)
class Tip(Generic[M]):
    """One step of a hint."""

    kind: Kind
    text: str
    """A sentence for the player."""
    move: M | None
    """The move, from `move` on; and for `piece`, so that a board can light up what it moves."""


def tips(game: Game[P, M], position: P, move: M) -> list[Tip[M]]:
    """All that can be told of a good move, step by step; what the game has no words for is left out."""
    where, piece, said = game.say_where(position, move), game.say_piece(position, move), game.say_move(position, move)
    found: list[Tip[M]] = [Tip("where", where, None)] if where else []
    found += [Tip("piece", f"Look at {piece}.", move)] if piece else []
    return [*found, Tip("move", f"{said[:1].upper()}{said[1:]}.", move), Tip("play", said, move)]
