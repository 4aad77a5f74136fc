"""Worker processes with a watchdog: for strategies that are written in Python, and for everybody's own code.

Each process has one instance at work and one waiting, so that it never idles. One that dies, or that does not stop
within its time, costs the instance that it had at work: that becomes a row with the reason, the one that waited is
given to another process, and the run goes on.
"""

from __future__ import annotations

import subprocess
import sys
import time as clock
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from multiprocessing.connection import Pipe, wait

from quandary.core.errors import QuandaryError
from quandary.lab.corpus import Instance
from quandary.lab.experiment import Experiment
from quandary.lab.rows import Row, failed

if sys.platform == "win32":
    import os
    from multiprocessing.connection import PipeConnection as Connection
else:
    from multiprocessing.connection import Connection

__all__ = ["Connection", "WorkerDied", "rows_of_processes"]

# A strategy that keeps its budget needs a moment to come back; one that does not is ended after this.
GRACE_SECONDS = 1.0
# Importing a big module on a busy machine takes a while; for ever it does not.
_START_SECONDS = 120.0
_IN_FLIGHT = 2
_LAST_MOMENTS = 1.0


class WorkerDied(QuandaryError):
    """A worker that never got as far as its first instance."""


def rows_of_processes(experiment: Experiment, instances: Iterable[Instance], jobs: int) -> Iterator[Row]:
    """The rows of all instances, as they come; the order depends on how long they take."""
    waiting = _Waiting(instances)
    workers: list[_Worker] = []
    try:
        while len(workers) < jobs and waiting:
            workers.append(_Worker(experiment))
            workers[-1].feed(waiting)
        while any(worker.given for worker in workers):
            alive = [worker.connection for worker in workers if not worker.is_dead]
            ready = wait(alive, timeout=_patience(workers))
            for index, worker in enumerate(workers):
                if worker.is_dead:
                    continue
                row = worker.heard() if worker.connection in ready else worker.overdue()
                if row is not None:
                    yield row
                if worker.is_dead:
                    waiting.give_back(worker.given)
                    worker.given.clear()
                    if waiting:
                        workers[index] = _Worker(experiment)
                workers[index].feed(waiting)
    finally:
        for worker in workers:
            worker.end()


class _Waiting:
    """What nobody has yet. Instances may be made as they are taken, so that only the next one is held here."""

    def __init__(self, instances: Iterable[Instance]) -> None:
        self._coming = iter(instances)
        self._held: deque[Instance] = deque()

    def __bool__(self) -> bool:
        if not self._held:
            self._held.extend(islice(self._coming, 1))
        return bool(self._held)

    def take(self) -> Instance:
        """The next one, of which there must be one."""
        return self._held.popleft()

    def give_back(self, instances: Sequence[Instance]) -> None:
        """These come first from now on."""
        self._held.extendleft(reversed(instances))


def _patience(workers: list[_Worker]) -> float | None:
    """How long nothing needs to be done unless a worker says something."""
    deadlines = [worker.deadline for worker in workers if worker.deadline is not None]
    return max(0.0, min(deadlines) - clock.monotonic()) if deadlines else None


class _Worker:
    """One process and what it has been given."""

    def __init__(self, experiment: Experiment) -> None:
        self._limit = experiment.time
        self.given: deque[Instance] = deque()
        self.is_dead = False
        self._is_ready = False
        self._since = clock.monotonic()
        self._process, self.connection = _start()
        self.connection.send(experiment)

    @property
    def deadline(self) -> float | None:
        """When the instance at work should be done at the latest."""
        if not self.given or self.is_dead:
            return None
        if not self._is_ready:
            return self._since + _START_SECONDS
        return None if self._limit is None else self._since + self._limit + GRACE_SECONDS

    def feed(self, waiting: _Waiting) -> None:
        """Gives it work, up to what it may have."""
        while len(self.given) < _IN_FLIGHT and not self.is_dead and waiting:
            if not self.given:
                self._since = clock.monotonic()
            instance = waiting.take()
            self.given.append(instance)
            try:
                self.connection.send(instance)
            except OSError:
                # It died just now; `heard` will find out how.
                return

    def heard(self) -> Row | None:
        """What it has to say: a row, that it is ready, or nothing more for ever."""
        try:
            row: Row | None = self.connection.recv()
        except (EOFError, ConnectionError):
            return self._died()
        self._since = clock.monotonic()
        if row is None:
            self._is_ready = True
            return None
        self.given.popleft()
        return row

    def overdue(self) -> Row | None:
        """Ends it if its time is over; the row says so."""
        if self.deadline is None or clock.monotonic() < self.deadline:
            return None
        spent = clock.monotonic() - self._since
        is_ready = self._is_ready
        self.end()
        if not is_ready:
            raise WorkerDied("a worker process did not start in time")
        return failed(self.given.popleft().number, "time", "ended by force: it did not stop by itself", wall=spent)

    def _died(self) -> Row | None:
        spent = clock.monotonic() - self._since
        # Its line is closed a moment before its status is known.
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=_LAST_MOMENTS)
        status = self.end()
        said = f"its process ended with signal {-status}" if status < 0 else f"its process ended with status {status}"
        if not self._is_ready:
            raise WorkerDied(f"a worker process did not start: {said}")
        return failed(self.given.popleft().number, "crashed", said, wall=spent) if self.given else None

    def end(self) -> int:
        """Ends the process for good, since there is nothing in it that anybody would miss; its exit status."""
        self.is_dead = True
        self.connection.close()
        self._process.kill()
        return self._process.wait()


def _start() -> tuple[subprocess.Popen[bytes], Connection]:
    """Starts a worker; the process, and our end of the line to it. It inherits the other end, and is told its number.

    What a process can inherit differs: a file descriptor, or on Windows a handle.
    """
    ours, theirs = Pipe()
    # What a strategy prints is a message, never a result.
    printed = sys.__stderr__.fileno() if sys.__stderr__ is not None else subprocess.DEVNULL
    # Ours alone may stay open here: the line ends when the process does.
    with theirs:
        end = theirs.fileno()
        arguments = [sys.executable, "-m", "quandary.lab.worker", str(end)]
        if sys.platform == "win32":
            os.set_handle_inheritable(end, True)
            inherited = subprocess.STARTUPINFO(lpAttributeList={"handle_list": [end]})
            process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=printed, startupinfo=inherited)
        else:
            process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=printed, pass_fds=[end])
    return process, ours
