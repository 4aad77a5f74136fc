"""Two strategies on a growing corpus, until the sequential test decides which hypothesis to believe.

Both are stored as runs like any other, over the seeds that were needed, so that they can be compared, reported and
looked at afterwards. The test looks after every pair in the order of the seeds, so that its decision depends on the
rows alone, not on how many were worked on at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Any

from quandary.core.errors import UsageError
from quandary.core.game import Game, Puzzle
from quandary.lab.corpus import Seeds, make_corpus, puzzles_of_seeds
from quandary.lab.engines import engine_of, rows_of
from quandary.lab.experiment import Experiment
from quandary.lab.provenance import machine, now, this_driver, versions
from quandary.lab.rows import UNKNOWN, Row
from quandary.lab.sequential import Sprt
from quandary.lab.store import Store

MEASURES = ("decided", "nodes", "time", "score")


@dataclass(slots=True)
class Contest:
    """How a contest stands."""

    a: int
    """The number of A's run."""
    b: int
    pairs: int = 0
    won: int = 0
    """Pairs in which B did better."""
    lost: int = 0
    log_ratio: float = 0.0
    decision: bool | None = None
    """True: B is better. False: it is not, or not by as much. None: still open."""

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            "a": self.a,
            "b": self.b,
            "instances": self.pairs,
            "won": self.won,
            "lost": self.lost,
            "log_ratio": self.log_ratio,
            "verdict": _WORDS[self.decision],
        }


_WORDS = {True: "better", False: "not better", None: "undecided"}


def compete(
    store: Store,
    game: Game[Any, Any],
    a: Experiment,
    b: Experiment,
    seeds: Seeds,
    test: Sprt,
    *,
    measure: str = "decided",
    batch: int = 50,
    most: int = 10_000,
    jobs: int = 1,
    description: str = "",
    watch: Callable[[Contest], None] = lambda contest: None,
) -> Contest:
    """Runs both on more and more seeds until the test decides, the seeds end, or `most` instances are done."""
    spec = f"{seeds.prefix(game.name)}#{seeds.first}"
    corpus = make_corpus(game.name, f"{spec}.. (growing)", [])
    number = store.add_corpus(corpus, a.rules, is_shared=False)
    run_a, run_b = (_begin(store, one, number, jobs, description) for one in (a, b))
    contest = Contest(run_a, run_b)
    made = puzzles_of_seeds(game, seeds, jobs=jobs)
    puzzles: list[Puzzle[Any]] = []
    last = seeds.first - 1
    try:
        while contest.decision is None and contest.pairs < most:
            more = list(islice(made, min(batch, most - contest.pairs)))
            if not more:
                break
            last += len(more)
            before = len(puzzles)
            puzzles += [entry for entry in more if entry is not None]
            corpus = make_corpus(game.name, f"{spec}.. (growing)", puzzles)
            store.grow_corpus(number, corpus)
            fresh = corpus.instances[before:]
            rows_a, rows_b = (
                _store(store, run, sorted(rows_of(experiment, fresh, jobs)))
                for run, experiment in ((contest.a, a), (contest.b, b))
            )
            for row_a, row_b in zip(rows_a, rows_b, strict=True):
                _count(contest, test, winner(row_a, row_b, measure))
            watch(contest)
    finally:
        store.grow_corpus(number, make_corpus(game.name, f"{spec}..{last}", puzzles))
        for run in (contest.a, contest.b):
            store.update_run(run, ended=now())
    if not puzzles:
        raise UsageError(f"no seed from {seeds.first} on makes a puzzle with these settings")
    return contest


def winner(a: Row, b: Row, measure: str) -> int:
    """1 if B did better, -1 if A did, 0 if neither."""
    if measure == "score":
        return _sign((b.score or 0) - (a.score or 0))
    decided = (b.verdict != UNKNOWN) - (a.verdict != UNKNOWN)
    if decided or measure == "decided" or a.verdict == UNKNOWN:
        return decided
    if measure == "nodes":
        return _sign((a.nodes or 0) - (b.nodes or 0))
    return _sign(_seconds(a) - _seconds(b))


def _seconds(row: Row) -> float:
    return row.cpu if row.cpu is not None else row.wall or 0.0


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _count(contest: Contest, test: Sprt, who: int) -> None:
    """Counts a pair, unless the test was over before it."""
    if contest.decision is not None:
        return
    contest.pairs += 1
    contest.won += who > 0
    contest.lost += who < 0
    contest.log_ratio = test.log_ratio(contest.won, contest.lost)
    contest.decision = test.decision(contest.won, contest.lost)


def _begin(store: Store, experiment: Experiment, corpus: int, jobs: int, description: str) -> int:
    return store.add_run(
        experiment,
        corpus,
        description=description,
        shard=None,
        jobs=jobs,
        engine=engine_of(experiment),
        versions=versions(),
        machine=machine(),
        started=now(),
        driver=this_driver(),
    )


def _store(store: Store, run: int, rows: list[Row]) -> list[Row]:
    store.add_rows(run, rows)
    return rows
