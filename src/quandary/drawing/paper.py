"""Pages made of lines, boxes and texts, to be seen (`Page.scene`) and to be printed (`pdf`).

All measures are points. Letters are drawn as strokes, like in all our pictures, so that a sheet looks the
same on every screen and printer whatever fonts they have.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from quandary.drawing.scene import Part, Scene, View
from quandary.drawing.shapes import box, shape
from quandary.drawing.stroke_font import CAPITAL_HEIGHT, CHARACTERS, text_path
from quandary.drawing.stroke_font import text_width as stroke_width

PAPERS = {"A4": (595.28, 841.89), "Letter": (612.0, 792.0)}
"""Width and height of the papers that can be printed on, in points."""
BLACK, WHITE = "#000000", "#ffffff"
CAPITAL = 0.718
"""The height of a capital or digit, as a share of a font's size: that of Helvetica, so that 14 points look like it."""
SPACE = 0.36
_PEN, _BOLD_PEN = 1.2, 1.7


@dataclass(frozen=True, slots=True)
class Line:
    """A stroke from one point to another."""

    start: tuple[float, float]
    end: tuple[float, float]
    width: float
    ink: str = BLACK


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with round corners, filled, and with an outline unless its width is 0."""

    left: float
    top: float
    width: float
    height: float
    radius: float = 0.0
    outline: float = 0.0
    fill: str = WHITE
    ink: str = BLACK
    marks: tuple[tuple[str, str], ...] = ()
    """What a front end finds it by: names and values of the picture's data attributes."""


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text; `at` is the middle of its capitals' height."""

    at: tuple[float, float]
    text: str
    size: float
    bold: bool = False
    align: str = "middle"
    """`start`, `middle` or `end`: which part of the text is at the point."""
    space: float = SPACE
    """The width of a space, as a share of the size."""
    ink: str = BLACK

    @property
    def capital(self) -> float:
        """The height of its capitals."""
        return self.size * CAPITAL

    @property
    def pen(self) -> float:
        """How wide its strokes are, in units of the stroke font."""
        return _BOLD_PEN if self.bold else _PEN

    def words(self) -> Iterator[tuple[float, str]]:
        """The words, each with the place of its middle."""
        x = self.at[0] - {"start": 0.0, "middle": 0.5, "end": 1.0}[self.align] * text_width(
            self.text, self.size, self.space
        )
        for word in self.text.split(" "):
            width = word_width(word, self.size)
            yield x + width / 2, word
            x += width + self.space * self.size


Item = Line | Box | Text


@dataclass(frozen=True, slots=True)
class Page:
    """One side of paper."""

    width: float
    height: float
    items: tuple[Item, ...]

    def scene(self, title: str, description: str = "") -> Scene:
        """The page as a picture, on white."""
        ground = Box(0, 0, self.width, self.height)
        parts = tuple(part for item in (ground, *self.items) for part in _parts(item))
        return Scene(title, View(0, 0, self.width, self.height), parts, description)


@lru_cache(maxsize=4096)
def _parts(item: Item) -> tuple[Part, ...]:
    if isinstance(item, Line):
        (x1, y1), (x2, y2) = item.start, item.end
        ends = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
        return (Part(shape("line", **ends, stroke=item.ink, stroke_width=item.width, stroke_linecap="round")),)
    if isinstance(item, Box):
        more: dict[str, float | str] = {f"data_{name}": value for name, value in item.marks}
        if item.outline:
            more = {"stroke": item.ink, "stroke_width": item.outline, **more}
        return (Part(box(item.left, item.top, item.width, item.height, item.radius, item.fill, **more)),)
    words = ((x, known(word)) for x, word in item.words() if word)
    ways = (text_path(word, (x, item.at[1]), item.capital, item.ink, pen=item.pen, is_word=True) for x, word in words)
    return tuple(map(Part, ways))


def text_width(text: str, size: float, space: float = SPACE) -> float:
    """How wide a text is."""
    words = text.split(" ")
    return sum(word_width(word, size) for word in words) + space * size * (len(words) - 1)


def word_width(word: str, size: float) -> float:
    """How wide a word is, the pen's width included."""
    return (stroke_width(known(word), CAPITAL_HEIGHT) + _PEN) * size * CAPITAL / CAPITAL_HEIGHT if word else 0.0


def known(word: str) -> str:
    """The word without characters that we have no strokes for."""
    return "".join(mark if mark in CHARACTERS else " " for mark in word)
