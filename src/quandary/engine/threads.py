"""Work on several threads, its results in order. Native work releases the interpreter, so threads use every core.

Whoever leaves early, by Ctrl-C or because they have seen enough, waits for nobody: what is being done is told to
stop, and what has not begun never does.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

from quandary.core.budget import Cancel

if TYPE_CHECKING:
    from concurrent.futures import Future

T = TypeVar("T")
R = TypeVar("R")

_SECONDS_BETWEEN_LOOKS = 0.05


def in_order(
    work: Callable[[T, Cancel], R], entries: Iterable[T], jobs: int, cancel: Cancel | None = None
) -> Iterator[R]:
    """What `work` makes of each entry, with some of them in the making at any time.

    `work` is handed what tells it to stop: that somebody has raised `cancel`, or that nobody waits any more.
    """
    # Imported late: it costs more than a whole solve, which seldom needs it.
    from concurrent.futures import ThreadPoolExecutor

    stop = Cancel()
    pool = ThreadPoolExecutor(jobs)
    running: deque[Future[R]] = deque()
    try:
        for entry in entries:
            running.append(pool.submit(work, entry, stop))
            if len(running) >= 2 * jobs:
                yield _result(running.popleft(), stop, cancel)
        while running:
            yield _result(running.popleft(), stop, cancel)
    finally:
        stop.cancel()
        pool.shutdown(wait=False, cancel_futures=True)


def _result(future: Future[R], stop: Cancel, cancel: Cancel | None) -> R:
    """The result, waited for with an eye on the caller's own way to stop."""
    if cancel is None:
        return future.result()
    from concurrent.futures import wait

    while not wait([future], _SECONDS_BETWEEN_LOOKS).done:
        if cancel.cancelled:
            stop.cancel()
    return future.result()
