"""The game in words, for somebody who has never heard of it."""

from __future__ import annotations

from quandary.game import Briefing, Quest
from quandary.games.rush_hour.position import WALL, Position

_RULES = """\
The board is a grid of cells. Each letter is a vehicle that covers a straight line of cells, side by side (horizontal)
or one above the other (vertical); all cells with the same letter are one vehicle. {empty}
A vehicle only moves along its own line: a horizontal one left and right, a vertical one up and down. It never turns.
It slides over any number of cells in one move, but every cell that it passes and every cell where it stops must be
empty. It cannot leave the board, pass through other vehicles{walls} or push anything."""

_AIMS = {
    "moves": "One slide of any length counts one move; fewer moves are better.",
    "steps": "A slide over n cells counts n steps; fewer steps are better.",
    "moves,steps": "One slide of any length counts one move; fewer are better, and among equals fewer cells slid.",
}


class RushHourBriefing(Briefing[Position]):
    """What it takes to play Rush Hour."""

    example = "B-1 C+2 X+3"

    def rules(self, position: Position) -> str:
        if WALL in position.cells:
            return _RULES.format(empty="A dot is an empty cell, a small x is a wall that never moves.", walls=", walls")
        return _RULES.format(empty="A dot is an empty cell.", walls="")

    def goal(self, position: Position, metric: str, quest: Quest | None) -> str:
        red = position.red
        row = position.cells.index(red) // position.width + 1
        return (
            f"Slide the red car, {red}, which lies in row {row}, until it touches the right edge of the board. "
            f"The puzzle is solved at that moment. {_AIMS[metric]}"
        )

    def notation(self, position: Position) -> str:
        return (
            "A move is the vehicle's letter, exactly as on the board (capital and small letters are different "
            "vehicles), then + or -, then the number of cells: + is right for a horizontal vehicle and down for a "
            "vertical one, - is left or up. B-1 moves B one cell to the left or up."
        )

    def puzzle(self, position: Position, quest: Quest | None) -> str:
        return "\n".join(position.rows())
