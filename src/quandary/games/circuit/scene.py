"""A board as lines, boxes and texts, the same for paper and screen.

Cells are boxes on a grid of their own, with gaps between them for the numbers: on the line between
neighbours, in the middle of the block for a diagonal. So no number ever stands on another line than its own,
and how small a board can be follows from its longest expression and its longest number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from quandary.drawing.paper import BLACK, WHITE, Box, Item, Line, Page, Text, text_width
from quandary.drawing.scene import Scene
from quandary.game import Status
from quandary.games.circuit.position import START, Board, Cell, Position, place
from quandary.games.circuit.rules import status, wrong_steps

FINISH_TEXT, START_TEXT = "FINISH", "START"
# Widths of a space within an expression, as a share of the font's size: the first that fits is taken.
SPACES = (0.36, 0.2, 0.1, 0.04)
_LARGEST_GAP = 3.0
# The size of START and FINISH, as a share of the expressions'.
_END_SHARE = 0.85


@dataclass(frozen=True, slots=True)
class Labels:
    """The words and signs of a board, which differ from language to language."""

    start: str = START_TEXT
    finish: str = FINISH_TEXT
    times: str = "×"
    divided_by: str = "÷"

    def expression(self, text: str) -> str:
        """A cell's expression with these signs."""
        return text.replace("×", self.times).replace("÷", self.divided_by)

    def finish_size(self, size: float) -> float:
        """The size of the last cell's label, which is never wider than the English one."""
        return _END_SHARE * size * min(1.0, text_width(FINISH_TEXT, 1) / text_width(self.finish, 1))


ENGLISH = Labels()


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything of a board is, and how large."""

    left: float
    top: float
    cell_width: float
    cell_height: float
    gap_x: float
    gap_y: float
    size: float
    """Of expressions, in points."""
    value_size: float
    """Of the numbers on connectors."""
    space: float

    def middle(self, cell: Cell) -> tuple[float, float]:
        """The middle of a cell's box."""
        row, col = cell
        x = self.left + col * (self.cell_width + self.gap_x) + self.cell_width / 2
        return x, self.top + row * (self.cell_height + self.gap_y) + self.cell_height / 2

    def box(self, cell: Cell, outline: float, fill: str = WHITE, ink: str = BLACK) -> Box:
        """A cell's box."""
        x, y = self.middle(cell)
        width, height = self.cell_width, self.cell_height
        return Box(x - width / 2, y - height / 2, width, height, 0.35 * self.size, outline, fill, ink)


@dataclass(frozen=True, slots=True)
class Style:
    """How a board looks: plain, or with a way through it marked."""

    way: Sequence[Cell] = ()
    """Cells to mark, in order, and the connectors between them."""
    here: Cell | None = None
    """A cell to mark as the player's."""
    wrong: Sequence[tuple[Cell, Cell]] = ()
    """Steps to mark as mistakes."""
    way_fill: str = WHITE
    way_ink: str = BLACK
    here_fill: str = WHITE
    wrong_ink: str = BLACK


def fit(
    boards: Sequence[Board],
    width: float,
    height: float,
    size: float,
    value_size: float,
    *,
    stretch: bool = True,
    labels: Labels = ENGLISH,
) -> Layout | None:
    """A layout for all of these boards in the room that there is; None if they do not fit at this size."""
    rows = max(board.settings.rows for board in boards)
    cols = max(board.settings.cols for board in boards)
    longest_value = max(len(str(board.settings.connector_max)) for board in boards)
    label = label_height(size)
    # A number in a gap needs itself and a little of its line; what is left over makes the gaps wider.
    least_x, least_y = text_width("0" * longest_value, value_size) + 0.08 * size, 1.35 * value_size
    cell_height = 1.55 * size
    spare_y = height - label - rows * cell_height
    for space in SPACES:
        cell_width = widest(boards, size, space, labels) + (0.5 if space == SPACES[0] else 0.2) * size
        spare_x = width - cols * cell_width
        gap_x, gap_y = spare_x / (cols - 1), spare_y / (rows - 1)
        if gap_x >= least_x and gap_y >= least_y:
            most_x, most_y = (_LARGEST_GAP * least_x, _LARGEST_GAP * least_y) if stretch else (least_x, least_y)
            gap_x, gap_y = min(gap_x, most_x), min(gap_y, most_y)
            left = (width - cols * cell_width - (cols - 1) * gap_x) / 2
            return Layout(left, label, cell_width, cell_height, gap_x, gap_y, size, value_size, space)
    return None


def label_height(size: float) -> float:
    """The room above a board for the word START."""
    return 1.25 * size


def widest(boards: Sequence[Board], size: float, space: float, labels: Labels = ENGLISH) -> float:
    """The width of the longest text in any cell."""
    expressions = (labels.expression(tile.expression) for board in boards for tile in board.tiles.values())
    widest_expression = max(text_width(text, size, space) for text in expressions)
    return max(widest_expression, text_width(labels.finish, labels.finish_size(size)))


