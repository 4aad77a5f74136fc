"""A corpus of seeds is made while its run goes on: the same corpus in the end, also after an interruption."""

from __future__ import annotations

import json
from itertools import islice

import pytest

import quandary as package
from quandary.game import UsageError
from quandary.lab.corpus import finite_seeds, read_corpus
from quandary.lab.experiment import design
from quandary.lab.runner import Tally, carry_on, missing_instances, start_run
from quandary.lab.store import UNFINISHED, Run, Store
from tests.lab.conftest import Quandary
from tests.lab.test_running import run_rows, timeless

KLONDIKE, TEMPLATE = package.game("klondike"), package.game("template")
SPEC = "klondike#5..64"
NODES = 300


def begun(store: Store, spec: str = SPEC, shard: str | None = None) -> Run:
    """A run on seeds that nobody has made yet."""
    seeds = finite_seeds(KLONDIKE, spec)
    assert seeds is not None
    return start_run(store, design(KLONDIKE, nodes=NODES), seeds, shard=shard)


def test_it_ends_as_the_corpus_that_is_read_whole(store: Store) -> None:
    run = begun(store)
    assert run.hash.startswith(UNFINISHED)
    assert not list(store.instances(run.corpus))
    carry_on(store, run)
    corpus = read_corpus(KLONDIKE, SPEC)
    assert tuple(store.instances(run.corpus)) == corpus.instances
    assert (store.run(run.id).hash, store.run(run.id).size) == (corpus.hash, 60)
    assert timeless(list(store.rows(run.id))) == timeless(run_rows(store, KLONDIKE, SPEC, nodes=NODES))


def test_the_first_rows_come_before_the_last_puzzles_are_made(store: Store) -> None:
    run = begun(store, "klondike#1..90000000")
    first = list(islice(missing_instances(store, run), 3))
    assert [one.name for one in first] == ["klondike#1", "klondike#2", "klondike#3"]
    stored = store.last_instance(run.corpus)
    assert stored is not None
    assert stored.number < 2000


def test_an_interrupted_run_goes_on_making(store: Store) -> None:
    class Enough(Exception):
        pass

    def stop(tally: Tally) -> None:
        if tally.done == 20:
            raise Enough

    run = begun(store)
    with pytest.raises(Enough):
        carry_on(store, run, watch=stop)
    carry_on(store, store.run(run.id))
    assert store.run(run.id).hash == read_corpus(KLONDIKE, SPEC).hash
    assert [row.number for row in store.rows(run.id)] == list(range(60))
    assert store.run(run.id).ended is not None


def test_two_runs_share_what_one_of_them_has_made(store: Store) -> None:
    first, second = begun(store), begun(store)
    assert first.corpus == second.corpus
    next(missing_instances(store, first))
    carry_on(store, second)
    carry_on(store, store.run(first.id))
    assert timeless(list(store.rows(first.id))) == timeless(list(store.rows(second.id)))


def test_a_shard_makes_all_and_does_its_own(store: Store) -> None:
    run = begun(store, shard="2/4")
    tally = carry_on(store, run)
    assert (tally.done, tally.total) == (15, 15)
    assert [row.number for row in store.rows(run.id)] == list(range(1, 60, 4))


def test_seeds_that_make_nothing_are_left_out(store: Store) -> None:
    spec = "rush-hour:min_moves=40,effort=1#1..3"
    game = package.game("rush-hour")
    seeds = finite_seeds(game, spec)
    assert seeds is not None
    run = start_run(store, design(game), seeds)
    with pytest.raises(UsageError, match="is empty: no seed makes a puzzle"):
        carry_on(store, run)


def test_the_command_tells_averages(quandary: Quandary, db: str) -> None:
    told = quandary("lab", "run", "template", "--corpus", "template#1..4", "--db", db).out
    assert "on average" in told
    assert "nodes" in told


def test_what_a_strategy_counts_is_averaged(quandary: Quandary, db: str) -> None:
    asked = ("--corpus", "klondike#1..3", "--strategy", "atomic", "--nodes", "20000", "--jobs", "1", "--db", db)
    told = json.loads(quandary("lab", "run", "klondike", *asked, "--json").out)
    means = told["mean_statistics"]
    rows = [json.loads(line) for line in quandary("lab", "export", "1", "--db", db).out.splitlines()]
    assert len(rows) == 3
    for name in ("atomic positions", "backjumps", "dead ends", "duplicates", "flips"):
        assert means[name] == pytest.approx(sum(row["statistics"][name] for row in rows) / 3)
    assert means["atomic positions"] > 0
    # The same from the file, where nothing is left to do.
    assert f"{means['flips']:,.4g} flips" in quandary("lab", "resume", "1", "--db", db).out
