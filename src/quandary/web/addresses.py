"""Puzzles as web addresses, and back.

`rush-hour:expert#42` lives at `/rush-hour/expert/42`, because browsers keep what stands behind a `#` to themselves;
`rush-hour:` and a board lives at `/rush-hour/` and the board.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

from quandary.core.game import Game
from quandary.core.ids import PuzzleId, is_id

_SEED_ADDRESS = re.compile(r"(?:(?P<words>[A-Za-z0-9_-]+)[/#])?#?(?P<seed>[0-9]{1,19})")


def address_of(game: Game[Any, Any], puzzle_id: str) -> str:
    """Where the puzzle of an id lives."""
    name = PuzzleId.parse(puzzle_id)
    if name.seed is None:
        return f"/{game.name}/{quote(name.board, safe='')}"
    return "/".join(["", game.name, *filter(None, (name.words, str(name.seed)))])


def id_of(game: Game[Any, Any], address: str) -> str:
    """The id that the part of an address after the game's name stands for."""
    address = address.strip("/")
    if is_id(game, address):
        return address
    if match := _SEED_ADDRESS.fullmatch(address):
        return str(PuzzleId(game.name, match["words"] or "", int(match["seed"])))
    return str(PuzzleId(game.name, board=address))
