"""Letters as points look like letters as curves, so that a PDF looks like the SVG."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageChops

from quandary.drawing.paper import BLACK, Box, Line, Page, Text, text_width
from quandary.drawing.raster import svg_to_png
from quandary.drawing.stroke_font import CHARACTERS, PEN_WIDTH, text_path, text_strokes


def seen(content: str) -> Image.Image:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60">{content}</svg>'
    return Image.open(BytesIO(svg_to_png(svg, scale=2))).getchannel("A")


@pytest.mark.parametrize("character", sorted(CHARACTERS - {" "}))
def test_strokes_of_a_character_are_its_path(character: str) -> None:
    height = 40.0
    points = text_strokes(character, (30, 30), height)
    pen = PEN_WIDTH * height / 10
    lines = "".join(
        f'<polyline points="{" ".join(f"{x:.3f},{y:.3f}" for x, y in stroke)}" fill="none" stroke="#000000" '
        f'stroke-width="{pen}" stroke-linecap="round" stroke-linejoin="round"/>'
        for stroke in points
    )
    difference = ImageChops.difference(seen(lines), seen(text_path(character, (30, 30), height, BLACK)))
    # Only the edges of curves may differ, by a shade.
    assert sum(count for shade, count in enumerate(difference.histogram()) if shade > 100) <= 25


def test_a_longer_text_is_set_like_its_path() -> None:
    first, *_ = text_strokes("12 + 3", (30, 30), 10)
    alone = text_strokes("1", (0, 0), 10)[0]
    assert [y for _, y in first] == pytest.approx([y + 30 for _, y in alone])


def test_words_stand_where_the_alignment_puts_them() -> None:
    width = text_width("12 + 3", 14)
    for align, left in (("start", 100.0), ("middle", 100 - width / 2), ("end", 100 - width)):
        words = list(Text((100, 50), "12 + 3", 14, align=align).words())
        assert [word for _, word in words] == ["12", "+", "3"]
        assert words[0][0] - text_width("12", 14) / 2 == pytest.approx(left)


def test_unknown_characters_leave_a_gap_and_no_error() -> None:
    page = Page(100, 50, (Text((50, 25), "é&<7>", 14), Box(1, 1, 5, 5, outline=1), Line((0, 0), (9, 9), 1)))
    svg = page.scene("a < b & c").svg("pt")
    assert "a &lt; b &amp; c" in svg
    assert svg_to_png(svg.replace("pt", "")).startswith(b"\x89PNG")
