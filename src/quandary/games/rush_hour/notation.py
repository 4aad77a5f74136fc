"""Rush Hour in text: boards in both public dialects, pack lines, and moves.

A board is rows of cells (separated by line breaks or `/`), or one line if it is square. Nothing is guessed: a
vehicle must be one straight piece, and whatever is not is refused by the name of its cell. The red car has two cells,
as in the box; a board with a longer one says so (`any-length/XXX...`), or whoever reads it does.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator

from quandary.core.printable import quoted
from quandary.game import Puzzle, PuzzleError
from quandary.games.rush_hour.position import EMPTY, LARGEST_SIDE, MOST_VEHICLES, WALL, Position, place
from quandary.games.rush_hour.rules import Slide, slide

NAME = "rush-hour"
SMALLEST_ONE_LINE_SIDE = 5
# Up to this side vehicles are cars and trucks, as in the box; bigger boards have room for longer ones.
CLASSIC_SIDE = 6
LONGEST_CLASSIC = 3
RED_LENGTH = 2
ANY_LENGTH = "any-length/"
"""What stands before a board whose red car is longer."""

_LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnpqrstuvwyz")
_CELLS = _LETTERS | {EMPTY, WALL}
_MOVE = re.compile(r"([A-Za-z])([+-])([0-9]{1,4})")
_DIRECTED_MOVE = re.compile(r"([A-Za-z])([LRUDlrud])([0-9]{0,4})")
_DIRECTIONS = {"L": ("horizontal", -1), "R": ("horizontal", 1), "U": ("vertical", -1), "D": ("vertical", 1)}


def parse(text: str, *, any_length: bool = False) -> Position:
    """The position of a board text; a red car longer than two cells is read only where that is wanted."""
    board = text.lstrip().removeprefix(ANY_LENGTH)
    any_length = any_length or board != text.lstrip()
    lines = board.split()
    if len(lines) == 1 and "/" not in board:
        cells, width = lines[0], _side_of_one_line(lines[0])
    else:
        rows = [row for line in lines for row in line.split("/") if row]
        cells, width = "".join(rows), _width_of(rows)
    cells = cells.replace("o", EMPTY)
    _check(cells, width, any_length=any_length)
    return Position(cells, width)


def _side_of_one_line(line: str) -> int:
    side = math.isqrt(len(line))
    if side * side == len(line) and SMALLEST_ONE_LINE_SIDE <= side <= LARGEST_SIDE:
        return side
    raise PuzzleError(
        f"a board in one line must be square, from 25 characters (5x5) and 36 (6x6) to 256 (16x16); this one has "
        f"{len(line)}"
    )


def _width_of(rows: list[str]) -> int:
    if not rows:
        raise PuzzleError("the board is empty (expected rows of cells, for example 6 of 6)")
    if not 2 <= len(rows) <= LARGEST_SIDE:
        raise PuzzleError(f"a board has 2 to {LARGEST_SIDE} rows, this one has {len(rows)}")
    width = len(rows[0])
    if not 2 <= width <= LARGEST_SIDE:
        raise PuzzleError(f"a row has 2 to {LARGEST_SIDE} cells, this one has {width}", place="row 1")
    for number, row in enumerate(rows, start=1):
        if len(row) != width:
            raise PuzzleError(f"this row has {len(row)} cells, the first has {width}", place=f"row {number}")
    return width


def _check(cells: str, width: int, *, any_length: bool) -> None:
    """Refuses every board whose pieces are not straight vehicles with one horizontal red car among them."""
    # In reading order, so that the first fault is the one reported.
    contents = dict.fromkeys(cells)
    if not contents.keys() <= _CELLS:
        unknown = next(cell for cell in contents if cell not in _CELLS)
        raise PuzzleError(
            f"unknown character {unknown!r} (expected . or o for empty, x for a wall, or a vehicle's letter)",
            place=place(cells.index(unknown), width),
        )
    vehicles = [cell for cell in contents if cell in _LETTERS]
    red = "X" if "X" in contents else "A"
    if red not in contents:
        raise PuzzleError("there is no red car (expected a horizontal X, or a horizontal A where there is no X)")
    if len(vehicles) > MOST_VEHICLES:
        raise PuzzleError(f"there are {len(vehicles)} vehicles, at most {MOST_VEHICLES} are possible")
    height = len(cells) // width
    classic = width <= CLASSIC_SIDE and height <= CLASSIC_SIDE
    for letter in vehicles:
        first, last, length = cells.index(letter), cells.rindex(letter), cells.count(letter)
        if last - first == length - 1 and first // width == last // width:
            longest = LONGEST_CLASSIC if classic else width - 1
        elif letter != red and cells[first : last + 1 : width] == letter * length:
            longest = LONGEST_CLASSIC if classic else height - 1
        else:
            raise _not_straight(cells, width, letter, is_red=letter == red)
        if not 2 <= length <= longest:
            problem = "has only one cell" if length == 1 else f"has {length} cells, at most {longest} are possible here"
            raise PuzzleError(f"vehicle {letter} {problem}", place=place(first, width))
        if letter == red and length != RED_LENGTH and not any_length:
            problem = f"the red car {letter} has {length} cells, it must have {RED_LENGTH} (--any-length reads it)"
            raise PuzzleError(problem, place=place(first, width))


def _not_straight(cells: str, width: int, letter: str, *, is_red: bool) -> PuzzleError:
    """Says what is wrong with a vehicle that is not one straight piece (or is red and not horizontal)."""
    own = [index for index, cell in enumerate(cells) if cell == letter]
    first = own[0]
    piece = _piece(cells, width, first)
    apart = [index for index in own if index not in piece]
    where = place(first, width)
    if apart:
        other = place(apart[0], width)
        if is_red:
            return PuzzleError(f"there are several red cars: {letter} here and at {other}", place=where)
        return PuzzleError(f"vehicle {letter} is split: another part is at {other}", place=where)
    if is_red and all(index % width == first % width for index in own):
        return PuzzleError(f"the red car {letter} stands upright, it must lie horizontally", place=where)
    rows, columns = ({index // width for index in own}, {index % width for index in own})
    if len(rows) * len(columns) == len(own):
        return PuzzleError(f"vehicle {letter} is {len(rows)} cells high and {len(columns)} wide", place=where)
    return PuzzleError(f"vehicle {letter} is bent, a vehicle is one straight piece", place=where)


def _piece(cells: str, width: int, start: int) -> set[int]:
    """The cells connected to `start` that show the same letter."""
    piece, frontier = {start}, [start]
    while frontier:
        index = frontier.pop()
        column = index % width
        beside = ([index - 1] if column else []) + ([index + 1] if column < width - 1 else [])
        for other in (*beside, index - width, index + width):
            if 0 <= other < len(cells) and cells[other] == cells[start] and other not in piece:
                piece.add(other)
                frontier.append(other)
    return piece


def format_board(position: Position) -> str:
    """One line where the board is square and not tiny, else a line a row; a longer red car is announced."""
    mark = "" if position.cells.count(position.red) == RED_LENGTH else ANY_LENGTH
    if position.width == position.height >= SMALLEST_ONE_LINE_SIDE:
        return mark + position.cells
    return mark + "\n".join(position.rows())


def compact(position: Position) -> str:
    """The board in one line whatever its shape: rows separated by `/` where `format_board` needs several lines."""
    return format_board(position).replace("\n", "/")


def parse_move(text: str) -> Slide:
    """`X+3` (right or down), `B-1` (left or up); also `XR3`, `BU`, where the player names the direction."""
    word = text.strip()
    if match := _MOVE.fullmatch(word):
        letter, sign, cells = match.groups()
        distance = int(sign + cells)
        # Only slides that some board has room for are worth keeping.
        return slide(letter, distance) if abs(distance) < LARGEST_SIDE else Slide(letter, distance)
    if match := _DIRECTED_MOVE.fullmatch(word):
        letter, direction, cells = match.groups()
        axis, sign = _DIRECTIONS[direction.upper()]
        return Slide(letter, sign * int(cells or 1), axis)
    raise PuzzleError(f"{quoted(word)} is not a move (expected a letter, + or -, and a number: X+3, B-1)")


def format_move(move: Slide) -> str:
    """`X+3`: the vehicle, and how far right or down."""
    return f"{move.vehicle}{move.cells:+d}"


def read_pack(text: str, *, any_length: bool = False) -> Iterator[Puzzle[Position] | PuzzleError]:
    """All puzzles of a file: pack lines, boards in one line, and boards as rows with blank lines between them.

    A row has at most 16 cells and a board in one line at least 25, so that a line always says which it is.
    Lines that begin with `#` are comments.
    """
    for number, (line_number, entry) in enumerate(_entries(text), start=1):
        try:
            yield _read_entry(entry, str(number), any_length)
        except PuzzleError as error:
            yield error.within(f"line {line_number}").located(puzzle=str(number))


def _entries(text: str) -> Iterator[tuple[int, str]]:
    """The puzzles' own texts, each with the number of its first line."""
    rows: list[str] = []
    line_number = 0
    for line_number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip()
        begins_rows = line.startswith(ANY_LENGTH) and len(line) <= len(ANY_LENGTH) + LARGEST_SIDE
        stands_alone = len(line) > LARGEST_SIDE or " " in line or "\t" in line or "/" in line
        stands_alone = stands_alone and not begins_rows
        if rows and (not line or line.startswith("#") or stands_alone or begins_rows):
            yield line_number - len(rows), "\n".join(rows)
            rows = []
        if not line or line.startswith("#"):
            continue
        if stands_alone:
            yield line_number, line
        else:
            rows.append(line)
    if rows:
        yield line_number - len(rows) + 1, "\n".join(rows)


