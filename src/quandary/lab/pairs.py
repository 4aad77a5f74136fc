"""Brings two runs together, instance by instance."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from operator import sub
from statistics import fmean

from quandary.core.errors import UsageError
from quandary.lab.columns import CODES, MISSING, VERDICTS, Columns, load
from quandary.lab.rows import SOLVED, UNKNOWN, UNSOLVABLE
from quandary.lab.store import Run, Store

Differences = list[float]


@dataclass(frozen=True, slots=True)
class Pairs:
    """What the pairs of two runs, A and B, add up to."""

    verdicts: Counter[tuple[str, str]]
    """Pairs by verdict in A and verdict in B."""
    gained: list[int]
    """Instances (numbers in A's corpus) that only B decided: solved, or proved unsolvable."""
    lost: list[int]
    contradictions: list[int]
    """Solved by the one, unsolvable for the other: one of them is wrong."""
    log_cpu: Differences
    """log(B / A) of CPU seconds, where both decided and both were measured."""
    log_wall: Differences
    log_nodes: Differences
    scores: Differences
    """B - A, where both have a score."""

    @property
    def count(self) -> int:
        """Instances that have a row in both runs."""
        return self.verdicts.total()

    @property
    def both_decided(self) -> int:
        """Pairs in which neither verdict is unknown."""
        return sum(count for pair, count in self.verdicts.items() if UNKNOWN not in pair)

    def with_verdict(self, which: int, *verdicts: str) -> int:
        """Pairs in which A (0) or B (1) has one of these verdicts."""
        return sum(count for pair, count in self.verdicts.items() if pair[which] in verdicts)


class Loader:
    """Loads each run's columns once, however often it is compared."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._loaded: dict[int, Columns] = {}
        self._names: dict[int, list[str]] = {}
        self._par2: dict[int, float | None] = {}

    def columns(self, run: Run) -> Columns:
        """The columns of a run."""
        if run.id not in self._loaded:
            self._loaded[run.id] = load(self._store, run)
        return self._loaded[run.id]

    def names(self, run: Run, numbers: Sequence[int]) -> tuple[str, ...]:
        """What these instances of a run's corpus are called."""
        if numbers and run.corpus not in self._names:
            query = "SELECT name FROM instance WHERE corpus = ? ORDER BY number"
            self._names[run.corpus] = [name for (name,) in self._store.iterate(query, run.corpus)]
        return tuple(self._names[run.corpus][number] for number in numbers)

    def par2(self, run: Run) -> float | None:
        """Mean seconds an instance, twice the limit for one that was not decided; None without a time limit."""
        if run.id not in self._par2:
            self._par2[run.id] = _par2(self._store, run)
        return self._par2[run.id]

    def mean_score(self, run: Run) -> float | None:
        """Of the games that have one; None if none has."""
        # Only a NaN, which stands for a missing score, differs from itself.
        scores = [score for score in self.columns(run).scores if score == score]  # noqa: PLR0124
        return fmean(scores) if scores else None

    def pairs(self, a: Run, b: Run) -> Pairs:
        """The pairs of two runs of the same game; other corpora are paired by what they have in common."""
        if a.experiment.game != b.experiment.game:
            games = f"{a.experiment.game} and {b.experiment.game}"
            raise UsageError(f"runs {a.id} and {b.id} are of different games: {games}")
        columns_a, columns_b = self.columns(a), self.columns(b)
        if a.hash != b.hash:
            columns_b = columns_b.aligned(self._partners(a, b), a.size)
        pairs = _pairs(columns_a, columns_b)
        if not pairs.count:
            raise UsageError(f"runs {a.id} and {b.id} have no instance in common")
        return pairs

    def _partners(self, a: Run, b: Run) -> dict[int, int]:
        """The instances that two corpora share, by their numbers in A and B."""
        in_b = {(one.name, one.text): one.number for one in self._store.instances(b.corpus)}
        return {
            one.number: in_b[one.name, one.text]
            for one in self._store.instances(a.corpus)
            if (one.name, one.text) in in_b
        }


def _pairs(a: Columns, b: Columns) -> Pairs:
    codes = Counter(zip(a.verdicts, b.verdicts, strict=True))
    unknown, decided = CODES[UNKNOWN], (CODES[SOLVED], CODES[UNSOLVABLE])

    def where(*wanted: tuple[int, int]) -> list[int]:
        if not any(codes[pair] for pair in wanted):
            return []
        return [number for number, pair in enumerate(zip(a.verdicts, b.verdicts, strict=True)) if pair in wanted]

    return Pairs(
        Counter({(VERDICTS[one], VERDICTS[two]): n for (one, two), n in codes.items() if MISSING not in (one, two)}),
        where(*((unknown, code) for code in decided)),
        where(*((code, unknown) for code in decided)),
        where(decided, decided[::-1]),
        *(_differences(one, two) for one, two in zip(a.measures(), b.measures(), strict=True)),
    )


def _differences(a: array[float], b: array[float]) -> Differences:
    # Only a NaN, which stands for a missing value on either side, differs from itself.
    return [value for value in map(sub, b, a) if value == value]  # noqa: PLR0124


def _par2(store: Store, run: Run) -> float | None:
    limit = run.experiment.time
    if limit is None:
        return None
    query = "SELECT avg(CASE WHEN verdict = 'unknown' THEN ? ELSE coalesce(cpu, wall) END) FROM result WHERE run = ?"
    mean = store.select(query, 2 * limit, run.id)[0][0]
    return None if mean is None else float(mean)
