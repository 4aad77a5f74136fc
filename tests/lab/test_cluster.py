"""A real Dask scheduler with real workers on this machine, killed in the middle of a run.

`python -m tests.lab.cluster_trial` does the same at random moments.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import quandary as package
from quandary.core.errors import Unfinished
from quandary.game import UsageError
from quandary.lab.cluster import SHARDS_A_WORKER, connected, rows_of_cluster
from quandary.lab.corpus import read_corpus
from quandary.lab.engines import rows_of
from quandary.lab.experiment import Experiment, design
from quandary.lab.rows import Row
from quandary.lab.runner import Tally, carry_on, start_run
from quandary.lab.store import Store
from tests.lab.conftest import Quandary
from tests.lab.dask_cluster import Cluster
from tests.lab.test_running import timeless

pytestmark = pytest.mark.process

KLONDIKE, TEMPLATE = package.game("klondike"), package.game("template")
WORKERS = 2
SPEC = "klondike#1..120"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A cluster that ends with these tests; the last of them takes one of its workers away."""
    with Cluster(WORKERS) as running:
        yield running


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
    client = connected(cluster.address)
    most_in_flight = 0
    rows = []
    for row in rows_of_cluster(experiment, read_corpus(KLONDIKE, SPEC).instances, cluster.address):
        rows.append(row)
        most_in_flight = max(most_in_flight, len(client.futures))
        if len(rows) == 20:
            cluster.workers[0].kill()
    assert timeless(sorted(rows)) == _local(experiment, SPEC)
    assert most_in_flight <= SHARDS_A_WORKER * WORKERS
    assert len(client.nthreads()) == 1


def test_all_workers_killed(quandary: Quandary, store: Store, caplog: pytest.LogCaptureFixture) -> None:
    run = start_run(store, design(KLONDIKE, nodes=1000), read_corpus(KLONDIKE, SPEC))
    with Cluster(WORKERS) as cluster:

        def kill(tally: Tally) -> None:
            if tally.done == 20:
                for worker in cluster.workers:
                    worker.kill()

        with pytest.raises(Unfinished, match=rf"^no worker of {cluster.address} came within 0\.1 s$"):
            carry_on(store, run, scheduler=cluster.address, wait=0.1, watch=kill)
        done = len(store.done(run.id))
        assert 20 <= done < 120
        # The command says how much is stored, and how to go on; nothing else.
        file = str(store.path)
        ran = quandary("lab", "resume", "1", "--scheduler", cluster.address, "--wait", "0.1", "--db", file)
        assert ran.status == 3
        told = f"{done} of 120 rows are stored; quandary lab resume 1 --db {file} goes on"
        assert ran.err.splitlines()[-1] == f"error: no worker of {cluster.address} came within 0.1 s: {told}"
        assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
    carry_on(store, store.run(run.id))
    assert timeless(list(store.rows(run.id))) == _local(run.experiment, SPEC)


def test_new_workers_go_on_after_all_were_killed(store: Store) -> None:
    run = start_run(store, design(KLONDIKE, nodes=1000), read_corpus(KLONDIKE, SPEC))
    with Cluster(1) as cluster:

        def kill(tally: Tally) -> None:
            if tally.done == 20:
                cluster.workers[0].kill()
                cluster.workers[0].wait()

        def replace(text: str) -> None:
            said.append(text)
            cluster.add_workers(1)

        said: list[str] = []
        carry_on(store, run, scheduler=cluster.address, watch=kill, say=replace)
        assert said == [f"{cluster.address} has no workers: waiting for one"]
    assert timeless(list(store.rows(run.id))) == _local(run.experiment, SPEC)


def test_a_killed_scheduler(quandary: Quandary, store: Store) -> None:
    run = start_run(store, design(KLONDIKE, nodes=1000), read_corpus(KLONDIKE, SPEC))
    with Cluster(WORKERS) as cluster:

        def kill(tally: Tally) -> None:
            if tally.done == 20:
                cluster.scheduler.kill()

        with pytest.raises(Unfinished, match=rf"^the scheduler at {cluster.address} is gone$"):
            carry_on(store, run, scheduler=cluster.address, watch=kill)
        assert 20 <= len(store.done(run.id)) < 120
        # The lost connection isn't used again.
        ran = quandary("lab", "resume", "1", "--scheduler", cluster.address, "--db", str(store.path))
        assert ran.status == 2
        assert ran.err.startswith(f"error: there is no Dask scheduler at {cluster.address}")
    carry_on(store, store.run(run.id))
    assert timeless(list(store.rows(run.id))) == _local(run.experiment, SPEC)


def test_a_module_that_workers_do_not_have(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "only_here.py").write_text("def search(position, task): pass\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    experiment = design(TEMPLATE, "only_here:search")
    rows = rows_of_cluster(experiment, read_corpus(TEMPLATE, "template#1..2").instances, cluster.address)
    problem = "the module 'only_here' does not load: ModuleNotFoundError: No module named 'only_here'"
    with pytest.raises(UsageError, match=re.escape(f"a worker of {cluster.address} cannot do its part: {problem}")):
        next(rows)


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
        status = "running"

        def nthreads(self) -> dict[str, int]:
            return {}

        def cancel(self, futures: list[Any]) -> None:
            assert not futures

    monkeypatch.setattr("quandary.lab.cluster.connected", lambda address: Idle())
    said: list[str] = []
    rows = rows_of_cluster(
        design(TEMPLATE), read_corpus(TEMPLATE, "template#1..2").instances, "tcp://nobody", wait=0.01, say=said.append
    )
    with pytest.raises(Unfinished, match=r"no worker of tcp://nobody came within 0\.01 s"):
        next(rows)
    assert said == ["tcp://nobody has no workers: waiting for one, at most 0.01 s"]
