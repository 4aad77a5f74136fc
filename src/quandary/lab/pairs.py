"""Runs in memory, and two of them brought together instance by instance.

A run's rows become columns: small enough for a million of them, quick to pair with another run's.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from operator import sub
from statistics import fmean
from typing import Any

from quandary.core.errors import UsageError
from quandary.lab.rows import SOLVED, UNKNOWN, UNSOLVABLE, Row
from quandary.lab.store import Run, Store

MISSING = 0
CODES = {UNKNOWN: 1, SOLVED: 2, UNSOLVABLE: 3}
VERDICTS = {code: verdict for verdict, code in CODES.items()}
# What a clock, or a search that ends at once, cannot tell from nothing.
_SHORTEST, _FEWEST = 1e-6, 1

# The logarithms are of decided instances only: what an undecided one took says more of the budget than of the search.
_QUERY = """
SELECT number, CASE verdict WHEN 'unknown' THEN 1 WHEN 'solved' THEN 2 ELSE 3 END, cpu_seconds, seconds, nodes, cost,
       score, CASE optimal WHEN 1 THEN cost ELSE bound END
FROM result WHERE run = ?
"""
CPU, WALL = "cpu", "wall"
"""The two clocks. No figure is made of both, and none of the one is compared with one of the other."""
COLUMNS = {CPU: "cpu_seconds", WALL: "seconds"}
"""What they are in the results file."""


@dataclass(frozen=True, slots=True)
class Columns:
    """One value an instance, by its number in the corpus; NaN where there is none, no column where there are none."""

    verdicts: bytearray
    """`CODES`, or `MISSING`."""
    log_cpu: array[float]
    """Logarithm of the CPU seconds of a decided instance."""
    log_wall: array[float]
    log_nodes: array[float]
    log_cost: array[float]
    """Of a solution."""
    scores: array[float]
    costs: array[float]
    """Of a solution, exactly: a double holds every cost."""
    bounds: array[float]
    """What is proven that no solution costs less than."""

    def row(self, number: int) -> Row:
        """Return what is known of an instance's verdict, cost and bound, as a row."""
        cost, bound = (
            None if not column or math.isnan(column[number]) else int(column[number])
            for column in (self.costs, self.bounds)
        )
        return Row(number, VERDICTS[self.verdicts[number]], cost=cost, bound=bound)

    def aligned(self, partners: Mapping[int, int], size: int) -> Columns:
        """The same values under other numbers: what was at `partners[n]` comes to n."""
        turned = empty(size)
        for number, partner in partners.items():
            turned.verdicts[number] = self.verdicts[partner]
            for mine, theirs in zip(turned.measures(), self.measures(), strict=True):
                if theirs:
                    mine[number] = theirs[partner]
        kept = (mine if theirs else array("d") for mine, theirs in zip(turned.measures(), self.measures(), strict=True))
        return Columns(turned.verdicts, *kept)

    def measures(self) -> tuple[array[float], ...]:
        """All columns of numbers."""
        return self.log_cpu, self.log_wall, self.log_nodes, self.log_cost, self.scores, self.costs, self.bounds


def empty(size: int) -> Columns:
    """Columns without a value."""
    nothing = array("d", [math.nan])
    return Columns(bytearray(size), *(nothing * size for _ in range(7)))


def load(store: Store, run: Run) -> Columns:
    """The columns of a run."""
    columns = empty(run.size)
    verdicts, (log_cpu, log_wall, log_nodes, log_cost, scores, costs, bounds) = columns.verdicts, columns.measures()
    log = math.log
    unknown = CODES[UNKNOWN]
    row: Any
    for row in store.iterate(_QUERY, run.id):
        number, code, cpu, wall, nodes, cost, score, bound = row
        verdicts[number] = code
        if bound is not None:
            bounds[number] = bound
        if score is not None:
            scores[number] = score
        if code == unknown:
            continue
        if cpu is not None:
            log_cpu[number] = log(cpu) if cpu > _SHORTEST else log(_SHORTEST)
        if wall is not None:
            log_wall[number] = log(wall) if wall > _SHORTEST else log(_SHORTEST)
        if nodes is not None:
            log_nodes[number] = log(nodes) if nodes > _FEWEST else 0.0
        if cost is not None:
            log_cost[number] = log(cost) if cost > _FEWEST else 0.0
            costs[number] = cost
    # Only a NaN differs from itself: a column that holds nothing else is not worth going through again and again.
    kept = (column if any(value == value for value in column) else array("d") for column in columns.measures())  # noqa: PLR0124
    return Columns(verdicts, *kept)


