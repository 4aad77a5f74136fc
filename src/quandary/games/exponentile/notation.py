"""ExponenTile in text: boards, games in progress, and moves.

A board is its rows, the numbers as they are shown. Whatever is not as usual follows in fields, a line each:

    2 4 8 2 16 4 2 8
    …
    rules: web
    score: 1240
    moves: 31
    chance: 7046029254386353131

All in one line, rows and fields have `/` between them, and numbers commas: `2,4,8/8,2,4/4,8,2/rules=web`. A text that
does not say where chance stands gets the generator of seed 0, so that it, too, is the same game every time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from quandary.core.options import check_rule
from quandary.core.printable import quoted
from quandary.game import PuzzleError
from quandary.games.exponentile.position import (
    CLASSIC,
    FEWEST_SPAWNED,
    LARGEST_SIDE,
    LARGEST_SPAWNED,
    RULE_NAMES,
    SIDE,
    SMALLEST_SIDE,
    SPAWN,
    Board,
    Cell,
    Position,
)
from quandary.games.exponentile.rules import Move, cell_name

NAME = "exponentile"

# Far beyond what anybody will reach, and small enough for every number that a program may want to keep it in.
LARGEST_TILE = 1 << 30
_LARGEST_COUNT = (1 << 63) - 1
_LARGEST_STATE = (1 << 64) - 1

_FIELD = re.compile(r"\s*([A-Za-z]+)\s*[:=](.*)", re.DOTALL)
_MOVE = re.compile(r"r([0-9]{1,3})c([0-9]{1,3})>r([0-9]{1,3})c([0-9]{1,3})", re.IGNORECASE)


def parse(text: str, *, rules: str | None = None) -> Position:
    """Return the position of a text. `rules` fills in what it leaves open, and must not contradict it."""
    rows: list[tuple[int, str]] = []
    fields: dict[str, Any] = {}
    for number, piece in enumerate(re.split(r"[\n/]", text.replace("\r\n", "\n").replace("\r", "\n")), start=1):
        if match := _FIELD.fullmatch(piece):
            name = match[1].lower()
            if name not in _READERS:
                expected = ", ".join(_READERS)
                raise PuzzleError(f"unknown name {quoted(match[1])} (expected {expected})", place=f"line {number}")
            if name in fields:
                raise PuzzleError(f"{name} is there twice", place=f"line {number}")
            fields[name] = _READERS[name](match[2].strip(), f"line {number}, {name}")
            if name == "rules":
                check_rule(name, fields[name], rules)
        elif piece.strip():
            rows.append((number, piece))
    cells, width = _read_board(rows)
    fields["rules"] = rules or fields.get("rules", CLASSIC)
    fields.setdefault("spawn", SPAWN[fields["rules"]])
    return Position(cells, width, **fields)


def _read_board(rows: list[tuple[int, str]]) -> tuple[Board, int]:
    if not rows:
        raise PuzzleError(f"the board is empty (expected {SIDE} lines of {SIDE} numbers)")
    board = [_read_tiles(piece, f"line {number}") for number, piece in rows]
    width = len(board[0])
    for (number, _), tiles in zip(rows, board, strict=True):
        if len(tiles) != width:
            raise PuzzleError(
                f"this row has {len(tiles)} numbers, the first has {width}: all rows are equally long",
                place=f"line {number}",
            )
    for count, what in ((len(board), "rows"), (width, "columns")):
        if not SMALLEST_SIDE <= count <= LARGEST_SIDE:
            raise PuzzleError(f"{count} {what}: a board has {SMALLEST_SIDE} to {LARGEST_SIDE} {what}")
    return tuple(tile for tiles in board for tile in tiles), width


def _read_tiles(text: str, place: str) -> list[int]:
    words = re.split(r"[\s,]+", text.strip())
    return [_exponent(word, f"{place}, number {column}") for column, word in enumerate(words, start=1)]


def _exponent(word: str, place: str) -> int:
    value = _number(word, place)
    if value < 2 or value.bit_count() != 1:
        raise PuzzleError(f"{value} is no tile (tiles are powers of two: 2, 4, 8 …)", place=place)
    if value > LARGEST_TILE:
        raise PuzzleError(f"{value} is above the largest tile that is read, {LARGEST_TILE}", place=place)
    return value.bit_length() - 1


def _number(word: str, place: str, most: int = _LARGEST_COUNT) -> int:
    if not re.fullmatch("[0-9]{1,20}", word):
        raise PuzzleError(f"{quoted(word)} is not a whole number", place=place)
    value = int(word)
    if value > most:
        raise PuzzleError(f"{value} is not from 0 to {most}", place=place)
    return value


def _read_rules(word: str, place: str) -> str:
    if word.lower() not in RULE_NAMES:
        raise PuzzleError(f"there are no rules {quoted(word)} (rules: {', '.join(RULE_NAMES)})", place=place)
    return word.lower()


def _read_spawn(text: str, place: str) -> Board:
    tiles = _read_tiles(text, place)
    if sorted(set(tiles)) != tiles or len(tiles) < FEWEST_SPAWNED or tiles[-1] > LARGEST_SPAWNED:
        raise PuzzleError(
            f"new tiles have {FEWEST_SPAWNED} or more values, each above the one before, up to {1 << LARGEST_SPAWNED}",
            place=place,
        )
    return tuple(tiles)


def _read_torus(word: str, place: str) -> bool:
    if word.lower() not in ("yes", "no"):
        raise PuzzleError(f"{quoted(word)} is neither yes nor no", place=place)
    return word.lower() == "yes"


_READERS: dict[str, Callable[[str, str], object]] = {
    "rules": _read_rules,
    "spawn": _read_spawn,
    "torus": _read_torus,
    "score": _number,
    "moves": _number,
    "chance": partial(_number, most=_LARGEST_STATE),
}


def format_position(position: Position) -> str:
    """The rows, the numbers under each other, and a line for everything that is not as usual."""
    tiles = [[str(1 << value) for value in row] for row in position.rows]
    wide = max(len(tile) for row in tiles for tile in row)
    rows = (" ".join(tile.rjust(wide) for tile in row) for row in tiles)
    return "\n".join([*rows, *(f"{name}: {' '.join(words)}" for name, words in _fields(position))])


def compact(position: Position) -> str:
    """The same in one line without spaces, for ids and addresses."""
    rows = (",".join(str(1 << value) for value in row) for row in position.rows)
    return "/".join([*rows, *(f"{name}={','.join(words)}" for name, words in _fields(position))])


def _fields(position: Position) -> Iterable[tuple[str, list[str]]]:
    if position.rules != CLASSIC:
        yield "rules", [position.rules]
    if position.spawn != SPAWN[position.rules]:
        yield "spawn", [str(1 << value) for value in position.spawn]
    if position.torus:
        yield "torus", ["yes"]
    for name in ("score", "moves", "chance"):
        if value := getattr(position, name):
            yield name, [str(value)]


def parse_move(text: str) -> Move:
    """`r3c4>r3c5`: the tile at row 3, column 4 moves to row 3, column 5."""
    match = _MOVE.fullmatch(text.strip())
    if not match:
        raise PuzzleError(f"{quoted(text.strip())} is not a move (expected for example r3c4>r3c5)")
    rows_and_columns = [int(number) - 1 for number in match.groups()]
    if min(rows_and_columns) < 0:
        raise PuzzleError(f"{quoted(text.strip())} is not a move: rows and columns count from 1")
    source, target = (rows_and_columns[0], rows_and_columns[1]), (rows_and_columns[2], rows_and_columns[3])
    if not _could_touch(source, target):
        raise PuzzleError(f"{quoted(text.strip())} is not a move: the two cells are not adjacent")
    return Move(source, target)


def _could_touch(source: Cell, target: Cell) -> bool:
    """Whether two cells are neighbours, be it over the edges of some torus."""
    if (source[0] == target[0]) == (source[1] == target[1]):
        return False
    axis = 1 if source[0] == target[0] else 0
    near, far = sorted((source[axis], target[axis]))
    return far == near + 1 or (near == 0 and SMALLEST_SIDE <= far + 1 <= LARGEST_SIDE)


def format_move(move: Move) -> str:
    """The move as `parse_move` reads it."""
    return f"{cell_name(move.source)}>{cell_name(move.target)}"
