"""Lines of text as a picture: what a page shows of a game that cannot draw itself."""

from __future__ import annotations

from html import escape

_LINE, _COLUMN, _EDGE = 20, 10, 10


def lines_svg(title: str, text: str) -> str:
    """An SVG document of the text, in the viewer's own fixed-width font."""
    lines = text.split("\n")
    width, height = 2 * _EDGE + _COLUMN * max(map(len, lines)), 2 * _EDGE + _LINE * len(lines)
    drawn = "".join(
        f'<text x="{_EDGE}" y="{_EDGE + _LINE * number - 5}" xml:space="preserve">{escape(line)}</text>'
        for number, line in enumerate(lines, start=1)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}" font-size="16" '
        f'font-family="monospace" fill="currentColor"><title>{escape(title)}</title>{drawn}</svg>'
    )
