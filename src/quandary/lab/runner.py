"""Runs experiments: a corpus in, rows in the results file out, and whatever is missing can be resumed at any time."""

from __future__ import annotations

import json
import threading
import time as clock
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Self

from quandary.core.errors import UsageError
from quandary.lab.corpus import Corpus, Instance, Seeds, empty_corpus, finite_seeds, puzzles_of_seeds
from quandary.lab.engines import engine_of, rows_of
from quandary.lab.experiment import Experiment
from quandary.lab.provenance import changes, code_of, is_at_work, machine, now, this_driver, versions
from quandary.lab.rows import Row
from quandary.lab.store import UNFINISHED, Run, Store

CLUSTER = "cluster"
_SECONDS_BETWEEN_WRITES = 0.1
# Puzzles of a corpus of seeds that are stored together, and how long to wait for them.
_MOST_MADE, _SECONDS_OF_MAKING = 1000, 0.2


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
    nodes: int = 0
    counted: int = 0
    """Rows that have nodes."""
    seconds: float = 0.0
    """By the clock on the wall."""
    cpu_seconds: float = 0.0
    cpu_measured: int = 0
    """Rows that have CPU seconds."""
    cost: int = 0
    """Of the solved ones."""
    sums: Counter[str] = field(default_factory=Counter)
    """Of whatever else the strategy counts, by name."""
    counts: Counter[str] = field(default_factory=Counter)
    """Rows that have it."""

    def add(self, row: Row) -> None:
        """Counts a row."""
        score = row.score
        self.add_rows(
            row.verdict,
            row.reason,
            1,
            0 if score is None else 1,
            score or 0,
            0 if row.nodes is None else 1,
            row.nodes or 0,
            row.wall or 0.0,
            row.cpu or 0.0,
            0 if row.cpu is None else 1,
            row.cost or 0,
        )
        if row.statistics:
            counted = json.loads(row.statistics)
            self.sums.update(counted)
            self.counts.update(counted.keys())

    def add_rows(
        self,
        verdict: str,
        reason: str | None,
        count: int,
        scored: int,
        score: int,
        counted: int,
        nodes: int,
        seconds: float,
        cpu_seconds: float,
        cpu_measured: int,
        cost: int,
    ) -> None:
        """Counts rows that have verdict and reason in common."""
        self.done += count
        self.scored += scored
        self.score += score
        self.counted += counted
        self.nodes += nodes
        self.seconds += seconds
        self.cpu_seconds += cpu_seconds
        self.cpu_measured += cpu_measured
        self.cost += cost
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
            "mean_nodes": self.nodes / self.counted if self.counted else None,
            "mean_seconds": self.seconds / self.done if self.done else None,
            "mean_cpu_seconds": self.cpu_seconds / self.cpu_measured if self.cpu_measured == self.done > 0 else None,
            "mean_cost": self.cost / self.verdicts["solved"] if self.verdicts["solved"] else None,
            "mean_statistics": {name: total / self.counts[name] for name, total in sorted(self.sums.items())},
        }


def begin(
    store: Store, experiment: Experiment, corpus: int, *, jobs: int, engine: str | None = None, **told: Any
) -> int:
    """Writes a new run of this process on this machine into the file, with its code; its number."""
    code = code_of(experiment.contender())
    hashes = code.hashes()
    store.add_code({hashes["files"][name]: (name, text) for name, text in code.files.items()})
    return store.add_run(
        experiment,
        corpus,
        jobs=jobs,
        engine=engine or engine_of(experiment),
        versions=versions(),
        machine=machine(),
        started=now(),
        driver=this_driver(),
        code=hashes,
        **told,
    )


def start_run(
    store: Store,
    experiment: Experiment,
    corpus: Corpus | Seeds,
    *,
    description: str = "",
    tags: Sequence[str] = (),
    shard: str | None = None,
    jobs: int = 1,
    scheduler: str | None = None,
) -> Run:
    """Writes a new run into the file; `carry_on` then does the work, and makes the puzzles of seeds as it goes."""
    if shard is not None:
        read_shard(shard)
    if isinstance(corpus, Seeds):
        number = store.open_corpus(experiment.game, corpus.spec, experiment.rules, corpus.count)
    else:
        number = store.add_corpus(corpus, experiment.rules)
    engine = CLUSTER if scheduler else None
    told = {"description": description, "shard": shard, "tags": read_tags(tags)}
    return store.run(begin(store, experiment, number, jobs=jobs, engine=engine, **told))


def read_tags(tags: Sequence[str]) -> str:
    """Tags as they are stored: words, each once, in order."""
    words = {word for tag in tags for word in tag.replace(",", " ").split()}
    return " ".join(sorted(words))


