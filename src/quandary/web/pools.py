"""Bounded work: so many jobs at a time, so many waiting, and a plain refusal for the rest.

A job runs in a thread and is told to stop when its client goes or its time is over. Its slot is free again only when
the thread has really come back, so that the server's caps on time and memory hold whatever a job does.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar

from starlette.exceptions import HTTPException

from quandary.core.budget import Cancel

T = TypeVar("T")


class Refused(HTTPException):
    """There is no room for this request now; in a moment there may be."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(status, reason, {"Retry-After": "2"})


class TooLong(HTTPException):
    """The work has not come back in its time, and would not the next time."""

    def __init__(self) -> None:
        super().__init__(422, "this takes longer than the server allows")


def busy() -> Refused:
    """There are too many others."""
    return Refused(503, "the server is busy; try again in a moment")


class Luggage:
    """The bytes of all requests that are being read or answered: so many of a client, so many of all."""

    def __init__(self, of_a_client: int, of_all: int) -> None:
        self._of_a_client = of_a_client
        self._of_all = of_all
        self._held: Counter[str] = Counter()

    def take(self, client: str, size: int) -> None:
        """Raises `Refused` if there is no room for so much more."""
        if self._held[client] + size > self._of_a_client:
            raise Refused(429, "your requests under way are too large together; wait for one of them")
        if self._held.total() + size > self._of_all:
            raise busy()
        self._held[client] += size

    def give_back(self, client: str, size: int) -> None:
        """The request has been answered."""
        self._held[client] -= size
        self._held += Counter()


class Job(Generic[T]):
    """Work that has its slot."""

    def __init__(self, future: asyncio.Future[T], cancel: Cancel) -> None:
        self._future = future
        self._cancel = cancel

    async def result(self, seconds: float | None = None) -> T:
        """What the work returns. Whoever stops waiting for it, stops it. Raises `TooLong` after so many seconds."""
        try:
            # Shielded: the thread goes on until it hears of the cancellation, and its slot stays taken until then.
            return await asyncio.wait_for(asyncio.shield(self._future), seconds)
        except TimeoutError:
            raise TooLong from None
        finally:
            self._cancel.cancel()

    def stop(self) -> None:
        """Nobody waits any more."""
        self._cancel.cancel()


def _step_back(niceness: int) -> None:
    """Lets others go first: on Linux a thread has a priority of its own, and the threads that it starts inherit it."""
    if niceness and sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)


class Pool:
    """The slots of one kind of work, shared fairly.

    A slot that becomes free goes to the client who has the fewest, and among those to who waits for longest. Of two
    slots or more the last free one is kept for a client who has none: nobody can take all of them. Nor all places in
    the queue: when it is full, who has the most there makes room for who has fewer.
    """

    def __init__(
        self, name: str, slots: int, queue: int, per_client: int, patience: float, *, niceness: int = 0
    ) -> None:
        self._threads = ThreadPoolExecutor(slots, name, _step_back, (niceness,))
        self._slots = slots
        self._room = slots + queue
        self._inside: Counter[str] = Counter()
        self._running: Counter[str] = Counter()
        self._waiting: list[tuple[str, asyncio.Future[None]]] = []
        self._per_client = per_client
        self._patience = patience

    @property
    def load(self) -> int:
        """How many requests run or wait."""
        return self._inside.total()

    async def start(self, client: str, work: Callable[[Cancel], T]) -> Job[T]:
        """Waits for a slot and sets the work off. Raises `Refused` if there is no room."""
        if self._inside[client] >= self._per_client:
            raise Refused(429, "you have too many requests under way; wait for one of them")
        if self.load >= self._room and not self._make_room(client):
            raise busy()
        self._inside[client] += 1
        try:
            await self._slot(client)
        except BaseException:
            self._leave(client)
            raise
        cancel = Cancel()
        future = asyncio.get_running_loop().run_in_executor(self._threads, work, cancel)
        future.add_done_callback(lambda done: self._finish(client, done))
        return Job(future, cancel)

    async def _slot(self, client: str) -> None:
        """Returns when this client has a slot."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((client, turn))
        self._share()
        try:
            await asyncio.wait_for(asyncio.shield(turn), self._patience)
        except BaseException as error:
            if not turn.done():
                turn.cancel()
                self._waiting.remove((client, turn))
            elif turn.exception() is None:
                # It came in the same moment, and goes to the next.
                self._free(client)
            if isinstance(error, TimeoutError):
                raise busy() from None
            raise

    def _make_room(self, client: str) -> bool:
        """Sends away the last to wait of the client with most requests here, if those are more than this one's."""
        greedy = max((one for one, _ in self._waiting), key=self._inside.__getitem__, default=client)
        if self._inside[greedy] <= self._inside[client] + 1:
            return False
        last = next(place for place in reversed(self._waiting) if place[0] == greedy)
        self._waiting.remove(last)
        last[1].set_exception(busy())
        return True

    def _share(self) -> None:
        """Gives free slots to those who wait."""
        while self._waiting:
            free = self._slots - self._running.total()
            client, turn = min(self._waiting, key=lambda one: self._running[one[0]])
            has_one = self._running[client] > 0
            if free <= 0 or (free == 1 and has_one and self._slots > 1):
                return
            self._waiting.remove((client, turn))
            self._running[client] += 1
            turn.set_result(None)

    def _free(self, client: str) -> None:
        self._running[client] -= 1
        self._running += Counter()
        self._share()

    async def run(self, client: str, work: Callable[[Cancel], T], seconds: float | None = None) -> T:
        """The result of the work, from queue to end."""
        return await (await self.start(client, work)).result(seconds)

    def close(self) -> None:
        """Lets no further work begin."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _leave(self, client: str) -> None:
        self._inside[client] -= 1
        self._inside += Counter()

    def _finish(self, client: str, done: asyncio.Future[T]) -> None:
        self._free(client)
        self._leave(client)
        if not done.cancelled():
            # Whoever waits hears of it too; where nobody waits any more, there must be no complaint about that.
            done.exception()
