"""The puzzle as JSON, one object a line in a pack, and moves as text.

Everything is checked at this border, by the validator that knows nothing of the generator: what gets through is a whole
and right puzzle. A game under way is the same object with a `play` in it. The format of the first program is read
without being told; what breaks rules that only the puzzles of this house keep is marked as `imported`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from itertools import pairwise
from typing import Any

from quandary.core.printable import quoted
from quandary.game import Puzzle, PuzzleError, Status, UsageError
from quandary.games.circuit import camel, limits
from quandary.games.circuit.position import LIVES, START, Board, Cell, Connector, Position, Tile, place
from quandary.games.circuit.rules import COINS_RIGHT, COINS_WRONG, Follow, Move, Step, hidden_coins, status, wrong_steps
from quandary.games.circuit.settings import (
    CUSTOM,
    OPERATIONS,
    PRESETS,
    USUAL_DIVIDEND,
    Settings,
    read_sign,
)
from quandary.games.circuit.validation import find_errors

NAME = "circuit"
FORMATS = ("camel",)
"""The JSON of the game's first program."""
_MOST_ERRORS = 20
_LARGEST_SEED = (1 << 64) - 1
_STEP = re.compile(r"r([0-9]{1,3})c([0-9]{1,3})", re.IGNORECASE)
_FOLLOW = re.compile(r"[0-9]{1,6}")
_KINDS = {int: "a whole number", str: "a text", bool: "true or false", list: "a list", dict: "an object"}


def format_position(position: Position) -> str:
    """The puzzle in one line; in the middle of a game with what was walked."""
    return json.dumps(as_object(position), ensure_ascii=False, separators=(",", ":"))


def as_object(position: Position) -> dict[str, Any]:
    """The puzzle as the contract describes it."""
    board = position.board
    rows, cols = board.settings.rows, board.settings.cols
    found: dict[str, Any] = {
        "id": board.id,
        "seed": board.seed,
        "difficulty": settings_object(board.settings),
        "rows": rows,
        "cols": cols,
        "cells": [[_cell_object(board, (row, col)) for col in range(cols)] for row in range(rows)],
        "connectors": [
            {"type": connector.type, "a": [*connector.a], "b": [*connector.b], "value": connector.value}
            for connector in board.connectors
        ],
        "solution": [[*cell] for cell in board.solution],
    }
    if board.imported:
        found["imported"] = True
    if position != Position(board):
        walked = [[*cell] for cell in position.walked]
        found["play"] = {"walked": walked, "mistakes": position.mistakes, "coins": position.coins}
    return found


def _cell_object(board: Board, cell: Cell) -> dict[str, Any]:
    tile = board.tiles[cell]
    marks = {"start": cell == START, "finish": cell == board.finish}
    return {"expression": tile.expression, "answer": tile.answer, **marks}


def settings_object(settings: Settings) -> dict[str, Any]:
    """All settings, by name."""
    weights = dict(zip(OPERATIONS, settings.weights, strict=True))
    found = {**asdict(settings), "weights": weights, "operations": list(settings.operations)}
    if settings.max_dividend == USUAL_DIVIDEND:
        del found["max_dividend"]
    return found


