"""What a look at a puzzle of a pack brings up: the validator's warnings, and whether its id makes this puzzle."""

from __future__ import annotations

from dataclasses import replace

from quandary.core.ids import PuzzleId
from quandary.game import Finding, Puzzle, PuzzleError, UsageError
from quandary.games.circuit.generator import make_board
from quandary.games.circuit.notation import NAME
from quandary.games.circuit.position import Board, Position
from quandary.games.circuit.settings import read_code
from quandary.games.circuit.validation import find_warnings


def findings(puzzle: Puzzle[Position]) -> list[Finding]:
    """Remarks, and an error if the id promises another puzzle."""
    board = puzzle.position.board
    found = [Finding(str(warning), is_error=False) for warning in find_warnings(board)]
    promised = promised_board(board.id)
    if promised is not None and promised != board:
        found.append(Finding(f"the id {board.id} makes another puzzle", is_error=True))
    return found


def promised_board(name: str) -> Board | None:
    """The puzzle that an id makes; None if it is not one of ours."""
    try:
        made_of = PuzzleId.parse(name)
        if made_of.game != NAME or made_of.seed is None:
            return None
        return replace(make_board(read_code(made_of.words), made_of.seed), id=name)
    except (PuzzleError, UsageError):
        return None
