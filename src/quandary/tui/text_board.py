"""The board of a game that has none of its own: what the game draws, and moves that are typed.

With it a new game can be played as soon as its rules are there. A move is typed in the game's notation and played with
Enter; up and down go through the legal moves, and a click on one of them plays it.
"""

from __future__ import annotations

from typing import Any

from textual.geometry import Size

from quandary.core.errors import PuzzleError
from quandary.tui.board import Board, Place
from quandary.tui.canvas import PLAIN, Canvas

_LONGEST_MOVE = 40
_MOST_LISTED = 30
# Between the drawing and the list of moves.
_GAP = 4


class TextBoard(Board[Any, Any]):
    """Any game as text."""

    keys = (
        ("type", "a move in the game's notation, then Enter"),
        ("up, down", "go through the legal moves"),
        ("Backspace", "take back what was typed"),
        ("mouse", "click a move in the list"),
    )
    first_words = "Press the down arrow for a move and Enter to play it, or type one."

    def reset(self) -> None:
        self._typed = ""
        self._at = -1

    def paint(self, room: Size) -> Canvas:
        lines = self.game.draw(self.position).split("\n")
        listed = [self.game.format_move(found) for found in self.game.moves(self.position)][:_MOST_LISTED]
        column = max(map(len, lines)) + _GAP
        height = max(len(lines) + 2, len(listed))
        canvas = Canvas(max(column + max(map(len, listed), default=0), _LONGEST_MOVE), height)
        for row, line in enumerate([*lines, "", f"move: {self._typed}▏"]):
            canvas.put(0, row, line, PLAIN)
        hint = None if self.hint is None else self.game.format_move(self.hint)
        for row, text in enumerate(listed):
            canvas.put(column, row, text, self.palette.pointer if text == hint else self.palette.faint_text)
        return canvas

    def click(self, at: Place, *, twice: bool) -> None:
        column = max(map(len, self.game.draw(self.position).split("\n"))) + _GAP
        listed = list(self.game.moves(self.position))[:_MOST_LISTED]
        if at[0] >= column and 0 <= at[1] < len(listed):
            self.choose(listed[at[1]])

    def press(self, key: str, character: str | None) -> bool:
        if key in ("up", "down"):
            legal = list(self.game.moves(self.position))
            if legal:
                self._at = (self._at + (1 if key == "down" else -1)) % len(legal)
                self._typed = self.game.format_move(legal[self._at])
        elif key == "enter" and self._typed:
            typed, self._typed = self._typed, ""
            try:
                self.choose(self.game.parse_move(typed))
            except PuzzleError as error:
                self.say(str(error))
        elif key == "backspace":
            self._typed = self._typed[:-1]
        elif self._typed and character and character.isprintable() and len(self._typed) < _LONGEST_MOVE:
            self._typed += character
        elif character and (character.isdigit() or character.isupper()):
            # Small letters are the screen's commands until a move has begun.
            self._typed = character
        else:
            return False
        return True