def board_items(board: Board, layout: Layout, style: Style | None = None, labels: Labels = ENGLISH) -> list[Item]:
    """Everything that a board shows."""
    style = style or Style()
    marked = {frozenset(step) for step in pairwise(style.way)}
    wrong = {frozenset(step) for step in style.wrong}
    items: list[Item] = []
    for connector in board.connectors:
        ends = frozenset((connector.a, connector.b))
        ink = style.wrong_ink if ends in wrong else style.way_ink if ends in marked else BLACK
        items.append(_line(layout, connector.a, connector.b, 0.2 if ends in marked else 0.065, ink))
    for connector in board.connectors:
        ends = frozenset((connector.a, connector.b))
        items += _number(layout, connector.a, connector.b, connector.value, bold=ends in marked)
    for cell in board.tiles:
        items += _cell(board, layout, style, cell, labels)
    x, y = layout.middle(START)
    label_y = y - layout.cell_height / 2 - label_height(layout.size) / 2
    items.append(Text((x, label_y), labels.start, _END_SHARE * layout.size, bold=True))
    return items


def _line(layout: Layout, a: Cell, b: Cell, weight: float, ink: str) -> Line:
    """From box to box; a diagonal from corner to corner."""
    (ax, ay), (bx, by) = layout.middle(a), layout.middle(b)
    inset = 0.12 * layout.size
    step_x, step_y = (bx > ax) - (bx < ax), (by > ay) - (by < ay)
    to_x, to_y = step_x * (layout.cell_width / 2 - inset), step_y * (layout.cell_height / 2 - inset)
    return Line((ax + to_x, ay + to_y), (bx - to_x, by - to_y), weight * layout.size, ink)


def _number(layout: Layout, a: Cell, b: Cell, value: int, *, bold: bool) -> list[Item]:
    """The number on white, in the middle of its line."""
    (ax, ay), (bx, by) = layout.middle(a), layout.middle(b)
    x, y = (ax + bx) / 2, (ay + by) / 2
    size = layout.value_size
    width, height = text_width(str(value), size) + 0.12 * size, 1.0 * size
    return [
        Box(x - width / 2, y - height / 2, width, height, 0.25 * size),
        Text((x, y), str(value), size, bold=bold),
    ]


def _cell(board: Board, layout: Layout, style: Style, cell: Cell, labels: Labels) -> list[Item]:
    is_end = cell in (START, board.finish)
    on_way = cell in style.way
    fill = style.here_fill if cell == style.here else style.way_fill if on_way else WHITE
    outline = layout.size * (0.16 if on_way or cell == style.here else 0.13 if is_end else 0.07)
    text = labels.expression(board.tiles[cell].expression) or labels.finish
    is_finish = cell == board.finish
    size = labels.finish_size(layout.size) if is_finish else layout.size
    marks = [("cell", place(cell)), ("text", text), *([("here", "")] if cell == style.here else [])]
    return [
        replace(layout.box(cell, outline, fill), marks=tuple(marks)),
        Text(layout.middle(cell), text, size, bold=is_finish or cell == style.here, space=layout.space),
    ]


# On the screen

_SIZE, _VALUE_SIZE = 16.0, 13.0
_MARGIN = 10.0
_UNLIMITED = 100_000.0
_SEEN_FILL, _HERE_FILL, _SEEN_INK, _WRONG_INK = "#dcefdc", "#ffe08a", "#2e7d32", "#b3261e"


def scene_of(position: Position) -> Scene:
    """The board as a picture that scales; the way walked is thick, and where the player stands is filled.

    Every cell's box carries its place as `data-cell` and what stands in it as `data-text`, so that a front end can find
    it; the player's carries `data-here`, too.
    """
    board = position.board
    layout = _screen_layout(board)
    over = status(position) is not Status.PLAYING
    style = Style(
        way=position.walked if len(position.walked) > 1 else (),
        here=position.here,
        wrong=wrong_steps(position) if position.hidden and over else (),
        way_fill=_SEEN_FILL,
        way_ink=_SEEN_INK,
        here_fill=_HERE_FILL,
        wrong_ink=_WRONG_INK,
    )
    x, y = layout.middle(board.finish)
    width, height = x + layout.cell_width / 2 + _MARGIN, y + layout.cell_height / 2 + _MARGIN
    size = f"{board.settings.rows} by {board.settings.cols}"
    page = Page(width, height, tuple(board_items(board, layout, style)))
    return page.scene(f"Circuit Challenge, {size}: {board.id}", _in_words(board))


@lru_cache(maxsize=64)
def _screen_layout(board: Board) -> Layout:
    layout = fit([board], _UNLIMITED, _UNLIMITED, _SIZE, _VALUE_SIZE)
    assert layout is not None, "there is room for everything"
    return replace(layout, left=_MARGIN, top=_MARGIN + label_height(_SIZE))


@lru_cache(maxsize=64)
def _in_words(board: Board) -> str:
    """The whole puzzle in words, row by row."""
    sentences = []
    for (row, col), tile in board.tiles.items():
        ways = ", ".join(f"{value} to row {r + 1} column {c + 1}" for (r, c), value in board.ways[row, col].items())
        sentences.append(f"Row {row + 1} column {col + 1}: {tile.expression or FINISH_TEXT}; connectors {ways}.")
    return " ".join(sentences)
