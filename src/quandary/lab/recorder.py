"""Writes rows while others are still searched for, ten times a second.

A transaction a row would cost more than many a puzzle, and one at the end would lose everything to a power cut. Rows
that come quickly are written by whoever adds them. When none comes for a while, a thread writes those that wait; it
does not write all of them, because SQLite gives the interpreter away with every row, and a busy thread is slow to
return it.
"""

from __future__ import annotations

import threading
import time as clock
from collections import deque
from types import TracebackType

from quandary.lab.rows import Row
from quandary.lab.store import Store

SECONDS_BETWEEN_WRITES = 0.1


class Recorder:
    """Takes rows at once and stores them soon; all of them when its block ends, however it ends."""

    def __init__(self, store: Store, run: int) -> None:
        self._store = store
        self._run = run
        # Both ends of a deque may be used by different threads without a lock.
        self._rows: deque[Row] = deque()
        self._written = clock.monotonic()
        self._writing = threading.Lock()
        self._over = threading.Event()
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._write_on, name="lab-recorder", daemon=True)

    def __enter__(self) -> Recorder:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()
        if self._failure is None:
            self._write()
        elif error is None:
            raise self._failure

    def add(self, row: Row) -> None:
        """One more row."""
        if self._failure is not None:
            raise self._failure
        self._rows.append(row)
        if clock.monotonic() - self._written > SECONDS_BETWEEN_WRITES:
            self._write()

    def _write_on(self) -> None:
        try:
            while not self._over.wait(SECONDS_BETWEEN_WRITES):
                if self._rows and clock.monotonic() - self._written > 2 * SECONDS_BETWEEN_WRITES:
                    self._write()
        except BaseException as error:
            self._failure = error

    def _write(self) -> None:
        with self._writing:
            rows = [self._rows.popleft() for _ in range(len(self._rows))]
            if rows:
                self._store.add_rows(self._run, rows)
            self._written = clock.monotonic()
