"""Boards that the tests of Circuit Challenge share, and ways to damage them."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from quandary.games.circuit.generator import make_board
from quandary.games.circuit.notation import as_object
from quandary.games.circuit.position import Board, Position
from quandary.games.circuit.settings import read_code


@cache
def board(code: str = "5", seed: int = 42) -> Board:
    """The puzzle of an id."""
    return make_board(read_code(code), seed)


def as_json(code: str = "5", seed: int = 42) -> dict[str, Any]:
    """The puzzle as an object of its own, to be changed at will."""
    found: dict[str, Any] = json.loads(json.dumps(as_object(Position(board(code, seed)))))
    return found
