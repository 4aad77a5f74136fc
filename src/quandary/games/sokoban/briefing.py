"""The game in words, for somebody who has never heard of it."""

from __future__ import annotations

from quandary.game import Briefing, Quest
from quandary.games.sokoban.position import Position

_RULES = """\
A player walks on a board of squares, one square up, down, left or right at a time.
If there is a box on the next square, the player pushes it one square further in the same direction. That is possible
only if the square behind the box is neither a wall nor another box. Boxes are never pulled, and never pushed two at a
time. The player cannot walk onto a wall.

`#` is a wall, `@` the player, `$` a box, `.` a goal, `*` a box on a goal, `+` the player on a goal, and a space is
free floor."""

_AIMS = {
    "pushes": "Every push of a box by one square counts one; fewer pushes are better. Steps without a push are free.",
    "pushes,moves": "Every push of a box by one square counts one; fewer are better, and among equals fewer steps.",
    "moves": "Every step of the player, with a push or without, counts one; fewer steps are better.",
    "any": "Any solution will do, however long.",
}


class SokobanBriefing(Briefing[Position]):
    """What it takes to play Sokoban."""

    example = "rrULLddR"

    def rules(self, position: Position) -> str:
        return _RULES

    def goal(self, position: Position, metric: str, quest: Quest | None) -> str:
        spare = len(position.boxes) > len(position.level.goals)
        left = " (there are more boxes than goals; the others may stand anywhere)" if spare else ""
        return f"Bring a box onto every goal{left}. The level is solved at that moment. {_AIMS[metric]}"

    def notation(self, position: Position) -> str:
        return (
            "A step is one letter: l left, u up, r right, d down. A small letter is a step without a push, a capital "
            "(L U R D) a step that pushes a box; a capital where there is no box to push is an illegal move. The "
            "letters are written one after the other, with or without spaces. Write every step: do not use numbers "
            "or brackets to shorten repetitions."
        )

    def credit(self, start: Position, position: Position) -> float:
        """Boxes that have come home, of those that were not."""
        at_first, now = (len(one.boxes & one.level.goals) for one in (start, position))
        return max(now - at_first, 0) / max(len(start.level.goals) - at_first, 1)

    def puzzle(self, position: Position, quest: Quest | None) -> str:
        return "\n".join(row.rstrip() for row in position.rows())
