"""What a look at a level brings up beside its optimum: recorded solutions that are none, boxes to spare."""

from __future__ import annotations

from quandary.game import Finding, IllegalMove, Puzzle, PuzzleError
from quandary.games.sokoban.notation import parse_moves
from quandary.games.sokoban.position import Position
from quandary.games.sokoban.rules import is_push, is_solved, play


def findings(puzzle: Puzzle[Position]) -> list[Finding]:
    """Replays every recorded solution, and compares it with the recorded optimum."""
    found = []
    optimum = puzzle.facts.get("pushes")
    for number, text in enumerate(puzzle.facts.get("solutions", ()), start=1):
        pushes = _pushes_of(puzzle.position, text)
        if isinstance(pushes, str):
            found.append(Finding(f"recorded solution {number} is none: {pushes}", is_error=True))
        elif optimum is not None and pushes < optimum:
            problem = f"recorded solution {number} takes {pushes} pushes, fewer than the recorded optimum {optimum}"
            found.append(Finding(problem, is_error=True))
    position = puzzle.position
    if is_solved(position):
        found.append(Finding("it is solved before the first move", is_error=False))
    if spare := len(position.boxes) - len(position.level.goals):
        found.append(Finding(f"there are {spare} more boxes than goals", is_error=False))
    return found


def _pushes_of(position: Position, text: str) -> int | str:
    """The pushes of a solution, or why it is none."""
    pushes = 0
    try:
        for number, move in enumerate(parse_moves(text), start=1):
            try:
                after = play(position, move).position
            except IllegalMove as error:
                return f"move {number}, {move.letter}, is illegal: {error}"
            pushes += is_push(position, move)
            position = after
    except PuzzleError as error:
        return str(error)
    return pushes if is_solved(position) else "it ends before the level is solved"
