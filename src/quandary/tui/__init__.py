"""The terminal app: menu, boards, hints, watching and records, over `quandary.engine.session` and its events.

No rule and no search lives here. A board turns keys and the mouse into moves, a session plays them, and its events say
what to animate. Everything that all games have in common is on one screen, `game_screen`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from quandary.core.printable import shown
from quandary.engine.session import Session

__all__ = ["run"]


def run(
    session: Session[Any, Any] | None = None,
    *,
    performer: str | None = None,
    options: Mapping[str, Any] | None = None,
    pace: float = 0.4,
) -> int:
    """Open the app with the menu, a game, or a game that a solver or a strategy plays; return the exit status."""
    from quandary.tui.app import QuandaryApp

    app = QuandaryApp(session, performer=performer, options=options, pace=pace)
    failure: Exception | None = None
    try:
        app.run()
    except Exception as error:
        failure = error
    finally:
        # Whatever has ended it: the last move is on its way to the disk.
        app.autosave.flush()
    failure = app.failure or failure
    if failure is None:
        return app.return_code or 0
    if os.environ.get("QUANDARY_DEBUG"):
        raise failure
    message = _failure_message(failure, app.store.write_crash_report(failure))
    print(f"error: {shown(message)}", file=sys.stderr, flush=True)
    return 1


def _failure_message(failure: Exception, report: Path | None) -> str:
    what = " ".join(f"{type(failure).__name__}: {failure}".split())
    where = f"the traceback is in {report}" if report else "QUANDARY_DEBUG=1 shows the traceback"
    return f"internal: the terminal app failed: {what}; {where}; open games are saved and go on with `quandary`"
