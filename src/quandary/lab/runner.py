"""Runs experiments: a corpus in, rows in the results file out, and whatever is missing can be resumed at any time."""

from __future__ import annotations

import threading
import time as clock
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from quandary.core.errors import UsageError
from quandary.lab.corpus import Corpus, Instance
from quandary.lab.engines import engine_of, rows_of
from quandary.lab.experiment import Experiment
from quandary.lab.provenance import is_at_work, machine, now, this_driver, versions
from quandary.lab.rows import Row
from quandary.lab.store import Run, Store

CLUSTER = "cluster"
_SECONDS_BETWEEN_WRITES = 0.1


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
        if reason is not None and verdict == "unknown":
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


def begin(
    store: Store, experiment: Experiment, corpus: int, *, jobs: int, engine: str | None = None, **told: Any
) -> int:
    """Writes a new run of this process on this machine into the file; its number."""
    return store.add_run(
        experiment,
        corpus,
        jobs=jobs,
        engine=engine or engine_of(experiment),
        versions=versions(),
        machine=machine(),
        started=now(),
        driver=this_driver(),
        **told,
    )


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
    number = store.add_corpus(corpus, experiment.rules)
    engine = CLUSTER if scheduler else None
    run = begin(store, experiment, number, jobs=jobs, engine=engine, description=description, shard=shard)
    return store.run(run)


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
    if scheduler is None:
        rows = rows_of(run.experiment, missing, jobs, positions)
    else:
        from quandary.lab.cluster import rows_of_cluster

        rows = rows_of_cluster(run.experiment, missing, scheduler)
    with _Recorder(store, run.id) as recorder:
        for row in rows:
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


class _Recorder:
    """Takes rows at once and stores them soon, while others are searched for; all of them when its block ends.

    A transaction a row would cost more than many a puzzle, and one at the end would lose everything to a power cut.
    Rows that come quickly are written by whoever adds them, ten times a second. When none comes for a while, a thread
    writes those that wait; it does not write all of them, because SQLite gives the interpreter away with every row,
    and a busy thread is slow to return it.
    """

    def __init__(self, store: Store, run: int) -> None:
        self._store = store
        self._run = run
        # Both ends of a deque may be used by different threads without a lock.
        self._rows: deque[Row] = deque()
        self._written = clock.monotonic()
        self._writing = threading.Lock()
        self._over = threading.Event()
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._write_on, name="lab-recorder", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self._over.set()
        self._thread.join()
        if self._failure is None:
            self._write()
        elif error is None:
            raise self._failure

    def add(self, row: Row) -> None:
        """One more row."""
        if self._failure is not None:
            raise self._failure
        self._rows.append(row)
        if clock.monotonic() - self._written > _SECONDS_BETWEEN_WRITES:
            self._write()

    def _write_on(self) -> None:
        try:
            while not self._over.wait(_SECONDS_BETWEEN_WRITES):
                if self._rows and clock.monotonic() - self._written > 2 * _SECONDS_BETWEEN_WRITES:
                    self._write()
        except BaseException as error:
            self._failure = error

    def _write(self) -> None:
        with self._writing:
            rows = [self._rows.popleft() for _ in range(len(self._rows))]
            if rows:
                self._store.add_rows(self._run, rows)
            self._written = clock.monotonic()
