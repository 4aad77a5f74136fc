"""Job arrays: shards in files of their own, merged into the run that one machine would have made."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

from quandary.lab.store import open_store
from tests.lab.conftest import Quandary
from tests.lab.test_running import timeless

RUN = ("lab", "run", "klondike", "--corpus", "klondike#1..20", "--nodes", "1000")


def test_shards_become_one_run(quandary: Quandary, tmp_path: Path, db: str) -> None:
    quandary(*RUN, "--db", db)
    parts = [str(tmp_path / f"part{number}.sqlite") for number in (1, 2, 3)]
    for number, part in enumerate(parts, start=1):
        quandary(*RUN, "--shard", f"{number}/3", "--tag", f"part{number},all", "--db", part)
        quandary("lab", "note", "1", f"note {number}", "--db", part)
    merged = str(tmp_path / "all.sqlite")
    ran = quandary("lab", "merge", *parts[:2], "--db", merged, "--json")
    assert json.loads(ran.out) == {"run": 1, "sources": 2, "rows": 14, "doubles": 0}
    store = open_store(merged)
    assert store.run(1).ended is None
    assert "run 1: 6 rows from 1 files" in quandary("lab", "merge", parts[2], "--db", merged).out
    assert "0 rows from 1 files, 7 were there already" in quandary("lab", "merge", parts[0], "--db", merged).out
    whole = open_store(db)
    assert timeless(list(store.rows(1))) == timeless(list(whole.rows(1)))
    assert (store.run(1).hash, store.run(1).shard) == (whole.run(1).hash, None)
    assert store.run(1).ended is not None
    assert store.run(1).tags == ("all", "part1", "part2", "part3")
    assert store.run(1).note == "note 1\nnote 2\nnote 3"
    store.close()
    whole.close()


def test_whole_runs_are_copied_once(quandary: Quandary, tmp_path: Path, db: str) -> None:
    quandary(*RUN, "--describe", "mine", "--db", db)
    quandary("lab", "note", "1", "so it is", "--db", db)
    other = str(tmp_path / "other.sqlite")
    quandary(*RUN, "--option", "dominances=none", "--db", other)
    assert "run 2: 20 rows" in quandary("lab", "merge", db, "--db", other).out
    assert "run 2: 0 rows" in quandary("lab", "merge", db, "--db", other).out
    listed = [json.loads(line) for line in quandary("lab", "list", "--db", other, "--json").out.splitlines()]
    assert [(run["run"], run["description"], run["note"]) for run in listed] == [(1, "", None), (2, "mine", "so it is")]


def test_shards_that_contradict_each_other_are_not_merged(quandary: Quandary, tmp_path: Path, db: str) -> None:
    part = str(tmp_path / "part.sqlite")
    quandary(*RUN, "--shard", "1/2", "--db", part)
    quandary("lab", "merge", part, "--db", db)
    with sqlite3.connect(part) as file:
        (number,) = file.execute("SELECT number FROM result WHERE verdict = 'solved' LIMIT 1").fetchone()
        file.execute("UPDATE result SET verdict = 'unsolvable', cost = NULL WHERE number = ?", (number,))
    ran = quandary("lab", "merge", part, "--db", db)
    assert (ran.status, ran.out) == (2, "")
    reason = f"{db} has solved it, and {part} has proven it unsolvable; one of them is wrong"
    assert ran.err == f"error: instance {number} of run 1: {reason}\n"


def test_other_options_stay_apart(quandary: Quandary, tmp_path: Path, db: str) -> None:
    parts = [str(tmp_path / f"part{number}.sqlite") for number in (1, 2)]
    quandary(*RUN, "--shard", "1/2", "--db", parts[0])
    quandary(*RUN, "--shard", "2/2", "--option", "dominances=none", "--db", parts[1])
    assert len(quandary("lab", "merge", *parts, "--db", db).out.splitlines()) == 2


def test_a_file_is_not_merged_into_itself(quandary: Quandary, db: str) -> None:
    quandary(*RUN, "--db", db)
    ran = quandary("lab", "merge", db, "--db", db)
    assert (ran.status, ran.err) == (2, f"error: {db} cannot be merged into itself\n")
