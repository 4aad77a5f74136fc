"""The web app: play, solve, make and print in a browser.

The rules run here, on the server. A page sends the puzzle and the moves so far, and gets back where the game stands:
its picture, what happened, and what may be played next. A game is therefore its address and its moves; nothing is
stored, and a server that starts again has lost nothing.
"""

from __future__ import annotations

from quandary.web.app import create_app
from quandary.web.limits import Limits

__all__ = ["Limits", "create_app"]
