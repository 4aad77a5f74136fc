"""Rows of characters into a position, and back: as they stand, or in runs.

Everything that can be wrong with a level is found here and named by its place. Levels in the wild carry things that
no player can come to: ornaments outside the walls, courtyards, boxes on goals that were walled in. These are not
faults. What stands outside is dropped, what is walled in is filled with wall, so that every square which is left
over matters to play.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import groupby

from quandary.game import PuzzleError
from quandary.games.sokoban.position import BOX, BOX_ON_GOAL, FLOOR, GOAL, PLAYER, PLAYER_ON_GOAL, WALL, Level, Position

LARGEST_SIDE = 256
MARKS = frozenset("#@+$*. -_")
"""What a row of XSB is made of."""
LETTER_MARKS = frozenset("wpPbBo")
"""The same things in an older dialect."""
_KNOWN = MARKS | LETTER_MARKS
_MEANING = str.maketrans("-_wpPbBo", FLOOR * 2 + WALL + PLAYER + PLAYER_ON_GOAL + BOX + BOX_ON_GOAL + GOAL)

Place = Callable[[int, int], str]
"""How to say where a row and a column (from 0) are, for an error."""
# What lies beyond the end of a row.
_NOTHING = "~"


def name_of_place(row: int, column: int) -> str:
    """Where something is in a text that begins with the level."""
    return f"line {row + 1}, column {column + 1}"


def build(rows: Sequence[str], place: Place = name_of_place) -> Position:
    """The position of these rows, which may be ragged. Raises `PuzzleError` with the place of the fault."""
    return _Sheet(rows, place).position()


class _Sheet:
    """The rows as one rectangle with a margin around it.

    A set of squares is a number with a bit for each, so that a whole region grows by one step at once.
    """

    def __init__(self, rows: Sequence[str], place: Place) -> None:
        self._place = place
        _check_rows(rows, place)
        self._width = width = max(map(len, rows)) + 2
        margin = _NOTHING * width
        middle = "".join([_NOTHING + row.translate(_MEANING).ljust(width - 1, _NOTHING) for row in rows])
        self._marks = margin + middle + margin
        self._all = (1 << len(self._marks)) - 1
        self._walls = self._where(WALL)

    def position(self) -> Position:
        """The position, on the smallest rectangle that holds all walls."""
        player = self._player()
        ground = self._ground(player)
        outside = self._grown(1, self._all & ~self._walls)
        self._check_walled_in_goals(ground | outside)
        self._check_counts(ground)
        # Walls that nothing connects with the level are ornaments.
        solid = self._all & ~outside & ~ground
        walls = self._grown(1 << player, solid | ground, diagonally=True) & solid
        return self._cut_out(walls, ground, player)

    def _where(self, marks: str) -> int:
        """The squares that hold one of these marks."""
        return int(self._marks[::-1].translate(_as_bits(marks)), 2)

    def _grown(self, squares: int, allowed: int, *, diagonally: bool = False) -> int:
        """All squares that are connected with these within what is allowed."""
        width = self._width
        while True:
            level = squares | squares << 1 | squares >> 1
            if not diagonally:
                level &= allowed
                rows = squares << width | squares >> width
            else:
                rows = level << width | level >> width
            more = squares | ((level | rows) & allowed)
            if more == squares:
                return squares
            squares = more

    def _fault(self, problem: str, index: int | None = None) -> PuzzleError:
        """The error at a square, or at the beginning of the level."""
        row, column = (1, 1) if index is None else divmod(index, self._width)
        return PuzzleError(problem, place=self._place(row - 1, column - 1))

    def _player(self) -> int:
        players = [index for index, mark in enumerate(self._marks) if mark in (PLAYER, PLAYER_ON_GOAL)]
        if not players:
            raise self._fault("there is no player (expected one @, or + on a goal)")
        if len(players) > 1:
            raise self._fault("there is a second player (expected one @, or + on a goal)", players[1])
        return players[0]

    def _ground(self, player: int) -> int:
        """Every square that the player could come to without boxes; refused if that leads out of the level."""
        paper = self._all & ~self._where(_NOTHING)
        ground = self._grown(1 << player, paper & ~self._walls)
        beside = ground << 1 | ground >> 1 | ground << self._width | ground >> self._width
        if holes := beside & ~paper:
            hole = _first(holes)
            neighbours = (hole - 1, hole - self._width, hole + 1, hole + self._width)
            exits = [index for index in neighbours if index >= 0 and ground >> index & 1]
            raise self._fault("the walls do not close the level: the player can get out here", exits[0])
        return ground

    def _check_walled_in_goals(self, known: int) -> None:
        """Boxes and goals that are walled in together may be left out; a goal alone could never be covered."""
        goals, boxes = self._where(GOAL) & ~known, self._where(BOX) & ~known
        if goals.bit_count() > boxes.bit_count():
            raise self._fault("no box can come to this goal, walls are all around it", _first(goals))

    def _check_counts(self, ground: int) -> None:
        goals = self._where(GOAL + BOX_ON_GOAL + PLAYER_ON_GOAL) & ground
        boxes = (self._where(BOX + BOX_ON_GOAL) & ground).bit_count()
        if not goals:
            raise self._fault("there is no goal (expected at least one . or * or +)")
        if boxes < goals.bit_count():
            problem = f"there are fewer boxes ({boxes}) than goals ({goals.bit_count()})"
            for _ in range(boxes):
                goals &= goals - 1
            raise self._fault(problem, _first(goals))

    def _cut_out(self, walls: int, ground: int, player: int) -> Position:
        plan = [FLOOR] * len(self._marks)
        for index in _each(walls):
            plan[index] = WALL
        for index in _each(self._where(GOAL + BOX_ON_GOAL + PLAYER_ON_GOAL) & ground):
            plan[index] = GOAL
        boxes = _each(self._where(BOX + BOX_ON_GOAL) & ground)
        width = self._width
        lines = ["".join(plan[start : start + width]) for start in range(0, len(plan), width)]
        used = [number for number, line in enumerate(lines) if WALL in line]
        top, bottom = used[0], used[-1] + 1
        left = min(line.find(WALL) for line in lines[top:bottom])
        right = max(line.rfind(WALL) for line in lines[top:bottom]) + 1

        def moved(index: int) -> int:
            row, column = divmod(index, width)
            return (row - top) * (right - left) + column - left

        level = Level("".join([line[left:right] for line in lines[top:bottom]]), right - left)
        return Position(level, frozenset(map(moved, boxes)), moved(player))


@cache
def _as_bits(marks: str) -> dict[int, int]:
    """Turns these marks into ones and all others into zeros."""
    every = "#@+$*. " + _NOTHING
    return str.maketrans(every, "".join("1" if mark in marks else "0" for mark in every))


def _first(squares: int) -> int:
    return (squares & -squares).bit_length() - 1


def _each(squares: int) -> list[int]:
    return [index for index, bit in enumerate(reversed(f"{squares:b}")) if bit == "1"]


def _check_rows(rows: Sequence[str], place: Place) -> None:
    """Refuses senseless sizes and unknown characters."""
    if not any(rows):
        raise PuzzleError("the level is empty", place=place(0, 0))
    if len(rows) > LARGEST_SIDE:
        raise PuzzleError(f"a level has at most {LARGEST_SIDE} rows, this one has {len(rows)}", place=place(0, 0))
    for row, text in enumerate(rows):
        if len(text) > LARGEST_SIDE:
            problem = f"a row has at most {LARGEST_SIDE} squares, this one has {len(text)}"
            raise PuzzleError(problem, place=place(row, 0))
        if not _KNOWN.issuperset(text):
            column, unknown = next((column, mark) for column, mark in enumerate(text) if mark not in _KNOWN)
            raise PuzzleError(
                f"unknown character {unknown!r} (expected # wall, space, - or _ floor, . goal, $ box, * box on goal, "
                f"@ player, + player on goal)",
                place=place(row, column),
            )


def format_board(position: Position) -> str:
    """The level in XSB, a line for each row."""
    return "\n".join(row.rstrip() for row in position.rows())


def compact(position: Position) -> str:
    """The level in one line: runs with counts, `|` between rows, `_` for floor (a first `-` would look like a flag)."""
    return "|".join(pack(row.rstrip().replace(" ", "_")) for row in position.rows())


# Run-length encoding, as levels and solutions share it: `3r` is `rrr`, `2(lU)` is `lUlU`, `|` ends a row.

LONGEST_TEXT = 1_000_000
# What brackets around brackets make us copy, and what counts of 0 throw away, is work too.
MOST_WORK = 10 * LONGEST_TEXT
_TOKEN = re.compile(r"([0-9]*)([^0-9])")


def unpack(text: str) -> str:
    """The text with all runs written out. Raises `PuzzleError` for a count without a character and the like."""
    # One list for the text outside of all brackets, and one more for every bracket that is open.
    levels: list[list[str]] = [[]]
    counts: list[int] = []
    at = length = work = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None or len(token[1]) > len(str(LONGEST_TEXT)) or (token[1] and token[2] in ")|\n"):
            raise PuzzleError("a number must stand before a character or a bracket", place=f"character {at + 1}")
        count, character = int(token[1] or 1), token[2]
        if character == "(":
            counts.append(count)
            levels.append([])
        elif character == ")" and not counts:
            raise PuzzleError("this bracket closes nothing", place=f"character {token.end()}")
        else:
            if character == ")":
                run, count = "".join(levels.pop()), counts.pop()
                length -= len(run)
            else:
                run = character
            length += len(run) * count
            work += len(run) * max(count, 1)
            if length > LONGEST_TEXT or work > MOST_WORK:
                raise PuzzleError(f"this text is longer than {LONGEST_TEXT:,} characters when it is written out")
            levels[-1].append(run * count)
        at = token.end()
    if counts:
        raise PuzzleError("a bracket is not closed")
    return "".join(levels[0])


def pack(text: str) -> str:
    """The text with every run of two and more written as a count; there must be no digits in it."""
    runs = ((character, len(list(run))) for character, run in groupby(text))
    return "".join(f"{count}{character}" if count > 1 else character for character, count in runs)
