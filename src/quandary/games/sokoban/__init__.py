"""Sokoban: push every box to a goal, one at a time, and never pull."""

from __future__ import annotations

from collections.abc import Sequence

from quandary.game import Game
from quandary.games.sokoban import formats, notation, rules
from quandary.games.sokoban.position import Position, Square
from quandary.games.sokoban.rules import BoxOffGoal, BoxOnGoal, Pushed, Step, Walked

__all__ = ["GAME", "BoxOffGoal", "BoxOnGoal", "Position", "Pushed", "Sokoban", "Square", "Step", "Walked"]


class Sokoban(Game[Position, Step]):
    """The rooms of this folder, put together."""

    name = notation.NAME
    title = "Sokoban"
    summary = "Push the boxes onto the goals: one at a time, and no way to pull them back."
    metrics = ("pushes", "pushes,moves", "moves", "any")
    daily = "advanced"
    casual = "beginner"
    position_formats = formats.FORMATS
    solution_formats = formats.SOLUTION_FORMATS
    # Many collections are older than UTF-8.
    encodings = ("utf-8-sig", "latin-1")
    examples = (
        "5#|#@$.#|5#",
        "6#|#_@__#|#_$__#|#_.$.#|#____#|6#",
        "_4#|##_.#|#@$_#|#_$.#|#_$_#|5#",
        "6#|#.$@_#|#__$_#|#.___#|6#",
        "5#|#$__#|#@_.#|5#",
    )

    moves = staticmethod(rules.moves)
    play = staticmethod(rules.play)
    status = staticmethod(rules.status)
    move_cost = staticmethod(rules.move_cost)
    parse = staticmethod(notation.parse)
    format = staticmethod(notation.format_board)
    compact = staticmethod(notation.compact)
    parse_move = staticmethod(notation.parse_move)
    parse_moves = staticmethod(notation.parse_moves)
    format_moves = staticmethod(notation.format_moves)
    read_pack = staticmethod(formats.read_pack)
    write_pack = staticmethod(formats.write_pack)
    export = staticmethod(formats.write)
    export_moves = staticmethod(formats.write_moves)

    def figures(self, position: Position) -> dict[str, str]:
        goals = position.level.goals
        return {"Goals": f"{len(position.boxes & goals)} of {len(goals)}"}

    def way_to(self, position: Position, place: str) -> list[Step] | None:
        box, _, goal = place.rpartition(">")
        if box:
            return rules.push_to(position, notation.parse_square(box), notation.parse_square(goal))
        return rules.walk_to(position, notation.parse_square(goal))

    def format_move(self, move: Step) -> str:
        return move.letter

    def likeness(self, position: Position) -> object:
        from quandary.games.sokoban.position import canonical_form

        return canonical_form(position)

    def warnings(self, history: Sequence[Position], *, colour: bool = False) -> str:
        from quandary.games.sokoban.deadlocks import dead_since
        from quandary.games.sokoban.text import draw_text

        picture = draw_text(history[-1], colour=colour, warnings=True)
        dead = dead_since(history)
        return picture if dead is None else f"{picture}\nlost since move {dead.move}: {dead.reason}"


GAME = Sokoban()
