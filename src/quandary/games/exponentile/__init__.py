"""ExponenTile: swap neighbours, let equal tiles merge into higher ones, and keep the board alive."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from quandary.game import Briefing, Game, Generator, Option, Outcome, Player, Puzzle, Status, Trainer
from quandary.games.exponentile import notation, rules
from quandary.games.exponentile.position import CLASSIC, RULE_NAMES, Position
from quandary.games.exponentile.resolve import Resolved, resolve
from quandary.games.exponentile.rules import Fell, GameOver, Merged, Move, RefusedSwap, Spawned, Swapped

__all__ = [
    "GAME",
    "Exponentile",
    "Fell",
    "GameOver",
    "Merged",
    "Move",
    "Position",
    "RefusedSwap",
    "Resolved",
    "Spawned",
    "Swapped",
    "resolve",
]


class Exponentile(Game[Position, Move]):
    """The rooms of this folder, put together."""

    name = notation.NAME
    title = "ExponenTile"
    summary = "Swap neighbours so that equal tiles merge into higher ones, and keep the board alive for a score."
    variant_options = (Option("rules", str, CLASSIC, "classic, or those of the web game", RULE_NAMES),)
    is_scored = True
    # Small boards, on which a game is soon over.
    examples = (
        "2,4,8,4/4,2,2,8/8,4,4,2/2,8,4,2",
        "2,4,2,8/4,2,4,16/2,8,4,2/8,2,16,4/rules=web",
        "4,2,8/2,4,2/8,2,16/score=40/moves=3/chance=12345",
        "2,2,4/8,4,2/2,8,4/4,2,8/torus=yes/spawn=2,8,16,32",
    )

    def moves(self, position: Position) -> Sequence[Move]:
        return rules.moves(position)

    def canonical_move(self, position: Position, move: Move) -> Move:
        return rules.canonical_move(position, move)

    def play(self, position: Position, move: Move) -> Outcome[Position]:
        return rules.play(position, move)

    def status(self, position: Position) -> Status:
        return rules.status(position)

    def score(self, position: Position) -> int:
        return position.score

    def ending(self, position: Position) -> str:
        return str(1 << max(position.cells))

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

    def record(self, puzzle: Puzzle[Position]) -> dict[str, Any]:
        tiles = [[1 << value for value in row] for row in puzzle.position.rows]
        return {**super().record(puzzle), "rules": puzzle.position.rules, "board": tiles}

    def players(self) -> tuple[Player[Position, Move], ...]:
        from quandary.games.exponentile.players import PLAYERS

        return PLAYERS

    def trainer(self) -> Trainer:
        from quandary.games.exponentile.trainer import ExponentileTrainer

        return ExponentileTrainer(**self.variant_choices)

    def generator(self) -> Generator[Position]:
        from quandary.games.exponentile.generator import ExponentileGenerator

        return ExponentileGenerator(**self.variant_choices)

    def briefing(self) -> Briefing[Position]:
        from quandary.games.exponentile.briefing import ExponentileBriefing

        return ExponentileBriefing()

    def draw(self, position: Position, *, colour: bool = False) -> str:
        from quandary.games.exponentile.scene import draw_text

        return draw_text(position, colour=colour)

    def draw_svg(self, position: Position) -> str:
        from quandary.games.exponentile.scene import draw_svg

        return draw_svg(position)

    def frames(self, position: Position, moves: Iterable[Move]) -> Iterator[Sequence[str]]:
        from quandary.games.exponentile.frames import frames

        return frames(position, moves)


GAME = Exponentile()
