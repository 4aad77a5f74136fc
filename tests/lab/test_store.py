"""The results file, and all the files that are none."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from quandary.lab.store import APPLICATION_ID
from tests.lab.conftest import Quandary

RUN = ("lab", "run", "klondike", "--corpus", "klondike#1..3", "--nodes", "1000")


def test_it_is_a_wal_database_that_says_whose_it_is(quandary: Quandary, db: str) -> None:
    quandary(*RUN, "--db", db)
    connection = sqlite3.connect(db)
    assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("SELECT count(*) FROM result").fetchone() == (3,)
    connection.close()


def test_a_corpus_is_stored_once(quandary: Quandary, db: str) -> None:
    quandary(*RUN, "--db", db)
    quandary(*RUN, "--db", db)
    connection = sqlite3.connect(db)
    assert connection.execute("SELECT count(*) FROM corpus").fetchone() == (1,)
    assert connection.execute("SELECT id FROM run").fetchall() == [(1,), (2,)]
    connection.close()


@pytest.mark.parametrize(
    "arguments",
    [
        ("run", "klondike", "--corpus", "klondike#3..1"),
        ("run", "klondike", "--corpus", "klondike#1..3", "--strategy", "brilliant"),
        ("run", "klondike", "--corpus", "klondike#1..3", "--option", "depth=3"),
        ("run", "klondike", "--corpus", "klondike#1..3", "--option", "dominances=many"),
        ("run", "klondike", "--corpus", "klondike#1..3", "--option", "dominances"),
        ("run", "klondike", "--corpus", "klondike#1..3", "--metric", "beauty"),
        ("run", "klondike", "--corpus", "klondike#1..3", "--time", "-1"),
        ("run", "klondike", "--corpus", "klondike#1..3", "--memory", "much"),
        ("run", "klondike", "--corpus", "klondike#1..3", "--shard", "3/2"),
        # Connecting is tried for seconds.
        pytest.param(
            ("run", "klondike", "--corpus", "klondike#1..3", "--scheduler", "tcp://127.0.0.1:1"),
            marks=pytest.mark.slow,
        ),
        ("run", "poker", "--corpus", "poker#1..3"),
        ("run", "klondike"),
        ("sprt", "klondike", "--a", "complete", "--b", "brilliant"),
        ("sprt", "klondike", "--a", "complete", "--b", "atomic", "--p1", "0.4"),
        ("sprt", "klondike", "--a", "complete", "--b", "atomic", "--corpus", "pack.txt"),
        ("list",),
        ("resume", "1"),
        ("export", "1"),
        ("compare", "1", "2"),
        ("note", "1", "so what"),
        ("report", "--markdown", "log.md"),
        ("report",),
    ],
)
def test_bad_usage_is_one_line_and_writes_nothing(
    quandary: Quandary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = quandary("lab", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("error: ")
    assert len(ran.err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def _text(path: Path) -> None:
    path.write_text("not a database, and longer than its header would be: " + "." * 200)


def _foreign(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE diary (day TEXT)")
    connection.commit()
    connection.close()


def _newer(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE run (id INTEGER)")
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute("PRAGMA user_version = 99")
    connection.commit()
    connection.close()


@pytest.mark.parametrize(("make", "problem"), [(_text, "is not"), (_foreign, "is not"), (_newer, "is of version 99")])
@pytest.mark.parametrize("arguments", [RUN, ("lab", "list"), ("lab", "merge", "{db}", "--db", "other.sqlite")])
def test_anybody_elses_file_is_left_untouched(
    quandary: Quandary,
    db: str,
    monkeypatch: pytest.MonkeyPatch,
    make: object,
    problem: str,
    arguments: tuple[str, ...],
) -> None:
    assert callable(make)
    make(Path(db))
    monkeypatch.chdir(Path(db).parent)
    before = Path(db).read_bytes()
    target = () if "--db" in arguments else ("--db", db)
    ran = quandary(*(one.format(db=db) for one in arguments), *target)
    assert ran.status == 2
    assert problem in ran.err
    assert len(ran.err.splitlines()) == 1
    assert Path(db).read_bytes() == before
    assert [file.name for file in Path(db).parent.iterdir()] == [Path(db).name]


def test_a_locked_file(quandary: Quandary, db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    quandary(*RUN, "--db", db)
    monkeypatch.setattr("quandary.lab.store.PATIENCE_SECONDS", 0.1)
    connection = sqlite3.connect(db, isolation_level=None)
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.execute("BEGIN EXCLUSIVE")
    ran = quandary(*RUN, "--db", db)
    connection.execute("ROLLBACK")
    connection.close()
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"error: {db} is locked by another program\n"
    assert len(quandary("lab", "list", "--db", db).out.splitlines()) == 1


def test_a_folder_that_is_not_there_or_is_no_file(quandary: Quandary, tmp_path: Path) -> None:
    assert "there is no folder" in quandary(*RUN, "--db", str(tmp_path / "no" / "lab.sqlite")).err
    assert "is a folder" in quandary(*RUN, "--db", str(tmp_path)).err


def test_a_run_that_is_not_there(quandary: Quandary, db: str) -> None:
    quandary(*RUN, "--db", db)
    for arguments in (("resume", "7"), ("export", "7"), ("compare", "1", "7"), ("note", "7", "x")):
        ran = quandary("lab", *arguments, "--db", db)
        assert (ran.status, ran.err) == (2, f"error: {db} has no run 7 (runs: 1)\n")
