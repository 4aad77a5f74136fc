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
    parts = [quote(name.board, safe="")] if name.seed is None else [name.words, str(name.seed)]
    return "/".join(["", game.name, *filter(None, parts)])


def id_of(game: Game[Any, Any], address: str) -> str:
    """The id that the part of an address after the game's name stands for."""
    address = address.strip("/")
    if is_id(game, address):
        return address
    words, _, seed = address.replace("#", "/").rpartition("/")
    if seed.isascii() and seed.isdigit():
        name = PuzzleId.parse(f"{game.name}:{words}#{seed}" if words else f"{game.name}#{seed}")
        if name.seed is not None:
            return str(name)
    return str(PuzzleId(game.name, board=address))
