"""PDF files: pictures, booklets of puzzles, and pages of lines, boxes and texts.

Texts of pages are strokes, and are there once more, unseen and in the same places, as real characters: they
can be searched, copied and read aloud. The library is optional and slow to import, so it is imported where it
is used.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from quandary.core.arguments import check_type
from quandary.core.errors import UsageError, missing_extra
from quandary.drawing.paper import Box, Item, Line, Page, Text, known
from quandary.drawing.stroke_font import CAPITAL_HEIGHT, text_strokes

if TYPE_CHECKING:
    from fpdf import FPDF

_PAGE_MARGIN = 20.0  # millimeters
_CAPTION, _RULES, _KEY, _LINE = 12, 9, 9, 6.0  # points, points, points, millimeters
_FOOT = 9  # points
_NAME_END, _DATE_START = 0.58, 0.62  # as shares of the width
_MOST_CAPTION = 80
# fpdf2 insists on a date. It is always the same, so that equal contents make equal files.
_DATE = datetime(2000, 1, 1, tzinfo=UTC)
# fpdf2 knows no titles and descriptions, and would print a warning for each of them.
_ONLY_FOR_READERS = re.compile(r"<(title|desc)>.*?</\1>", re.DOTALL)
# Helvetica lacks the minus sign, Symbol has it where others have the hyphen.
_MINUS, _SYMBOL_MINUS = "−", "-"


def svg_to_pdf(pages: Sequence[str], *, title: str = "Quandary", paper: str = "A4") -> bytes:
    """Return the pictures as a PDF: one a page, as large as the margins allow, in the middle."""
    check_type("pages", pages, (list, tuple), "a list of pictures (SVG)")
    for svg in pages:
        check_type("a picture", svg, str, "a text (SVG)")
    if not pages:
        raise UsageError("a PDF needs at least one picture")
    pdf = _new_document("mm", title, paper)
    for svg in pages:
        pdf.add_page()
        pdf.image(
            BytesIO(_ONLY_FOR_READERS.sub("", svg).encode()),
            x=_PAGE_MARGIN,
            y=_PAGE_MARGIN,
            w=pdf.w - 2 * _PAGE_MARGIN,
            h=pdf.h - 2 * _PAGE_MARGIN,
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


@dataclass(frozen=True, slots=True)
class BookletTexts:
    """What a booklet says beside its puzzles."""

    title: str
    """Also at the foot of each page."""
    rules: str
    """How the game is played, on every page with puzzles."""
    key_note: str = ""
    """How the moves of the keys are written."""
    name: str = "Name"
    date: str = "Date"
    keys: str = "Answer key"
    page: str = "Page {} of {}"
    language: str = "en"


def booklet(entries: Sequence[Entry], texts: BookletTexts, *, paper: str = "A4") -> bytes:
    """Puzzles on paper: two a page under a line for the name and the rules, and the keys on the last pages."""
    if not entries:
        raise UsageError("a booklet needs at least one puzzle")
    pdf = _new_document("mm", texts.title, paper, texts.language)
    pdf.set_auto_page_break(True, _PAGE_MARGIN)
    width = pdf.w - 2 * _PAGE_MARGIN
    pdf.set_margin(_PAGE_MARGIN)
    for number in range(0, len(entries), 2):
        pdf.add_page()
        _write_head(pdf, texts, width)
        top = pdf.get_y()
        half = (pdf.h - _PAGE_MARGIN - top) / 2
        for slot, entry in enumerate(entries[number : number + 2]):
            y = top + slot * half
            pdf.set_xy(_PAGE_MARGIN, y)
            pdf.set_font("Helvetica", size=_CAPTION)
            pdf.cell(width, _LINE, _latin(f"{number + slot + 1}.  {entry.caption}"[:_MOST_CAPTION]))
            picture = BytesIO(_ONLY_FOR_READERS.sub("", entry.picture).encode())
            pdf.image(picture, _PAGE_MARGIN, y + _LINE + 2, width, half - _LINE - 8, keep_aspect_ratio=True)
    if any(entry.key for entry in entries):
        pdf.add_page()
        pdf.set_font("Helvetica", size=_CAPTION)
        pdf.cell(width, 2 * _LINE, _latin(f"{texts.title}: {texts.keys}"), new_x="LMARGIN", new_y="NEXT")
        pdf.set_font("Helvetica", size=_KEY)
        keys = [f"{number}.  {entry.key}" for number, entry in enumerate(entries, start=1)]
        for line in [*([texts.key_note] if texts.key_note else []), *keys]:
            pdf.multi_cell(width, _LINE * 0.8, _latin(line), align="L", new_x="LMARGIN", new_y="NEXT")
    _write_feet(pdf, texts, width)
    return bytes(pdf.output())


def _write_head(pdf: FPDF, texts: BookletTexts, width: float) -> None:
    """The lines for name and date, and the rules."""
    pdf.set_font("Helvetica", size=_CAPTION)
    pdf.set_line_width(0.25)
    right = _PAGE_MARGIN + width
    for text, start, end in (
        (texts.name, _PAGE_MARGIN, _PAGE_MARGIN + _NAME_END * width),
        (texts.date, _PAGE_MARGIN + _DATE_START * width, right),
    ):
        pdf.set_xy(start, _PAGE_MARGIN)
        pdf.cell(0, _LINE, _latin(text))
        pdf.line(
            start + pdf.get_string_width(_latin(text)) + 3, _PAGE_MARGIN + _LINE - 1, end, _PAGE_MARGIN + _LINE - 1
        )
    pdf.set_xy(_PAGE_MARGIN, _PAGE_MARGIN + _LINE + 3)
    pdf.set_font("Helvetica", size=_RULES)
    pdf.multi_cell(width, _LINE * 0.75, _latin(texts.rules), align="L", new_x="LMARGIN", new_y="NEXT")
    pdf.set_y(pdf.get_y() + 4)


def _write_feet(pdf: FPDF, texts: BookletTexts, width: float) -> None:
    """The title and the number of each page, at its foot."""
    pdf.set_auto_page_break(False)
    for number in range(1, pdf.pages_count + 1):
        pdf.page = number
        # fpdf2 writes a font only where it changes, and does not know which one another page has at its end.
        pdf.set_font("Helvetica", size=_CAPTION)
        pdf.set_font("Helvetica", size=_FOOT)
        for text, align in ((texts.title, "L"), (texts.page.format(number, pdf.pages_count), "R")):
            pdf.set_xy(_PAGE_MARGIN, pdf.h - 0.7 * _PAGE_MARGIN)
            pdf.cell(width, _LINE, _latin(text), align=align)


def _latin(text: str) -> str:
    """What Helvetica has; a question mark for the rest."""
    return text.replace(_MINUS, _SYMBOL_MINUS).encode("latin-1", "replace").decode("latin-1")


def pdf_document(pages: Sequence[Page], *, title: str, language: str = "en") -> bytes:
    """The pages as a PDF file."""
    pdf = _new_document("pt", title, language=language)
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
            for stroke in text_strokes(known(word), (x, item.at[1]), item.capital, is_word=True):
                pdf.polyline(stroke)


def _write_unseen(pdf: FPDF, item: Text) -> None:
    baseline = item.at[1] + item.capital / 2
    for x, word in item.words():
        pdf.set_font("Symbol" if word == _MINUS else "Helvetica", size=item.size)
        text = _SYMBOL_MINUS if word == _MINUS else word.encode("latin-1", "replace").decode("latin-1")
        pdf.text(x - pdf.get_string_width(text) / 2, baseline, text)


def _new_document(unit: Any, title: str, paper: str = "A4", language: str = "en") -> FPDF:
    try:
        from fpdf import FPDF
    except ImportError:
        raise missing_extra("PDF files", "print") from None
    pdf = FPDF(unit=unit, format=paper)
    pdf.set_title(title)
    pdf.set_lang(language)
    pdf.set_creation_date(_DATE)
    return pdf
