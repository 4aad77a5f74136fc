"""How things show themselves in notebooks, and how solutions are watched.

Nothing here needs a notebook to be installed: an object that has `_repr_html_` or `_repr_svg_` shows itself wherever
somebody asks it to. Whatever stands in these pages has been escaped, for titles and comments are a stranger's text.
"""

from __future__ import annotations

from quandary.core.arguments import check_type
from quandary.engine.animation import Animation
from quandary.engine.cards import outcome, verdict_card
from quandary.engine.solve import Verdict

__all__ = ["Animation", "Card", "card"]


class Card:
    """A thing as HTML, for notebooks, with a line of text for those that show no HTML."""

    def __init__(self, html: str, text: str) -> None:
        self.html = html
        self.text = text

    def _repr_html_(self) -> str:
        return self.html

    def __repr__(self) -> str:
        return self.text


def card(verdict: Verdict, *, times: bool = True) -> Card:
    """A verdict to look at. Without `times` it is the same on every machine, as notebooks that are kept should be."""
    check_type("a verdict", verdict, Verdict, "what quandary.solve returns")
    return Card(verdict_card(verdict, times=times), f"{verdict.id}: {outcome(verdict)}")
