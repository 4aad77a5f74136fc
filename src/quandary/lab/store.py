"""The results file: one SQLite database that holds corpora, runs and rows, and opens in every tool that reads SQLite.

It is written by the driver of a run alone, in WAL mode, so that readers never wait and a killed driver leaves whole
transactions. Rows are keyed by run and instance. Solutions stand in a table of their own, because everything that
compares runs reads all rows and no solution.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quandary.core.errors import UsageError
from quandary.lab.corpus import Corpus, Digest, Instance
from quandary.lab.experiment import Experiment
from quandary.lab.rows import Row

# "QLab" in ASCII: how a file of ours is told from anybody else's.
APPLICATION_ID = 0x514C6162
SCHEMA_VERSION = 2
# How long to wait for another process that is writing just now.
PATIENCE_SECONDS = 5.0
PATIENCE_OF_A_RUN_SECONDS = 120
# Instances that are asked for at a time: few enough to hold in memory.
_PAGE = 1000

_SCHEMA = """
CREATE TABLE corpus (
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, spec TEXT NOT NULL, rules TEXT NOT NULL, hash TEXT NOT NULL,
    size INTEGER NOT NULL
);
CREATE TABLE instance (
    corpus INTEGER NOT NULL REFERENCES corpus, number INTEGER NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY (corpus, number)
) WITHOUT ROWID;
CREATE TABLE run (
    id INTEGER PRIMARY KEY AUTOINCREMENT, corpus INTEGER NOT NULL REFERENCES corpus, experiment TEXT NOT NULL,
    description TEXT NOT NULL, note TEXT, shard TEXT, jobs INTEGER NOT NULL, engine TEXT NOT NULL,
    versions TEXT NOT NULL, machine TEXT NOT NULL, started TEXT NOT NULL, ended TEXT, driver TEXT,
    code TEXT NOT NULL DEFAULT '{}', tags TEXT NOT NULL DEFAULT ''
);
CREATE TABLE code (hash TEXT PRIMARY KEY, name TEXT NOT NULL, text TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE result (
    run INTEGER NOT NULL REFERENCES run, number INTEGER NOT NULL, verdict TEXT NOT NULL, reason TEXT, detail TEXT,
    cost INTEGER, optimal INTEGER NOT NULL, bound INTEGER, nodes INTEGER, cpu_seconds REAL, seconds REAL,
    peak_memory INTEGER, score INTEGER, PRIMARY KEY (run, number)
) WITHOUT ROWID;
CREATE TABLE solution (
    run INTEGER NOT NULL, number INTEGER NOT NULL, solution TEXT, statistics TEXT, PRIMARY KEY (run, number)
) WITHOUT ROWID;
"""

RESULT_COLUMNS = (
    "number, verdict, reason, detail, cost, optimal, bound, nodes, cpu_seconds, seconds, peak_memory, score"
)
UNFINISHED = "unfinished "
"""What the hash of a corpus begins with while its seeds are still being made."""


@dataclass(frozen=True, slots=True)
class Run:
    """What the file says of a run; its rows are asked for separately."""

    id: int
    corpus: int
    experiment: Experiment
    versions: Mapping[str, str]
    machine: Mapping[str, Any]
    description: str
    note: str | None
    shard: str | None
    """`2/8` for the second of eight parts; None for a run over the whole corpus."""
    jobs: int
    engine: str
    """What did the work: `threads`, `processes` or `cluster`."""
    started: str
    ended: str | None
    """None while instances are missing."""
    driver: str | None
    """Which process works, or worked last, on it."""
    code: Mapping[str, Any]
    """What the strategy's code was, as hashes (see `provenance.code_of`)."""
    tags: tuple[str, ...]
    """Words to find it by."""
    spec: str
    """The corpus as it was asked for."""
    hash: str
    size: int
    """Instances of the whole corpus."""

    @property
    def states(self) -> int:
        """How many states of its code have made rows: 1, unless it was resumed with changed code."""
        return 1 + len(self.code.get("before", ()))

    def numbers(self) -> range:
        """The instances that this run is about."""
        if self.shard is None:
            return range(self.size)
        part, parts = map(int, self.shard.split("/"))
        return range(part - 1, self.size, parts)

    @property
    def strategy(self) -> str:
        """The strategy with the options that differ from its defaults: `atomic (reuse_approaches=True)`."""
        experiment = self.experiment
        try:
            defaults = {option.name: option.default for option in experiment.contender().options}
        except UsageError:
            # The strategy is not at hand.
            defaults = {}
        changed = (
            f"{name}={value}"
            for name, value in experiment.options.items()
            if name not in defaults or value != defaults[name]
        )
        options = ", ".join(changed)
        return f"{experiment.strategy} ({options})" if options else experiment.strategy

    @property
    def budget(self) -> str:
        """`5 s, 100,000 nodes`; limits that the strategy has set are marked."""
        experiment = self.experiment
        asked = {name: getattr(experiment, name) for name in ("time", "nodes") if name not in experiment.own_limits}
        own = f"{self.own_limits} (set by the strategy)" if self.own_limits else ""
        return ", ".join(filter(None, [_limits(asked), own])) or "no limit"

    @property
    def own_limits(self) -> str:
        """The limits that the strategy has set, as in `budget`; empty if there are none."""
        return _limits(self.experiment.own_limits)

    def as_dict(self) -> dict[str, Any]:
        """All that is known of a run, ready for JSON."""
        return {
            **self.experiment.as_dict(),
            "description": self.description,
            "note": self.note,
            "corpus": self.spec,
            "hash": self.hash,
            "shard": self.shard,
            "jobs": self.jobs,
            "engine": self.engine,
            "versions": self.versions,
            "machine": self.machine,
            "started": self.started,
            "ended": self.ended,
            "code": self.code,
            "tags": list(self.tags),
        }


def _limits(limits: Mapping[str, Any]) -> str:
    time, nodes, memory = (limits.get(name) for name in ("time", "nodes", "memory"))
    told = [
        None if time is None else f"{time:g} s",
        None if nodes is None else f"{nodes:,} nodes",
        None if memory is None else f"{memory / (1 << 20):,.0f} MB",
    ]
    return ", ".join(filter(None, told))


class Store:
    """An open results file."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        # A run's rows are written by one thread while another adds to its corpus.
        self._lock = threading.RLock()

    def close(self) -> None:
        """Ends all use of the file."""
        self._connection.close()

    def be_patient(self) -> None:
        """Waits longer for other writers from now on, for a run that has begun should not end because of them."""
        self.select(f"PRAGMA busy_timeout = {PATIENCE_OF_A_RUN_SECONDS * 1000}")

    # Runs

    def add_run(self, experiment: Experiment, corpus: int, **facts: Any) -> int:
        """A new run without rows; its number. `facts` are further columns: description, jobs, engine and so on."""
        values = {"corpus": corpus, "experiment": _json(experiment.as_dict()), **facts}
        places = ", ".join("?" for _ in values)
        with self.transaction():
            cursor = self._connection.execute(
                f"INSERT INTO run ({', '.join(values)}) VALUES ({places})", [*map(_stored, values.values())]
            )
        return int(cursor.lastrowid or 0)

    def runs(self) -> list[Run]:
        """All runs, in order."""
        return [_run(row) for row in self.select(f"{_RUNS} ORDER BY run.id")]

    def run(self, number: int) -> Run:
        """The run of this number."""
        rows = self.select(f"{_RUNS} WHERE run.id = ?", number)
        if not rows:
            known = [str(row[0]) for row in self.select("SELECT id FROM run ORDER BY id")]
            listed = f"runs: {', '.join(known)}" if known else "it has none yet"
            raise UsageError(f"{self.path} has no run {number} ({listed})")
        return _run(rows[0])

    def update_run(self, number: int, **values: Any) -> None:
        """Sets columns of a run."""
        assignments = ", ".join(f"{name} = ?" for name in values)
        with self.transaction():
            self._connection.execute(
                f"UPDATE run SET {assignments} WHERE id = ?", [*map(_stored, values.values()), number]
            )

    def add_code(self, files: Mapping[str, tuple[str, str]]) -> None:
        """Keeps sources, by hash: their names and their texts."""
        with self.transaction():
            self._connection.executemany(
                "INSERT OR IGNORE INTO code VALUES (?, ?, ?)", [(key, *named) for key, named in files.items()]
            )

    def sources(self) -> dict[str, tuple[str, str]]:
        """All sources that were kept, as `add_code` takes them."""
        return {key: (name, text) for key, name, text in self.select("SELECT hash, name, text FROM code")}

    # Corpora

    def add_corpus(self, corpus: Corpus, rules: Mapping[str, Any], *, is_shared: bool = True) -> int:
        """The corpus's number; it is stored once, whoever uses it, unless it is not to be shared."""
        known = self.select(
            "SELECT id FROM corpus WHERE hash = ? AND spec = ? AND rules = ?", corpus.hash, corpus.spec, _json(rules)
        )
        if known and is_shared:
            return int(known[0][0])
        with self.transaction():
            cursor = self._connection.execute(
                "INSERT INTO corpus (game, spec, rules, hash, size) VALUES (?, ?, ?, ?, ?)",
                (corpus.game, corpus.spec, _json(rules), corpus.hash, len(corpus.instances)),
            )
            number = int(cursor.lastrowid or 0)
            self._connection.executemany(
                "INSERT INTO instance VALUES (?, ?, ?, ?)", ((number, *instance) for instance in corpus.instances)
            )
        return number

    def grow_corpus(self, number: int, corpus: Corpus) -> None:
        """Replaces a corpus by one that begins with the same instances and goes on."""
        with self.transaction():
            self._connection.execute(
                "UPDATE corpus SET spec = ?, hash = ?, size = ? WHERE id = ?",
                (corpus.spec, corpus.hash, len(corpus.instances), number),
            )
            self._connection.executemany(
                "INSERT OR IGNORE INTO instance VALUES (?, ?, ?, ?)",
                ((number, *instance) for instance in corpus.instances),
            )

    def open_corpus(self, game: str, spec: str, rules: Mapping[str, Any], size: int) -> int:
        """The number of a corpus of seeds, the one that is there already or a new one without instances.

        It is as large as its seeds are many until `seal_corpus` says how many of them have made a puzzle.
        """
        # A seed is a promise: the same ones need not be made twice.
        known = self.select(
            "SELECT id FROM corpus WHERE game = ? AND spec = ? AND rules = ? ORDER BY id", game, spec, _json(rules)
        )
        if known:
            return int(known[0][0])
        promised = hashlib.sha256(f"{game}\n{spec}\n{_json(rules)}".encode()).hexdigest()[:32]
        with self.transaction():
            cursor = self._connection.execute(
                "INSERT INTO corpus (game, spec, rules, hash, size) VALUES (?, ?, ?, ?, ?)",
                (game, spec, _json(rules), UNFINISHED + promised, size),
            )
        return int(cursor.lastrowid or 0)

    def add_instances(self, corpus: int, instances: Sequence[Instance]) -> None:
        """More of a corpus's instances; one that is there already stays as it is."""
        with self.transaction():
            self._connection.executemany(
                "INSERT OR IGNORE INTO instance VALUES (?, ?, ?, ?)", ((corpus, *instance) for instance in instances)
            )

    def seal_corpus(self, number: int) -> int:
        """A corpus of seeds is whole: from now on it has its hash and its size, which is returned."""
        digest = Digest(self.select("SELECT game FROM corpus WHERE id = ?", number)[0][0])
        size = 0
        for instance in self.instances(number):
            digest.add(instance.name, instance.text)
            size += 1
        with self.transaction():
            self._connection.execute("UPDATE corpus SET hash = ?, size = ? WHERE id = ?", (str(digest), size, number))
        return size

    def last_instance(self, corpus: int) -> Instance | None:
        """The one that was stored last."""
        query = "SELECT number, name, text FROM instance WHERE corpus = ? ORDER BY number DESC LIMIT 1"
        return next((Instance(*row) for row in self.select(query, corpus)), None)

    def instances(self, corpus: int) -> Iterator[Instance]:
        """A corpus's instances, in order."""
        query = "SELECT number, name, text FROM instance WHERE corpus = ? ORDER BY number"
        return (Instance(*row) for row in self.iterate(query, corpus))

    def missing(self, run: int, corpus: int) -> Iterator[Instance]:
        """The instances that have no row in a run, in order; rows may be added meanwhile, for those that were given."""
        query = (
            "SELECT instance.number, name, text FROM instance LEFT JOIN result"
            " ON result.run = ? AND result.number = instance.number WHERE corpus = ? AND instance.number > ?"
            f" AND result.number IS NULL ORDER BY instance.number LIMIT {_PAGE}"
        )
        last = -1
        while page := self.select(query, run, corpus, last):
            yield from (Instance(*row) for row in page)
            last = page[-1][0]

    # Rows

    def add_rows(self, run: int, rows: Sequence[Row]) -> None:
        """Stores rows in one transaction; an instance that is there already stays as it is."""
        with self.transaction():
            self._connection.executemany(
                "INSERT OR IGNORE INTO result VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [(run, *row[:12]) for row in rows],
            )
            self._connection.executemany(
                "INSERT OR IGNORE INTO solution VALUES (?, ?, ?, ?)",
                [(run, row.number, row.solution, row.statistics) for row in rows if row.solution or row.statistics],
            )

    def done(self, run: int) -> set[int]:
        """The instances that have their row."""
        return {number for (number,) in self.select("SELECT number FROM result WHERE run = ?", run)}

    def rows(self, run: int) -> Iterator[Row]:
        """All rows of a run with their solutions, by instance."""
        columns = ", ".join(f"result.{name}" for name in RESULT_COLUMNS.split(", "))
        query = (
            f"SELECT {columns}, solution, statistics FROM result LEFT JOIN solution USING (run, number)"
            " WHERE result.run = ? ORDER BY number"
        )
        for row in self.iterate(query, run):
            yield Row(*row)._replace(optimal=bool(row[5]))

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing."""
        with self._lock, _explained(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    def select(self, query: str, *values: Any) -> list[Any]:
        """Answers a question about the file; for the parts of the lab that count and compare."""
        with _explained(self.path):
            return self._connection.execute(query, values).fetchall()

    def iterate(self, query: str, *values: Any) -> Iterator[Any]:
        """As `select`, but row by row."""
        with _explained(self.path), closing(self._connection.execute(query, values)) as cursor:
            yield from cursor


_RUNS = (
    "SELECT run.id, run.corpus, experiment, versions, machine, description, note, shard, jobs, engine, started, ended,"
    " driver, code, tags, spec, hash, size FROM run JOIN corpus ON corpus.id = run.corpus"
)


def open_store(path: str | Path, *, create: bool = False) -> Store:
    """Opens a results file; with `create`, makes it if it is not there. Anybody else's file is refused untouched."""
    path = Path(path)
    if not path.exists() and not create:
        raise UsageError(f"there is no results file {path}")
    if path.is_dir():
        raise UsageError(f"{path} is a folder, not a results file")
    if not path.parent.is_dir():
        raise UsageError(f"{path}: there is no folder {path.parent}")
    with _explained(path):
        # The writer's thread uses the connection as well, never at the same time as this one.
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={'rwc' if create else 'rw'}",
            timeout=PATIENCE_SECONDS,
            isolation_level=None,
            uri=True,
            check_same_thread=False,
        )
        try:
            _prepare(path, connection, create)
        except BaseException:
            connection.close()
            raise
    return Store(path, connection)


