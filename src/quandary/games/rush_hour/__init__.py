"""Rush Hour: slide the vehicles out of the way and get the red car out of the car park."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from quandary.game import Budget, BudgetEnded, Game, Guide, Option, Puzzle, PuzzleError, Task
from quandary.games.rush_hour import notation, rules
from quandary.games.rush_hour.notation import format_board, parse, parse_move
from quandary.games.rush_hour.position import Position, Vehicle
from quandary.games.rush_hour.rules import Slid, Slide, is_solved, moves, play

if TYPE_CHECKING:
    from quandary.games.rush_hour.difficulty import GRADES, Difficulty, assess
    from quandary.games.rush_hour.findings import needless_parts
    from quandary.games.rush_hour.generator import RushHourGenerator

__all__ = [
    "GAME",
    "GRADES",
    "Difficulty",
    "Optimum",
    "Position",
    "RushHour",
    "RushHourGenerator",
    "Slid",
    "Slide",
    "Vehicle",
    "assess",
    "format_board",
    "is_solved",
    "moves",
    "needless_parts",
    "parse",
    "parse_move",
    "play",
    "solve_puzzle",
]

# Exports that need the native core, by their modules: imported on first use, so that the rules alone load without it.
_LAZY = {
    "GRADES": "difficulty",
    "Difficulty": "difficulty",
    "RushHourGenerator": "generator",
    "assess": "difficulty",
    "needless_parts": "findings",
}

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


class Optimum(NamedTuple):
    """The answer of `solve_puzzle`."""

    solvable: bool
    """Whether the red car can get out."""
    min_moves: int
    """The least number of moves, a slide of any length counting one; -1 if the board is unsolvable."""


def solve_puzzle(grid: str) -> Optimum:
    """Return whether a board text can be solved, and in how many moves at least."""
    from quandary.games.rush_hour.solver import count_optima

    (optimum,) = count_optima([parse(grid)])
    # Without a budget a search always comes to an end.
    assert optimum is not None
    return Optimum(optimum >= 0, optimum)


def __getattr__(name: str) -> Any:
    """Import an export that needs the native core."""
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_LAZY[name]}"), name)


GAME = RushHour()
