"""Sheets that a teacher prints: puzzles in black and white, name and date lines, and a key.

Every puzzle has its id beside it, so that any sheet can be made again. Text is never made smaller to fit: a page
that cannot hold what was asked for is refused, with the size that it could hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from quandary.drawing.paper import PAPERS, Item, Line, Page, Text, text_width
from quandary.drawing.pdf import pdf_document
from quandary.game import Option, Puzzle, UsageError, Worksheets
from quandary.games.circuit.languages import LANGUAGES, Words
from quandary.games.circuit.position import Board, Position
from quandary.games.circuit.scene import Layout, Style, board_items, fit

DEFAULT_POINTS, LARGE_POINTS = 14, 18
SMALLEST_POINTS, LARGEST_POINTS = 8, 36
MOST_VERSIONS = 26
_MARGIN = 26.0
_BETWEEN = 14.0
_TEXT = 12.0
# The numbers on connectors, as a share of the expressions' size; large print tries to keep them as large.
_VALUE_SHARES, _LARGE_VALUE_SHARES = (0.86,), (1.0, 0.9)
# The line at the foot of a page, in the lower margin.
_FOOT, _FOOT_HEIGHT = 12.0, 17.0
_KEY_GRIDS = ((2, 3), (1, 3), (1, 2), (1, 1))
_KEY_POINTS = (9.0, 8.0, 7.0)
_LAST_KEY_POINTS = (9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0)


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a page is to hold."""

    paper: str = "A4"
    per_page: int | None = None
    """1, 2 or 4; None for two where they fit, else one."""
    points: int = DEFAULT_POINTS
    """The size of the expressions."""
    large_print: bool = False
    answer_key: bool = True
    versions: int = 1
    """How many different sheets with as many puzzles each."""
    language: str = "en"

    @property
    def words(self) -> Words:
        """The texts in the sheet's language."""
        return LANGUAGES[self.language]

    @property
    def size(self) -> float:
        """The size of the expressions, large print considered."""
        return max(self.points, LARGE_POINTS) if self.large_print else self.points

    @property
    def text_size(self) -> float:
        """The size of everything around the puzzles."""
        return LARGE_POINTS if self.large_print else _TEXT


@dataclass(frozen=True, slots=True)
class _Frame:
    """A page divided into equal places for puzzles."""

    width: float
    height: float
    columns: int
    rows: int
    head: float
    caption: float
    layout: Layout

    def place(self, number: int) -> tuple[float, float]:
        """The upper left corner of a place."""
        row, col = divmod(number, self.columns)
        width, height = _room(self.width, self.height, self.columns, self.rows, self.head)
        return _MARGIN + col * (width + _BETWEEN), _MARGIN + self.head + row * (height + _BETWEEN)


def _room(width: float, height: float, columns: int, rows: int, head: float) -> tuple[float, float]:
    """Width and height of one place on a page."""
    return (
        (width - 2 * _MARGIN - (columns - 1) * _BETWEEN) / columns,
        (height - 2 * _MARGIN - head - (rows - 1) * _BETWEEN) / rows,
    )


def make_pages(boards: Sequence[Board], sheet: Sheet) -> list[Page]:
    """The sheets of all versions, one after the other, and then one key for all of them."""
    _check(boards, sheet)
    frame = _frame(boards, sheet)
    share = len(boards) // sheet.versions
    pages: list[Page] = []
    for version in range(sheet.versions):
        own = boards[version * share : (version + 1) * share]
        pages += _puzzle_pages(own, sheet, frame, _version_name(sheet, version))
    if sheet.answer_key:
        pages += _key_pages(boards, sheet, share)
    return [_with_foot(page, boards, sheet, number, len(pages)) for number, page in enumerate(pages, start=1)]


def _with_foot(page: Page, boards: Sequence[Board], sheet: Sheet, number: int, count: int) -> Page:
    """The page with the title, the level and the page's number at its foot."""
    levels = dict.fromkeys((board.settings.level, board.settings.name) for board in boards)
    (level, name), *others = levels
    told = "" if others else f" - {sheet.words.level_of(level, name)}"
    y = page.height - _FOOT_HEIGHT
    foot = (
        Text((_MARGIN, y), f"{sheet.words.title}{told}", _FOOT, align="start"),
        Text((page.width - _MARGIN, y), sheet.words.page.format(number, count), _FOOT, align="end"),
    )
    return replace(page, items=(*page.items, *foot))


