"""Long work in a thread of its own, so that the screen never freezes.

The work is given a `Cancel` and a `Progress` and may take as long as it likes; `Escape` raises the flag. Threads are
daemons: whoever quits does not wait for a search that has not heard yet.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from queue import Empty, Full, Queue
from typing import Any, ClassVar, Generic, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Static

from quandary.core.budget import Cancel, Progress
from quandary.core.errors import QuandaryError
from quandary.tui.window import Window

T = TypeVar("T")
Work = Callable[[Cancel, Progress], T]

# Whoever waits less than this should not see a window flash by.
_PATIENCE = 0.25
_LOOKS_PER_SECOND = 8


class Failed(Exception):
    """The work ended with an error that a player should read."""


def in_words(error: Exception) -> str:
    """What to tell of an error: what is not the input's fault is ours, and says so."""
    return str(error) if isinstance(error, QuandaryError) else f"internal: {type(error).__name__}: {error}"


class Waiting(Window[T | Failed | None], Generic[T]):
    """Waits for a piece of work; ends with its result, with its error, or with None if it was cancelled."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "give_up", "cancel")]
    DEFAULT_CSS = """
    Waiting { align: center middle; background: transparent; }
    Waiting > Vertical { width: 44; height: auto; border: round $accent; background: $panel; padding: 0 1; }
    """

    class Done(Message):
        """The thread has finished."""

        def __init__(self, result: Any) -> None:
            super().__init__()
            self.result = result

    def __init__(self, what: str, work: Work[T]) -> None:
        super().__init__()
        self._what = what
        self._work = work
        self._cancel = Cancel()
        self._positions_seen = self._depth_reached = 0
        self._began = time.monotonic()

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(id="thinking")

    def on_mount(self) -> None:
        """The work begins; the window shows only if it takes a while."""
        if not self.is_whole:
            return
        self.query_one(Vertical).display = False
        self.set_timer(_PATIENCE, self._appear)
        threading.Thread(target=self._run, daemon=True).start()

    def _appear(self) -> None:
        self.query_one(Vertical).display = True
        self._look()
        self.set_interval(1 / _LOOKS_PER_SECOND, self._look)

    def _look(self) -> None:
        seconds = time.monotonic() - self._began
        lines = [f"[b]{self._what}[/b]", f"{seconds:.1f} s"]
        if self._positions_seen:
            lines[-1] += f"   {self._positions_seen / max(seconds, 0.1):,.0f} positions/s"
            lines.append(f"{self._positions_seen:,} positions, depth {self._depth_reached}")
        self.query_one("#thinking", Static).update("\n".join([*lines, "", "[dim]Esc or a click cancels[/dim]"]))

    def _run(self) -> None:
        result: T | Failed | None
        try:
            result = self._work(self._cancel, self._note)
        except Exception as error:
            # Nobody else sees what happens in a thread: without a result the player would wait for ever.
            result = Failed(in_words(error))
        self.post_message(self.Done(result))

    def _note(self, nodes: int, depth: int) -> None:
        self._positions_seen, self._depth_reached = nodes, depth

    def on_waiting_done(self, message: Done) -> None:
        """The work is over; if it was cancelled, the window has gone already."""
        if not self._cancel.cancelled:
            self.dismiss(message.result)

    def action_give_up(self) -> None:
        """The player does not want to wait any longer."""
        if not self._cancel.cancelled:
            self._cancel.cancel()
            self.dismiss(None)

    def on_click(self) -> None:
        """A click is as good as Escape, once there is a window to click on."""
        if self.query_one(Vertical).display:
            self.action_give_up()


class Feed(Generic[T]):
    """Items that a thread computes a little ahead, or just hands over."""

    _AHEAD = 4
    _END = object()

    def __init__(self, items: Iterable[T], total: int | None = None) -> None:
        self._items = items
        self.total = total
        """How many there are, if that is known."""
        self._ready: Queue[Any] = Queue(self._AHEAD)
        self._stopped = threading.Event()
        self.is_over = False
        """Whether everything has been taken."""
        self.problem: str | None = None
        """Why there is no more, if that is an error."""
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        try:
            for item in self._items:
                if not self._hand_over(item):
                    return
        except Exception as error:
            self.problem = in_words(error)
        self._hand_over(self._END)

    def _hand_over(self, item: object) -> bool:
        while not self._stopped.is_set():
            try:
                self._ready.put(item, timeout=0.1)
            except Full:
                continue
            return True
        return False

    def take(self) -> T | None:
        """The next item; None if it is not ready yet, or if there is none."""
        try:
            item = self._ready.get_nowait()
        except Empty:
            return None
        if item is self._END:
            self.is_over = True
            return None
        taken: T = item
        return taken

    def stop(self) -> None:
        """Lets the thread end."""
        self._stopped.set()
