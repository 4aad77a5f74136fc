"""Puzzles as web addresses, and back.

`rush-hour:expert#42` lives at `/rush-hour/expert/42`, because browsers keep what stands behind a `#` to themselves;
`rush-hour:` and a board lives at `/rush-hour/` and the board.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

from quandary.game import Game
from quandary.making import is_id

_SEED_ADDRESS = re.compile(r"(?:(?P<words>[A-Za-z0-9_-]+)[/#])?#?(?P<seed>[0-9]{1,19})")
_SEED_ID = re.compile(r"[a-z0-9-]+(?::(?P<words>[A-Za-z0-9_-]+))?#(?P<seed>[0-9]{1,19})")


def address_of(game: Game[Any, Any], puzzle_id: str) -> str:
    """Where the puzzle of an id lives."""
    if match := _SEED_ID.fullmatch(puzzle_id):
        return "/".join(["", game.name, *filter(None, (match["words"], match["seed"]))])
    return f"/{game.name}/{quote(puzzle_id.removeprefix(f'{game.name}:'), safe='')}"


def id_of(game: Game[Any, Any], address: str) -> str:
    """The id that the part of an address after the game's name stands for."""
    address = address.strip("/")
    if is_id(game, address):
        return address
    if match := _SEED_ADDRESS.fullmatch(address):
        words = f":{match['words']}" if match["words"] else ""
        return f"{game.name}{words}#{match['seed']}"
    return f"{game.name}:{address}"