@dataclass(frozen=True, slots=True)
class Pairs:
    """What the pairs of two runs, A and B, add up to."""

    verdicts: Counter[tuple[str, str]]
    """Pairs by verdict in A and verdict in B."""
    gained: list[int]
    """Instances (numbers in A's corpus) that only B decided: solved, or proved unsolvable."""
    lost: list[int]
    contradictions: list[int]
    """One of the two must be wrong (see `rows.contradiction`)."""
    log_cpu: list[float]
    """log(B / A) of CPU seconds, where both decided and both were measured."""
    log_wall: list[float]
    log_nodes: list[float]
    log_cost: list[float]
    """Where both have a solution."""
    scores: list[float]
    """B - A, where both have a score."""
    sides: tuple[Columns, Columns]
    """A and B, both by A's numbers."""

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

    def par2(self, which: int, clock: str, limit: float) -> float | None:
        """A's (0) or B's (1) PAR-2 on the instances that have a row in both runs."""
        return _par2(self.sides[which], self.sides[1 - which].verdicts, clock, limit)

    def mean_score(self, which: int) -> float | None:
        """A's (0) or B's (1) mean score in the games that have one in both runs, so that the means differ by theirs."""
        mine, theirs = self.sides[which].scores, self.sides[1 - which].scores
        scores = [one for one, other in zip(mine, theirs, strict=bool(mine and theirs)) if not math.isnan(one + other)]
        return fmean(scores) if scores else None

    def without_score(self, which: int) -> int:
        """Pairs in which A (0) or B (1) has no score."""
        scores = self.sides[which].scores or repeat(math.nan)
        rows = zip(self.sides[0].verdicts, self.sides[1].verdicts, scores, strict=False)
        return sum(a != MISSING != b and math.isnan(score) for a, b, score in rows)


def _par2(columns: Columns, others: bytearray, clock: str, limit: float) -> float | None:
    """Mean seconds an instance, twice the limit for one that was not decided; of those that have a row in both."""
    logs = (columns.log_cpu if clock == CPU else columns.log_wall) or repeat(math.nan)
    seconds = [
        2 * limit if code == CODES[UNKNOWN] else math.exp(log)
        for code, other, log in zip(columns.verdicts, others, logs, strict=False)
        if code != MISSING != other
    ]
    measured = [value for value in seconds if not math.isnan(value)]
    return fmean(measured) if measured else None


class Loader:
    """Loads each run's columns once, however often it is compared."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._loaded: dict[int, Columns] = {}
        self._names: dict[int, list[str]] = {}
        self._par2: dict[tuple[int, str], float | None] = {}

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

    def clock(self, runs: Sequence[Run]) -> str:
        """The clock that has measured every row of these runs: the CPU's if it can be, else the one on the wall."""
        query = "SELECT 1 FROM result WHERE run = ? AND cpu_seconds IS NULL LIMIT 1"
        return WALL if any(self._store.select(query, run.id) for run in runs) else CPU

    def par2(self, run: Run, clock: str) -> float | None:
        """Mean seconds an instance, twice the limit for one that was not decided; None without a time limit."""
        limit, key = run.experiment.limit("time"), (run.id, clock)
        if limit is not None and key not in self._par2:
            columns = self.columns(run)
            self._par2[key] = _par2(columns, columns.verdicts, clock, limit)
        return self._par2.get(key)

    def pairs(self, a: Run, b: Run, *, decided_only: bool = False) -> Pairs:
        """The pairs of two runs of the same game; other corpora are paired by what they have in common.

        With `decided_only` of verdicts alone.
        """
        if a.experiment.game != b.experiment.game:
            games = f"{a.experiment.game} and {b.experiment.game}"
            raise UsageError(f"runs {a.id} and {b.id} are of different games: {games}")
        if a.experiment.metric != b.experiment.metric and not decided_only:
            different = f"{a.experiment.metric} and {b.experiment.metric}"
            told = "decided_only=True, or --decided-only, compares what was decided"
            raise UsageError(f"runs {a.id} and {b.id} minimize different metrics: {different} ({told})")
        columns_a, columns_b = self.columns(a), self.columns(b)
        if decided_only:
            nothing = [array("d")] * 7
            columns_a, columns_b = Columns(columns_a.verdicts, *nothing), Columns(columns_b.verdicts, *nothing)
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


def _refuted(one: Columns, other: Columns) -> list[int]:
    """Return the instances of which the one has proven a bound that the other's solution is below."""
    # A NaN is below nothing, and nothing is below it.
    pairs = zip(other.costs, one.bounds, strict=bool(other.costs and one.bounds))
    return [number for number, (cost, bound) in enumerate(pairs) if cost < bound]


def _pairs(a: Columns, b: Columns) -> Pairs:
    codes = Counter(zip(a.verdicts, b.verdicts, strict=True))
    unknown, decided = CODES[UNKNOWN], (CODES[SOLVED], CODES[UNSOLVABLE])

    def where(*wanted: tuple[int, int]) -> list[int]:
        if not any(codes[pair] for pair in wanted):
            return []
        return [number for number, pair in enumerate(zip(a.verdicts, b.verdicts, strict=True)) if pair in wanted]

    differences = (
        # Only a NaN, which stands for a missing value on either side, differs from itself.
        [value for value in map(sub, two, one) if value == value]  # noqa: PLR0124
        for one, two in zip(a.measures()[:5], b.measures()[:5], strict=True)
    )
    log_cpu, log_wall, log_nodes, log_cost, scores = differences
    return Pairs(
        Counter({(VERDICTS[one], VERDICTS[two]): n for (one, two), n in codes.items() if MISSING not in (one, two)}),
        where(*((unknown, code) for code in decided)),
        where(*((code, unknown) for code in decided)),
        sorted({*where(decided, decided[::-1]), *_refuted(a, b), *_refuted(b, a)}),
        log_cpu,
        log_wall,
        log_nodes,
        log_cost,
        scores,
        (a, b),
    )
