"""The board of a game: its own, from its `terminal.py`, or the one for typed moves."""

from __future__ import annotations

from typing import Any

from quandary.core.game import Game
from quandary.core.rooms import room
from quandary.tui.board import Board
from quandary.tui.text_board import TextBoard


def board_class(game: Game[Any, Any]) -> type[Board[Any, Any]]:
    """`GameBoard` of the game's own module, if it has one."""
    own = room(game, "terminal", "GameBoard")
    found: type[Board[Any, Any]] = own.GameBoard if own else TextBoard
    return found
