"""Circuit Challenge: work out what a cell says, follow the connector with that number, and reach FINISH."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from quandary.game import Briefing, Finding, Game, Generator, Outcome, Puzzle, PuzzleError, Status, Strategy, Worksheets
from quandary.games.circuit import notation, rules
from quandary.games.circuit.examples import EXAMPLES
from quandary.games.circuit.position import Position
from quandary.games.circuit.rules import (
    CoinsChanged,
    Enclosed,
    Follow,
    LifeLost,
    Lost,
    Move,
    Revealed,
    Step,
    Stepped,
    SteppedRight,
    SteppedWrong,
)

__all__ = [
    "GAME",
    "Circuit",
    "CoinsChanged",
    "Enclosed",
    "Follow",
    "LifeLost",
    "Lost",
    "Move",
    "Position",
    "Revealed",
    "Step",
    "Stepped",
    "SteppedRight",
    "SteppedWrong",
]


class Circuit(Game[Position, Move]):
    """The rooms of this folder, put together."""

    name = notation.NAME
    title = "Circuit Challenge"
    summary = "Work out each cell and follow its answer from START to FINISH."
    metrics = ("steps",)
    examples = EXAMPLES
    daily = "4"

    def moves(self, position: Position) -> Sequence[Move]:
        return rules.moves(position)

    def play(self, position: Position, move: Move) -> Outcome[Position]:
        return rules.play(position, move)

    def status(self, position: Position) -> Status:
        return rules.status(position)

    def move_cost(self, position: Position, move: Move, metric: str) -> int:
        return rules.move_cost(position, move)

    def parse(self, text: str) -> Position:
        return notation.parse(text)

    def format(self, position: Position) -> str:
        return notation.format_position(position)

    def parse_move(self, text: str) -> Move:
        return notation.parse_move(text)

    def format_move(self, move: Move) -> str:
        return notation.format_move(move)

    def read_pack(self, text: str) -> Iterator[Puzzle[Position] | PuzzleError]:
        return notation.read_pack(text)

    def write_pack(self, puzzles: Iterable[Puzzle[Position]]) -> str:
        return notation.write_pack(puzzles)

    def record(self, puzzle: Puzzle[Position]) -> dict[str, Any]:
        # The puzzle is a JSON object already: its fields stand beside the others instead of inside a text.
        return {**super().record(puzzle), **json.loads(puzzle.text)}

    def strategies(self) -> tuple[Strategy[Position, Move], ...]:
        from quandary.games.circuit.solver import STRATEGIES

        return STRATEGIES

    def generator(self) -> Generator[Position]:
        from quandary.games.circuit.generator import CircuitGenerator

        return CircuitGenerator()

    def worksheets(self) -> Worksheets[Position]:
        from quandary.games.circuit.worksheets import CircuitWorksheets

        return CircuitWorksheets()

    def likeness(self, position: Position) -> object:
        board = position.board
        return tuple(board.tiles.items()), board.connectors

    def findings(self, puzzle: Puzzle[Position]) -> list[Finding]:
        from quandary.games.circuit.findings import findings

        return findings(puzzle.position.board)

    def difficulty(self, position: Position) -> Mapping[str, Any]:
        from quandary.games.circuit.difficulty import assess

        return assess(position.board).as_dict()

    def briefing(self) -> Briefing[Position]:
        from quandary.games.circuit.briefing import CircuitBriefing

        return CircuitBriefing()

    def draw(self, position: Position, *, colour: bool = False) -> str:
        from quandary.games.circuit.scene import draw_text

        return draw_text(position, colour=colour)

    def draw_svg(self, position: Position) -> str:
        from quandary.games.circuit.scene import draw_svg

        return draw_svg(position)


GAME = Circuit()
