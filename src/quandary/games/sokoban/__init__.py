"""Sokoban: push every box to a goal, one at a time, and never pull."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from quandary.game import (
    Briefing,
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
from quandary.games.sokoban import collection, formats, notation, rules
from quandary.games.sokoban.position import Position, Square
from quandary.games.sokoban.rules import BoxOffGoal, BoxOnGoal, Pushed, Step, Walked

__all__ = ["GAME", "BoxOffGoal", "BoxOnGoal", "Position", "Pushed", "Sokoban", "Square", "Step", "Walked"]


class Sokoban(Game[Position, Step]):
    """The rooms of this folder, put together."""

    name = notation.NAME
    title = "Sokoban"
    summary = "Push the boxes onto the goals: one at a time, and no way to pull them back."
    metrics = ("pushes", "pushes,moves", "moves", "any")
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
    daily = "intermediate"

    def moves(self, position: Position) -> Sequence[Step]:
        return rules.moves(position)

    def play(self, position: Position, move: Step) -> Outcome[Position]:
        return rules.play(position, move)

    def status(self, position: Position) -> Status:
        return rules.status(position)

    def move_cost(self, position: Position, move: Step, metric: str) -> int:
        return rules.move_cost(position, move, metric)

    def parse(self, text: str) -> Position:
        return notation.parse(text)

    def format(self, position: Position) -> str:
        return notation.format_board(position)

    def compact(self, position: Position) -> str:
        return notation.compact(position)

    def parse_move(self, text: str) -> Step:
        return notation.parse_move(text)

    def format_move(self, move: Step) -> str:
        return move.letter

    def parse_moves(self, text: str) -> list[Step]:
        return notation.parse_moves(text)

    def format_moves(self, moves: Iterable[Step]) -> str:
        return notation.format_moves(moves)

    def read_pack(self, text: str) -> Iterator[Puzzle[Position] | PuzzleError]:
        return collection.read_collection(text)

    def write_pack(self, puzzles: Iterable[Puzzle[Position]]) -> str:
        return collection.write_collection(puzzles)

    def export(self, position: Position, format: str) -> str:
        return formats.write(position, format)

    def export_moves(self, position: Position, moves: Iterable[Step], format: str) -> str:
        return formats.write_moves(position, moves, format)

    def strategies(self) -> tuple[Strategy[Position, Step], ...]:
        from quandary.games.sokoban.solver import STRATEGIES

        return STRATEGIES

    def prover(self) -> Prover[Position, Step]:
        from quandary.games.sokoban.prover import SokobanProver

        return SokobanProver()

    def checker(self) -> Checker[Position, Step]:
        from quandary.games.sokoban.checker import SokobanChecker

        return SokobanChecker()

    def generator(self) -> Generator[Position]:
        from quandary.games.sokoban.generator import SokobanGenerator

        return SokobanGenerator()

    def guide(self, position: Position) -> Guide[Position, Step]:
        from quandary.games.sokoban.guide import SokobanGuide

        return SokobanGuide(self.strategies()[0])

    def likeness(self, position: Position) -> object:
        from quandary.games.sokoban.symmetry import canonical_form

        return canonical_form(position)

    def difficulty(self, position: Position) -> Mapping[str, Any] | None:
        from quandary.games.sokoban.difficulty import assess

        found = assess(position)
        return None if found is None else found.as_dict()

    def findings(self, puzzle: Puzzle[Position]) -> list[Finding]:
        from quandary.games.sokoban.findings import findings

        return findings(puzzle)

    def briefing(self) -> Briefing[Position]:
        from quandary.games.sokoban.briefing import SokobanBriefing

        return SokobanBriefing()

    def draw(self, position: Position, *, colour: bool = False) -> str:
        from quandary.games.sokoban.scene import draw_text

        return draw_text(position, colour=colour)

    def warnings(self, history: Sequence[Position], *, colour: bool = False) -> str:
        from quandary.games.sokoban.deadlocks import dead_since
        from quandary.games.sokoban.scene import draw_text

        picture = draw_text(history[-1], colour=colour, warnings=True)
        dead = dead_since(history)
        return picture if dead is None else f"{picture}\nlost since move {dead.move}: {dead.reason}"

    def draw_svg(self, position: Position) -> str:
        from quandary.games.sokoban.picture import draw_svg

        return draw_svg(position)


GAME = Sokoban()