def _check(boards: Sequence[Board], sheet: Sheet) -> None:
    if sheet.paper not in PAPERS:
        raise UsageError(f"paper must be one of {', '.join(PAPERS)}, not {sheet.paper!r}")
    if sheet.language not in LANGUAGES:
        raise UsageError(f"language must be one of {', '.join(LANGUAGES)}, not {sheet.language!r}")
    if sheet.per_page not in (None, 1, 2, 4):
        raise UsageError(f"per_page must be 1, 2 or 4, not {sheet.per_page}")
    if not SMALLEST_POINTS <= sheet.points <= LARGEST_POINTS:
        raise UsageError(f"points must be from {SMALLEST_POINTS} to {LARGEST_POINTS}, not {sheet.points}")
    if not 1 <= sheet.versions <= MOST_VERSIONS:
        raise UsageError(f"versions must be from 1 to {MOST_VERSIONS}, not {sheet.versions}")
    if not boards or len(boards) % sheet.versions:
        raise UsageError(f"{len(boards)} puzzles cannot be divided into {sheet.versions} sheets")


def _version_name(sheet: Sheet, version: int) -> str:
    return f"{sheet.words.version} {chr(ord('A') + version)}" if sheet.versions > 1 else ""


# Layout


def _frame(boards: Sequence[Board], sheet: Sheet) -> _Frame:
    """The first way to divide a page that fits: upright if possible, two puzzles a page unless told otherwise."""
    for per_page in (2, 1) if sheet.per_page is None else (sheet.per_page,):
        if frame := _fitting_frame(boards, sheet, per_page, sheet.size):
            return frame
    rows, cols = boards[0].settings.rows, boards[0].settings.cols
    what = f"a {rows}x{cols} puzzle does not fit {sheet.per_page or 1} to a page of {sheet.paper} at {sheet.size:g} pt"
    raise UsageError(f"{what} ({_what_would_fit(boards, sheet)})")


def _what_would_fit(boards: Sequence[Board], sheet: Sheet) -> str:
    fewer = [count for count in (4, 2, 1) if count < (sheet.per_page or 1)]
    for per_page in fewer:
        if _fitting_frame(boards, sheet, per_page, sheet.size):
            return f"{per_page} to a page would fit"
    for points in range(int(sheet.size) - 1, SMALLEST_POINTS - 1, -1):
        if _fitting_frame(boards, sheet, sheet.per_page or 1, points):
            return f"{points} pt would fit"
    return "it is too large for any size"


def _fitting_frame(boards: Sequence[Board], sheet: Sheet, per_page: int, size: float) -> _Frame | None:
    short, long = PAPERS[sheet.paper]
    head, caption = 3.6 * sheet.text_size, 1.5 * sheet.text_size
    upright = {1: (1, 1), 2: (1, 2), 4: (2, 2)}[per_page]
    across = {1: (1, 1), 2: (2, 1), 4: (2, 2)}[per_page]
    for share in _LARGE_VALUE_SHARES if sheet.large_print else _VALUE_SHARES:
        for (width, height), (columns, rows) in (((short, long), upright), ((long, short), across)):
            room_x, room_y = _room(width, height, columns, rows, head)
            if layout := fit(boards, room_x, room_y - caption, size, share * size, labels=sheet.words.labels):
                return _Frame(width, height, columns, rows, head, caption, layout)
    return None


# Puzzles


def _puzzle_pages(boards: Sequence[Board], sheet: Sheet, frame: _Frame, version: str) -> Iterator[Page]:
    per_page = frame.columns * frame.rows
    for first in range(0, len(boards), per_page):
        items = _head(sheet, frame, version)
        for slot, board in enumerate(boards[first : first + per_page]):
            left, top = frame.place(slot)
            caption = f"{first + slot + 1}   {board.id}"
            items.append(Text((left, top + frame.caption / 2), caption, sheet.text_size, align="start"))
            items += board_items(board, _moved(frame.layout, left, top + frame.caption), labels=sheet.words.labels)
        yield Page(frame.width, frame.height, tuple(items))


def _moved(layout: Layout, left: float, top: float) -> Layout:
    return replace(layout, left=layout.left + left, top=layout.top + top)


def _head(sheet: Sheet, frame: _Frame, version: str) -> list[Item]:
    """Lines for name and date, the version, and what to do."""
    size, right, words = sheet.text_size, frame.width - _MARGIN, sheet.words
    y, width = _MARGIN + 0.8 * size, frame.width - 2 * _MARGIN
    date_x = _MARGIN + 0.58 * width
    end = right - (text_width(version, size) + 1.5 * size if version else 0)
    baseline = y + 0.5 * size
    name_end, date_end = (
        x + text_width(text, size) + 0.4 * size for x, text in ((_MARGIN, words.name), (date_x, words.date))
    )
    items: list[Item] = [
        Text((_MARGIN, y), words.name, size, align="start"),
        Line((name_end, baseline), (date_x - size, baseline), 0.7),
        Text((date_x, y), words.date, size, align="start"),
        Line((date_end, baseline), (end, baseline), 0.7),
    ]
    if version:
        items.append(Text((right, y), version, size, bold=True, align="end"))
    instruction = words.short_instruction if sheet.large_print else words.instruction
    items.append(Text((_MARGIN, y + 1.9 * size), instruction, size, align="start"))
    return items


