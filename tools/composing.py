"""Several pictures in one, side by side, each in a white frame of its own that suits light and dark pages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

_GAP = 18
_PADDING = 10
_HEAD = re.compile(r"<svg\b[^>]*>", re.DOTALL)
_VIEW = re.compile(r'viewBox="([-\d. ]+)"')
_FOR_READERS = re.compile(r"<(title|desc)>.*?</\1>\s*", re.DOTALL)


def frame_row(pictures: Sequence[str], *, height: float, title: str) -> str:
    """The pictures in a row, all equally high, each on white with round corners."""
    parts, left = [], 0.0
    for picture in pictures:
        head = _HEAD.search(picture)
        view = _VIEW.search(head[0]) if head else None
        if head is None or view is None:
            raise ValueError("a picture to be framed is an SVG with a viewBox")
        _, _, wide, high = map(float, view[1].split())
        width = round(height * wide / high, 1)
        content = _FOR_READERS.sub("", picture[head.end() :]).strip()
        parts += [
            f'<rect x="{left:g}" y="0" width="{width + 2 * _PADDING:g}" height="{height + 2 * _PADDING:g}" rx="12"'
            ' fill="#fff" stroke="#9aa5ad" stroke-opacity=".5"/>',
            f'<svg x="{left + _PADDING:g}" y="{_PADDING}" width="{width:g}" height="{height:g}" viewBox="{view[1]}">',
            content,
        ]
        left += width + 2 * _PADDING + _GAP
    total = f"{left - _GAP:g}", f"{height + 2 * _PADDING:g}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {left - _GAP + 2:g} {height + 2 * _PADDING + 2:g}"'
            f' width="{total[0]}" height="{total[1]}" role="img">',
            f"<title>{escape(title)}</title>",
            *parts,
            "</svg>\n",
        ]
    )
