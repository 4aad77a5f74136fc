"""Runs: the rows are what `solve` says, whatever the jobs, and no strategy can stop a run."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

import quandary as package
from quandary.core.abilities import Played
from quandary.engine.packs import shipped_packs
from quandary.game import Status, UsageError
from quandary.lab.contender import Contender
from quandary.lab.corpus import read_corpus
from quandary.lab.engines import engine_of, rows_of
from quandary.lab.experiment import Experiment, design
from quandary.lab.rows import Row
from quandary.lab.runner import carry_on, missing_instances, start_run
from quandary.lab.store import Store
from tests.lab.conftest import Quandary
from tests.lab.ideas import BURNT_SECONDS, LazyPlayer, LazySolver

TEMPLATE, KLONDIKE, RUSH_HOUR = map(package.game, ("template", "klondike", "rush-hour"))
# Every verdict there is: solved, proven unsolvable, and unknown for want of nodes.
NODES = 1000
# The strategies burn time by another clock than the one that measures them.
LEAST_SECONDS = 0.9 * BURNT_SECONDS


def run_rows(
    store: Store, game: Any, spec: str, strategy: str | None = None, jobs: int = 1, **budget: Any
) -> list[Row]:
    """The rows of a new run."""
    run = start_run(store, design(game, strategy, **budget), read_corpus(game, spec), jobs=jobs)
    tally = carry_on(store, run, jobs=jobs)
    rows = list(store.rows(run.id))
    assert tally.done == tally.total == len(rows)
    assert store.run(run.id).ended is not None
    return rows


def timeless(rows: list[Row]) -> list[Row]:
    """The rows without what the clock and the machine say."""
    return [row._replace(cpu=None, wall=None, memory=None) for row in rows]


def test_rows_are_what_solve_says(store: Store) -> None:
    rows = run_rows(store, KLONDIKE, "klondike#1..30", nodes=NODES)
    for row, seed in zip(rows, range(1, 31), strict=True):
        verdict = package.solve("klondike", next(package.generate("klondike", seed=seed)), nodes=NODES)
        assert (row.verdict, row.reason, row.cost) == (verdict.verdict, verdict.reason, verdict.cost)
        assert (row.nodes, row.solution) == (verdict.nodes, verdict.solution)
        assert row.wall is not None
    assert {row.verdict for row in rows} == {"solved", "unsolvable", "unknown"}


def test_the_same_rows_at_any_number_of_jobs(store: Store) -> None:
    one, two, three = (
        timeless(run_rows(store, KLONDIKE, "klondike#1..40", nodes=NODES, jobs=jobs)) for jobs in (1, 2, 3)
    )
    assert one == two == three


@pytest.mark.process
def test_the_same_rows_in_threads_and_in_processes(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = run_rows(store, KLONDIKE, "klondike#1..20", nodes=NODES)
    assert all((row.cpu is None) == (sys.platform == "win32") for row in rows)
    threads = timeless(rows)
    monkeypatch.setattr("quandary.lab.engines.engine_of", lambda experiment: "processes")
    processes = run_rows(store, KLONDIKE, "klondike#1..20", nodes=NODES, jobs=2)
    assert timeless(processes) == threads
    assert all(row.cpu is not None for row in processes)
    assert all((row.memory is not None) == (sys.platform == "linux") for row in processes)


def test_which_engine_serves_whom() -> None:
    assert engine_of(design(RUSH_HOUR)) == "threads"
    assert engine_of(design(KLONDIKE)) == "threads"
    assert engine_of(design(KLONDIKE, "atomic")) == "processes"
    assert engine_of(design(TEMPLATE)) == "processes"
    assert engine_of(design(TEMPLATE, "tests.lab.ideas:good")) == "processes"


def test_a_file_of_puzzles(store: Store, tmp_path: Path) -> None:
    puzzles = shipped_packs(RUSH_HOUR)["intermediate"]
    (tmp_path / "pack.txt").write_text(RUSH_HOUR.write_pack(puzzles))
    rows = run_rows(store, RUSH_HOUR, str(tmp_path / "pack.txt"), jobs=2)
    assert [row.cost for row in rows] == [puzzle.facts["moves"] for puzzle in puzzles]
    assert all(row.optimal for row in rows)


@pytest.mark.process
@pytest.mark.parametrize(
    ("idea", "verdict", "reason", "detail"),
    [
        ("good", "solved", None, None),
        ("as_text", "solved", None, None),
        ("Solver", "solved", None, None),
        ("gives_up", "unknown", "exhausted", None),
        ("is_wrong", "unknown", "wrong", "not solved after 1 move"),
        ("talks_nonsense", "unknown", "wrong", ""),
        ("counts_in_words", "unknown", "wrong", "its number of nodes is no whole number: 'many'"),
        ("counts_backwards", "unknown", "wrong", "its number of nodes is below 0 or too large: -5"),
        ("counts_nothing_at_all", "unknown", "wrong", "its statistic share is no number: nan"),
        ("concludes_otherwise", "unknown", "wrong", "'perhaps' is no conclusion (solved, "),
        ("raises", "unknown", "error", "KeyError: 'no luck'"),
        ("yields_and_raises", "unknown", "error", "KeyError: 'no luck'"),
        ("leaves", "unknown", "error", "SystemExit: 3"),
        ("dies", "unknown", "crashed", "its process ended with signal 6"),
    ],
)
def test_whatever_a_strategy_does_is_a_row(
    store: Store, idea: str, verdict: str, reason: str | None, detail: str | None
) -> None:
    rows = run_rows(store, TEMPLATE, "template:frogs=2#1..3", f"tests.lab.ideas:{idea}", jobs=2)
    for row in rows:
        assert (row.verdict, row.reason) == (verdict, reason)
        assert row.detail is None if detail is None else detail in (row.detail or "")


@pytest.mark.process
@pytest.mark.parametrize(
    "idea", ["yields_slowly", "answers_slowly", "LazySolver", "LazyPlayer", "calls_another_program"]
)
def test_the_clock_runs_until_the_last_move_is_there(store: Store, idea: str) -> None:
    for row in run_rows(store, TEMPLATE, "template:frogs=2#1..2", f"tests.lab.ideas:{idea}"):
        assert row.verdict == "solved"
        assert (row.cpu or 0) >= LEAST_SECONDS
        assert (row.wall or 0) >= LEAST_SECONDS


@pytest.mark.process
def test_moves_without_end_are_ended_by_the_budget(store: Store) -> None:
    idea = "tests.lab.ideas:yields_for_ever"
    (timed,) = run_rows(store, TEMPLATE, "template#1..1", idea, time=0.2)
    assert (timed.verdict, timed.reason) == ("unknown", "time")
    if sys.platform == "linux":
        (limited,) = run_rows(store, TEMPLATE, "template#1..1", idea, memory="20M", time=60)
        assert (limited.verdict, limited.reason) == ("unknown", "memory")


@pytest.mark.slow
def test_lazy_moves_of_a_batch_are_timed_and_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    class Batches(LazySolver):
        def solve_batch(self, positions: Any, task: Any, jobs: int) -> Any:
            return ((replace(self.solve(one, task), cpu_seconds=0.0), 0.0) for one in positions)

    class Players(LazyPlayer):
        def play_batch(self, positions: Any, seed: int, task: Any, jobs: int) -> Any:
            return ((Played(cast(Any, self.moves(one, seed, task)), Status.WON, None, 0.0), 0.0) for one in positions)

    for player, strategy in ((None, Batches()), (Players(), None)):
        one = Contender("lazy", "", (), ("moves",), strategy=strategy, player=player)
        monkeypatch.setattr(Experiment, "contender", lambda experiment, one=one: one)
        instances = read_corpus(TEMPLATE, "template:frogs=2#1..1").instances
        (row,) = rows_of(Experiment("template", "lazy"), instances, 1)
        assert (row.verdict, len(TEMPLATE.parse_moves(row.solution or ""))) == ("solved", row.cost)
        assert (row.cpu or 0) >= LEAST_SECONDS
        assert (row.wall or 0) >= LEAST_SECONDS


@pytest.mark.process
def test_numbers_of_other_libraries_are_numbers(store: Store) -> None:
    (row,) = run_rows(store, TEMPLATE, "template:frogs=1#1..1", "tests.lab.ideas:counts_as_others")
    assert (row.verdict, row.nodes, row.statistics) == ("solved", 7, '{"flips": 7}')
    assert len(TEMPLATE.parse_moves(row.solution or "")) == row.cost


@pytest.mark.process
def test_a_strategy_that_hangs_is_ended_and_the_run_goes_on(store: Store, tmp_path: Path) -> None:
    (tmp_path / "pack.txt").write_text("FF_TT\n\nF_T\n\nFF_TT\n\nF_TT\n", encoding="utf-8")
    idea = "tests.lab.ideas:hangs_on_five_stones"
    rows = run_rows(store, TEMPLATE, str(tmp_path / "pack.txt"), idea, jobs=1, time=0.2)
    assert [row.reason for row in rows] == ["time", None, "time", None]
    assert [row.verdict for row in rows] == ["unknown", "solved", "unknown", "solved"]
    assert rows[0].detail == "ended by force: it did not stop by itself"


@pytest.mark.process
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps a process to its memory")
def test_a_strategy_that_eats_memory_is_stopped(store: Store) -> None:
    rows = run_rows(store, TEMPLATE, "template#1..2", "tests.lab.ideas:eats_memory", memory="100M")
    assert [(row.verdict, row.reason) for row in rows] == [("unknown", "memory")] * 2
    assert all(50 << 20 < (row.memory or 0) < 250 << 20 for row in rows)


@pytest.mark.process
def test_a_native_batch_that_fails_is_done_again_in_processes(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    calm = timeless(run_rows(store, KLONDIKE, "klondike#1..12", nodes=NODES))
    from quandary.games.klondike.solver import Complete

    native = Complete.judged_batch

    def failing(self: Complete, positions: Any, task: Any, jobs: int) -> Any:
        for number, answer in enumerate(native(self, positions, task, jobs) or ()):
            if number == 5:
                raise RuntimeError("a worker panicked")
            yield answer

    monkeypatch.setattr(Complete, "judged_batch", failing)
    assert timeless(run_rows(store, KLONDIKE, "klondike#1..12", nodes=NODES)) == calm


def test_a_wrong_native_answer_never_becomes_a_solution(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    from quandary.game import Answer
    from quandary.games.klondike.solver import Complete

    def lying(self: Complete, positions: Any, task: Any, jobs: int) -> Any:
        return ((Answer("solved", [], 0, 1), 0.1) for _ in positions)

    monkeypatch.setattr(Complete, "judged_batch", lambda self, positions, task, jobs: None)
    monkeypatch.setattr(Complete, "solve_batch", lying)
    rows = run_rows(store, KLONDIKE, "klondike#1..3")
    assert [(row.verdict, row.reason, row.solution) for row in rows] == [("unknown", "wrong", None)] * 3


@pytest.mark.process
def test_a_player_is_judged_by_the_rules(store: Store) -> None:
    rows = run_rows(store, TEMPLATE, "template:frogs=2,toads=2#1..40", "tests.lab.ideas:Drunkard", jobs=2, seed=7)
    reasons = {(row.verdict, row.reason) for row in rows}
    assert reasons == {("solved", None), ("unknown", "lost")}
    again = run_rows(store, TEMPLATE, "template:frogs=2,toads=2#1..40", "tests.lab.ideas:Drunkard", jobs=1, seed=7)
    assert timeless(rows) == timeless(again)
    other = run_rows(store, TEMPLATE, "template:frogs=2,toads=2#1..40", "tests.lab.ideas:Drunkard", seed=8)
    assert timeless(rows) != timeless(other)


def test_resuming_does_just_what_is_missing(store: Store) -> None:
    whole = timeless(run_rows(store, KLONDIKE, "klondike#1..30", nodes=NODES))
    run = start_run(store, design(KLONDIKE, nodes=NODES), read_corpus(KLONDIKE, "klondike#1..30"))
    store.add_rows(run.id, [whole[number] for number in (0, 7, 8, 29)])
    assert len(list(missing_instances(store, run))) == 26
    seen: list[int] = []
    tally = carry_on(store, run, watch=lambda tally: seen.append(tally.done))
    assert seen == list(range(4, 31))
    assert tally.done == 30
    assert timeless(list(store.rows(run.id))) == whole
    assert carry_on(store, store.run(run.id)).done == 30


def test_a_shard_is_every_nth_instance(store: Store) -> None:
    whole = run_rows(store, KLONDIKE, "klondike#1..10", nodes=NODES)
    corpus = read_corpus(KLONDIKE, "klondike#1..10")
    run = start_run(store, design(KLONDIKE, nodes=NODES), corpus, shard="2/3")
    carry_on(store, run)
    assert timeless(list(store.rows(run.id))) == timeless(whole[1::3])
    for bad in ("0/3", "4/3", "2", "a/b", "1/0"):
        with pytest.raises(UsageError, match="a shard is a part"):
            start_run(store, design(KLONDIKE), corpus, shard=bad)


def test_run_resume_list_and_export_by_command(quandary: Quandary, db: str) -> None:
    ran = quandary("lab", "run", "klondike", "--corpus", "klondike#1..10", "--nodes", "1000", "--describe", "first",
                   "--db", db, "--json")  # fmt: skip
    summary = json.loads(ran.out.splitlines()[-1])
    assert summary["run"] == 1
    assert summary["mean_seconds"] > 0
    assert (summary["mean_cpu_seconds"] is None) == (sys.platform == "win32")
    resumed = quandary("lab", "resume", "1", "--db", db)
    assert re.search(r"  on average .* s of CPU, \S+ s of wall time, ", resumed.out)
    assert summary["solved"] + summary["unsolvable"] + summary["unknown"] == summary["instances"] == 10
    assert ran.status == (3 if summary["unknown"] else 0)
    assert json.loads(quandary("lab", "resume", "1", "--db", db, "--json").out)["done"] == 10
    listed = json.loads(quandary("lab", "list", "--db", db, "--json").out)
    assert (listed["description"], listed["options"]) == ("first", {"worrying_back": True, "dominances": "proven"})
    assert len(listed["hash"]) == 64
    assert "machine" in listed
    assert "complete on klondike#1..10" in quandary("lab", "list", "--db", db).out
    records = [json.loads(line) for line in quandary("lab", "export", "1", "--db", db).out.splitlines()]
    assert [record["instance"] for record in records] == [f"klondike#{seed}" for seed in range(1, 11)]
    assert set(package.solve("klondike", "foundations=KCKDKHQS/1=KS").as_dict()) <= set(records[0])
    table = quandary("lab", "export", "1", "--csv", "--db", db).out.splitlines()
    assert len(table) == 11
    assert table[0].startswith("run,instance,game,id,verdict")


def test_variants_by_flag(quandary: Quandary, db: str) -> None:
    quandary("lab", "run", "klondike", "--draw", "1", "--corpus", "klondike#1..3", "--db", db)
    record = json.loads(quandary("lab", "export", "1", "--db", db).out.splitlines()[0])
    assert record["instance"] == "klondike:draw1#1"
