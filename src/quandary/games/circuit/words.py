"""Steps as people say them, and what a wrong one should have been: `12 − 5 is 7, not 9`."""

from __future__ import annotations

from collections.abc import Sequence

from quandary.core.words import counted
from quandary.game import Event
from quandary.games.circuit.position import Board, Cell, Position
from quandary.games.circuit.rules import Enclosed, LifeLost, Move, Revealed, SteppedWrong, target

_ROWS, _COLS = {-1: "up", 0: "", 1: "down"}, {-1: "left", 0: "", 1: "right"}


def say_move(position: Position, move: Move) -> str:
    """`12 − 5 is 7: go down`; off the way, where the answer leads nowhere, only where to go."""
    here, there = position.here, target(position, move)
    tile, value = position.board.tiles[here], position.board.ways[here][there]
    way = " and ".join(word for word in (_ROWS[there[0] - here[0]], _COLS[there[1] - here[1]]) if word)
    return f"{tile.expression} is {value}: go {way}" if value == tile.answer else f"go {way}, along the {value}"


def say_where(position: Position, move: Move) -> str:
    """What to work out."""
    return f"Work out {position.board.tiles[position.here].expression}."


def say_events(before: Position, events: Sequence[Event]) -> str:
    """What was wrong, and what would have been right."""
    said = []
    for event in events:
        match event:
            case SteppedWrong():
                said.append(f"{_correction(before.board, event.start, event.value)}.")
            case LifeLost():
                said.append(f"A life is lost, {event.lives or 'none'} {'is' if event.lives == 1 else 'are'} left.")
            case Enclosed():
                said.append("FINISH cannot be reached any more.")
            case Revealed():
                board = before.board
                wrong = [_correction(board, start, board.ways[start][end]) for start, end in event.wrong]
                said.append(f"{counted(event.right, 'steps')} right, {len(event.wrong)} wrong.")
                said += [f"{'; '.join(wrong)}."] if wrong else []
    return " ".join(said)


def _correction(board: Board, cell: Cell, value: int) -> str:
    tile = board.tiles[cell]
    return f"{tile.expression} is {tile.answer}, not {value}"
