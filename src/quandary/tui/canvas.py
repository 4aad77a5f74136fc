"""A sheet of characters with styles: what a board paints on, and what a terminal shows.

Boards put texts, boxes and fills at places; whatever falls outside the sheet is cut off, so that no painter has to
think about edges. A sheet turns into Textual's strips one line at a time.
"""

from __future__ import annotations

from itertools import groupby

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

PLAIN = Style()
ROUND, HEAVY, LIGHT = "╭─╮│╰╯", "┏━┓┃┗┛", "┌─┐│└┘"
"""Frames: upper left, across, upper right, upright, lower left, lower right."""


def ink(
    foreground: str | None = None, background: str | None = None, *, bold: bool = False, dim: bool = False
) -> Style:
    """A style by its colours."""
    return Style(color=foreground, bgcolor=background, bold=bold, dim=dim)


class Canvas:
    """Characters in rows and columns, both from 0, the first row on top."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._marks = [[" "] * width for _ in range(height)]
        self._styles = [[PLAIN] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style = PLAIN) -> None:
        """Writes a text from (x, y) to the right; `style` is laid over the one that is there."""
        if not 0 <= y < self.height:
            return
        marks, styles = self._marks[y], self._styles[y]
        for column, mark in enumerate(text, start=x):
            if 0 <= column < self.width:
                marks[column] = mark
                styles[column] = styles[column] + style if style.bgcolor is None else style

    def tint(self, x: int, y: int, width: int, height: int, style: Style) -> None:
        """Lays a style over a stretch of the sheet without touching its characters."""
        for row in range(max(0, y), min(self.height, y + height)):
            styles = self._styles[row]
            for column in range(max(0, x), min(self.width, x + width)):
                styles[column] = styles[column] + style

    def fill(self, x: int, y: int, width: int, height: int, style: Style, mark: str = " ") -> None:
        """Covers a stretch of the sheet."""
        for row in range(y, y + height):
            self.put(x, row, mark * width, style)

    def frame(self, x: int, y: int, width: int, height: int, style: Style, lines: str = ROUND) -> None:
        """Draws a box along the edge of a stretch; it needs two rows and two columns at least."""
        self.put(x, y, lines[0] + lines[1] * (width - 2) + lines[2], style)
        for row in range(y + 1, y + height - 1):
            self.put(x, row, lines[3], style)
            self.put(x + width - 1, row, lines[3], style)
        self.put(x, y + height - 1, lines[4] + lines[1] * (width - 2) + lines[5], style)

    def centre(self, x: int, y: int, width: int, text: str, style: Style = PLAIN) -> None:
        """Writes a text in the middle of a stretch."""
        self.put(x + (width - len(text)) // 2, y, text, style)

    def strip(self, row: int, base: Style) -> Strip:
        """One row, every style laid over `base`."""
        if not 0 <= row < self.height:
            return Strip([])
        marked = zip(self._styles[row], self._marks[row], strict=True)
        runs = groupby(marked, key=lambda pair: pair[0])
        return Strip([Segment("".join(mark for _, mark in run), base + style) for style, run in runs], self.width)

    def text(self) -> str:
        """The characters alone."""
        return "\n".join("".join(row).rstrip() for row in self._marks)