def _prepare(path: Path, connection: sqlite3.Connection, create: bool) -> None:
    """Makes sure that the file is ours, before anything in it is changed."""
    application, version = (
        connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
    )
    is_empty = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
    if application != APPLICATION_ID and not (is_empty and create and application == 0):
        raise UsageError(f"{path} is not a results file of the lab")
    if application == APPLICATION_ID and version != SCHEMA_VERSION:
        raise UsageError(f"{path} is of version {version}, and this lab reads version {SCHEMA_VERSION}")
    if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    if is_empty:
        connection.execute("BEGIN IMMEDIATE")
        # Another process may have been quicker.
        if connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0:
            for statement in _SCHEMA.split(";"):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        connection.execute("COMMIT")


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turns what SQLite says into one line for people."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        said = str(error)
        if "locked" in said or "busy" in said:
            raise UsageError(f"{path} is locked by another program") from None
        if "not a database" in said or "malformed" in said:
            raise UsageError(f"{path} is not a results file of the lab: {said}") from None
        if isinstance(error, sqlite3.OperationalError):
            raise UsageError(f"{path} cannot be used: {said}") from None
        raise


def _run(row: Sequence[Any]) -> Run:
    number, corpus, experiment, versions, machine, *facts, code, tags, spec, digest, size = row
    facts += [json.loads(code), tuple(tags.split()), spec, digest, size]
    return Run(number, corpus, Experiment(**json.loads(experiment)), json.loads(versions), json.loads(machine), *facts)


def _stored(value: Any) -> Any:
    """What SQLite can hold."""
    return json.dumps(value) if isinstance(value, dict) else value


def _json(values: Mapping[str, Any]) -> str:
    return json.dumps(dict(values), sort_keys=True)
