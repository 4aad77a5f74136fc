"""Puzzles in the making: a request waits for a while, and the work goes on until it is asked for again.

A request that has waited long enough is answered "not ready yet" (503 with `Retry-After`). Who asks the same again
waits for the same work. It is cancelled when a client closes its connection while nobody else waits, when nobody has
asked again for a while, or when it has taken as long as the server allows.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from quandary.core.budget import Cancel
from quandary.web.pools import Pool, Refused

T = TypeVar("T")

# How long work goes on without a request that waits for it. Clients are told to ask again after 2 seconds.
_LEASE = 10.0


class NotReady(Refused):
    """The puzzle is still being made; `seed` makes a later request ask for the same one."""

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(503, "not ready yet: the puzzle is still being made; ask again")
        self.more = {} if seed is None else {"seed": seed}


class _Work:
    """One piece of work and the requests that wait for it."""

    def __init__(self, task: asyncio.Task[Any]) -> None:
        self.task = task
        self.waiting = 0
        self.timer: asyncio.TimerHandle | None = None


class Making:
    """All work that is under way, by what was asked for."""

    def __init__(self, pool: Pool, patience: float, most: float) -> None:
        self._pool = pool
        self._patience = patience
        self._most = most
        self._works: dict[Hashable, _Work] = {}

    async def result(self, client: str, key: Hashable, work: Callable[[Cancel], T], *, seed: int | None = None) -> T:
        """Return the result of `work`, begun now or by an earlier request with this key. Raise `NotReady`."""
        found = self._works.get(key)
        if found is None:
            found = self._works[key] = _Work(asyncio.ensure_future(self._pool.run(client, work, self._most)))
        if found.timer is not None:
            found.timer.cancel()
        found.waiting += 1
        lease = 0.0
        try:
            await asyncio.wait({found.task}, timeout=self._patience)
            if not found.task.done():
                lease = _LEASE
                raise NotReady(seed)
            result: T = found.task.result()
            return result
        finally:
            found.waiting -= 1
            if not found.waiting:
                self._leave(key, found, lease)

    def _leave(self, key: Hashable, found: _Work, lease: float) -> None:
        """Drop the work when the lease is over, unless another request waits for it by then."""
        if lease:
            found.timer = asyncio.get_running_loop().call_later(lease, self._drop, key, found)
        else:
            self._drop(key, found)

    def _drop(self, key: Hashable, found: _Work) -> None:
        if self._works.get(key) is found:
            del self._works[key]
        found.task.cancel()
        if found.task.done() and not found.task.cancelled():
            # Nobody has to hear of an error that nobody waited for.
            found.task.exception()
