"""Rush Hour: slide the vehicles out of the way and get the red car out of the car park."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from quandary.budget import Budget, Task
from quandary.game import BudgetEnded, Game, Guide, Option, Puzzle, PuzzleError
from quandary.games.rush_hour import notation, rules
from quandary.games.rush_hour.position import Position, Vehicle
from quandary.games.rush_hour.rules import Slid, Slide

__all__ = ["GAME", "Position", "RushHour", "Slid", "Slide", "Vehicle", "solve_puzzle"]

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
        "BB...C...D.CXX.D.C...D..........EEE.",
        "..B....B..AA.CC..D....D..",
        "XX.B./...B./C..xx/C....",
    )
    variant_options = (
        Option("any_length", bool, False, "read boards whose red car is longer than two cells, too", is_reading=True),
    )

    moves = staticmethod(rules.moves)
    play = staticmethod(rules.play)
    status = staticmethod(rules.status)
    format = staticmethod(notation.format_board)
    compact = staticmethod(notation.compact)
    parse_move = staticmethod(notation.parse_move)
    format_move = staticmethod(notation.format_move)
    write_pack = staticmethod(notation.write_pack)

    def parse(self, text: str) -> Position:
        return notation.parse(text, **self.variant_choices)

    def read_pack(self, text: str) -> Iterator[Puzzle[Position] | PuzzleError]:
        return notation.read_pack(text, **self.variant_choices)

    def known_facts(self, position: Position) -> Mapping[str, int]:
        from quandary.games.rush_hour.distances import explore

        return {"positions": explore(position).size}

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


def solve_puzzle(grid: str) -> tuple[bool, int]:
    """Whether a board in text can be solved, and in how many moves at least: -1 where it cannot."""
    # The native core is loaded by who solves, not by who only draws or plays.
    from quandary.games.rush_hour import solver

    return solver.solve_puzzle(grid)


GAME = RushHour()
