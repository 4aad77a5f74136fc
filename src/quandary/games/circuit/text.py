"""A position as text for a terminal.

Every number stands where its line runs: between neighbours, below a cell, or in the middle of a block with a
slash that shows which way the diagonal lies. Brackets mark where the player stands and parentheses where they
were, so nothing depends on colour.
"""

from __future__ import annotations

from quandary.drawing.ansi import coloured
from quandary.game import Status
from quandary.games.circuit.position import LIVES, Board, Cell, Position
from quandary.games.circuit.rules import stars, status
from quandary.games.circuit.scene import FINISH_TEXT

_HERE, _SEEN, _NUMBER = "1;30;103", "1;32", "36"


def draw_text(position: Position, *, colour: bool = False) -> str:
    """The board with its numbers, and below it how the game stands."""
    board = position.board
    rows, cols = board.settings.rows, board.settings.cols
    width = max(len(_label(position, (row, col))) for row in range(rows) for col in range(cols))
    gap = max(len(str(connector.value)) for connector in board.connectors) + 2
    margin = len(f"r{rows - 1}") + 1
    columns = [margin + col * (width + gap) for col in range(cols)]
    line_length = columns[-1] + width
    lines = [_Line(line_length)]
    for col in range(cols):
        lines[0].centre(columns[col], width, f"c{col}", "2")
    for row in range(rows):
        lines += _cells(position, row, columns, width, gap, line_length)
        if row + 1 < rows:
            lines += _between(board, row, columns, width, gap, line_length)
    drawn = [line.text(colour=colour) for line in lines]
    return "\n".join([*(line.rstrip() for line in drawn), _state(position)])


class _Line:
    """A line of characters, each with its style."""

    def __init__(self, length: int) -> None:
        self._marks = [" "] * length
        self._styles = [""] * length

    def centre(self, left: int, width: int, text: str, style: str = "") -> None:
        """Puts a text in the middle of a stretch of the line."""
        start = left + (width - len(text)) // 2
        self._marks[start : start + len(text)] = text
        self._styles[start : start + len(text)] = [style] * len(text)

    def text(self, *, colour: bool) -> str:
        """The line, with its styles as ANSI codes if colour is wanted."""
        line = "".join(self._marks)
        return coloured(line, self._styles) if colour else line


def _label(position: Position, cell: Cell) -> str:
    text = position.board.tiles[cell].expression or FINISH_TEXT
    before, after = "[]" if cell == position.here else "()" if cell in position.walked else "  "
    return f"{before}{text}{after}"


def _cells(position: Position, row: int, columns: list[int], width: int, gap: int, length: int) -> list[_Line]:
    """A row of cells, with the horizontals between them."""
    line = _Line(length)
    line.centre(0, len(f"r{row}"), f"r{row}", "2")
    for col, left in enumerate(columns):
        cell = (row, col)
        style = _HERE if cell == position.here else _SEEN if cell in position.walked else ""
        line.centre(left, width, _label(position, cell), style)
        if col + 1 < len(columns):
            value = position.board.ways[cell][row, col + 1]
            line.centre(left + width, gap, str(value).center(gap, "─"), _NUMBER)
    return [line]


def _between(board: Board, row: int, columns: list[int], width: int, gap: int, length: int) -> list[_Line]:
    """The verticals and diagonals between two rows: a line of strokes, one of numbers, one of strokes."""
    upper, numbers, lower = _Line(length), _Line(length), _Line(length)
    for col, left in enumerate(columns):
        for line, text in ((upper, "│"), (numbers, str(board.ways[row, col][row + 1, col])), (lower, "│")):
            line.centre(left, width, text, _NUMBER)
        if col + 1 < len(columns):
            falls = (row + 1, col + 1) in board.ways[row, col]
            ends = ((row, col), (row + 1, col + 1)) if falls else ((row, col + 1), (row + 1, col))
            stroke, shift = ("╲", -2) if falls else ("╱", 2)
            upper.centre(left + width + shift, gap, stroke, _NUMBER)
            numbers.centre(left + width, gap, str(board.ways[ends[0]][ends[1]]), _NUMBER)
            lower.centre(left + width - shift, gap, stroke, _NUMBER)
    return [upper, numbers, lower]


def _state(position: Position) -> str:
    """Lives, coins and the end of the game, in words and signs."""
    state = status(position)
    if position.hidden and state is Status.PLAYING:
        steps = len(position.walked) - 1
        return f"hidden mode, {steps} {'step' if steps == 1 else 'steps'}"
    mistakes = "1 mistake" if position.mistakes == 1 else f"{position.mistakes} mistakes"
    score = mistakes if position.hidden else f"lives {'♥' * (position.lives or 0)}{'♡' * min(LIVES, position.mistakes)}"
    ends = {Status.PLAYING: "", Status.WON: f", won {'★' * stars(position)}{'☆' * (3 - stars(position))}"}
    return f"{score}, coins {position.coins}{ends.get(state, ', lost')}"
