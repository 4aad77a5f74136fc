"""Rush Hour: slide the vehicles out of the way and get the red car out of the car park."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from quandary.budget import Budget, Task
from quandary.game import (
    Briefing,
    BudgetEnded,
    Checker,
    Finding,
    Game,
    Generator,
    Guide,
    Outcome,
    Prover,
    Puzzle,
    PuzzleError,
    Status,
    Strategy,
)
from quandary.games.rush_hour import notation, rules
from quandary.games.rush_hour.position import Position
from quandary.games.rush_hour.rules import Slid, Slide

__all__ = ["GAME", "Position", "RushHour", "Slid", "Slide"]

# A player waits for the first hint; a cluster that takes longer is left to the solver, move by move.
GUIDE_BUDGET = Budget(time=2.0)
DIFFICULTY_BUDGET = Budget(time=20.0)


class RushHour(Game[Position, Slide]):
    """The rooms of this folder, put together."""

    name = notation.NAME
    title = "Rush Hour"
    summary = "Slide cars and trucks out of the way until the red car is free."
    metrics = ("moves", "steps", "moves,steps")
    examples = (
        "............AA......................",
        "BB...C...D.CAA.D.C...D..........EEE.",
        "..B....B..AA.CC..D....D..",
        "XX.B./...B./C..xx/C....",
    )
    daily = "intermediate"

    def moves(self, position: Position) -> Sequence[Slide]:
        return rules.moves(position)

    def play(self, position: Position, move: Slide) -> Outcome[Position]:
        return rules.play(position, move)

    def status(self, position: Position) -> Status:
        return rules.status(position)

    def move_cost(self, position: Position, move: Slide, metric: str) -> int:
        return rules.move_cost(move, metric)

    def parse(self, text: str) -> Position:
        return notation.parse(text)

    def format(self, position: Position) -> str:
        return notation.format_board(position)

    def compact(self, position: Position) -> str:
        return notation.compact(position)

    def parse_move(self, text: str) -> Slide:
        return notation.parse_move(text)

    def format_move(self, move: Slide) -> str:
        return notation.format_move(move)

    def read_pack(self, text: str) -> Iterator[Puzzle[Position] | PuzzleError]:
        return notation.read_pack(text)

    def write_pack(self, puzzles: Iterable[Puzzle[Position]]) -> str:
        return notation.write_pack(puzzles)

    def strategies(self) -> tuple[Strategy[Position, Slide], ...]:
        from quandary.games.rush_hour.solver import STRATEGIES

        return STRATEGIES

    def prover(self) -> Prover[Position, Slide]:
        from quandary.games.rush_hour.prover import RushHourProver

        return RushHourProver()

    def checker(self) -> Checker[Position, Slide]:
        from quandary.games.rush_hour.checker import RushHourChecker

        return RushHourChecker()

    def generator(self) -> Generator[Position]:
        from quandary.games.rush_hour.generator import RushHourGenerator

        return RushHourGenerator()

    def guide(self, position: Position) -> Guide[Position, Slide] | None:
        from quandary.games.rush_hour.distances import explore

        try:
            return explore(position, Task(budget=GUIDE_BUDGET))
        except BudgetEnded:
            return None

    def likeness(self, position: Position) -> object:
        from quandary.games.rush_hour.distances import canonical_form

        return canonical_form(position)

    def findings(self, puzzle: Puzzle[Position]) -> list[Finding]:
        from quandary.games.rush_hour.validation import findings

        return findings(puzzle)

    def difficulty(self, position: Position) -> Mapping[str, Any] | None:
        from quandary.games.rush_hour.difficulty import assess

        found = assess(position, Task(budget=DIFFICULTY_BUDGET))
        return None if found is None else found.as_dict()

    def briefing(self) -> Briefing[Position]:
        from quandary.games.rush_hour.briefing import RushHourBriefing

        return RushHourBriefing()

    def draw(self, position: Position, *, colour: bool = False) -> str:
        from quandary.games.rush_hour.scene import draw_text

        return draw_text(position, colour=colour)

    def draw_svg(self, position: Position) -> str:
        from quandary.games.rush_hour.scene import draw_svg

        return draw_svg(position)


GAME = RushHour()
