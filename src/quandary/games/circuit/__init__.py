"""Circuit Challenge: work out what a cell says, follow the connector with that number, and reach FINISH."""

from __future__ import annotations

import importlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quandary.core.ids import is_id
from quandary.game import Effort, Game, Puzzle, Status
from quandary.games.circuit import notation, rules
from quandary.games.circuit.limits import problems
from quandary.games.circuit.notation import format_position, parse
from quandary.games.circuit.position import Board, Connector, Edge, Position, Tile, place
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
from quandary.games.circuit.settings import PRESETS, Settings, custom, preset
from quandary.games.circuit.validation import (
    Problem,
    Report,
    check_answers,
    check_connectors,
    check_expressions,
    check_path,
    check_routes,
    check_values,
    validate,
)

if TYPE_CHECKING:
    from quandary.games.circuit.generator import (
        Generated,
        Tally,
        generate_and_validate_many,
        make_board,
        try_board,
    )

__all__ = [
    "GAME",
    "PRESETS",
    "Board",
    "Circuit",
    "CoinsChanged",
    "Connector",
    "Edge",
    "Enclosed",
    "Follow",
    "Generated",
    "LifeLost",
    "Lost",
    "Move",
    "Position",
    "Problem",
    "Report",
    "Revealed",
    "Settings",
    "Step",
    "Stepped",
    "SteppedRight",
    "SteppedWrong",
    "Tally",
    "Tile",
    "check_answers",
    "check_connectors",
    "check_expressions",
    "check_path",
    "check_routes",
    "check_values",
    "custom",
    "format_position",
    "generate_and_validate_many",
    "make_board",
    "parse",
    "preset",
    "problems",
    "try_board",
    "validate",
]

# The exports of `generator`, which needs the native core: imported on first use.
_LAZY = ("Generated", "Tally", "generate_and_validate_many", "make_board", "try_board")


class Circuit(Game[Position, Move]):
    """The rooms of this folder, put together."""

    name = notation.NAME
    title = "Circuit Challenge"
    summary = "Work out each cell and follow its answer from START to FINISH."
    metrics = ("steps",)
    # One under way, one fresh, one in hidden mode. All are the generator's own.
    examples = tuple(Path(__file__).with_name("examples.jsonl").read_text(encoding="utf-8").splitlines())
    position_formats = notation.FORMATS
    daily = "4"
    casual = "2"

    moves = staticmethod(rules.moves)
    play = staticmethod(rules.play)
    status = staticmethod(rules.status)
    parse = staticmethod(notation.parse)
    format = staticmethod(notation.format_position)
    parse_move = staticmethod(notation.parse_move)
    format_move = staticmethod(notation.format_move)
    read_pack = staticmethod(notation.read_pack)
    write_pack = staticmethod(notation.write_pack)
    export = staticmethod(notation.write)

    def figures(self, position: Position) -> dict[str, str]:
        return rules.figures(position)

    def move_cost(self, position: Position, move: Move, metric: str) -> int:
        return rules.move_cost(position, move)

    def counters(self, position: Position, costs: Mapping[str, int]) -> dict[str, int]:
        # What a mistake adds to the cost would tell of it, in hidden mode at once.
        return {"steps": len(position.walked) - 1}

    def told_cost(self, position: Position, move: Move, metric: str) -> int:
        # What it would really cost says whether it follows the answer.
        return 1

    def keeps_quiet(self, position: Position) -> str | None:
        is_secret = position.hidden and rules.status(position) is Status.PLAYING
        return "in hidden mode only the end tells how it went" if is_secret else None

    def stays(self, before: Position, move: Move, after: Position) -> str | None:
        return rules.stays(before, after)

    def stars(self, position: Position, effort: Effort) -> int:
        return min(rules.stars(position, effort.seconds), 2 if effort.hints else 3)

    def coins(self, position: Position) -> int:
        return position.coins

    def record(self, puzzle: Puzzle[Position]) -> dict[str, Any]:
        # The puzzle is a JSON object already: its fields stand beside the others instead of inside a text.
        found = {**super().record(puzzle), **json.loads(puzzle.text)}
        # The board has an id too; one that the puzzle was asked for by counts for more.
        return {**found, "id": puzzle.id} if is_id(self, puzzle.id) else found

    def likeness(self, position: Position) -> object:
        board = position.board
        tiles = [f"{place(cell)} {tile.expression}" for cell, tile in sorted(board.tiles.items())]
        ways = [f"{place(way.a)}-{place(way.b)} {way.value}" for way in board.connectors]
        return "\n".join([*tiles, *sorted(ways)])


def __getattr__(name: str) -> Any:
    """Import an export that needs the native core."""
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.generator"), name)


GAME = Circuit()