def _read_entry(entry: str, number: str, any_length: bool) -> Puzzle[Position]:
    words = entry.split()
    facts: dict[str, int | list[int]] = {}
    if "\n" not in entry and re.fullmatch(r"-?[0-9]{1,6}", words[0]):
        if not 2 <= len(words) <= 4:
            raise PuzzleError(f"a pack line is MOVES BOARD [SIZE], this one has {len(words)} words")
        facts["moves"] = int(words[0])
        if len(words) > 2 and (size := _count(words[2], "SIZE, the number of positions")):
            facts["positions"] = size
        if len(words) > 3:
            facts["histogram"] = [_count(count, "the count of positions") for count in words[3].split(",")]
        entry = words[1]
    position = parse(entry, any_length=any_length)
    return Puzzle(NAME, number, position, format_board(position), facts)


def _count(word: str, what: str) -> int:
    if not re.fullmatch(r"[0-9]{1,15}", word):
        raise PuzzleError(f"{quoted(word)} is not {what}")
    return int(word)


def write_pack(puzzles: Iterable[Puzzle[Position]]) -> str:
    """Pack lines `MOVES BOARD SIZE`; a puzzle whose optimum is not known is written as its board alone."""
    lines = []
    for puzzle in puzzles:
        board = compact(puzzle.position)
        if "moves" in puzzle.facts:
            board = f"{puzzle.facts['moves']:02d} {board} {puzzle.facts.get('positions', 0)}"
        lines.append(board + "\n")
    return "".join(lines)
