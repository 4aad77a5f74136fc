"""Compares two runs, and says "better" only where the statistics do.

First comes what was decided (solved, or proven unsolvable), by McNemar's exact test on the instances that only one of
the two decided; for games that are played for a score, the score, by a paired permutation test. Where that shows no
difference, cheaper solutions decide, if costs were asked for and the whole bootstrap interval of their ratio lies on
one side. Then effort: the ratio of CPU times on instances that both decided, if its whole interval lies beyond what a
machine's moods can do, and for two runs of the same strategy if their nodes differ the same way. A run that is quicker
or cheaper and decides fewer is neither better nor worse.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from quandary.core.words import counted
from quandary.lab.pairs import CODES, CPU, WALL, Loader, Pairs
from quandary.lab.rows import SOLVED, UNSOLVABLE, contradiction
from quandary.lab.significance import (
    CONFIDENCE,
    Interval,
    bootstrap_means,
    differences_needed,
    mcnemar,
    pairs_needed,
    sign_permutation,
    wilson_interval,
)
from quandary.lab.store import Run, Store

LEVEL = 1 - CONFIDENCE
# Two runs of the same search on one machine differ by as much as this in time; the wall clock of a busy one, by more.
NOISE = {CPU: 0.1, WALL: 0.25}
CLOCKS = {CPU: "CPU time", WALL: "wall time"}
_DECIDED = {CODES[SOLVED], CODES[UNSOLVABLE]}
BETTER, WORSE, NO_EVIDENCE, CONTRADICTION = "better", "worse", "no evidence of a difference", "contradiction"


@dataclass(frozen=True, slots=True)
class Side:
    """One run's part in a comparison, on the instances that both have."""

    run: int
    decided: int
    solved: int
    unsolvable: int
    rate: Interval
    """Of decided instances, with Wilson's interval."""
    par2: float | None
    mean_score: float | None
    """In the games that have a score in both runs."""
    scored: int
    """So many are these."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Run B against run A."""

    a: Side
    b: Side
    instances: int
    gained: tuple[str, ...]
    """Decided by B alone."""
    lost: tuple[str, ...]
    """Decided by A alone."""
    contradictions: tuple[str, ...]
    """Instances of which the two can't both be right: solved and unsolvable, or a bound above the other's cost."""
    reasons: tuple[str, ...]
    """Why, for each of these."""
    test: str
    p: float
    """Of McNemar's test, or of the permutation test where there are scores."""
    both_decided: int
    time_ratio: Interval | None
    """B's time over A's, geometric mean on instances that both decided."""
    clock: str
    """What all times are: `cpu`, or `wall` where a row has no CPU time."""
    nodes_ratio: Interval | None
    cost_ratio: Interval | None
    """B's cost over A's, geometric mean on instances that both solved; None where the metrics differ."""
    score_difference: Interval | None
    """B's mean score less A's."""
    remarks: tuple[str, ...]
    """What makes the comparison less fair than it looks."""
    verdict: str
    more_needed: int | None
    """Instances more that would show a difference like the one seen, if it is real."""
    sentence: str

    def as_dict(self) -> dict[str, Any]:
        """Return all figures for JSON; `error` says so where the two runs contradict each other."""
        return {**asdict(self), "error": self.sentence if self.verdict == CONTRADICTION else None}

    def _repr_html_(self) -> str:
        """What notebooks show."""
        from quandary.lab.report.cards import comparison_card

        return comparison_card(self)


