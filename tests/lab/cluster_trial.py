"""Kill parts of a Dask cluster at random moments of a run: one worker, all workers, or the scheduler.

    python -m tests.lab.cluster_trial [--rounds 20] [--seed 1] [--killed "all workers"]

Every run must end by itself: with all rows, or with a line that says how many are stored and how to go on. After a
`lab resume` on this machine its rows must be those of an undisturbed local run, seconds and memory apart. Prints a
table as Markdown; exit status 1 if any round has failed. Takes about 15 minutes; not a part of `make test`.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from quandary.core.errors import UsageError
from quandary.game import Rng
from quandary.lab.rows import Row
from quandary.lab.store import open_store
from tests.lab.dask_cluster import Cluster
from tests.lab.test_running import timeless

QUANDARY = [sys.executable, "-m", "quandary", "lab"]
CORPUS, COUNT, NODES = "klondike#1..400", 400, "20000"
RUN = ["run", "klondike", "--corpus", CORPUS, "--strategy", "complete", "--nodes", NODES]
WORKERS = 3
WAIT_SECONDS = 3
# A run that has not ended this long after the kill hangs; a whole one takes a few seconds.
PATIENCE_SECONDS = 90.0
KINDS = ("one worker", "all workers", "scheduler")
SURVIVED, TOLD, HUNG, RAW = "survived", "told", "hung", "raw error"


@dataclass
class Results:
    """What came of the rounds of one kind."""

    endings: Counter[str] = field(default_factory=Counter)
    different: int = 0
    """Rounds whose rows, after the resume, were not those of a local run."""
    stored: list[int] = field(default_factory=list)
    """Rows at the moment of the kill."""
    seconds: list[float] = field(default_factory=list)
    """From the kill to the end of the run."""


def rows_of_run(db: Path) -> list[Row]:
    """Return the rows of the run, without what clocks and memory say; none if it has not begun."""
    try:
        store = open_store(db)
        rows = timeless(list(store.rows(1)))
        store.close()
    except UsageError:
        return []
    return rows


def start(db: Path, *more: str) -> subprocess.Popen[str]:
    """Start a run in a process."""
    return subprocess.Popen([*QUANDARY, *RUN, "--db", str(db), *more], stdout=subprocess.DEVNULL,
                            stderr=subprocess.PIPE, text=True)  # fmt: skip


def kill(kind: str, cluster: Cluster, rng: Rng) -> None:
    """Kill a part of the cluster with SIGKILL."""
    alive = [worker for worker in cluster.workers if worker.poll() is None]
    killed = {"one worker": [alive[rng.below(len(alive))]], "all workers": alive, "scheduler": [cluster.scheduler]}
    for process in killed[kind]:
        process.kill()
    for process in killed[kind]:
        process.wait()


def ending(kind: str, process: subprocess.Popen[str], db: Path) -> str:
    """Wait for the run's end, and return how it ended."""
    try:
        _, said = process.communicate(timeout=PATIENCE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return HUNG
    last = said.splitlines()[-1]
    if told := re.fullmatch(r"error: .*: (\d+) of 400 rows are stored; quandary lab resume 1 --db \S+ goes on", last):
        count = len(rows_of_run(db))
        if kind != "one worker" and process.returncode == 3 and int(told[1]) == count:
            return TOLD
    elif len(said.splitlines()) == 1 + said.count("has no workers") and process.returncode in (0, 3):
        # The only other line is the one that every run begins with.
        return SURVIVED if len(rows_of_run(db)) == COUNT else RAW
    print(f"{kind}: exit status {process.returncode}: {said}", file=sys.stderr)
    return RAW


def play(kind: str, cluster: Cluster, rng: Rng, folder: Path, local: list[Row], results: Results) -> bool:
    """Do one round; return whether the kill came before the end of the run, so that the round counts."""
    db = folder / "killed.sqlite"
    process = start(db, "--scheduler", cluster.address, "--wait", str(WAIT_SECONDS))
    wanted, moment = rng.below(COUNT - 50), rng.below(100) / 1000
    while not db.exists() or len(rows_of_run(db)) < wanted:
        if process.poll() is not None:
            break
        time.sleep(0.01)
    time.sleep(moment)
    stored = len(rows_of_run(db))
    if stored == COUNT:
        process.communicate()
        forget(folder)
        return False
    results.stored.append(stored)
    begun = time.monotonic()
    kill(kind, cluster, rng)
    results.endings[ending(kind, process, db)] += 1
    results.seconds.append(time.monotonic() - begun)
    subprocess.run([*QUANDARY, "resume", "1", "--db", str(db)], capture_output=True, check=False)
    results.different += rows_of_run(db) != local
    forget(folder)
    return True


def forget(folder: Path) -> None:
    """Remove the results file of a round."""
    for file in folder.glob("killed.sqlite*"):
        file.unlink()


def rounds_of(kind: str, rounds: int, rng: Rng, folder: Path, local: list[Row]) -> Results:
    """Do all rounds of a kind, with what was killed replaced before each."""
    results = Results()
    cluster = Cluster(WORKERS)
    try:
        while len(results.stored) < rounds:
            if cluster.scheduler.poll() is not None:
                cluster.close()
                cluster = Cluster(WORKERS)
            alive = sum(worker.poll() is None for worker in cluster.workers)
            cluster.add_workers(WORKERS - alive)
            if play(kind, cluster, rng, folder, local, results):
                print(
                    f"{kind} {len(results.stored)}: {dict(results.endings)}, {results.different} different",
                    file=sys.stderr,
                )
    finally:
        cluster.close()
    return results


def main() -> int:
    """Run the trial."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--killed", choices=KINDS, action="append", help="only this, instead of all three")
    asked = parser.parse_args()
    rng = Rng(asked.seed)
    failures = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        start(folder / "local.sqlite").communicate()
        local = rows_of_run(folder / "local.sqlite")
        assert len(local) == COUNT
        heads = ("killed", "rounds", SURVIVED, TOLD, HUNG, RAW, "other rows", "rows at the kill", "seconds to the end")
        print(f"| {' | '.join(heads)} |\n|{' --- |' * len(heads)}", flush=True)
        for kind in asked.killed or KINDS:
            results = rounds_of(kind, asked.rounds, rng, folder, local)
            counts = [results.endings[name] for name in (SURVIVED, TOLD, HUNG, RAW)]
            stored = f"{min(results.stored)} to {max(results.stored)}, median {median(results.stored):.0f}"
            seconds = f"median {median(results.seconds):.1f}, at most {max(results.seconds):.1f}"
            cells = [kind, asked.rounds, *counts, results.different, stored, seconds]
            print(f"| {' | '.join(map(str, cells))} |", flush=True)
            failures += counts[2] + counts[3] + results.different
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
