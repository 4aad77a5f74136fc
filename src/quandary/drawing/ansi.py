"""Lines of text with colours, for terminals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby


def coloured(line: str, styles: Sequence[str]) -> str:
    """The line with every run of one style between its ANSI code and a reset."""
    runs = groupby(zip(line, styles, strict=True), key=lambda marked: marked[1])
    texts = ((style, "".join(mark for mark, _ in run)) for style, run in runs)
    return "".join(f"\x1b[{style}m{text}\x1b[0m" if style else text for style, text in texts)
