"""How much a stranger may ask of the server.

Every request has its own budget, and all of them together have one: a bounded number of slots, each of which may use so
much memory and time. What comes on top waits in a bounded queue, and what does not fit there is refused at once.

With the usual caps the server keeps to 650 MB: 2 searches of 96 MB, 3 hints and 2 puzzles in the making of 48 (one on
its way through the core's own tables may take 80), 64 MB of what is kept, 16 MB of requests, which take a few times as
much when they are read, and 100 of its own and of the pictures that it draws.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Timer

from quandary.core.budget import Budget, Cancel

KIB, MIB = 1 << 10, 1 << 20
LOCAL_HOSTS = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True, slots=True)
class Limits:
    """The server's caps; a request may ask for less."""

    body: int = 512 * KIB
    """Bytes of a request."""
    progress: int = 1 * MIB
    """Characters of somebody's records, and bytes of the request that brings them: some 5,000 games."""
    bodies: int = 16 * MIB
    """Bytes of all requests under way; of one client's, a quarter."""
    puzzle: int = 128 * KIB
    """Characters of a puzzle's text, or of a pack's."""
    board: int = 16 * KIB
    """Characters of one puzzle, written out: an id may say in a few words what is large."""
    picture: int = 1000 * KIB
    """Characters of a picture."""
    moves: int = 20_000
    """Moves of one game."""
    word: int = 200
    """Characters of a move, a name or a setting."""
    batch: int = 50
    """Puzzles that one request may make or read."""
    solve_time: float = 20.0
    """Seconds that a solver may search."""
    hint_time: float = 4.0
    """Seconds that a hint may take."""
    make_time: float = 120.0
    """Seconds that making a puzzle or an order may take, over all requests that wait for it."""
    wait_time: float = 5.0
    """Seconds that a request waits for a puzzle in the making before it is answered "not ready yet"."""
    nodes: int = 200_000_000
    """Positions that a search may expand."""
    memory: int = 96 * MIB
    """Bytes that a search may use; a hint, half of them."""
    kept: int = 64 * MIB
    """Bytes of puzzles, turns and lines that are kept for the next request."""
    solvers: int = 2
    """Long searches at a time."""
    helpers: int = 3
    """Hints at a time."""
    makers: int = 2
    """Puzzles in the making at a time."""
    queue: int = 24
    """Requests that may wait for each kind of slot."""
    move_queue: int = 400
    """Requests for moves that may wait; each is a matter of milliseconds."""
    per_client: int = 12
    """Slots and places in a queue that one client may hold; the last free slot is for clients that have none."""
    patience: float = 10.0
    """Seconds that a request waits for its slot."""
    hosts: tuple[str, ...] = LOCAL_HOSTS
    """Names under which the server may be addressed."""
    origins: tuple[str, ...] = ()
    """Other sites whose pages may ask the API; `*` for all."""

    def solving(self, time: float | None, nodes: int | None, memory: int | None) -> Budget:
        """What a request asks for, as far as the caps allow it."""
        return Budget(
            self.solve_time if time is None else min(time, self.solve_time),
            self.nodes if nodes is None else min(nodes, self.nodes),
            self.memory if memory is None else min(memory, self.memory),
        )

    def hinting(self) -> Budget:
        """What a hint may cost."""
        return Budget(self.hint_time, self.nodes, self.memory // 2)

    def making(self) -> Budget:
        """What an order may cost."""
        return Budget(self.make_time, memory=self.memory // 2)


@contextmanager
def alarm(cancel: Cancel, seconds: float) -> Iterator[None]:
    """Cancels what is done here when the time is over, whatever budgets its parts have."""
    timer = Timer(seconds, cancel.cancel)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
