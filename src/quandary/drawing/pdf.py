"""From our SVG pictures to PNG and PDF.

Both renderers are optional and slow to import, so each is imported where it is used, and a missing one is a
`UsageError` that names the extra to install. Pictures draw their letters as paths (see `stroke_font`), so neither
looks for fonts, and the same picture gives the same image on every machine.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import BytesIO

from quandary.core.errors import UsageError

_A4_WIDTH, _A4_HEIGHT = 210.0, 297.0  # millimetres
_PAGE_MARGIN = 20.0
_LARGEST_SCALE = 10.0
# fpdf2 knows no titles and descriptions, and would print a warning for each of them.
_ONLY_FOR_READERS = re.compile(r"<(title|desc)>.*?</\1>", re.DOTALL)


def svg_to_png(svg: str, *, scale: float = 2.0) -> bytes:
    """The picture as a PNG with a transparent background, `scale` pixels to each of the picture's units."""
    if not 0 < scale <= _LARGEST_SCALE:
        raise UsageError(f"a picture's scale must be above 0 and at most {_LARGEST_SCALE:g}, not {scale:g}")
    try:
        import resvg_py
    except ImportError:
        raise _missing("PNG pictures", "png") from None
    return resvg_py.svg_to_bytes(svg_string=svg, zoom=scale, skip_system_fonts=True)


def svg_to_pdf(pages: Sequence[str], *, title: str = "Quandary") -> bytes:
    """The pictures as a PDF on A4 paper: one a page, as large as the margins allow, in the middle."""
    if not pages:
        raise UsageError("a PDF needs at least one picture")
    try:
        from fpdf import FPDF
    except ImportError:
        raise _missing("PDF files", "print") from None
    pdf = FPDF(unit="mm", format="A4")
    pdf.set_title(title)
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


def _missing(what: str, extra: str) -> UsageError:
    return UsageError(f"{what} need an extra: pip install 'quandary[{extra}]'")
