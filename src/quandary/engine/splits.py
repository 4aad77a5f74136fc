"""Which puzzles are for training and which for testing: a hash of what two duplicates have in common decides.

No list is kept and no seed is asked, so that whoever makes or finds a puzzle comes to the same side, today and in every
later version. Mirror images, turns and whatever else a game's `likeness` calls the same are on the same side.
"""

from __future__ import annotations

import hashlib
from typing import Any, Literal

from quandary.core.game import Game
from quandary.core.registry import resolve_game
from quandary.engine.puzzles import check_position

Split = Literal["train", "test"]
SPLITS: tuple[str, ...] = ("train", "test")
_TEST_IN = 5


def likeness_text(game: Game[Any, Any], position: Any) -> str:
    """The likeness of a puzzle as a text that is the same on every machine."""
    likeness = game.likeness(position)
    if isinstance(likeness, str):
        return likeness
    return game.compact(position) if likeness == position else repr(likeness)


def split_of(game: str | Game[Any, Any], position: Any) -> Split:
    """The side that a puzzle is on: `test` for one of five."""
    game = resolve_game(game)
    check_position(game, position)
    return side_of(game, likeness_text(game, position))


def side_of(game: Game[Any, Any], likeness: str) -> Split:
    """The side of all puzzles that are alike."""
    digest = hashlib.sha256(f"{game.name}\n{likeness}".encode()).digest()
    return "test" if int.from_bytes(digest[:8], "big") % _TEST_IN == 0 else "train"
