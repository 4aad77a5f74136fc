"""Klondike, the card game that everybody calls Solitaire: bring all four suits home, from their aces to their kings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from quandary.game import (
    Briefing,
    Checker,
    Game,
    Generator,
    Guide,
    Option,
    Outcome,
    Player,
    Prover,
    Puzzle,
    PuzzleError,
    Status,
    Strategy,
)
from quandary.games.klondike import files, formats, notation, rules
from quandary.games.klondike.layout import MOST_REDEALS
from quandary.games.klondike.position import DEFAULT_DRAW, STOCK_SIZE, Position
from quandary.games.klondike.rules import Drawn, Home, Move, Moved, Recycled, Turned

__all__ = ["GAME", "Drawn", "Home", "Klondike", "Move", "Moved", "Position", "Recycled", "Turned"]

# Some twenty seconds; nearly all deals take less than one.
DIFFICULTY_NODES = 3_000_000


class Klondike(Game[Position, Move]):
    """The rooms of this folder, put together."""

    name = notation.NAME
    title = "Klondike"
    summary = "The classic patience: turn the stock, build in alternating colours, bring all four suits home."
    metrics = ("any", "moves")
    variant_options = (
        Option("draw", int, DEFAULT_DRAW, "how many cards a turn of the stock takes", least=1, most=STOCK_SIZE),
        Option("redeals", int, None, "how often the waste may be turned over", least=0, most=MOST_REDEALS),
    )
    position_formats = formats.FORMATS
    solution_formats = formats.SOLUTION_FORMATS
    # The reference search walks every king through every empty pile, so that only the last moves of a game are small.
    examples = (
        "foundations=KCKDKHQS/1=KS",
        "redeals=0/foundations=KCKDQHJS/stock=KH/3=ksQS",
        "redeals=0/foundations=JCQDKHQS/stock=KSKCQC/1=KD",
        "draw=1/foundations=KCTDQHKS/2=JD/3=kdKH/4=QD",
    )
    daily = "draw1-winnable"

    def moves(self, position: Position) -> Sequence[Move]:
        return rules.moves(position)

    def play(self, position: Position, move: Move) -> Outcome[Position]:
        return rules.play(position, move)

    def status(self, position: Position) -> Status:
        return rules.status(position)

    def move_cost(self, position: Position, move: Move, metric: str) -> int:
        return rules.move_cost(move)

    def parse(self, text: str) -> Position:
        return notation.parse(text, **self.variant_choices)

    def format(self, position: Position) -> str:
        return notation.format_position(position)

    def compact(self, position: Position) -> str:
        return notation.compact(position)

    def parse_move(self, text: str) -> Move:
        return notation.parse_move(text)

    def format_move(self, move: Move) -> str:
        return notation.format_move(move)

    def parse_moves(self, text: str) -> list[Move]:
        return notation.parse_moves(text)

    def read_pack(self, text: str) -> Iterator[Puzzle[Position] | PuzzleError]:
        return files.read_pack(text, **self.variant_choices)

    def write_pack(self, puzzles: Iterable[Puzzle[Position]]) -> str:
        return files.write_pack(puzzles)

    def export(self, position: Position, format: str) -> str:
        return formats.write(position, format)

    def export_moves(self, position: Position, moves: Iterable[Move], format: str) -> str:
        return formats.write_moves(position, moves, format)

    def strategies(self) -> tuple[Strategy[Position, Move], ...]:
        from quandary.games.klondike.solver import STRATEGIES

        return STRATEGIES

    def prover(self) -> Prover[Position, Move]:
        from quandary.games.klondike.prover import KlondikeProver

        return KlondikeProver()

    def checker(self) -> Checker[Position, Move]:
        from quandary.games.klondike.checker import KlondikeChecker

        return KlondikeChecker()

    def players(self) -> tuple[Player[Position, Move], ...]:
        from quandary.games.klondike.blind import Blind

        return (Blind(),)

    def generator(self) -> Generator[Position]:
        from quandary.games.klondike.generator import KlondikeGenerator

        return KlondikeGenerator(**self.variant_choices)

    def guide(self, position: Position) -> Guide[Position, Move]:
        from quandary.games.klondike.guide import KlondikeGuide

        return KlondikeGuide()

    def difficulty(self, position: Position) -> Mapping[str, Any] | None:
        from quandary.games.klondike.difficulty import assess

        found = assess(position, DIFFICULTY_NODES)
        return None if found is None else found.as_dict()

    def briefing(self) -> Briefing[Position]:
        from quandary.games.klondike.briefing import KlondikeBriefing

        return KlondikeBriefing()

    def draw(self, position: Position, *, colour: bool = False) -> str:
        from quandary.games.klondike.scene import draw_text

        return draw_text(position, colour=colour)

    def draw_svg(self, position: Position) -> str:
        from quandary.games.klondike.scene import draw_svg

        return draw_svg(position)

    def frames(self, position: Position, moves: Iterable[Move]) -> Iterator[Sequence[str]]:
        from quandary.games.klondike.scene import frames

        return frames(position, moves)


GAME = Klondike()
