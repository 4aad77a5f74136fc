"""Puzzles as web addresses, and back.

`rush-hour:expert#42` lives at `/rush-hour/expert/42`, because browsers keep what stands behind a `#` to themselves;
`rush-hour:` and a board lives at `/rush-hour/` and the board.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from quandary.core.game import Game
from quandary.core.ids import PuzzleId, is_id


def address_of(game: Game[Any, Any], puzzle_id: str) -> str:
    """Where the puzzle of an id lives."""
    name = PuzzleId.parse(puzzle_id)
    if name.pack:
        # `/rush-hour/beginner/3` is a seed; the third puzzle of the pack `beginner` is named by its whole id.
        return f"/{game.name}/{name}"
    if name.seed is None:
        return f"/{game.name}/{quote(name.board, safe='')}"
    # The words as they are in the id, so that the address leads back to the same id.
    words, _, seed = puzzle_id.strip()[len(game.name) :].lstrip(":").rpartition("#")
    return "/".join(["", game.name, *filter(None, (words, seed))])


def id_of(game: Game[Any, Any], address: str) -> str:
    """The id that the part of an address after the game's name stands for."""
    address = address.strip("/")
    if is_id(game, address):
        return address
    words, _, seed = address.replace("#", "/").rpartition("/")
    if seed.isascii() and seed.isdigit():
        name = f"{game.name}:{words}#{seed}" if words else f"{game.name}#{seed}"
        if PuzzleId.parse(name).seed is not None:
            return name
    return str(PuzzleId(game.name, board=address))
