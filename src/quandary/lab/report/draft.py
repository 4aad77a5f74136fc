"""Puts figures into words: the drafted interpretation of an iteration. A person's own note stands beside it."""

from __future__ import annotations

from collections.abc import Iterator

from quandary.lab.comparison import BETTER, NO_EVIDENCE, WORSE, Comparison
from quandary.lab.report.log import Iteration


def interpretation(iteration: Iteration) -> str:
    """A paragraph that says what the figures say, and no more."""
    return " ".join(_sentences(iteration))


def _sentences(iteration: Iteration) -> Iterator[str]:
    tally = iteration.tally
    if tally.done < tally.total:
        yield f"Only {tally.done:,} of {tally.total:,} instances are done, so that this is preliminary."
    for comparison, name in ((iteration.baseline, "baseline"), (iteration.previous, "previous iteration")):
        if comparison is not None:
            yield from _about(comparison, name)
    if iteration.baseline is None:
        yield "This is the baseline."
    yield from _limits(iteration)


def _about(comparison: Comparison, name: str) -> Iterator[str]:
    against = f"the {name} (run {comparison.a.run})"
    if comparison.verdict in (BETTER, WORSE):
        yield f"It is {comparison.verdict} than {against}: {_difference(comparison)}."
    elif comparison.verdict == NO_EVIDENCE:
        more = comparison.more_needed
        needed = (
            "" if more is None else f"; about {more:,} instances more would show a difference like this, if it is real"
        )
        yield f"There is no evidence that it differs from {against}: {_difference(comparison)}{needed}."
    else:
        count = len(comparison.contradictions)
        yield f"It contradicts {against} on {count} instances, so that one of the two is wrong: {_few(comparison)}."
    for remark in comparison.remarks:
        yield f"Mind that {remark}."


def _difference(comparison: Comparison) -> str:
    scores = comparison.score_difference
    if scores is not None:
        return f"the mean score differs by {scores.value:+,.1f} ({scores.low:+,.1f} to {scores.high:+,.1f})"
    parts = [
        f"{len(comparison.gained):,} instances gained and {len(comparison.lost):,} lost (p = {comparison.p:.2g})",
    ]
    time = comparison.time_ratio
    if time is not None:
        clock = "CPU time" if comparison.clock == "cpu" else "time"
        ratio = f"{time.value:.3g} times the {clock} ({time.low:.3g} to {time.high:.3g})"
        parts.append(f"{ratio} on {comparison.both_decided:,} that both decide")
    return ", ".join(parts)


def _few(comparison: Comparison) -> str:
    return ", ".join(comparison.contradictions[:5])


def _limits(iteration: Iteration) -> Iterator[str]:
    """What stopped it where it was stopped."""
    reasons = iteration.tally.reasons
    done = iteration.tally.done
    if not done:
        return
    for reason, said in (
        ("time", "the time limit ended"),
        ("nodes", "the node limit ended"),
        ("memory", "the memory limit ended"),
        ("exhausted", "the strategy gave up on"),
    ):
        if reasons[reason] * 5 >= done:
            yield f"{said[0].upper()}{said[1:]} {reasons[reason]:,} of {done:,} searches."
    failures = sum(reasons[reason] for reason in ("error", "crashed", "wrong"))
    if failures:
        yield f"On {failures:,} instances the strategy itself failed: see the column detail of lab export."
