"""How things show themselves in notebooks, and how solutions are watched.

Nothing here needs a notebook to be installed: an object that has `_repr_html_` or `_repr_svg_` shows itself wherever
somebody asks it to. Whatever stands in these pages has been escaped, for titles and comments are a stranger's text.
"""

from quandary.notebook.animation import Animation
from quandary.notebook.cards import Card, card

__all__ = ["Animation", "Card", "card"]
