"""The same work on a Dask cluster: shards of instances go out, rows come back, and only the driver writes.

A shard is done by a worker as if it were a small run of its own (`quandary.lab.engines`), so that the rows are the same
as anywhere else. No worker has more than two shards at a time: one at work, one waiting. A shard whose worker is lost
runs again on another one. Workers need this package, and whatever module a strategy of one's own lies in.

Every wait for the cluster has an end: any worker, and the scheduler, may die at any moment. A lost scheduler, or no
worker within the time that the caller waits, raises `Unfinished`; an error that a shard raises is raised at once.
"""

from __future__ import annotations

import logging
import time as clock
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from itertools import count, islice
from queue import Empty, SimpleQueue
from typing import Any

from quandary.core.errors import QuandaryError, Unfinished, UsageError
from quandary.lab.corpus import Instance
from quandary.lab.engines import rows_of
from quandary.lab.experiment import Experiment
from quandary.lab.rows import Row

SHARDS_A_WORKER = 2
# Enough that a message is no burden, few enough that a lost shard costs little.
_LARGEST_SHARD = 64
# Shards grow as they go out: small ones first, so that rows come soon and a small corpus is spread.
_SHARDS_OF_A_SIZE = 4
# A shard that has lost this many workers is doing it itself.
_MOST_LOSSES = 5
_CONNECT_SECONDS = 5
_PATIENCE_SECONDS = 0.5
# A result that takes longer to fetch lay on a worker that was lost, or will be there at the next attempt.
_FETCH_SECONDS = 2.0
_CLOSE_SECONDS = 1.0
_RUNNING = "running"

_clients: dict[str, Any] = {}


def connected(address: str) -> Any:
    """Return a client of the scheduler at this address, the one that this process already has if it still runs."""
    client = _clients.get(address)
    if client is None or client.status != _RUNNING:
        client = _clients[address] = _connect(address)
    return client


def _connect(address: str) -> Any:
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise UsageError("a cluster needs Dask: pip install 'quandary[cluster]'") from None
    # Errors are reported in one line of ours. Dask gives some of its loggers a level of their own.
    for name in ("asyncio", "distributed", *logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("asyncio", "distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        return distributed.Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise UsageError(f"there is no Dask scheduler at {address}: {' '.join(str(error).split())}") from None


def rows_of_cluster(
    experiment: Experiment,
    instances: Iterable[Instance],
    address: str,
    *,
    wait: float | None = None,
    say: Callable[[str], None] = lambda text: None,
) -> Iterator[Row]:
    """The rows of all instances, as they come. A cluster without workers is waited for, `wait` seconds at most."""
    client = connected(address)
    coming = iter(instances)
    lost: deque[tuple[Sequence[Instance], int]] = deque()
    running: dict[Any, tuple[Sequence[Instance], int]] = {}
    done: SimpleQueue[Any] = SimpleQueue()
    sizes = (min(_LARGEST_SHARD, 1 + number // _SHARDS_OF_A_SIZE) for number in count())
    is_over = False
    try:
        while not (is_over and not running and not lost):
            _wait_for_workers(client, address, wait, say)
            # Workers come and go, so that how much may be under way is asked anew.
            while len(running) < SHARDS_A_WORKER * _workers(client, address):
                shard, losses = lost.popleft() if lost else (list(islice(coming, next(sizes))), 0)
                is_over = not shard
                if is_over:
                    break
                future = client.submit(shard_rows, experiment, shard, pure=False, retries=0)
                running[future] = shard, losses
                future.add_done_callback(done.put)
            try:
                future = done.get(timeout=_PATIENCE_SECONDS)
            except Empty:
                continue
            if future.status == "finished":
                try:
                    rows = future.result(timeout=_FETCH_SECONDS)
                except Exception:
                    # Its worker was lost, and Dask computes it again as soon as it can; or the scheduler was lost.
                    future.add_done_callback(done.put)
                    continue
                del running[future]
                yield from rows
                continue
            shard, losses = running.pop(future)
            reason = _loss(client, address, future)
            if losses + 1 == _MOST_LOSSES:
                raise Unfinished(f"{address}: the same shard was lost {_MOST_LOSSES} times ({reason})")
            lost.append((shard, losses + 1))
    finally:
        with suppress(Exception):
            if client.status == _RUNNING:
                client.cancel(list(running))


def _loss(client: Any, address: str, future: Any) -> str:
    """Return how a shard was lost; raise the error if its work has failed, which it would anywhere else, too."""
    if future.status != "error":
        _check_scheduler(client, address)
        return str(future.status)
    error = future.exception(timeout=_FETCH_SECONDS)
    # Dask's word for a task that took several workers with it.
    if type(error).__name__ == "KilledWorker":
        return "its workers died"
    told = str(error) if isinstance(error, QuandaryError) else f"{type(error).__name__}: {error}"
    raise UsageError(f"a worker of {address} cannot do its part: {told}")


def _workers(client: Any, address: str) -> int:
    """Return how many workers there are."""
    _check_scheduler(client, address)
    try:
        return len(client.nthreads())
    except (OSError, RuntimeError):
        raise _scheduler_lost(client, address) from None


def _check_scheduler(client: Any, address: str) -> None:
    if client.status != _RUNNING:
        raise _scheduler_lost(client, address)


def _scheduler_lost(client: Any, address: str) -> Unfinished:
    # Without this it would go on trying to connect.
    with suppress(Exception):
        client.close(timeout=_CLOSE_SECONDS)
    return Unfinished(f"the scheduler at {address} is gone")


def shard_rows(experiment: Experiment, shard: Sequence[Instance]) -> list[Row]:
    """What a worker does: one thread, for the cluster has as many of these at work as it has threads."""
    return list(rows_of(experiment, shard, 1))


def _wait_for_workers(client: Any, address: str, wait: float | None, say: Callable[[str], None]) -> None:
    """Wait until there is a worker, at most `wait` seconds, and say so."""
    if _workers(client, address):
        return
    say(f"{address} has no workers: waiting for one" + ("" if wait is None else f", at most {wait:g} s"))
    begun = clock.monotonic()
    while not _workers(client, address):
        if wait is not None and clock.monotonic() - begun >= wait:
            raise Unfinished(f"no worker of {address} came within {wait:g} s")
        clock.sleep(_PATIENCE_SECONDS)
