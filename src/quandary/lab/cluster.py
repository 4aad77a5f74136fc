"""The same work on a Dask cluster: shards of instances go out, rows come back, and only the driver writes.

A shard is done by a worker as if it were a small run of its own (`quandary.lab.engines`), so that the rows are the same
as anywhere else; whatever else has parts that do not need each other goes the same way. No worker has more than two
shards at a time: one at work, one waiting. A shard whose worker is lost runs again on another one. Workers need this
package, and whatever module a strategy of one's own lies in.
"""

from __future__ import annotations

import logging
import time as clock
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from importlib import import_module
from itertools import count, islice
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from quandary.core.errors import UsageError
from quandary.lab.corpus import Instance
from quandary.lab.engines import rows_of
from quandary.lab.experiment import Experiment
from quandary.lab.rows import Row

Item = TypeVar("Item")
Result = TypeVar("Result")

SHARDS_A_WORKER = 2
# Enough that a message is no burden, few enough that a lost shard costs little.
_LARGEST_SHARD = 64
# Shards grow as they go out: small ones first, so that rows come soon and a small corpus is spread.
_SHARDS_OF_A_SIZE = 4
# A shard that has lost this many workers is doing it itself.
_MOST_LOSSES = 5
_CONNECT_SECONDS = 5
_PATIENCE_SECONDS = 0.5


@cache
def connected(address: str) -> Any:
    """A client of the scheduler at this address; one for all that this process asks of it."""
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise UsageError("a cluster needs Dask: pip install 'quandary[cluster]'") from None
    # What goes wrong on the way to a scheduler is told in our one line, not in theirs.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
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
    return results_of_cluster(partial(shard_rows, experiment), instances, address, wait=wait, say=say)


def results_of_cluster(
    work: Callable[[Sequence[Item]], Sequence[Result]],
    items: Iterable[Item],
    address: str,
    *,
    wait: float | None = None,
    say: Callable[[str], None] = lambda text: None,
) -> Iterator[Result]:
    """What `work` makes of all items, shard by shard, as it comes; a worker does a shard on one thread."""
    client = connected(address)
    coming = iter(items)
    lost: deque[tuple[Sequence[Item], int]] = deque()
    running: dict[Any, tuple[Sequence[Item], int]] = {}
    done: SimpleQueue[Any] = SimpleQueue()
    sizes = (min(_LARGEST_SHARD, 1 + number // _SHARDS_OF_A_SIZE) for number in count())
    is_over = False
    try:
        while not (is_over and not running and not lost):
            _wait_for_workers(client, address, wait, say)
            # Workers come and go, so that how much may be under way is asked anew.
            while len(running) < SHARDS_A_WORKER * len(client.nthreads()):
                shard, losses = lost.popleft() if lost else (list(islice(coming, next(sizes))), 0)
                is_over = not shard
                if is_over:
                    break
                future = client.submit(work, shard, pure=False, retries=0)
                running[future] = shard, losses
                future.add_done_callback(done.put)
            try:
                future = done.get(timeout=_PATIENCE_SECONDS)
            except Empty:
                continue
            shard, losses = running.pop(future)
            if future.status == "finished":
                yield from future.result()
            elif losses + 1 < _MOST_LOSSES:
                lost.append((shard, losses + 1))
            else:
                raise UsageError(f"the cluster lost a shard {_MOST_LOSSES} times: {future.exception()}")
    finally:
        client.cancel(list(running))


def shard_rows(experiment: Experiment, shard: Sequence[Instance]) -> list[Row]:
    """What a worker does: one thread, for the cluster has as many of these at work as it has threads."""
    return list(rows_of(experiment, shard, 1))


def _wait_for_workers(client: Any, address: str, wait: float | None, say: Callable[[str], None]) -> None:
    """Says that nobody is there to work, and waits until somebody is, or until the patience ends."""
    if client.nthreads():
        return
    say(f"{address} has no workers: waiting for one" + ("" if wait is None else f", at most {wait:g} s"))
    begun = clock.monotonic()
    while not client.nthreads():
        if wait is not None and clock.monotonic() - begun >= wait:
            raise UsageError(f"no worker of {address} came within {wait:g} s; what is done is stored")
        clock.sleep(_PATIENCE_SECONDS)
