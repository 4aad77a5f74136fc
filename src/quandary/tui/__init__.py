"""The terminal app: menu, boards, hints, watching and records, over `quandary.engine.session` and its events.

No rule and no search lives here. A board turns keys and the mouse into moves, a session plays them, and its events say
what to animate. Everything that all games have in common is on one screen, `game_screen`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quandary.engine.session import Session

__all__ = ["run"]


def run(
    session: Session[Any, Any] | None = None,
    *,
    performer: str | None = None,
    options: Mapping[str, Any] | None = None,
    pace: float = 0.4,
) -> int:
    """Opens the app: the menu, or a game, or a game that somebody plays while you watch; the exit status."""
    from quandary.tui.app import QuandaryApp

    app = QuandaryApp(session, performer=performer, options=options, pace=pace)
    try:
        app.run()
    finally:
        # Whatever has ended it: the last move is on its way to the disk.
        app.autosave.flush()
    return app.return_code or 0
