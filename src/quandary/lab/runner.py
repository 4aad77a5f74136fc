"""Runs experiments: a corpus in, rows in the results file out, and whatever is missing can be resumed at any time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from quandary.core.errors import UsageError
from quandary.lab.corpus import Corpus, Instance
from quandary.lab.engines import engine_of, rows_of
from quandary.lab.experiment import Experiment
from quandary.lab.provenance import is_at_work, machine, now, this_driver, versions
from quandary.lab.recorder import Recorder
from quandary.lab.rows import Row
from quandary.lab.store import Run, Store

CLUSTER = "cluster"


@dataclass(slots=True)
class Tally:
    """How a run stands."""

    run: int
    total: int
    done: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    scored: int = 0
    """Games that were played for a score."""
    score: int = 0
    """Their sum."""

    def add(self, verdict: str, reason: str | None, count: int = 1, scored: int = 0, score: int = 0) -> None:
        """Counts rows."""
        self.done += count
        self.scored += scored
        self.score += score
        self.verdicts[verdict] += count
        if reason is not None:
            self.reasons[reason] += count

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            "run": self.run,
            "instances": self.total,
            "done": self.done,
            **{name: self.verdicts[name] for name in ("solved", "unsolvable", "unknown")},
            "reasons": dict(sorted(self.reasons.items())),
            "mean_score": self.score / self.scored if self.scored else None,
        }


def start_run(
    store: Store,
    experiment: Experiment,
    corpus: Corpus,
    *,
    description: str = "",
    shard: str | None = None,
    jobs: int = 1,
    scheduler: str | None = None,
) -> Run:
    """Writes a new run into the file; `carry_on` then does the work."""
    if shard is not None:
        read_shard(shard)
    number = store.add_run(
        experiment,
        store.add_corpus(corpus, experiment.rules),
        description=description,
        shard=shard,
        jobs=jobs,
        engine=CLUSTER if scheduler else engine_of(experiment),
        versions=versions(),
        machine=machine(),
        started=now(),
        driver=this_driver(),
    )
    return store.run(number)


def carry_on(
    store: Store,
    run: Run,
    *,
    jobs: int = 1,
    scheduler: str | None = None,
    positions: Sequence[Any] | None = None,
    watch: Callable[[Tally], None] = lambda tally: None,
) -> Tally:
    """Does what is missing of a run, and nothing twice. `positions` are the corpus's, where somebody has them.

    `watch` is told how the run stands, at first and with every row.
    """
    if is_at_work(run.driver):
        raise UsageError(f"run {run.id} is being worked on by another process ({run.driver})")
    store.update_run(run.id, driver=this_driver())
    store.be_patient()
    tally = tally_of(store, run)
    missing = missing_instances(store, run)
    watch(tally)
    with Recorder(store, run.id) as recorder:
        for row in _rows(run.experiment, missing, jobs, scheduler, positions):
            recorder.add(row)
            tally.add(row.verdict, row.reason, 1, row.score is not None, row.score or 0)
            watch(tally)
    if tally.done == tally.total and run.ended is None:
        store.update_run(run.id, ended=now())
    return tally


def tally_of(store: Store, run: Run) -> Tally:
    """How the run stands according to the file."""
    tally = Tally(run.id, len(run.numbers()))
    query = (
        "SELECT verdict, reason, count(*), count(score), coalesce(sum(score), 0) FROM result WHERE run = ?"
        " GROUP BY verdict, reason"
    )
    for row in store.select(query, run.id):
        tally.add(*row)
    return tally


def missing_instances(store: Store, run: Run) -> list[Instance]:
    """The instances of a run that have no row yet."""
    done = store.done(run.id)
    wanted = run.numbers()
    return [one for one in store.instances(run.corpus) if one.number in wanted and one.number not in done]


def read_shard(text: str) -> tuple[int, int]:
    """Part and parts of `2/8`."""
    part, slash, parts = text.partition("/")
    if not (slash and part.isdecimal() and parts.isdecimal() and 1 <= int(part) <= int(parts)):
        raise UsageError(f"a shard is a part of a whole, like 2/8, not {text!r}")
    return int(part), int(parts)


def _rows(
    experiment: Experiment,
    missing: Sequence[Instance],
    jobs: int,
    scheduler: str | None,
    positions: Sequence[Any] | None,
) -> Iterator[Row]:
    if scheduler is None:
        return rows_of(experiment, missing, jobs, positions)
    from quandary.lab.cluster import rows_of_cluster

    return rows_of_cluster(experiment, missing, scheduler)
