"""A real Dask scheduler with real workers on this machine, one of them killed in the middle of a run."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import quandary as package
from quandary.game import UsageError
from quandary.lab.catalogue import lines_of
from quandary.lab.cluster import SHARDS_A_WORKER, connected, rows_of_cluster
from quandary.lab.corpus import read_corpus
from quandary.lab.engines import rows_of
from quandary.lab.experiment import Experiment, design
from quandary.lab.rows import Row
from tests.lab.conftest import Quandary
from tests.lab.test_running import timeless

pytestmark = pytest.mark.process

KLONDIKE, TEMPLATE = package.game("klondike"), package.game("template")
WORKERS = 2


class Cluster:
    """A scheduler and its workers, each a process."""

    def __init__(self) -> None:
        self._processes: list[subprocess.Popen[str]] = []
        scheduler = self._start("scheduler", "--port", "0", "--host", "127.0.0.1", "--no-dashboard", "--no-show")
        self.address = self._found(scheduler, r"Scheduler at:\s+(tcp://\S+)")
        self.workers = [
            self._start(
                "worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--memory-limit", "0"
            )
            for _ in range(WORKERS)
        ]
        connected(self.address).wait_for_workers(WORKERS, timeout=60)

    def _start(self, *arguments: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:]]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
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
        """Ends all processes."""
        connected(self.address).close()
        for process in self._processes:
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A cluster that ends with these tests; the last of them takes one of its workers away."""
    running = Cluster()
    yield running
    running.close()


def _local(experiment: Experiment, spec: str) -> list[Row]:
    game = package.game(experiment.game)
    return timeless(sorted(rows_of(experiment, read_corpus(game, spec).instances, 1)))


def test_people_s_own_code_runs_there_and_may_fail(cluster: Cluster) -> None:
    for idea in ("good", "dies"):
        experiment = design(TEMPLATE, f"tests.lab.ideas:{idea}")
        instances = read_corpus(TEMPLATE, "template#1..2").instances
        rows = timeless(sorted(rows_of_cluster(experiment, instances, cluster.address)))
        assert rows == _local(experiment, "template#1..2")


def test_by_command(cluster: Cluster, quandary: Quandary, db: str) -> None:
    ran = quandary("lab", "run", "klondike", "--corpus", "klondike#1..30", "--nodes", "1000", "--scheduler",
                   cluster.address, "--db", db)  # fmt: skip
    assert "of 30 instances" in ran.out
    assert "cluster" in quandary("lab", "list", "--db", db, "--json").out


def test_the_same_rows_with_a_worker_killed_on_the_way(cluster: Cluster) -> None:
    experiment = design(KLONDIKE, nodes=1000)
    spec = "klondike#1..120"
    client = connected(cluster.address)
    most_in_flight = 0
    rows = []
    for row in rows_of_cluster(experiment, read_corpus(KLONDIKE, spec).instances, cluster.address):
        rows.append(row)
        most_in_flight = max(most_in_flight, len(client.futures))
        if len(rows) == 20:
            cluster.workers[0].kill()
    assert timeless(sorted(rows)) == _local(experiment, spec)
    assert most_in_flight <= SHARDS_A_WORKER * WORKERS
    assert len(client.nthreads()) == 1


def test_every_puzzle_there_is(cluster: Cluster, quandary: Quandary, tmp_path: Path) -> None:
    here, there = tmp_path / "here.xz", tmp_path / "there.xz"
    for file, more in ((here, ()), (there, ("--scheduler", cluster.address))):
        made = quandary("lab", "enumerate", "rush-hour", "--size", "4x4", "--file", str(file), *more)
        assert made.out.startswith("32 puzzles in 27 of 27 parts")
    assert list(lines_of(there)) == list(lines_of(here))


def test_nobody_there(quandary: Quandary, db: str) -> None:
    ran = quandary("lab", "run", "template", "--corpus", "template#1..2", "--scheduler", "nonsense", "--db", db)
    assert ran.status == 2
    assert ran.err.startswith("error: there is no Dask scheduler at nonsense")


def test_without_dask_it_says_what_to_install(quandary: Quandary, db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr("quandary.lab.cluster.import_module", missing)
    ran = quandary("lab", "run", "template", "--corpus", "template#1..2", "--scheduler", "tcp://nowhere:1", "--db", db)
    assert (ran.status, ran.err) == (2, "error: a cluster needs Dask: pip install 'quandary[cluster]'\n")


def test_nobody_waits_for_less_than_nothing(quandary: Quandary, db: str) -> None:
    ran = quandary("lab", "run", "template", "--corpus", "template#1..2", "--wait", "-1", "--db", db)
    assert (ran.status, "--wait" in ran.err) == (2, True)


def test_a_cluster_without_workers_is_not_waited_for_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    class Idle:
        def nthreads(self) -> dict[str, int]:
            return {}

        def cancel(self, futures: list[Any]) -> None:
            assert not futures

    monkeypatch.setattr("quandary.lab.cluster.connected", lambda address: Idle())
    said: list[str] = []
    rows = rows_of_cluster(
        design(TEMPLATE), read_corpus(TEMPLATE, "template#1..2").instances, "tcp://nobody", wait=0.01, say=said.append
    )
    with pytest.raises(UsageError, match=r"no worker of tcp://nobody came within 0\.01 s"):
        next(rows)
    assert said == ["tcp://nobody has no workers: waiting for one, at most 0.01 s"]
