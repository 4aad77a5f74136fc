"""Pages made of lines, boxes and texts, and two ways to put them out: SVG and PDF. All measures are points.

Letters are drawn as strokes, like in all our pictures, so that a sheet looks the same on every screen and printer
whatever fonts they have. The PDF has the same texts once more, unseen and in the same places, as real characters: it
can be searched, copied from and read aloud.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from quandary.drawing.stroke_font import CAPITAL_HEIGHT, CHARACTERS, text_path, text_strokes
from quandary.drawing.stroke_font import text_width as stroke_width
from quandary.game import UsageError

if TYPE_CHECKING:
    from fpdf import FPDF

BLACK, WHITE = "#000000", "#ffffff"
CAPITAL = 0.718
"""The height of a capital or digit, as a share of a font's size: that of Helvetica, so that 14 points look like it."""
SPACE = 0.36
_PEN, _BOLD_PEN = 1.2, 1.7
# Helvetica lacks the minus sign, Symbol has it where others have the hyphen.
_MINUS, _SYMBOL_MINUS = "−", "-"


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


def text_width(text: str, size: float, space: float = SPACE) -> float:
    """How wide a text is."""
    words = text.split(" ")
    return sum(word_width(word, size) for word in words) + space * size * (len(words) - 1)


def word_width(word: str, size: float) -> float:
    """How wide a word is, the pen's width included."""
    return (stroke_width(_known(word), CAPITAL_HEIGHT) + _PEN) * size * CAPITAL / CAPITAL_HEIGHT if word else 0.0


def _known(word: str) -> str:
    """The word without characters that we have no strokes for."""
    return "".join(mark if mark in CHARACTERS else " " for mark in word)


# SVG


def svg_document(page: Page, *, title: str = "", description: str = "", unit: str = "pt") -> str:
    """The page as a picture. Prints in its true size with `pt`; screens and renderers without a size take no unit."""
    words = (("title", title), ("desc", description))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {page.width:.6g} {page.height:.6g}" '
        f'width="{page.width:.6g}{unit}" height="{page.height:.6g}{unit}" role="img">',
        *(f"<{name}>{escape(text)}</{name}>" for name, text in words if text),
        *map(_svg_item, (Box(0, 0, page.width, page.height), *page.items)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _svg_item(item: Item) -> str:
    if isinstance(item, Line):
        (x1, y1), (x2, y2) = item.start, item.end
        ends = f'x1="{x1:.6g}" y1="{y1:.6g}" x2="{x2:.6g}" y2="{y2:.6g}"'
        return f'<line {ends} stroke="{item.ink}" stroke-width="{item.width:g}" stroke-linecap="round"/>'
    if isinstance(item, Box):
        shape = f'x="{item.left:.6g}" y="{item.top:.6g}" width="{item.width:.6g}" height="{item.height:.6g}"'
        outline = f' stroke="{item.ink}" stroke-width="{item.outline:g}"' if item.outline else ""
        marks = "".join(f' data-{name}="{escape(value)}"' for name, value in item.marks)
        return f'<rect {shape} rx="{item.radius:g}" fill="{item.fill}"{outline}{marks}/>'
    return _svg_text(item)


def _svg_text(item: Text) -> str:
    pen, height = _BOLD_PEN if item.bold else _PEN, item.size * CAPITAL
    words = ((x, _known(word)) for x, word in item.words() if word)
    return "".join(text_path(word, (x, item.at[1]), height, item.ink, pen=pen) for x, word in words)


# PDF


def pdf_document(pages: Sequence[Page], *, title: str) -> bytes:
    """The pages as a PDF file."""
    try:
        from fpdf import FPDF
        from fpdf.enums import TextMode
    except ImportError:
        raise UsageError("PDF files need an extra: pip install 'quandary[print]'") from None
    pdf = FPDF(unit="pt")
    pdf.set_auto_page_break(False)
    pdf.set_title(title)
    for page in pages:
        pdf.add_page(format=(page.width, page.height))
        with pdf.local_context(stroke_cap_style="round", stroke_join_style="round"):
            for item in page.items:
                _draw(pdf, item)
        with pdf.local_context(text_mode=TextMode.INVISIBLE):
            for item in page.items:
                if isinstance(item, Text):
                    _write_unseen(pdf, item)
    return bytes(pdf.output())


def _draw(pdf: FPDF, item: Item) -> None:
    pdf.set_draw_color(item.ink)
    if isinstance(item, Line):
        pdf.set_line_width(item.width)
        pdf.line(*item.start, *item.end)
    elif isinstance(item, Box):
        pdf.set_fill_color(item.fill)
        pdf.set_line_width(item.outline)
        area = (item.left, item.top, item.width, item.height)
        style = "DF" if item.outline else "F"
        pdf.rect(*area, style=style, round_corners=item.radius > 0, corner_radius=item.radius)
    else:
        height = item.size * CAPITAL
        pdf.set_line_width((_BOLD_PEN if item.bold else _PEN) * height / CAPITAL_HEIGHT)
        for x, word in item.words():
            for stroke in text_strokes(_known(word), (x, item.at[1]), height):
                pdf.polyline(stroke)


def _write_unseen(pdf: FPDF, item: Text) -> None:
    baseline = item.at[1] + item.size * CAPITAL / 2
    for x, word in item.words():
        pdf.set_font("Symbol" if word == _MINUS else "Helvetica", size=item.size)
        text = _SYMBOL_MINUS if word == _MINUS else word.encode("latin-1", "replace").decode("latin-1")
        pdf.text(x - pdf.get_string_width(text) / 2, baseline, text)
