"""The figures of iterations in words: rows of text, the same for every kind of page, and a drafted interpretation.

A person's own note stands beside the draft.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quandary.core.words import counted
from quandary.lab.comparison import BETTER, CLOCKS, NO_EVIDENCE, WORSE, Comparison
from quandary.lab.report.log import Chapter, Iteration

_SOLVERS = ("solved", "unsolvable", "unknown", "solved, 95% interval", "mean nodes")
_PLAYERS = ("games", "mean score", "median", "p10", "p90")


def heads(chapter: Chapter) -> tuple[str, ...]:
    """What the columns of `overview` are called."""
    figures = _PLAYERS if _is_scored(chapter) else _SOLVERS
    # All iterations of a chapter are measured by one clock.
    times = f"mean {CLOCKS[chapter.iterations[0].clock]}"
    return ("run", "iteration", *figures, times, "against the baseline")


def overview(chapter: Chapter) -> list[tuple[str, ...]]:
    """One row an iteration."""
    figures = _score_figures if _is_scored(chapter) else _solver_figures
    return [
        (
            str(iteration.run.id),
            iteration.run.description or iteration.run.strategy,
            *figures(iteration),
            seconds(iteration.mean_seconds),
            "baseline" if iteration.baseline is None else iteration.baseline.verdict,
        )
        for iteration in chapter.iterations
    ]


def _is_scored(chapter: Chapter) -> bool:
    return any(iteration.scores is not None for iteration in chapter.iterations)


def _solver_figures(iteration: Iteration) -> tuple[str, ...]:
    verdicts = iteration.tally.verdicts
    counts = (f"{verdicts[name]:,}" for name in ("solved", "unsolvable", "unknown"))
    return *counts, _share(iteration), _count(iteration.mean_nodes)


def _score_figures(iteration: Iteration) -> tuple[str, ...]:
    scores = iteration.scores
    low, middle, high = scores.deciles if scores else (None, None, None)
    figures = (scores.mean if scores else None, middle, low, high)
    return f"{iteration.tally.done:,}", *map(_count, figures)


def details(iteration: Iteration) -> list[tuple[str, str]]:
    """What stands under an iteration's heading, name by name."""
    run, tally = iteration.run, iteration.tally
    facts = [("strategy", run.strategy), ("budget", f"{run.budget} an instance")]
    if iteration.scores is not None:
        low, middle, high = iteration.scores.deciles
        spread = f"mean {iteration.scores.mean:,.0f}, median {middle:,.0f}, p10 {low:,.0f}, p90 {high:,.0f}"
        facts.append(("score", f"{spread}, best {iteration.scores.best:,.0f}"))
        facts.append(("games", f"{tally.done:,}{_because(iteration)}"))
    else:
        facts.append(("solved", f"{tally.verdicts['solved']:,}/{tally.done:,}, {_share(iteration)}"))
        facts.append(("proven unsolvable", f"{tally.verdicts['unsolvable']:,}"))
        facts.append(("unknown", f"{tally.verdicts['unknown']:,}{_because(iteration)}"))
        facts.append(("mean nodes", _count(iteration.mean_nodes)))
    facts.append((f"mean {CLOCKS[iteration.clock]}", seconds(iteration.mean_seconds)))
    if iteration.mean_cost is not None:
        facts.append(("mean cost of a solution", f"{iteration.mean_cost:,.1f} ({run.experiment.metric})"))
    for name, mean in tally.as_dict()["mean_statistics"].items():
        facts.append((f"mean {name}", f"{mean:,.4g}"))
    if iteration.par2 is not None:
        facts.append(("PAR-2", seconds(iteration.par2)))
    if iteration.peak_memory is not None:
        facts.append(("peak memory of a worker", f"{iteration.peak_memory / (1 << 20):,.0f} MB"))
    facts.append(("made", _made(iteration)))
    return facts


