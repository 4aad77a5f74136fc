"""Saves games while they are played, in a thread of its own: nothing waits for a disk.

What is due is kept by puzzle, and only the newest state of each: a player who is quicker than the disk costs it one
write, not twenty. A write begins as soon as the one before is done, so that a machine that stops takes the last moment
of a game with it and no more.
"""

from __future__ import annotations

import threading
from typing import Any

from quandary.core.game import Status
from quandary.engine.session import Session
from quandary.tui.store import Store
from quandary.tui.worker import in_words

# Seconds that somebody who quits waits for a disk that does not answer.
_PATIENCE = 10.0


class Autosave:
    """Keeps the files of games as the games are."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._due: dict[str, Session[Any, Any]] = {}
        self._changed = threading.Condition()
        self._is_writing = False
        self._thread: threading.Thread | None = None

    def note(self, session: Session[Any, Any]) -> None:
        """Something has happened in a game: its file will follow."""
        with self._changed:
            self._due[session.canonical_id] = session.snapshot()
            self._changed.notify_all()
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="autosave", daemon=True)
                self._thread.start()

    def flush(self) -> None:
        """Waits until everything is in its file, unless a disk takes for ever."""
        with self._changed:
            self._changed.wait_for(lambda: not self._due and not self._is_writing, _PATIENCE)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._is_writing = False
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._due)
                session = self._due.pop(next(iter(self._due)))
                self._is_writing = True
            try:
                if is_worth_keeping(session):
                    self._store.save(session)
                else:
                    self._store.forget(session.game.name, session.canonical_id)
            except Exception as error:
                # Nobody else sees what happens in a thread, and the next move must find it alive.
                self._store.tell(f"this game could not be saved: {in_words(error)}")


def is_worth_keeping(session: Session[Any, Any]) -> bool:
    """Whether there is anything to go on with: a game that has begun and is not over."""
    has_begun = session.turn.number or session.redoable or session.undo_refusal is None
    return session.status is Status.PLAYING and bool(has_begun)
