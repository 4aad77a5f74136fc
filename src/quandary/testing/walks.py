"""Random walks through a game's positions, the same ones every time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from quandary.core.rng import Rng
from quandary.game import Game, P

WALKS = 12
LENGTH = 25


def positions_along_random_walks(game: Game[P, Any], seed: int = 1) -> Iterator[P]:
    """The positions that random play passes, from each of the game's examples; solved ones included."""
    rng = Rng(seed)
    for text in game.examples:
        for _ in range(WALKS):
            position = game.parse(text)
            yield position
            for _ in range(LENGTH):
                moves = game.moves(position)
                if not moves:
                    break
                position = game.play(position, rng.choice(moves)).position
                yield position
