"""Levels and solutions as people and other programs write them. All of it is read without being told what it is.

A collection is many levels in one text, with their titles, authors, comments and solutions. What stands between two
boards may belong to the one above or to the one below, and files differ. A file is consistent in itself, though: where
its first board has a name above and its last has none below, names stand above.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import dropwhile, takewhile
from typing import Any, NamedTuple
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from quandary.game import Puzzle, PuzzleError, UsageError
from quandary.games.sokoban.board import LETTER_MARKS, MARKS, build, compact, format_board, pack, unpack
from quandary.games.sokoban.position import WALL, Position
from quandary.games.sokoban.rules import STEPS, Step, is_push, play

NAME = "sokoban"
# The gaps around a single board.
_ONE_BOARD = 2
_TITLES = ("title", "name")
# What a header may say of all levels that follow.
_COMMON = ("author", "collection", "set", "date", "copyright", "source", "website", "homepage", "email")
_ONE_LINE = (*_COMMON, "grade", "difficulty")


class _Gap(list["Piece"]):
    """What stands between two boards, before the first or behind the last."""

    def of(self, kind: Kind) -> list[Piece]:
        return [piece for piece in self if piece.kind is kind]

    def keys(self, *names: str) -> list[Piece]:
        return [piece for piece in self.of(Kind.KEY) if piece.key in names]

    def last_paragraph(self, kind: Kind) -> list[Piece]:
        """The last lines of a kind that no blank line separates."""
        found = dropwhile(lambda piece: piece.kind is not kind, reversed(self))
        return [*takewhile(lambda piece: piece.kind is kind, found)][::-1]


def read_pack(text: str) -> Iterator[Puzzle[Position] | PuzzleError]:
    """All levels of a text; a bad one comes as its error, the rest go on."""
    if _is_slc(text):
        for number, found in enumerate(_read_slc(text), start=1):
            yield found if isinstance(found, PuzzleError) else _puzzle(found.rows, found.line, number, found.facts)
        return
    boards, gaps = _divide(text)
    if not boards and any(piece.kind is not Kind.BLANK for piece in gaps[0]):
        problem = "there is no level here (expected rows of # wall, space floor, . goal, $ box, @ player)"
        first = next(piece for piece in gaps[0] if piece.kind is not Kind.BLANK)
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
            gaps[-1].append(piece)
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
    # Which of the two boards the lines touch.
    above = sum(bool(gap) and gap[-1].kind is kind for gap in gaps[:-1])
    below = sum(bool(gap) and gap[0].kind is kind for gap in gaps[1:])
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


def write_pack(puzzles: Iterable[Puzzle[Position]]) -> str:
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


# The lines of a collection, sorted into what they are: boards, names, remarks, keys with values.
#
# People publish levels in many shapes and no line says what it is. A row of a level is known by its characters; what
# has letters in it is a name. Only lines that touch each other make one board.

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
# The end of a row only: to look for all of it at every place would take for ever on a long line.
_ROW_WITH_REMARK = re.compile(r"(#[-@+$*._]*)\s+(?:;|::|//).*")
# Lines that are looked at together: far more than the rows of any level, and few enough for a file of any length.
_MOST_ROWS = 2048
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
    if _is_rule(lines[at].text):
        return 0
    count = 0
    while count < _MOST_ROWS and at + count < len(lines) and _could_be_row(lines[at + count].text):
        count += 1
    found = [line.text for line in lines[at : at + count]]
    while found and _is_rule(found[-1]):
        found.pop()
    if not found or not any(WALL in text or "w" in text for text in found):
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


# Collections in XML, as `.slc` files have them.
#
# Such a file may come from anywhere, so nothing but elements, attributes and text is read: a document type (and with
# it every entity that could blow up or reach out) is refused, and so is a text of senseless size.

LARGEST_FILE = 32 << 20
_XML_TEXTS = {"Title": "collection", "Email": "email"}


@dataclass(slots=True)
class XmlLevel:
    """A level as it stands in the file."""

    line: int
    """Where its first row is."""
    rows: list[str] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)


def _is_slc(text: str) -> bool:
    """Whether a text is meant as XML; no level begins like that."""
    return text.lstrip("\ufeff \t\r\n").startswith("<")


def _read_slc(text: str) -> list[XmlLevel | PuzzleError]:
    """The levels of a file, and at its end the error that stopped the reading, if there was one."""
    reader = _Reader()
    try:
        if len(text) > LARGEST_FILE:
            raise PuzzleError(f"an XML file has at most {LARGEST_FILE >> 20} MB")
        reader.read(text.lstrip("\ufeff \t\r\n"))
    except PuzzleError as error:
        return [*reader.levels, error.located(puzzle=str(len(reader.levels) + 1))]
    except (expat.ExpatError, ValueError) as error:
        line = getattr(error, "lineno", 1)
        reason = expat.ErrorString(error.code) if isinstance(error, expat.ExpatError) else "not text"
        fault = PuzzleError(f"the XML is broken: {reason}", place=f"line {line}", puzzle=str(len(reader.levels) + 1))
        return [*reader.levels, fault]
    return list(reader.levels)


class _Reader:
    """Follows the elements of a document."""

    def __init__(self) -> None:
        self.levels: list[XmlLevel] = []
        self._common: dict[str, str] = {}
        self._open: XmlLevel | None = None
        self._text: list[str] = []
        self._parser = expat.ParserCreate("utf-8")
        self._parser.buffer_text = True
        self._parser.StartDoctypeDeclHandler = self._refuse
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text.append

    def read(self, text: str) -> None:
        self._parser.Parse(text.encode("utf-8", "surrogatepass"), True)

    def _refuse(self, *_: object) -> None:
        raise PuzzleError(
            "a document type is not allowed in a level file", place=f"line {self._parser.CurrentLineNumber}"
        )

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._text.clear()
        if name == "LevelCollection" and attributes.get("Copyright"):
            self._common["copyright"] = attributes["Copyright"]
        if name == "Level":
            self._open = XmlLevel(self._parser.CurrentLineNumber, facts=dict(self._common))
            own = {"title": attributes.get("Id", ""), "copyright": attributes.get("Copyright", "")}
            self._open.facts.update((fact, value) for fact, value in own.items() if value)
        elif name == "L" and self._open is not None and not self._open.rows:
            self._open.line = self._parser.CurrentLineNumber

    def _end(self, name: str) -> None:
        text = "".join(self._text)
        self._text.clear()
        if name == "L" and self._open is not None:
            self._open.rows.append(text.rstrip())
        elif name == "Level" and self._open is not None:
            self.levels.append(self._open)
            self._open = None
        elif name in _XML_TEXTS and self._open is None and text.strip():
            self._common[_XML_TEXTS[name]] = " ".join(text.split())


def write_slc(puzzles: Iterable[Puzzle[Position]], *, title: str = "") -> str:
    """The levels as a file."""
    levels = list(puzzles)
    width = max((puzzle.position.level.width for puzzle in levels), default=0)
    height = max((puzzle.position.level.height for puzzle in levels), default=0)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        "<SokobanLevels>",
        f"  <Title>{escape(_printable(title))}</Title>",
        f'  <LevelCollection MaxWidth="{width}" MaxHeight="{height}">',
    ]
    for puzzle in levels:
        level = puzzle.position.level
        name = quoteattr(_printable(puzzle.id))
        lines.append(f'    <Level Id={name} Width="{level.width}" Height="{level.height}">')
        lines += [f"      <L>{row.rstrip()}</L>" for row in puzzle.position.rows()]
        lines.append("    </Level>")
    return "\n".join([*lines, "  </LevelCollection>", "</SokobanLevels>"]) + "\n"


def _printable(text: str) -> str:
    """Without the characters that XML has no way to write."""
    return "".join(character for character in text if character.isprintable())


# Levels and solutions as other programs write them. All of them are read without being told.

FORMATS = ("xsb", "dashes", "rle", "slc")
"""XSB as it is, XSB for mails that swallow spaces, run-length encoding, XML."""
SOLUTION_FORMATS = ("lurd", "udlr", "rle", "sok")
"""Letters, capitals only (which do not tell a push from a walk), run-length encoding, and the level with its solution
below, as solver plug-ins exchange them."""


def write(position: Position, format: str) -> str:
    """The level in one of the `FORMATS`."""
    match format:
        case "xsb":
            return format_board(position)
        case "dashes":
            return format_board(position).replace(" ", "-")
        case "rle":
            return compact(position)
        case "slc":
            return write_slc([_one(position, {})])
    raise UsageError(f"sokoban has no format {format!r} (formats: {', '.join(FORMATS)})")


def write_moves(position: Position, moves: Iterable[Step], format: str) -> str:
    """A solution in one of the `SOLUTION_FORMATS`, with capitals where it pushes however it was written."""
    text = "".join(step.letter for step in _capitalised(position, moves))
    match format:
        case "lurd":
            return text
        case "udlr":
            return text.upper()
        case "rle":
            return pack(text)
        case "sok":
            return write_pack([_one(position, {"solutions": [text]})])
    raise UsageError(f"sokoban has no notation {format!r} (notations: {', '.join(SOLUTION_FORMATS)})")


def _capitalised(position: Position, moves: Iterable[Step]) -> list[Step]:
    steps = []
    for move in moves:
        steps.append(STEPS[move.direction.upper() if is_push(position, move) else move.direction])
        position = play(position, move).position
    return steps


def _one(position: Position, facts: dict[str, list[str]]) -> Puzzle[Position]:
    return Puzzle(NAME, "1", position, format_board(position), facts)