def compare(
    store: Store,
    a: Run,
    b: Run,
    loader: Loader | None = None,
    *,
    times: bool = True,
    clock: str | None = None,
    decided_only: bool = False,
) -> Comparison:
    """Everything that two runs tell about which of them did better; a loader is for those who compare many.

    Without `times` no clock is asked, and the same runs give the same comparison on every machine. All times are by
    the one `clock`, `cpu` or `wall`; unless it is said, by the CPU's if that has measured every row of both runs.
    With `decided_only` costs, bounds, nodes and times are left out, so that the runs may have different metrics.
    """
    loader = loader or Loader(store)
    pairs = loader.pairs(a, b, decided_only=decided_only)
    if not times:
        pairs = replace(pairs, log_cpu=[], log_wall=[])
    clock = clock or loader.clock((a, b))
    time_ratio, nodes_ratio = _ratios(pairs.log_cpu if clock == CPU else pairs.log_wall, pairs.log_nodes)
    cost_ratio = _ratios(pairs.log_cost)[0]
    # A game without a score, because a player failed in it, is no pair; all others are.
    has_scores = bool(pairs.scores)
    scores = bootstrap_means([pairs.scores])[0] if has_scores else None
    p = sign_permutation(pairs.scores) if has_scores else mcnemar(len(pairs.gained), len(pairs.lost))
    # The same strategy with the same nodes in less time is a quieter machine as easily as a quicker program.
    witness = nodes_ratio if a.experiment.strategy == b.experiment.strategy else None
    # Who asked for any solution did not ask what it costs.
    asked_cost = cost_ratio if a.experiment.metric != "any" else None
    verdict, because = _verdict(pairs, p, scores, asked_cost, time_ratio, clock, witness)
    more = _more_needed(pairs, has_scores) if verdict == NO_EVIDENCE else None
    names = (f"run {a.id}", f"run {b.id}")
    wrong = [(pairs.sides[0].row(number), pairs.sides[1].row(number)) for number in pairs.contradictions]
    return Comparison(
        _compared(a, pairs, 0, None if decided_only else clock),
        _compared(b, pairs, 1, None if decided_only else clock),
        pairs.count,
        loader.names(a, pairs.gained),
        loader.names(a, pairs.lost),
        loader.names(a, pairs.contradictions),
        tuple(contradiction(*rows, names) or "" for rows in wrong),
        "paired permutation" if has_scores else "McNemar, exact",
        p,
        pairs.both_decided,
        time_ratio,
        clock,
        nodes_ratio,
        cost_ratio,
        scores,
        tuple(_remarks(loader, a, b, pairs)),
        verdict,
        more,
        _sentence(a, b, verdict, because, more),
    )


def _ratios(*logs: Sequence[float]) -> list[Interval | None]:
    """Geometric means with their intervals; instances are resampled together where all have the same."""
    if len(set(map(len, logs))) == 1:
        intervals = bootstrap_means(logs)
    else:
        intervals = [bootstrap_means([column])[0] for column in logs]
    return [
        Interval(math.exp(one.value), math.exp(one.low), math.exp(one.high)) if column else None
        for one, column in zip(intervals, logs, strict=True)
    ]


def _verdict(
    pairs: Pairs,
    p: float,
    scores: Interval | None,
    cost_ratio: Interval | None,
    time_ratio: Interval | None,
    clock: str,
    witness: Interval | None,
) -> tuple[str, str]:
    """The word, and the figures behind it; the witness is a ratio that must agree with a difference in time."""
    gained, lost = len(pairs.gained), len(pairs.lost)
    if pairs.contradictions:
        told = f"on {counted(len(pairs.contradictions), 'instances')} of {pairs.count:,}, so that one of them is wrong"
        return CONTRADICTION, told
    if scores is not None:
        told = f"mean score {scores.value:+,.1f} ({scores.low:+,.1f} to {scores.high:+,.1f}), p = {p:.2g}"
        return (NO_EVIDENCE if p >= LEVEL else BETTER if scores.value > 0 else WORSE), told
    told = f"{gained} gained, {lost} lost of {pairs.count}, p = {p:.2g}"
    if p < LEVEL:
        return (BETTER if gained > lost else WORSE), told
    # Who decides less is not better for being cheaper or quicker.
    if cost_ratio is not None and (cost_ratio.low, cost_ratio.high) != (1, 1):
        told = f"{told}; {cost_ratio} times the cost where both solve"
        is_cheaper, is_dearer = gained >= lost and cost_ratio.high < 1, gained <= lost and cost_ratio.low > 1
        if is_cheaper or is_dearer:
            return (BETTER if is_cheaper else WORSE), told
    if time_ratio is not None:
        times = f"{time_ratio} times the {CLOCKS[clock]}"
        told = f"{told}; {times} where both decide"
        is_quicker = gained >= lost and time_ratio.high < 1 - NOISE[clock] and (witness is None or witness.high < 1)
        is_slower = gained <= lost and time_ratio.low > 1 + NOISE[clock] and (witness is None or witness.low > 1)
        return (BETTER if is_quicker else WORSE if is_slower else NO_EVIDENCE), told
    return NO_EVIDENCE, told