def parse(text: str) -> Position:
    """The position of a JSON object."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        where = f"line {error.lineno}, column {error.colno}" if isinstance(error, json.JSONDecodeError) else None
        raise PuzzleError("this is not JSON (expected one object a puzzle)", place=where) from None
    return read_object(found)


def read_object(found: object) -> Position:
    """The position of an object that was read from JSON, checked from top to bottom."""
    if not isinstance(found, dict):
        raise PuzzleError("this is not a puzzle (expected a JSON object)")
    if camel.is_camel(found):
        ours = camel.read(found)
        try:
            return read_object(ours)
        except PuzzleError:
            return read_object({**ours, "imported": True})
    imported = "imported" in found and _field(found, "imported", bool)
    settings = _read_settings(_field(found, "difficulty", dict), imported)
    for name in ("rows", "cols"):
        if _field(found, name, int) != getattr(settings, name):
            raise PuzzleError(f"the difficulty says {getattr(settings, name)}, not {found[name]}", place=name)
    tiles = _read_tiles(_field(found, "cells", list), settings)
    connectors = _read_connectors(_field(found, "connectors", list), tiles)
    solution = tuple(_read_cells(_field(found, "solution", list), "solution", tiles))
    seed = _field(found, "seed", int)
    if not 0 <= seed <= _LARGEST_SEED:
        raise PuzzleError(f"must be from 0 to {_LARGEST_SEED}", place="seed")
    name = _field(found, "id", str)
    if not name.isprintable() or len(name) > 200:
        raise PuzzleError("must be a line of at most 200 characters", place="id")
    board = Board(name, seed, settings, tiles, connectors, solution, imported)
    if errors := find_errors(board):
        told = "; ".join([errors[0].text, *map(str, errors[1:_MOST_ERRORS])])
        more = f"; and {len(errors) - _MOST_ERRORS} more errors" if len(errors) > _MOST_ERRORS else ""
        raise PuzzleError(told + more, place=errors[0].place)
    return _read_play(_field(found, "play", dict), board) if "play" in found else Position(board)


def _field(found: Mapping[str, Any], name: str, kind: type, where: str = "") -> Any:
    path = f"{where}.{name}" if where else name
    if name not in found:
        raise PuzzleError(f"is missing (expected {_KINDS[kind]})", place=path)
    # A bool is an int for Python, and for nobody else.
    if type(found[name]) is not kind:
        raise PuzzleError(f"must be {_KINDS[kind]}", place=path)
    return found[name]


def _read_settings(found: Mapping[str, Any], imported: bool) -> Settings:
    numbers = ("level", "add_sub_range", "mult_div_range", "connector_min", "connector_max", "rows", "cols")
    values = {name: _field(found, name, int, "difficulty") for name in (*numbers, "seconds_per_step")}
    name = _field(found, "name", str, "difficulty")
    hidden = _field(found, "hidden", bool, "difficulty")
    given = _field(found, "weights", dict, "difficulty")
    try:
        weights = {read_sign(sign): weight for sign, weight in given.items()}
    except UsageError as error:
        raise PuzzleError(str(error), place="difficulty.weights") from None
    if not 1 <= values["level"] <= len(PRESETS) or name not in (PRESETS[values["level"] - 1].name, CUSTOM):
        raise PuzzleError("level must be 1 to 10, and name that level's or Custom", place="difficulty")
    ordered = tuple(weights.get(sign, 0) for sign in OPERATIONS)
    if not all(type(weight) is int for weight in ordered):
        raise PuzzleError("must be whole numbers", place="difficulty.weights")
    if "max_dividend" in found:
        values["max_dividend"] = _field(found, "max_dividend", int, "difficulty")
    settings = Settings(name=name, hidden=hidden, weights=ordered, **values)
    # What is there already need not be possible to make.
    if problems := limits.number_problems(settings) if imported else limits.problems(settings):
        raise PuzzleError("; ".join(problems), place="difficulty")
    return settings


def _read_tiles(rows: list[Any], settings: Settings) -> dict[Cell, Tile]:
    if len(rows) != settings.rows:
        raise PuzzleError(f"has {len(rows)} rows, expected {settings.rows}", place="cells")
    tiles = {}
    for row, cells in enumerate(rows):
        if not isinstance(cells, list) or len(cells) != settings.cols:
            raise PuzzleError(f"must be a list of {settings.cols} cells", place=f"cells[{row}]")
        for col, cell in enumerate(cells):
            tiles[row, col] = _read_tile(cell, (row, col), settings)
    return tiles


def _read_tile(found: object, cell: Cell, settings: Settings) -> Tile:
    where = place(cell)
    if not isinstance(found, dict):
        raise PuzzleError("must be an object with expression, answer, start and finish", place=where)
    finish = (settings.rows - 1, settings.cols - 1)
    for name, expected in (("start", cell == START), ("finish", cell == finish)):
        if _field(found, name, bool, where) is not expected:
            raise PuzzleError(f"must be {str(expected).lower()} here", place=f"{where}.{name}")
    if cell == finish and found.get("answer", 0) is None:
        return Tile(_field(found, "expression", str, where), None)
    return Tile(_field(found, "expression", str, where), _field(found, "answer", int, where))


def _read_connectors(found: list[Any], tiles: Mapping[Cell, Tile]) -> tuple[Connector, ...]:
    connectors = []
    for number, entry in enumerate(found):
        where = f"connectors[{number}]"
        if not isinstance(entry, dict):
            raise PuzzleError("must be an object with type, a, b and value", place=where)
        ends = [_field(entry, "a", list, where), _field(entry, "b", list, where)]
        a, b = _read_cells(ends, where, tiles)
        connector = Connector(a, b, _field(entry, "value", int, where))
        if _field(entry, "type", str, where) != connector.type:
            raise PuzzleError(f"from {place(a)} to {place(b)} it is {connector.type}", place=f"{where}.type")
        connectors.append(connector)
    return tuple(connectors)


def _read_cells(found: list[Any], where: str, tiles: Mapping[Cell, Tile]) -> list[Cell]:
    cells = []
    for number, entry in enumerate(found):
        good = isinstance(entry, list) and len(entry) == 2 and all(type(part) is int for part in entry)
        if not good or tuple(entry) not in tiles:
            raise PuzzleError("is not a cell of the grid (expected [row, column] from 0)", place=f"{where}[{number}]")
        cells.append((entry[0], entry[1]))
    return cells


def _read_play(found: Mapping[str, Any], board: Board) -> Position:
    """A game under way, which must be one that the rules can lead to."""
    walked = tuple(_read_cells(_field(found, "walked", list, "play"), "play.walked", board.tiles))
    mistakes, coins = _field(found, "mistakes", int, "play"), _field(found, "coins", int, "play")
    steps = list(pairwise(walked))
    if not walked or walked[0] != START or len(set(walked)) < len(walked) or board.finish in walked[:-1]:
        raise PuzzleError("must begin at START, enter no cell twice and end at FINISH", place="play.walked")
    for number, (here, there) in enumerate(steps, start=1):
        if there not in board.ways[here] or (not board.settings.hidden and there != board.next_cell(here)):
            raise PuzzleError(f"{place(here)} does not lead to {place(there)}", place=f"play.walked[{number}]")
    position = Position(board, walked, mistakes, coins)
    if board.settings.hidden:
        wrong = len(wrong_steps(position))
        # Nothing is said of coins before the end.
        possible = {0} if status(position) is Status.PLAYING else {hidden_coins(len(steps) - wrong, wrong)}
        fitting = mistakes == wrong
    else:
        # The last of five mistakes ends the game, so that FINISH is reached with four at most.
        fitting = 0 <= mistakes <= LIVES - (walked[-1] == board.finish)
        possible = _possible_coins(len(steps), mistakes, ended=walked[-1] == board.finish) if fitting else set()
    if not fitting:
        raise PuzzleError(f"{mistakes} mistakes do not go with this walk", place="play.mistakes")
    if coins not in possible:
        raise PuzzleError(f"{coins} coins do not go with this walk", place="play.coins")
    return position


def _possible_coins(right: int, wrong: int, *, ended: bool) -> set[int]:
    """All that right and wrong steps in any order can come to; at FINISH the last one was right."""
    coins = {(0, 0): {0}}
    for total in range(1, right + wrong + 1):
        for mistakes in range(max(0, total - right), min(wrong, total) + 1):
            steps = total - mistakes
            after_right = {before + COINS_RIGHT for before in coins.get((steps - 1, mistakes), ())}
            can_err = mistakes and not (ended and steps == right)
            lost = (
                {max(0, before - COINS_WRONG) for before in coins.get((steps, mistakes - 1), ())} if can_err else set()
            )
            coins[steps, mistakes] = after_right | lost
    return coins[right, wrong]


def write(position: Position, format: str) -> str:
    """The puzzle as another program writes it; what was walked is left out."""
    if format not in FORMATS:
        raise UsageError(f"circuit has no format {format!r} (formats: {', '.join(FORMATS)})")
    return json.dumps(camel.write(position.board), ensure_ascii=False, indent=2)


def parse_move(text: str) -> Move:
    """`r0c3`, a neighbouring cell; or `12`, the number on the connector to follow."""
    word = text.strip()
    if match := _STEP.fullmatch(word):
        return Step(int(match[1]), int(match[2]))
    if _FOLLOW.fullmatch(word):
        return Follow(int(word))
    raise PuzzleError(f"{quoted(word)} is not a move (expected a cell like r0c3, or the number on a connector)")


def format_move(move: Move) -> str:
    """`r0c3`, or the number."""
    return place(move.cell) if isinstance(move, Step) else str(move.value)


def read_pack(text: str) -> Iterator[Puzzle[Position] | PuzzleError]:
    """The puzzles of a file: JSON objects, one a line, or a single one over several lines, or a list of them."""
    for number, entry in enumerate(_entries(text), start=1):
        try:
            position = parse(entry) if isinstance(entry, str) else read_object(entry)
        except PuzzleError as error:
            yield error.located(puzzle=str(number))
        else:
            yield Puzzle(NAME, str(number), position, format_position(position))


def _entries(text: str) -> Iterable[object]:
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1 or text.lstrip().startswith("["):
        try:
            whole = json.loads(text)
        except (ValueError, RecursionError):
            return lines
        return whole if isinstance(whole, list) else [whole]
    return lines


def write_pack(puzzles: Iterable[Puzzle[Position]]) -> str:
    """One object a line."""
    return "".join(format_position(puzzle.position) + "\n" for puzzle in puzzles)
