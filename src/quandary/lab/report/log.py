"""Gathers what a log says: every run's figures, and its comparison with the baseline and with the run before it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from quandary.core.errors import UsageError
from quandary.core.registry import game as game_of_name
from quandary.lab.comparison import Comparison, compare
from quandary.lab.pairs import COLUMNS, Columns, Loader
from quandary.lab.runner import Tally, tally_of
from quandary.lab.significance import Interval, wilson_interval
from quandary.lab.store import Run, Store


@dataclass(frozen=True, slots=True)
class Scores:
    """How the scores of a run are spread."""

    mean: float
    deciles: tuple[float, float, float]
    """The tenth of the games stays below the first, half of them below the second, nine tenths below the third."""
    best: float


@dataclass(frozen=True, slots=True)
class Iteration:
    """One run with its figures."""

    run: Run
    tally: Tally
    columns: Columns
    solved_rate: Interval
    mean_nodes: float | None
    mean_seconds: float | None
    clock: str
    """What all times of the chapter are by: `cpu`, or `wall` where some row of it has no CPU time."""
    mean_cost: float | None
    """Of the solved ones."""
    peak_memory: int | None
    par2: float | None
    scores: Scores | None
    """None for a game without scores."""
    baseline: Comparison | None
    """Against the first run of the chapter; None for that run itself."""
    previous: Comparison | None
    """Against the run before it; None where that is the baseline."""

    @property
    def title(self) -> str:
        """What stands over it."""
        return f"Run {self.run.id}{f': {self.run.description}' if self.run.description else ''}"

    @property
    def comparisons(self) -> list[Comparison]:
        """With the baseline and with the run before, where there are any."""
        return [one for one in (self.baseline, self.previous) if one is not None]


@dataclass(frozen=True, slots=True)
class Chapter:
    """The iterations on one corpus."""

    game: str
    spec: str
    hash: str
    size: int
    iterations: tuple[Iteration, ...]
    metric: str | None = None
    """What its runs minimize, where the log has other chapters on the same corpus; else None."""

    @property
    def title(self) -> str:
        """What stands over it."""
        metric = f" (metric {self.metric})" if self.metric else ""
        return f"{game_of_name(self.game).title}: {self.spec}{metric}"

    def _repr_html_(self) -> str:
        """What notebooks show: the iterations, one a row."""
        from quandary.lab.report.cards import chapter_card

        return chapter_card(self)


def write_log(store: Store, runs: Sequence[int] = (), baseline: int | None = None) -> list[Chapter]:
    """Chapters in the order of their first runs; all runs unless some are named."""
    chosen = [store.run(number) for number in runs] if runs else store.runs()
    if not chosen:
        raise UsageError(f"{store.path} has no run yet")
    first = store.run(baseline) if baseline is not None else None
    groups: dict[tuple[str, str, str], list[Run]] = {}
    for run in chosen:
        # Runs with different metrics are not iterations of the same thing.
        groups.setdefault((run.experiment.game, run.hash, run.experiment.metric), []).append(run)
    corpora = Counter((game, digest) for game, digest, _ in groups)
    loader = Loader(store)
    return [
        _chapter(store, loader, group, first, metric if corpora[game, digest] > 1 else None)
        for (game, digest, metric), group in groups.items()
    ]


def _chapter(store: Store, loader: Loader, runs: list[Run], baseline: Run | None, metric: str | None) -> Chapter:
    alike = (runs[0].hash, runs[0].experiment.metric)
    is_alike = baseline is not None and (baseline.hash, baseline.experiment.metric) == alike
    first = baseline if baseline is not None and is_alike else runs[0]
    iterations = []
    before = first
    clock = loader.clock([first, *runs])
    for run in runs:
        against_first = _compared(store, loader, first, run, clock)
        against_previous = _compared(store, loader, before, run, clock) if before.id != first.id else None
        iterations.append(_iteration(store, loader, run, clock, against_first, against_previous))
        before = run
    return Chapter(runs[0].experiment.game, runs[0].spec, runs[0].hash, runs[0].size, tuple(iterations), metric)


def _compared(store: Store, loader: Loader, a: Run, b: Run, clock: str) -> Comparison | None:
    """None where there is nothing to compare."""
    has_rows = all(store.select("SELECT 1 FROM result WHERE run = ? LIMIT 1", run.id) for run in (a, b))
    return compare(store, a, b, loader, clock=clock) if a.id != b.id and has_rows else None


def _iteration(
    store: Store, loader: Loader, run: Run, clock: str, baseline: Comparison | None, previous: Comparison | None
) -> Iteration:
    tally = tally_of(store, run)
    figures = f"SELECT avg(nodes), avg({COLUMNS[clock]}), avg(cost), max(peak_memory) FROM result WHERE run = ?"
    nodes, seconds, cost, memory = store.select(figures, run.id)[0]
    columns = loader.columns(run)
    solved = tally.verdicts["solved"]
    return Iteration(
        run,
        tally,
        columns,
        Interval(solved / max(1, tally.done), *wilson_interval(solved, tally.done)),
        nodes,
        seconds,
        clock,
        cost,
        memory,
        loader.par2(run, clock),
        _scores(columns),
        baseline,
        previous,
    )


def _scores(columns: Columns) -> Scores | None:
    # Only a NaN, which stands for a missing score, differs from itself.
    ordered = sorted(value for value in columns.scores if value == value)  # noqa: PLR0124
    if not ordered:
        return None
    deciles: Any = tuple(ordered[int(share * (len(ordered) - 1))] for share in (0.1, 0.5, 0.9))
    return Scores(sum(ordered) / len(ordered), deciles, ordered[-1])