# Key


def _key_pages(boards: Sequence[Board], sheet: Sheet, share: int) -> Iterator[Page]:
    """Small boards with the way marked, and the answers along it."""
    frame = _key_frame(boards, sheet)
    per_page = frame.columns * frame.rows
    room, _ = _room(frame.width, frame.height, frame.columns, frame.rows, frame.head)
    for first in range(0, len(boards), per_page):
        items: list[Item] = [
            Text((_MARGIN, _MARGIN + 8), sheet.words.key, 14, bold=True, align="start"),
        ]
        for slot, board in enumerate(boards[first : first + per_page]):
            left, top = frame.place(slot)
            version, number = divmod(first + slot, share)
            title = f"{_version_name(sheet, version)} {number + 1}   {board.id}".strip()
            items.append(Text((left, top + 6), title, 10, bold=True, align="start"))
            for line, text in enumerate(answer_lines(board, room, 9)):
                items.append(Text((left, top + 19 + 11 * line), text, 9, align="start"))
            style = Style(way=board.solution)
            items += board_items(board, _moved(frame.layout, left, top + frame.caption), style, sheet.words.labels)
        yield Page(frame.width, frame.height, tuple(items))


def _key_frame(boards: Sequence[Board], sheet: Sheet) -> _Frame:
    """As many small boards on a page as stay readable."""
    width, height = PAPERS[sheet.paper]
    longest = max(boards, key=lambda board: len(board.solution))
    for columns, rows in _KEY_GRIDS:
        room_x, room_y = _room(width, height, columns, rows, 24)
        caption = 17 + 11.0 * len(answer_lines(longest, room_x, 9))
        for size in _KEY_POINTS if (columns, rows) != _KEY_GRIDS[-1] else _LAST_KEY_POINTS:
            if layout := fit(boards, room_x, room_y - caption, size, 0.9 * size, labels=sheet.words.labels):
                return _Frame(width, height, columns, rows, 24, caption, layout)
    raise UsageError("this puzzle is too large for an answer key")


def answer_lines(board: Board, width: float, size: float) -> list[str]:
    """The answers from START to FINISH, broken into lines of this width."""
    lines = [""]
    for cell in board.solution[:-1]:
        longer = f"{lines[-1]}  {board.tiles[cell].answer}".strip()
        if text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(str(board.tiles[cell].answer))
    return lines


class CircuitWorksheets(Worksheets[Position]):
    """Sheets to print, as PDF or as SVG pages."""

    options = (
        Option("paper", str, "A4", "paper of the sheets", tuple(PAPERS)),
        Option("language", str, "en", "language of the sheets, and its signs for × and ÷", tuple(LANGUAGES)),
        Option("per_page", int, None, "puzzles a page: 1, 2 or 4 (default: 2 where they fit, else 1)"),
        Option("points", int, DEFAULT_POINTS, "size of the expressions"),
        Option("large_print", bool, False, f"large print: {LARGE_POINTS} pt or more"),
        Option("answer_key", bool, True, "add the answer key"),
        Option(
            "versions",
            int,
            1,
            "a class set: this many different sheets of --count puzzles each, and one key",
            least=1,
            most=MOST_VERSIONS,
        ),
    )

    def puzzles_needed(self, count: int, settings: Mapping[str, Any]) -> int:
        return count * int(settings["versions"])

    def pdf(self, puzzles: Sequence[Puzzle[Position]], settings: Mapping[str, Any]) -> bytes:
        sheet = Sheet(**settings)
        return pdf_document(self._pages(puzzles, sheet), title=sheet.words.title, language=sheet.language)

    def svg(self, puzzles: Sequence[Puzzle[Position]], settings: Mapping[str, Any]) -> list[str]:
        sheet = Sheet(**settings)
        pages, words = self._pages(puzzles, sheet), sheet.words
        scenes = (
            page.scene(f"{words.title}, {words.page.format(number, len(pages))}")
            for number, page in enumerate(pages, start=1)
        )
        return [scene.svg("pt") for scene in scenes]

    def _pages(self, puzzles: Sequence[Puzzle[Position]], sheet: Sheet) -> list[Page]:
        return make_pages([puzzle.position.board for puzzle in puzzles], sheet)