def _more_needed(pairs: Pairs, has_scores: bool) -> int | None:
    if has_scores:
        needed = differences_needed(pairs.scores)
    else:
        needed = pairs_needed(len(pairs.gained), len(pairs.lost), pairs.count)
    return None if needed is None else max(1, needed - pairs.count)


def _sentence(a: Run, b: Run, verdict: str, because: str, more: int | None) -> str:
    if verdict == CONTRADICTION:
        return f"Runs {a.id} and {b.id} contradict each other {because}."
    if verdict != NO_EVIDENCE:
        return f"Run {b.id} is {verdict} than run {a.id}: {because}."
    told = f"There is no evidence of a difference between runs {a.id} and {b.id}: {because}."
    if more is None:
        return f"{told} As nothing differs, no number of further instances can be named."
    return f"{told} If the difference seen is real, about {more:,} instances more would show it."


def _compared(run: Run, pairs: Pairs, which: int, clock: str | None) -> Side:
    solved, unsolvable = pairs.with_verdict(which, SOLVED), pairs.with_verdict(which, UNSOLVABLE)
    decided = solved + unsolvable
    rate = Interval(decided / pairs.count, *wilson_interval(decided, pairs.count))
    limit = run.experiment.limit("time")
    par2 = None if limit is None or clock is None else pairs.par2(which, clock, limit)
    return Side(run.id, decided, solved, unsolvable, rate, par2, pairs.mean_score(which), len(pairs.scores))


def _remarks_on_setups(a: Run, b: Run) -> list[str]:
    """Return how the questions differ that the two runs were asked."""
    remarks = []
    for name, what in (
        ("time", "time limits"),
        ("nodes", "node limits"),
        ("memory", "memory limits"),
    ):
        if a.experiment.limit(name) != b.experiment.limit(name):
            remarks.append(f"the {what} differ")
    remarks += [f"run {run.id} has limits that its strategy sets: {run.own_limits}" for run in (a, b) if run.own_limits]
    if a.experiment.metric != b.experiment.metric:
        metrics = f"{a.experiment.metric} and {b.experiment.metric}"
        remarks.append(f"the metrics differ ({metrics}), so that only what was decided is compared")
    if a.experiment.rules != b.experiment.rules:
        remarks.append("the rules differ")
    return remarks


def _remarks(loader: Loader, a: Run, b: Run, pairs: Pairs) -> list[str]:
    remarks = _remarks_on_setups(a, b)
    has_nodes = {run.id: bool(loader.columns(run).log_nodes) for run in (a, b)}
    if a.hash != b.hash:
        remarks.append("the corpora differ: only what they have in common is compared")
    for run in (a, b):
        if pairs.count < len(run.numbers()):
            remarks.append(f"{len(run.numbers()) - pairs.count} instances of run {run.id} have no partner")
    for run, other in ((a, b), (b, a)):
        decided = any(code in _DECIDED for code in loader.columns(run).verdicts)
        if decided and has_nodes[other.id] and not has_nodes[run.id]:
            remarks.append(f"run {run.id} counts no nodes, so that nodes are not compared")
    if pairs.sides[0].scores or pairs.sides[1].scores:
        for which, run in enumerate((a, b)):
            if unscored := pairs.without_score(which):
                remarks.append(f"run {run.id} has no score in {counted(unscored, 'games')}: left out")
    if 0 < len(pairs.log_nodes) < pairs.both_decided:
        remarks.append(f"nodes are those of {len(pairs.log_nodes)} instances, in which both runs have counted")
    remarks += [f"run {run.id} was made by {run.states} states of its code" for run in (a, b) if run.states > 1]
    if a.machine != b.machine:
        remarks.append("the machines differ, so that times say little")
    return remarks