def carry_on(
    store: Store,
    run: Run,
    *,
    jobs: int = 1,
    scheduler: str | None = None,
    wait: float | None = None,
    positions: Sequence[Any] | None = None,
    changed_code: bool = False,
    watch: Callable[[Tally], None] = lambda tally: None,
    say: Callable[[str], None] = lambda text: None,
) -> Tally:
    """Does what is missing of a run, and nothing twice. `positions` are the corpus's, where somebody has them.

    A run whose code has changed since it began is refused, unless `changed_code` allows it. `watch` is told how the
    run stands, at first and with every row. A cluster without workers is waited for, `wait` seconds at most, and `say`
    is told so.
    """
    if is_at_work(run.driver):
        raise UsageError(f"run {run.id} is being worked on by another process ({run.driver})")
    _check_code(store, run, changed_code)
    store.update_run(run.id, driver=this_driver())
    store.be_patient()
    tally = tally_of(store, run)
    missing = missing_instances(store, run, jobs=jobs)
    watch(tally)
    if scheduler is None:
        rows = rows_of(run.experiment, missing, jobs, positions)
    else:
        from quandary.lab.cluster import rows_of_cluster

        rows = rows_of_cluster(run.experiment, missing, scheduler, wait=wait, say=say)
    with _Recorder(store, run.id) as recorder:
        for row in rows:
            recorder.add(row)
            tally.add(row)
            watch(tally)
    # Some seeds may have made nothing.
    tally.total = len(store.run(run.id).numbers())
    if tally.done == tally.total and run.ended is None:
        store.update_run(run.id, ended=now())
    return tally


def _check_code(store: Store, run: Run, changed_code: bool) -> None:
    """Rows of two versions must not become one run without a word."""
    code = code_of(run.experiment.contender())
    hashes = code.hashes()
    changed = changes(run.code, hashes)
    # Where nothing is missing, nothing will be made by the code of now.
    if not changed or run.ended is not None:
        return
    done = bool(store.select("SELECT 1 FROM result WHERE run = ? LIMIT 1", run.id))
    if done and not changed_code:
        listed = ", ".join(changed)
        raise UsageError(
            f"run {run.id} was begun with other code: {listed} changed since. Begin a new run, or mix both with"
            " --changed-code (lab show RUN --code shows the code that it began with)"
        )
    store.add_code({hashes["files"][name]: (name, text) for name, text in code.files.items()})
    begun = {name: run.code[name] for name in ("files", "quandary", "native")}
    before = [*run.code.get("before", ()), *([begun] if done else [])]
    store.update_run(run.id, code={**hashes, **({"before": before} if before else {})})


def tally_of(store: Store, run: Run) -> Tally:
    """How the run stands according to the file."""
    tally = Tally(run.id, len(run.numbers()))
    query = (
        "SELECT verdict, reason, count(*), count(score), coalesce(sum(score), 0), count(nodes),"
        " coalesce(sum(nodes), 0), coalesce(sum(seconds), 0),"
        " coalesce(sum(cpu_seconds), 0), count(cpu_seconds), coalesce(sum(cost), 0) FROM result WHERE run = ?"
        " GROUP BY verdict, reason"
    )
    for row in store.select(query, run.id):
        tally.add_rows(*row)
    query = (
        "SELECT key, sum(value), count(*) FROM solution, json_each(solution.statistics)"
        " WHERE run = ? AND statistics IS NOT NULL GROUP BY key"
    )
    for name, total, rows in store.select(query, run.id):
        tally.sums[name], tally.counts[name] = total, rows
    return tally


def missing_instances(store: Store, run: Run, *, jobs: int = 1) -> Iterator[Instance]:
    """The instances of a run that have no row yet; those of seeds that were not made yet are made and stored now."""
    wanted = run.numbers()
    for instance in store.missing(run.id, run.corpus):
        if instance.number in wanted:
            yield instance
    if run.hash.startswith(UNFINISHED):
        for instance in _make(store, run, jobs):
            if instance.number in wanted:
                yield instance


def _make(store: Store, run: Run, jobs: int) -> Iterator[Instance]:
    """Goes on making the puzzles of a corpus of seeds, stores them some at a time, and gives them then."""
    game = run.experiment.the_game()
    seeds = finite_seeds(game, run.spec)
    assert seeds is not None, "only a corpus of seeds is made while it is used"
    last = store.last_instance(run.corpus)
    numbers = count(0 if last is None else last.number + 1)
    fresh: list[Instance] = []
    stored = clock.monotonic()
    for puzzle in puzzles_of_seeds(game, seeds.after(last and last.name), jobs=jobs):
        if puzzle is not None:
            fresh.append(Instance(next(numbers), puzzle.id, puzzle.text))
        if len(fresh) >= _MOST_MADE or clock.monotonic() - stored > _SECONDS_OF_MAKING:
            store.add_instances(run.corpus, fresh)
            yield from fresh
            fresh, stored = [], clock.monotonic()
    store.add_instances(run.corpus, fresh)
    if not store.seal_corpus(run.corpus):
        raise empty_corpus(run.spec)
    yield from fresh


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
