"""The lines of a collection, sorted into what they are: boards, names, remarks, keys with values.

People publish levels in many shapes and no line says what it is. A row of a level is known by its characters; what
has letters in it is a name. Only lines that touch each other make one board.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from quandary.game import PuzzleError
from quandary.games.sokoban.board import LETTER_MARKS, MARKS
from quandary.games.sokoban.position import WALL
from quandary.games.sokoban.runs import unpack

KEYS = frozenset(
    (
        *("title", "name", "author", "comment", "comment-end", "date", "collection", "set", "copyright", "email"),
        *("website", "homepage", "source", "solution", "optimum", "grade", "difficulty"),
    )
)
_RUN_MARKS = frozenset("0123456789|()")
_THINGS = frozenset("@+$*.")
_PLAYERS = frozenset("@+pP")
# A line made of these alone separates; it is neither a name nor a broken level.
_RULER = re.compile(r"[-=_~*.+:;/\\|<>^#\s]+")
_KEY = re.compile(r"([A-Za-z][A-Za-z-]*)(?:[/ ][A-Za-z ]*)?:\s*(.*)")
_SOLUTION_HEADER = re.compile(r"solution\b[^:]{0,40}", re.IGNORECASE)
_ROW_WITH_REMARK = re.compile(r"([-\s#@+$*._]*#[-@+$*._]*)\s+(?:;|::|//).*")
_LURD = re.compile(r"[lurdLURD0-9()\s]+")
_LEAST_ROWS = 3


class Kind(Enum):
    """What a piece of a collection is."""

    BLANK = "blank"
    BOARD = "board"
    NAME = "name"
    REMARK = "remark"
    KEY = "key"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Piece:
    """One line, or the lines of one board."""

    kind: Kind
    line: int
    """Where it begins, from 1."""
    text: str = ""
    key: str = ""
    rows: tuple[str, ...] = ()
    packed: bool = False
    """The board is written in runs, so that its rows are not lines."""


class _Line(NamedTuple):
    number: int
    text: str


def pieces(text: str) -> Iterator[Piece]:
    """All pieces of a text, in order."""
    texts = (_ROW_WITH_REMARK.sub(r"\1", line.rstrip()) for line in re.split(r"\r\n|\r|\n", text))
    lines = [_Line(number, line) for number, line in enumerate(texts, start=1)]
    at = 0
    while at < len(lines):
        run = _board_at(lines, at)
        if run:
            yield from _as_board(lines[at : at + run])
            at += run
            continue
        piece = _sorted(lines[at])
        if piece.key == "solution":
            extra = _lines_of_lurd(lines, at + 1)
            whole = " ".join([piece.text, *(line.text.strip() for line in lines[at + 1 : at + 1 + extra])])
            yield Piece(Kind.KEY, piece.line, whole.strip(), "solution")
            at += 1 + extra
        elif piece.key == "comment" and (end := _end_of_comment(lines, at)):
            inner = [piece.text, *(line.text for line in lines[at + 1 : end])]
            yield Piece(Kind.KEY, piece.line, "\n".join(inner).strip(), "comment")
            at = end + 1
        else:
            yield piece
            at += 1


def _sorted(line: _Line) -> Piece:
    """What a line is that belongs to no board."""
    number, text = line
    text = text.strip()
    if not text:
        return Piece(Kind.BLANK, number)
    kind = Kind.NAME
    if text.startswith((";", "::", "//")):
        kind = Kind.REMARK
        text = text.lstrip(";:/").strip()
    match = _KEY.fullmatch(text)
    if match and match[1].lower() in KEYS:
        return Piece(Kind.KEY, number, match[2].strip(), match[1].lower())
    if kind is Kind.NAME and _SOLUTION_HEADER.fullmatch(text):
        return Piece(Kind.KEY, number, "", "solution")
    if not re.search(r"\w", text) or _RULER.fullmatch(text):
        is_harmless = kind is Kind.REMARK or _RULER.fullmatch(text)
        return Piece(Kind.BLANK if is_harmless else Kind.BAD, number, f"this is no level: {text[:40]!r}")
    return Piece(kind, number, text)


def _lines_of_lurd(lines: list[_Line], at: int) -> int:
    count = 0
    while at + count < len(lines) and _LURD.fullmatch(lines[at + count].text):
        count += 1
    return count


def _end_of_comment(lines: list[_Line], at: int) -> int | None:
    """Where the comment that begins at `at` is closed; None for one that is a single line."""
    for index in range(at + 1, len(lines)):
        key = _sorted(lines[index]).key
        if key == "comment-end":
            return index
        if key == "comment":
            return None
    return None


# Boards


def _board_at(lines: list[_Line], at: int) -> int:
    """How many lines from here on are one board; 0 if none is here."""
    count = 0
    while at + count < len(lines) and _could_be_row(lines[at + count].text):
        count += 1
    found = [line.text for line in lines[at : at + count]]
    while found and _is_rule(found[-1]):
        found.pop()
    if not found or _is_rule(found[0]) or not any(WALL in text or "w" in text for text in found):
        return 0
    if len(found) < _LEAST_ROWS and not any("|" in text or _THINGS & set(text) for text in found):
        # A rule drawn with walls.
        return 0
    if all("|" in text for text in found) and sum(bool(_PLAYERS & set(text)) for text in found) > 1:
        # A whole level on each line.
        return 1
    letters_only = all(WALL not in text for text in found)
    return 0 if letters_only and len(found) < _LEAST_ROWS and "|" not in found[0] else len(found)


def _is_rule(text: str) -> bool:
    """A line of one repeated character that is no wall, or of floor alone: a line under or over a board."""
    return not set(text) & {WALL, "w"} and (len(set(text.strip())) == 1 or not set(text) - set(" -_"))


def _could_be_row(text: str) -> bool:
    marks = set(text) - {"\t"}
    if not marks - {" "}:
        return False
    if marks <= MARKS:
        return True
    stripped = text.strip()
    if marks <= MARKS | LETTER_MARKS:
        return len(stripped) >= _LEAST_ROWS and all(end in "#w" for end in (stripped[0], stripped[-1]))
    if marks <= MARKS | LETTER_MARKS | _RUN_MARKS:
        has_walls = WALL in marks or "|" in marks
        return has_walls and stripped[-1] in MARKS | LETTER_MARKS | {"|", ")"} and "#" in stripped.replace("w", "#")
    return _is_broken_row(stripped)


def _is_broken_row(text: str) -> bool:
    """A row with characters that no row has: nearly all others must be right, or it would be a name."""
    known = sum(character in MARKS or character in "|0123456789" for character in text if character != " ")
    return text[0] in "#0123456789" and text.count(WALL) > 1 and known > sum(c != " " for c in text) - known


def _as_board(lines: list[_Line]) -> Iterator[Piece]:
    """The board of these lines. Runs are written out; a count that belongs to nothing makes a bad piece."""
    texts = [line.text.expandtabs() for line in lines]
    if not any(_RUN_MARKS & set(text) for text in texts):
        yield Piece(Kind.BOARD, lines[0].number, rows=tuple(texts))
        return
    rows: list[str] = []
    for line, text in zip(lines, texts, strict=True):
        try:
            rows += unpack(text.strip()).removesuffix("|").split("|")
        except PuzzleError as error:
            yield Piece(Kind.BAD, line.number, error.problem)
            return
    yield Piece(Kind.BOARD, lines[0].number, rows=tuple(row.rstrip() for row in rows), packed=True)
