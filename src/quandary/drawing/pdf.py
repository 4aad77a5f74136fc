"""PDF files: pictures on A4 paper, and pages of lines, boxes and texts.

Texts of pages are strokes, and are there once more, unseen and in the same places, as real characters: they
can be searched, copied and read aloud. The library is optional and slow to import, so it is imported where it
is used.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from quandary.core.arguments import check_type
from quandary.core.errors import UsageError, missing_extra
from quandary.drawing.paper import Box, Item, Line, Page, Text, known
from quandary.drawing.stroke_font import CAPITAL_HEIGHT, text_strokes

if TYPE_CHECKING:
    from fpdf import FPDF

_A4_WIDTH, _A4_HEIGHT = 210.0, 297.0  # millimetres
_PAGE_MARGIN = 20.0
_CAPTION, _KEY, _LINE = 12, 9, 6.0  # points, points, millimetres
_LONGEST_CAPTION = 80
# fpdf2 knows no titles and descriptions, and would print a warning for each of them.
_ONLY_FOR_READERS = re.compile(r"<(title|desc)>.*?</\1>", re.DOTALL)
# Helvetica lacks the minus sign, Symbol has it where others have the hyphen.
_MINUS, _SYMBOL_MINUS = "−", "-"


def svg_to_pdf(pages: Sequence[str], *, title: str = "Quandary") -> bytes:
    """The pictures as a PDF on A4 paper: one a page, as large as the margins allow, in the middle."""
    check_type("pages", pages, (list, tuple), "a list of pictures (SVG)")
    for svg in pages:
        check_type("a picture", svg, str, "a text (SVG)")
    if not pages:
        raise UsageError("a PDF needs at least one picture")
    pdf = _new_document("mm", title)
    for svg in pages:
        pdf.add_page()
        pdf.image(
            BytesIO(_ONLY_FOR_READERS.sub("", svg).encode()),
            x=_PAGE_MARGIN,
            y=_PAGE_MARGIN,
            w=_A4_WIDTH - 2 * _PAGE_MARGIN,
            h=_A4_HEIGHT - 2 * _PAGE_MARGIN,
            keep_aspect_ratio=True,
        )
    return bytes(pdf.output())


class Entry(NamedTuple):
    """A puzzle of a booklet."""

    caption: str
    picture: str
    """As SVG."""
    key: str
    """Its solution; empty where there is none to tell."""


def booklet(entries: Sequence[Entry], *, title: str) -> bytes:
    """Puzzles on A4 paper, two a page with their numbers and captions, and the keys on the last pages."""
    if not entries:
        raise UsageError("a booklet needs at least one puzzle")
    pdf = _new_document("mm", title)
    pdf.set_auto_page_break(True, _PAGE_MARGIN)
    width, half = _A4_WIDTH - 2 * _PAGE_MARGIN, (_A4_HEIGHT - 2 * _PAGE_MARGIN) / 2
    for number, entry in enumerate(entries, start=1):
        if number % 2:
            pdf.add_page()
        top = _PAGE_MARGIN + (0 if number % 2 else half)
        pdf.set_xy(_PAGE_MARGIN, top)
        pdf.set_font("Helvetica", size=_CAPTION)
        pdf.cell(width, _LINE, _latin(f"{number}.  {entry.caption}")[:_LONGEST_CAPTION])
        picture = BytesIO(_ONLY_FOR_READERS.sub("", entry.picture).encode())
        pdf.image(picture, _PAGE_MARGIN, top + _LINE + 2, width, half - _LINE - 8, keep_aspect_ratio=True)
    if any(entry.key for entry in entries):
        pdf.add_page()
        pdf.set_font("Helvetica", size=_CAPTION)
        pdf.cell(width, 2 * _LINE, _latin(f"{title}: the keys"), new_x="LMARGIN", new_y="NEXT")
        pdf.set_font("Helvetica", size=_KEY)
        for number, entry in enumerate(entries, start=1):
            pdf.multi_cell(width, _LINE * 0.8, _latin(f"{number}.  {entry.key}"), new_x="LMARGIN", new_y="NEXT")
    return bytes(pdf.output())


def _latin(text: str) -> str:
    """What Helvetica has; a question mark for the rest."""
    return text.replace(_MINUS, _SYMBOL_MINUS).encode("latin-1", "replace").decode("latin-1")


def pdf_document(pages: Sequence[Page], *, title: str) -> bytes:
    """The pages as a PDF file."""
    pdf = _new_document("pt", title)
    pdf.set_auto_page_break(False)
    for page in pages:
        pdf.add_page(format=(page.width, page.height))
        with pdf.local_context(stroke_cap_style="round", stroke_join_style="round"):
            for item in page.items:
                _draw(pdf, item)
        with pdf.local_context(text_mode="INVISIBLE"):
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
        pdf.set_line_width(item.pen * item.capital / CAPITAL_HEIGHT)
        for x, word in item.words():
            for stroke in text_strokes(known(word), (x, item.at[1]), item.capital):
                pdf.polyline(stroke)


def _write_unseen(pdf: FPDF, item: Text) -> None:
    baseline = item.at[1] + item.capital / 2
    for x, word in item.words():
        pdf.set_font("Symbol" if word == _MINUS else "Helvetica", size=item.size)
        text = _SYMBOL_MINUS if word == _MINUS else word.encode("latin-1", "replace").decode("latin-1")
        pdf.text(x - pdf.get_string_width(text) / 2, baseline, text)


def _new_document(unit: str, title: str) -> FPDF:
    try:
        from fpdf import FPDF
    except ImportError:
        raise missing_extra("PDF files", "print") from None
    pdf = FPDF(unit=unit, format="A4")
    pdf.set_title(title)
    return pdf
