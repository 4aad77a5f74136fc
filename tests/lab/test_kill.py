"""Ctrl-C and kill -9: nothing lost, nothing twice, and `lab resume` ends with the rows of an undisturbed run."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from quandary.game import Rng, UsageError
from quandary.lab.store import open_store

pytestmark = pytest.mark.process

QUANDARY = [sys.executable, "-m", "quandary"]
CORPUS = "klondike#1..400"
ASKED = ["--nodes", "3000"]
KILLS = 6
# Long enough for a loaded machine; what is waited for comes much sooner.
PATIENCE = 120.0


Rows = list[tuple[int, str, str | None, int | None, int | None, str | None]]


def _rows(db: Path, run: int = 1) -> Rows:
    store = open_store(db)
    rows = [(row.number, row.verdict, row.reason, row.cost, row.nodes, row.solution) for row in store.rows(run)]
    store.close()
    return rows


def _count(db: Path) -> int:
    try:
        return len(_rows(db))
    except UsageError:
        # The run has not got as far as its file.
        return 0


def _wait_until(happened: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, "what is waited for never happened"
        time.sleep(0.02)


def _wait_for_rows(db: Path, count: int, process: subprocess.Popen[str]) -> None:
    """Until there are so many rows, or no more to come."""
    _wait_until(lambda: _count(db) >= count or process.poll() is not None)


def _run(db: Path) -> subprocess.Popen[str]:
    command = ["lab", "run", "klondike", "--corpus", CORPUS, *ASKED, "--db", str(db), "--jobs", "2", "--json"]
    return subprocess.Popen([*QUANDARY, *command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def _resume(db: Path) -> subprocess.Popen[str]:
    command = ["lab", "resume", "1", "--db", str(db), "--jobs", "2", "--json"]
    return subprocess.Popen([*QUANDARY, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Rows:
    """The rows of a run that nobody disturbed."""
    db = tmp_path_factory.mktemp("calm") / "calm.sqlite"
    _run(db).communicate(timeout=120)
    rows = _rows(db)
    assert len(rows) == 400
    return rows


def test_killed_again_and_again(tmp_path: Path, undisturbed: Rows) -> None:
    db = tmp_path / "killed.sqlite"
    rng = Rng(1)
    process = _run(db)
    counts = []
    for _ in range(KILLS):
        # Some way into the run: so many rows more than the last time.
        _wait_for_rows(db, _count(db) + 1 + rng.below(40), process)
        process.kill()
        process.communicate()
        counts.append(_count(db))
        process = _resume(db)
    output, error = process.communicate(timeout=120)
    assert json.loads(output)["done"] == 400, error
    assert counts == sorted(counts)
    assert _rows(db) == undisturbed


def test_ctrl_c_keeps_what_is_done_and_says_how_to_go_on(tmp_path: Path, undisturbed: Rows) -> None:
    db = tmp_path / "stopped.sqlite"
    process = subprocess.Popen(
        [*QUANDARY, "lab", "run", "klondike", "--corpus", CORPUS, *ASKED, "--db", str(db), "--jobs", "1"],
        stderr=subprocess.PIPE,
        text=True,
    )
    _wait_for_rows(db, 1, process)
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=20)
    assert process.returncode == 130
    assert f"(quandary lab resume 1 --db {db} does the rest)" in error.splitlines()[-1]
    done = _count(db)
    assert 0 < done < 400
    assert _rows(db) == undisturbed[:done]
    output, _ = _resume(db).communicate(timeout=120)
    assert json.loads(output)["done"] == 400
    assert _rows(db) == undisturbed


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a process with its parent")
def test_workers_die_with_a_killed_driver(tmp_path: Path) -> None:
    db, sign = tmp_path / "hanging.sqlite", tmp_path / "worker"
    command = [
        "lab",
        "run",
        "template",
        "--corpus",
        "template#1..2",
        "--strategy",
        "tests.lab.ideas:hangs_with_a_sign",
        "--jobs",
        "1",
    ]
    environment = {**os.environ, "QUANDARY_TEST_SIGN": str(sign)}
    process = subprocess.Popen([*QUANDARY, *command, "--db", str(db)], stderr=subprocess.DEVNULL, env=environment)
    # Whoever runs a strategy has long asked to die with its parent.
    _wait_until(sign.exists)
    worker = int(sign.read_text())
    assert worker != process.pid
    assert _lives(worker)
    process.kill()
    process.wait()
    _wait_until(lambda: not _lives(worker))


def _lives(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells whether it is still the same process")
def test_a_run_that_somebody_works_on_is_left_alone(tmp_path: Path) -> None:
    db = tmp_path / "busy.sqlite"
    process = _run(db)
    _wait_for_rows(db, 1, process)
    os.kill(process.pid, signal.SIGSTOP)
    try:
        resumed = _resume(db)
        _, error = resumed.communicate(timeout=30)
    finally:
        os.kill(process.pid, signal.SIGCONT)
        process.kill()
        process.communicate()
    assert resumed.returncode == 2
    assert "run 1 is being worked on by another process" in error
