"""One board a game, found by the game's name; a game without one is played by typing."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

from quandary.game import Game
from quandary.tui.board import Board


def board_class(game: Game[Any, Any]) -> type[Board[Any, Any]]:
    """The board of a game: `GameBoard` of the module that has the game's name, or the one for typed moves."""
    own = f"{__name__}.{game.name.replace('-', '_')}"
    name = own if importlib.util.find_spec(own) else f"{__name__}.text"
    found: type[Board[Any, Any]] = importlib.import_module(name).GameBoard
    return found
