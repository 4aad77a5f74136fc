"""ExponenTile: swap neighbours, let equal tiles merge into higher ones, and keep the board alive."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from quandary.game import Effort, Game, Option, Puzzle
from quandary.games.exponentile import notation, rules
from quandary.games.exponentile.position import CLASSIC, RULE_NAMES, Position
from quandary.games.exponentile.rules import (
    Fell,
    GameOver,
    Merged,
    Move,
    RefusedSwap,
    Resolved,
    Spawned,
    Swapped,
    find_group,
    resolve,
)

if TYPE_CHECKING:
    from quandary.drawing.scene import Scene

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
    "find_group",
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

    moves = staticmethod(rules.moves)
    canonical_move = staticmethod(rules.canonical_move)
    play = staticmethod(rules.play)
    status = staticmethod(rules.status)
    format = staticmethod(notation.format_position)
    compact = staticmethod(notation.compact)
    parse_move = staticmethod(notation.parse_move)
    format_move = staticmethod(notation.format_move)

    def score(self, position: Position) -> int:
        return position.score

    def figures(self, position: Position) -> dict[str, str]:
        return {"Score": f"{position.score:,}", "Highest": f"{1 << max(position.cells):,}", "Rules": position.rules}

    def stars(self, position: Position, effort: Effort) -> int:
        from quandary.games.exponentile.ladder import MARKS

        # With hints it is half the player's who gave them.
        return min(sum(position.score >= mark for mark in MARKS), 2 if effort.hints else 3)

    def ending(self, position: Position) -> str:
        return str(1 << max(position.cells))

    def rules_of(self, position: Position) -> dict[str, str]:
        return {"rules": position.rules}

    def parse(self, text: str) -> Position:
        return notation.parse(text, **self.variant_choices)

    def record(self, puzzle: Puzzle[Position]) -> dict[str, Any]:
        tiles = [[1 << value for value in row] for row in puzzle.position.rows]
        return {**super().record(puzzle), "rules": puzzle.position.rules, "board": tiles}

    def scenes(self, position: Position, moves: Iterable[Move]) -> Iterator[Sequence[Scene]]:
        from quandary.games.exponentile.frames import frames

        return frames(position, moves)


GAME = Exponentile()
