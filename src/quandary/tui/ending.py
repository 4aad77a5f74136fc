"""Whoever ends us from outside: signals, and a terminal that goes away without one.

A terminal sends SIGHUP to those who belong to it; a program that was started in a session of its own hears nothing, and
Textual would then ask an empty input for keys for ever.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable

# Seconds for a terminal that may be gone to take what puts it right.
_FAREWELL = 2.0


def hear_ending(leave: Callable[[int], None]) -> None:
    """Calls `leave` with an exit status, in the loop that runs now, when somebody wants us to end."""
    loop = asyncio.get_running_loop()

    def end(number: int) -> None:
        leave(128 + number)
        # A terminal that is gone may never take what is written to put it right; the game is safe by now.
        threading.Thread(target=_end_soon, args=(128 + number,), daemon=True).start()

    for name in ("SIGTERM", "SIGHUP"):
        if (number := getattr(signal, name, None)) is not None:
            # Windows has neither such signals nor a loop that hears them.
            with contextlib.suppress(NotImplementedError):
                loop.add_signal_handler(number, end, number)
    if hasattr(select, "poll") and sys.__stdin__ is not None:
        watch = threading.Thread(target=_watch, args=(sys.__stdin__.fileno(), loop, end), daemon=True)
        watch.start()


def _watch(terminal: int, loop: asyncio.AbstractEventLoop, end: Callable[[int], None]) -> None:
    """Sleeps until the other end of the terminal is closed, which costs nothing."""
    poll = select.poll()
    poll.register(terminal, 0)
    if any(happened & select.POLLHUP for _, happened in poll.poll()):
        # A loop that is closed has ended already.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(end, signal.SIGHUP)


def _end_soon(status: int) -> None:
    time.sleep(_FAREWELL)
    os._exit(status)