def comparison_rows(comparison: Comparison) -> list[tuple[str, str]]:
    """A comparison, name by name."""
    rows = [("verdict", comparison.sentence)]
    times = f"{CLOCKS[comparison.clock]} ratio"
    ratios = (
        (times, comparison.time_ratio),
        ("nodes ratio", comparison.nodes_ratio),
        ("cost ratio", comparison.cost_ratio),
    )
    rows += [(name, str(interval)) for name, interval in ratios if interval is not None]
    wrong = [f"{name}: {why}" for name, why in zip(comparison.contradictions, comparison.reasons, strict=True)]
    for name, names in (("gained", comparison.gained), ("lost", comparison.lost), ("contradictions", wrong)):
        if names:
            rows.append((name, _some(names)))
    return rows


def seconds(value: float | None) -> str:
    """A time for people."""
    if value is None:
        return "–"
    return f"{value:,.2f} s" if value >= 1 else f"{1000 * value:,.3g} ms"


def _some(names: Sequence[str], most: int = 12) -> str:
    more = len(names) - most
    return ", ".join(names[:most]) + (f" … and {more:,} more" if more > 0 else "")


def _share(iteration: Iteration) -> str:
    rate = iteration.solved_rate
    return f"{100 * rate.value:.1f}% ({100 * rate.low:.1f}–{100 * rate.high:.1f})"


def _count(value: float | None) -> str:
    return "–" if value is None else f"{value:,.0f}"


def _because(iteration: Iteration) -> str:
    """What ended the searches that decided nothing, or the games."""
    reasons = ", ".join(f"{reason}={count:,}" for reason, count in sorted(iteration.tally.reasons.items()))
    return f" ({reasons})" if reasons else ""


def _made(iteration: Iteration) -> str:
    run = iteration.run
    commit = run.versions.get("commit", "")
    version = f"quandary {run.versions.get('quandary', '?')}{f' at {commit[:10]}' if commit else ''}"
    if run.states > 1:
        version += f", {run.states} states of the strategy's code"
    where = run.machine.get("processor", "")
    return f"{run.started}, {version}, {run.jobs} jobs ({run.engine}){f', {where}' if where else ''}"


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
        real = (
            "" if more is None else f"; about {more:,} instances more would show a difference like this, if it is real"
        )
        yield f"There is no evidence that it differs from {against}: {_difference(comparison)}{real}."
    else:
        names = comparison.contradictions
        wrong = f"{counted(len(names), 'instances')}, so that one of the two is wrong: {', '.join(names[:5])}"
        yield f"ERROR: it contradicts {against} on {wrong}."
    for remark in comparison.remarks:
        yield f"Mind that {remark}."


def _difference(comparison: Comparison) -> str:
    scores, cost, time = comparison.score_difference, comparison.cost_ratio, comparison.time_ratio
    if scores is not None:
        return f"the mean score differs by {scores.value:+,.1f} ({scores.low:+,.1f} to {scores.high:+,.1f})"
    told = f"{len(comparison.gained):,} instances gained and {len(comparison.lost):,} lost (p = {comparison.p:.2g})"
    if cost is not None and (cost.low, cost.high) != (1, 1):
        told = f"{told}, {cost.value:.3g} times the cost ({cost.low:.3g} to {cost.high:.3g}) where both solve"
    if time is None:
        return told
    ratio = f"{time.value:.3g} times the {CLOCKS[comparison.clock]} ({time.low:.3g} to {time.high:.3g})"
    return f"{told}, {ratio} on {comparison.both_decided:,} that both decide"


def _limits(iteration: Iteration) -> Iterator[str]:
    """What stopped it where it was stopped."""
    reasons, done = iteration.tally.reasons, iteration.tally.done
    if not done:
        return
    for reason, said in (
        ("time", "The time limit ended"),
        ("nodes", "The node limit ended"),
        ("memory", "The memory limit ended"),
        ("exhausted", "The strategy gave up on"),
    ):
        if reasons[reason] * 5 >= done:
            yield f"{said} {reasons[reason]:,} of {done:,} searches."
    failures = sum(reasons[reason] for reason in ("error", "crashed", "wrong"))
    if failures:
        yield f"On {failures:,} instances the strategy itself failed: see the column detail of lab export."
