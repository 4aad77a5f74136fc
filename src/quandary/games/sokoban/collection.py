"""Collections: many levels in one text, with their titles, authors, comments and solutions.

What stands between two boards may belong to the one above or to the one below, and files differ. A file is
consistent in itself, though: where its first board has a name above and its last has none below, names stand above.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from quandary.game import Puzzle, PuzzleError
from quandary.games.sokoban import slc
from quandary.games.sokoban.board import build, format_board
from quandary.games.sokoban.lines import Kind, Piece, pieces
from quandary.games.sokoban.position import Position
from quandary.games.sokoban.runs import unpack

NAME = "sokoban"
# The gaps around a single board.
_ONE_BOARD = 2
_TITLES = ("title", "name")
# What a header may say of all levels that follow.
_COMMON = ("author", "collection", "set", "date", "copyright", "source", "website", "homepage", "email")
_ONE_LINE = (*_COMMON, "grade", "difficulty")


@dataclass(slots=True)
class _Gap:
    """What stands between two boards, before the first or behind the last."""

    pieces: list[Piece] = field(default_factory=list)

    def of(self, *kinds: Kind) -> list[Piece]:
        return [piece for piece in self.pieces if piece.kind in kinds]

    def keys(self, *names: str) -> list[Piece]:
        return [piece for piece in self.of(Kind.KEY) if piece.key in names]

    def last_paragraph(self, kind: Kind) -> list[Piece]:
        """The last lines of a kind that no blank line separates."""
        found: list[Piece] = []
        for piece in reversed(self.pieces):
            if piece.kind is kind:
                found.append(piece)
            elif found:
                break
        return found[::-1]

    def touches_board_below(self, kind: Kind) -> bool:
        return bool(self.pieces) and self.pieces[-1].kind is kind

    def touches_board_above(self, kind: Kind) -> bool:
        return bool(self.pieces) and self.pieces[0].kind is kind


def read_collection(text: str) -> Iterator[Puzzle[Position] | PuzzleError]:
    """All levels of a text; a bad one comes as its error, the rest go on."""
    if slc.is_slc(text):
        for number, found in enumerate(slc.read(text), start=1):
            yield found if isinstance(found, PuzzleError) else _puzzle(found.rows, found.line, number, found.facts)
        return
    boards, gaps = _divide(text)
    if not boards and any(piece.kind is not Kind.BLANK for piece in gaps[0].pieces):
        problem = "there is no level here (expected rows of # wall, space floor, . goal, $ box, @ player)"
        first = next(piece for piece in gaps[0].pieces if piece.kind is not Kind.BLANK)
        yield PuzzleError(problem, place=f"line {first.line}", puzzle="1")
        return
    facts = _facts_of_all(gaps)
    for number, board in enumerate(boards, start=1):
        if board.kind is Kind.BAD:
            yield PuzzleError(board.text, place=f"line {board.line}", puzzle=str(number))
        else:
            yield _puzzle(board.rows, board.line, number, facts[number - 1], packed=board.packed)


def _divide(text: str) -> tuple[list[Piece], list[_Gap]]:
    """The boards (and what is meant as one), and the gaps around them: one more than boards."""
    boards: list[Piece] = []
    gaps = [_Gap()]
    for piece in pieces(text):
        if piece.kind in (Kind.BOARD, Kind.BAD):
            boards.append(piece)
            gaps.append(_Gap())
        else:
            gaps[-1].pieces.append(piece)
    return boards, gaps


def _puzzle(
    rows: Sequence[str], line: int, number: int, facts: dict[str, Any], *, packed: bool = False
) -> Puzzle[Position] | PuzzleError:
    def place(row: int, column: int) -> str:
        return (
            f"line {line}, row {row + 1}, column {column + 1}" if packed else f"line {line + row}, column {column + 1}"
        )

    title = facts.pop("title", "") or str(number)
    try:
        position = build(rows, place)
    except PuzzleError as error:
        return error.located(puzzle=title)
    return Puzzle(NAME, title, position, format_board(position), facts)


# Facts


def _facts_of_all(gaps: list[_Gap]) -> list[dict[str, Any]]:
    """What is said of every board."""
    titles_above = not any(gap.keys(*_TITLES) for gap in gaps[-1:]) and bool(gaps[0].keys(*_TITLES))
    names_above, remarks_above = (
        _stand_above(gaps, kind) and not _is_header_only(gaps, kind) for kind in (Kind.NAME, Kind.REMARK)
    )
    common = {piece.key: piece.text for piece in gaps[0].keys(*_COMMON) if piece.text}
    found = []
    for number in range(1, len(gaps)):
        above, below = gaps[number - 1], gaps[number]
        facts: dict[str, Any] = dict(common)
        keyed = above if titles_above else below
        named = _first(above, Kind.NAME, number == 1) if names_above else below.of(Kind.NAME)
        remarked = _first(above, Kind.REMARK, number == 1) if remarks_above else below.of(Kind.REMARK)
        titles = [*keyed.keys(*_TITLES), *named, *remarked]
        if titles:
            facts["title"] = titles[0].text
        facts.update((piece.key, piece.text) for piece in keyed.keys(*_ONE_LINE) if piece.text)
        comments = [piece.text for piece in below.keys("comment") if piece.text]
        comments += [piece.text for piece in (*named, *remarked) if piece not in titles[:1]]
        if comments:
            facts["comment"] = "\n".join(comments)
        if optimum := re.match(r"[0-9]{1,6}\b", next((piece.text for piece in keyed.keys("optimum")), "")):
            facts["pushes"] = int(optimum[0])
        if solutions := [_lurd(piece.text) for piece in below.keys("solution") if piece.text]:
            facts["solutions"] = solutions
        found.append(facts)
    return found


def _first(gap: _Gap, kind: Kind, is_header: bool) -> list[Piece]:
    """The lines above a board that are about it; above the first one there may be a header as well."""
    return gap.last_paragraph(kind) if is_header else gap.of(kind)


def _is_header_only(gaps: list[_Gap], kind: Kind) -> bool:
    """Whether such lines stand above the first of many boards and nowhere else: they are about the collection."""
    return len(gaps) > _ONE_BOARD and bool(gaps[0].of(kind)) and not any(gap.of(kind) for gap in gaps[1:])


def _stand_above(gaps: list[_Gap], kind: Kind) -> bool:
    """Whether lines of this kind belong to the board below them."""
    at_start, at_end = bool(gaps[0].of(kind)), bool(gaps[-1].of(kind))
    if at_start != at_end:
        return at_start
    above = sum(gap.touches_board_below(kind) for gap in gaps[:-1])
    below = sum(gap.touches_board_above(kind) for gap in gaps[1:])
    if above != below:
        return above > below
    # Numbers tell: between the boards 3 and 4, a 3 looks up and a 4 looks down.
    numbers = [[int(n) for piece in gap.of(kind) for n in re.findall(r"\b[0-9]{1,6}\b", piece.text)] for gap in gaps]
    looks_up = sum(number in found for number, found in enumerate(numbers[1:-1], start=1))
    looks_down = sum(number + 1 in found for number, found in enumerate(numbers[1:-1], start=1))
    return looks_down >= looks_up


def _lurd(text: str) -> str:
    """A solution written out; one that cannot be is kept as it stands, for `validate` to complain about."""
    try:
        return unpack("".join(text.split()))
    except PuzzleError:
        return text


# Writing


def write_collection(puzzles: Iterable[Puzzle[Position]]) -> str:
    """The levels with what is known of them, as a `.sok` text."""
    return "\n".join(_sok(puzzle, number) for number, puzzle in enumerate(puzzles, start=1))


def _sok(puzzle: Puzzle[Position], number: int) -> str:
    facts = puzzle.facts
    lines = [format_board(puzzle.position)]
    if puzzle.id != str(number):
        lines.append(f"Title: {_in_one_line(puzzle.id)}")
    lines += [f"{key.capitalize()}: {_in_one_line(str(facts[key]))}" for key in _ONE_LINE if facts.get(key)]
    if "pushes" in facts:
        lines.append(f"Optimum: {facts['pushes']} pushes")
    if comment := str(facts.get("comment", "")).strip():
        lines += [f"Comment: {comment}"] if "\n" not in comment else ["Comment:", comment, "Comment-End:"]
    for solution in facts.get("solutions", ()):
        lines += ["Solution", *_folded(str(solution))]
    return "\n".join(lines) + "\n"


def _in_one_line(text: str) -> str:
    return " ".join(text.split())


def _folded(text: str, width: int = 100) -> list[str]:
    return [text[start : start + width] for start in range(0, len(text), width)]
