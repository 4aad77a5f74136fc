"""Wald's sequential probability ratio test, and the contest of two strategies that it decides.

Of two strategies on the same instance, one does better or neither does. Pairs without a winner say nothing and are left
out. Under the null hypothesis a pair is won by B with probability `p0`, under the alternative with `p1`; the test goes
on until the likelihood ratio is outside of Wald's bounds, which keep both error rates near `alpha` and `beta`.

Both strategies are stored as runs like any other, over the seeds that were needed, so that they can be compared,
reported and looked at afterwards. The test looks after every pair in the order of the seeds, so that its decision
depends on the rows alone, not on how many were worked on at a time. Where the two contradict each other (one solves
what the other calls unsolvable, or finds a solution below the other's proven bound), the contest ends without a winner:
a strategy that says "unsolvable" of everything is quick, and spends no nodes.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Any

from quandary.core.arguments import check_number
from quandary.core.errors import UsageError
from quandary.core.game import Game, Puzzle
from quandary.lab.corpus import Seeds, make_corpus, puzzles_of_seeds
from quandary.lab.engines import rows_of
from quandary.lab.experiment import Experiment
from quandary.lab.provenance import now
from quandary.lab.rows import UNKNOWN, Row, contradiction
from quandary.lab.runner import begin
from quandary.lab.store import Store

MEASURES = ("decided", "nodes", "time", "score")


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test: its hypotheses and its error rates."""

    p0: float = 0.5
    """B's share of the decided pairs if it is no better."""
    p1: float = 0.6
    """B's share of the decided pairs if it is as much better as we care for."""
    alpha: float = 0.05
    """How often a B that is no better may pass."""
    beta: float = 0.05
    """How often a B that is that much better may fail."""

    def __post_init__(self) -> None:
        for name in ("p0", "p1", "alpha", "beta"):
            check_number(name, getattr(self, name))
        if not 0 < self.p0 < self.p1 < 1:
            raise UsageError(f"the hypotheses must be 0 < p0 < p1 < 1, not {self.p0:g} and {self.p1:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise UsageError(f"error rates are between 0 and 0.5, not {self.alpha:g} and {self.beta:g}")

    @property
    def bounds(self) -> tuple[float, float]:
        """At or below the first the null hypothesis is accepted, at or above the second the alternative."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def log_ratio(self, won: int, lost: int) -> float:
        """The log likelihood ratio of the alternative after so many pairs that B won and lost; others say nothing."""
        return won * math.log(self.p1 / self.p0) + lost * math.log((1 - self.p1) / (1 - self.p0))

    def decision(self, won: int, lost: int) -> bool | None:
        """True for the alternative, False for the null hypothesis, None to go on."""
        low, high = self.bounds
        ratio = self.log_ratio(won, lost)
        return True if ratio >= high else False if ratio <= low else None


_POINTS = (0.0, 0.5, 1.0)


def elo_of(won: int, lost: int, drawn: int) -> tuple[float, float, float]:
    """The lead in Elo that pairs show, and its 95% interval; half a pair of each kind keeps it finite."""
    counts = [lost + 0.5, drawn + 0.5, won + 0.5]
    total = sum(counts)
    mean = sum(count * points for count, points in zip(counts, _POINTS, strict=True)) / total
    variance = sum(count * (points - mean) ** 2 for count, points in zip(counts, _POINTS, strict=True)) / total
    error = 1.959964 * math.sqrt(variance / total)

    def elo(score: float) -> float:
        score = min(max(score, 1e-6), 1 - 1e-6)
        return -400 * math.log10(1 / score - 1)

    return elo(mean), elo(mean - error), elo(mean + error)


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
    missing: int = 0
    """Pairs that say nothing, because one of the two was not measured."""
    log_ratio: float = 0.0
    decision: bool | None = None
    """True: B is better. False: it is not, or not by as much. None: still open."""
    contradiction: str | None = None
    """An instance on which the two contradict each other: one of them is wrong, and nothing is decided."""
    reason: str | None = None
    """How they do."""

    @property
    def is_open(self) -> bool:
        """Whether more pairs may still decide something."""
        return self.decision is None and self.contradiction is None

    def count(self, who: int | None, test: Sprt) -> None:
        """Counts a pair, unless the test was over before it."""
        if self.is_open:
            self.pairs += 1
            self.missing += who is None
            self.won += who == 1
            self.lost += who == -1
            self.log_ratio = test.log_ratio(self.won, self.lost)
            self.decision = test.decision(self.won, self.lost)

    @property
    def drawn(self) -> int:
        """Pairs in which both did as well."""
        return self.pairs - self.missing - self.won - self.lost

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            "a": self.a,
            "b": self.b,
            "instances": self.pairs,
            "won": self.won,
            "lost": self.lost,
            "drawn": self.drawn,
            "missing": self.missing,
            "elo": list(elo_of(self.won, self.lost, self.drawn)) if self.pairs > self.missing else None,
            "log_ratio": self.log_ratio,
            "verdict": "contradiction" if self.contradiction else _WORDS[self.decision],
            "contradiction": self.contradiction,
            "reason": self.reason,
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
    if a.metric != b.metric:
        raise UsageError(f"A and B minimize different metrics: {a.metric} and {b.metric} (--metric asks both for one)")
    spec = f"{seeds.prefix(game.name)}#{seeds.first}"
    corpus = make_corpus(game.name, f"{spec}.. (growing)", [])
    number = store.add_corpus(corpus, a.rules, is_shared=False)
    run_a, run_b = (begin(store, one, number, jobs=jobs, description=description) for one in (a, b))
    contest = Contest(run_a, run_b)
    made = puzzles_of_seeds(game, seeds, jobs=jobs)
    puzzles: list[Puzzle[Any]] = []
    last = seeds.first - 1
    try:
        while contest.is_open and contest.pairs < most:
            more = list(islice(made, min(batch, most - contest.pairs)))
            if not more:
                break
            last += len(more)
            before = len(puzzles)
            puzzles += [entry for entry in more if entry is not None]
            corpus = make_corpus(game.name, f"{spec}.. (growing)", puzzles)
            store.grow_corpus(number, corpus)
            fresh = corpus.instances[before:]
            rows_a, rows_b = (sorted(rows_of(experiment, fresh, jobs)) for experiment in (a, b))
            store.add_rows(contest.a, rows_a)
            store.add_rows(contest.b, rows_b)
            for instance, row_a, row_b in zip(fresh, rows_a, rows_b, strict=True):
                if contest.is_open and (reason := contradiction(row_a, row_b)):
                    contest.contradiction, contest.reason = instance.name, reason
                contest.count(winner(row_a, row_b, measure), test)
            watch(contest)
    finally:
        store.grow_corpus(number, make_corpus(game.name, f"{spec}..{last}", puzzles))
        for run in (contest.a, contest.b):
            store.update_run(run, ended=now())
    if not puzzles:
        raise UsageError(f"no seed from {seeds.first} on makes a puzzle with these settings")
    return contest


def winner(a: Row, b: Row, measure: str) -> int | None:
    """1 if B did better, -1 if A did, 0 if neither; None where one of them was not measured."""
    if measure == "score":
        return _more(b.score, a.score)
    decided = (b.verdict != UNKNOWN) - (a.verdict != UNKNOWN)
    if decided or measure == "decided" or a.verdict == UNKNOWN:
        return decided
    if measure == "nodes":
        return _more(a.nodes, b.nodes)
    # One clock for both: CPU time is less than wall time whoever is quicker.
    return _more(a.wall, b.wall) if a.cpu is None or b.cpu is None else _more(a.cpu, b.cpu)


def _more(one: float | None, other: float | None) -> int | None:
    """1 if the one is more, -1 if it is less, 0 if they are equal; None where there is nothing to compare."""
    return None if one is None or other is None else (one > other) - (one < other)
