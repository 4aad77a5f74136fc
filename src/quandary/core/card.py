"""What notebooks show of a thing: a picture, and a table of figures, as HTML that needs nothing else.

Styles stand in the elements themselves, because many pages that show notebooks take style sheets away; colours are
the page's own, light or dark. Whatever is given has been escaped when it comes out, for titles and comments are a
stranger's text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

Rows = Iterable[tuple[str, str]]

GOOD, BAD = "#2e8b57", "#d1495b"
_CELL = (
    "text-align: left; vertical-align: top; padding: 3px 12px 3px 0; background: none; color: inherit; "
    "border-bottom: 1px solid #8884"
)
_BREAK = "overflow-wrap: anywhere"


def card(picture: str | None, title: str, rows: Rows, more: str = "") -> str:
    """A picture with a table beside it, or under it where there is little room."""
    drawn = f'<div style="flex: 0 1 20rem; min-width: 10rem">{_fitted(picture)}</div>' if picture else ""
    return (
        f'<div style="display: flex; flex-wrap: wrap; gap: 20px; align-items: flex-start">{drawn}'
        f'<div style="flex: 1 1 16rem; max-width: 44rem">{heading(title)}{table(rows)}{more}</div></div>'
    )


def heading(text: str) -> str:
    return f'<p style="margin: 0 0 8px; overflow-wrap: anywhere"><strong>{escape(text)}</strong></p>'


def _fitted(picture: str) -> str:
    """The picture as wide as its room."""
    return picture.replace("<svg ", '<svg style="display: block; width: 100%; height: auto" ', 1)


def table(rows: Rows) -> str:
    """Names on the left, values on the right."""
    faint = f"{_CELL}; font-weight: normal; opacity: .75; white-space: nowrap"
    return _lines(
        f'<th style="{faint}">{escape(name)}</th><td style="{_CELL}; {_BREAK}">{escape(value)}</td>'
        for name, value in rows
    )


def columns(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table with a head."""
    head = "".join(f'<th style="{_CELL}">{escape(name)}</th>' for name in heads)
    lines = ("".join(f'<td style="{_CELL}">{escape(cell)}</td>' for cell in row) for row in rows)
    return _lines([head, *lines])


def _lines(lines: Iterable[str]) -> str:
    body = "".join(f'<tr style="background: none">{line}</tr>' for line in lines)
    return f'<table style="border-collapse: collapse; margin: 0">{body}</table>' if body else ""


def folded(summary: str, text: str) -> str:
    """A text that is there for those who want it."""
    return (
        f'<details style="margin-top: 8px"><summary>{escape(summary)}</summary>'
        f'<code style="{_BREAK}; white-space: pre-wrap">{escape(text)}</code></details>'
    )
