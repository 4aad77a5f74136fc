"""Levels and solutions as other programs write them. All of them are read without being told."""

from __future__ import annotations

from collections.abc import Iterable

from quandary.game import Puzzle, UsageError
from quandary.games.sokoban import slc
from quandary.games.sokoban.board import format_board
from quandary.games.sokoban.collection import NAME, write_collection
from quandary.games.sokoban.notation import compact, format_moves
from quandary.games.sokoban.position import Position
from quandary.games.sokoban.rules import STEPS, Step, is_push, play
from quandary.games.sokoban.runs import pack

FORMATS = ("xsb", "dashes", "rle", "slc")
"""XSB as it is, XSB for mails that swallow spaces, run-length encoding, XML."""
SOLUTION_FORMATS = ("lurd", "rle", "sok")
"""Letters, run-length encoding, and the level with its solution below, as solver plug-ins exchange them."""


def write(position: Position, format: str) -> str:
    """The level in one of the `FORMATS`."""
    match format:
        case "xsb":
            return format_board(position)
        case "dashes":
            return format_board(position).replace(" ", "-")
        case "rle":
            return compact(position)
        case "slc":
            return slc.write([_puzzle(position, {})])
    raise UsageError(f"sokoban has no format {format!r} (formats: {', '.join(FORMATS)})")


def write_moves(position: Position, moves: Iterable[Step], format: str) -> str:
    """A solution in one of the `SOLUTION_FORMATS`, with capitals where it pushes however it was written."""
    text = format_moves(_capitalised(position, moves))
    match format:
        case "lurd":
            return text
        case "rle":
            return pack(text)
        case "sok":
            return write_collection([_puzzle(position, {"solutions": [text]})])
    raise UsageError(f"sokoban has no notation {format!r} (notations: {', '.join(SOLUTION_FORMATS)})")


def _capitalised(position: Position, moves: Iterable[Step]) -> list[Step]:
    steps = []
    for move in moves:
        steps.append(STEPS[move.direction.upper() if is_push(position, move) else move.direction])
        position = play(position, move).position
    return steps


def _puzzle(position: Position, facts: dict[str, list[str]]) -> Puzzle[Position]:
    return Puzzle(NAME, "1", position, format_board(position), facts)
