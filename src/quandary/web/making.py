"""Jobs that make puzzles and may outlive the request that started them.

A request waits for a limited time, then gets 503 "not ready yet" with `Retry-After`. The job continues, and a repeated
request waits for the same job. A job is cancelled when the last waiting client disconnects, when no request repeats
within the lease, or at the server's time limit.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from quandary.core.budget import Cancel
from quandary.web.pools import Pool, Refused

T = TypeVar("T")

# Seconds that a job continues without a waiting request. `Retry-After` says 2.
_LEASE = 10.0


class NotReady(Refused):
    """The puzzle is not finished; repeating the request with `seed` waits for the same one."""

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(503, "not ready yet: the puzzle is still being made; ask again")
        self.more = {} if seed is None else {"seed": seed}


class _Job:
    """A running job and the number of requests that wait for it."""

    def __init__(self, task: asyncio.Task[Any]) -> None:
        self.task = task
        self.waiting = 0
        self.timer: asyncio.TimerHandle | None = None


class Making:
    """The running jobs by request."""

    def __init__(self, pool: Pool, patience: float, most: float) -> None:
        self._pool = pool
        self._patience = patience
        self._most = most
        self._jobs: dict[Hashable, _Job] = {}

    async def result(self, client: str, key: Hashable, work: Callable[[Cancel], T], *, seed: int | None = None) -> T:
        """Return the result of the job with this key, starting it if necessary. Raise `NotReady` after the wait."""
        job = self._jobs.get(key)
        if job is None:
            job = self._jobs[key] = _Job(asyncio.ensure_future(self._pool.run(client, work, self._most)))
        if job.timer is not None:
            job.timer.cancel()
        job.waiting += 1
        lease = 0.0
        try:
            await asyncio.wait({job.task}, timeout=self._patience)
            if not job.task.done():
                lease = _LEASE
                raise NotReady(seed)
            result: T = job.task.result()
            return result
        finally:
            job.waiting -= 1
            if not job.waiting:
                self._leave(key, job, lease)

    def _leave(self, key: Hashable, job: _Job, lease: float) -> None:
        """Cancel the job at the end of the lease unless a request waits for it by then."""
        if lease:
            job.timer = asyncio.get_running_loop().call_later(lease, self._drop, key, job)
        else:
            self._drop(key, job)

    def _drop(self, key: Hashable, job: _Job) -> None:
        if self._jobs.get(key) is job:
            del self._jobs[key]
        job.task.cancel()
        if job.task.done() and not job.task.cancelled():
            # Retrieve the error, or asyncio logs it.
            job.task.exception()
