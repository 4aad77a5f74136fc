"""A Dask cluster of real processes on this machine, on the loopback interface only."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from typing import Self

from quandary.lab.cluster import connected


class Cluster:
    """A scheduler and its workers, each a process; closed at the end of a `with` block."""

    def __init__(self, workers: int) -> None:
        self._processes: list[subprocess.Popen[str]] = []
        scheduler = self._start("scheduler", "--port", "0", "--host", "127.0.0.1", "--no-dashboard", "--no-show")
        self.address = self._found(scheduler, r"Scheduler at:\s+(tcp://\S+)")
        self.scheduler = scheduler
        self.workers: list[subprocess.Popen[str]] = []
        self.add_workers(workers)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def add_workers(self, count: int) -> None:
        """Start more workers, and wait for them."""
        self.workers += [
            self._start(
                "worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--memory-limit", "0"
            )
            for _ in range(count)
        ]
        alive = sum(worker.poll() is None for worker in self.workers)
        if alive:
            connected(self.address).wait_for_workers(alive, timeout=60)

    def _start(self, *arguments: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:]]
        heard = subprocess.PIPE if arguments[0] == "scheduler" else subprocess.DEVNULL
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=heard, text=True)
        self._processes.append(process)
        return process

    def _found(self, process: subprocess.Popen[str], pattern: str) -> str:
        assert process.stderr is not None
        for line in process.stderr:
            if match := re.search(pattern, line):
                # Somebody has to go on reading, or the process stops when the pipe is full.
                threading.Thread(target=process.stderr.read, daemon=True).start()
                return match[1]
        raise AssertionError(f"{process.args!r} ended with {process.wait()}")

    def close(self) -> None:
        """End all processes."""
        if self.scheduler.poll() is None:
            connected(self.address).close()
        for process in self._processes:
            process.kill()
            process.wait()
