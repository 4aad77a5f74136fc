"""Rush Hour: slide the vehicles out of the way and get the red car out of the car park."""

from __future__ import annotations

from quandary.budget import Budget, Task
from quandary.game import BudgetEnded, Game, Guide
from quandary.games.rush_hour import notation, rules
from quandary.games.rush_hour.position import Position
from quandary.games.rush_hour.rules import Slid, Slide

__all__ = ["GAME", "Position", "RushHour", "Slid", "Slide"]

# A player waits for the first hint; a cluster that takes longer is left to the solver, move by move.
GUIDE_BUDGET = Budget(time=2.0)


class RushHour(Game[Position, Slide]):
    """The rooms of this folder, put together."""

    name = notation.NAME
    title = "Rush Hour"
    summary = "Slide cars and trucks out of the way until the red car is free."
    metrics = ("moves", "steps", "moves,steps")
    daily = "intermediate"
    casual = "beginner"
    examples = (
        "............AA......................",
        "BB...C...D.CAA.D.C...D..........EEE.",
        "..B....B..AA.CC..D....D..",
        "XX.B./...B./C..xx/C....",
    )
    daily = "intermediate"

    moves = staticmethod(rules.moves)
    play = staticmethod(rules.play)
    status = staticmethod(rules.status)
    parse = staticmethod(notation.parse)
    format = staticmethod(notation.format_board)
    compact = staticmethod(notation.compact)
    parse_move = staticmethod(notation.parse_move)
    format_move = staticmethod(notation.format_move)
    read_pack = staticmethod(notation.read_pack)
    write_pack = staticmethod(notation.write_pack)

    def move_cost(self, position: Position, move: Slide, metric: str) -> int:
        return rules.move_cost(move, metric)

    def guide(self, position: Position) -> Guide[Position, Slide] | None:
        from quandary.games.rush_hour.distances import explore

        try:
            return explore(position, Task(budget=GUIDE_BUDGET))
        except BudgetEnded:
            return None

    def likeness(self, position: Position) -> object:
        from quandary.games.rush_hour.distances import canonical_form

        return canonical_form(position)


GAME = RushHour()
