"""How runs are called in lists, comparisons and reports."""

from __future__ import annotations

from typing import Any

from quandary.core.errors import UsageError
from quandary.lab.store import Run


def changed_options(run: Run) -> dict[str, Any]:
    """The options that differ from the strategy's defaults; all of them where the strategy is not at hand."""
    experiment = run.experiment
    try:
        defaults = {option.name: option.default for option in experiment.contender().options}
    except UsageError:
        return dict(experiment.options)
    return {name: value for name, value in experiment.options.items() if value != defaults.get(name)}


def strategy_label(run: Run) -> str:
    """`atomic (reuse_approaches=True)`."""
    options = ", ".join(f"{name}={value}" for name, value in changed_options(run).items())
    return f"{run.experiment.strategy} ({options})" if options else run.experiment.strategy


def budget_label(run: Run) -> str:
    """`5 s, 100,000 nodes`."""
    experiment = run.experiment
    parts = []
    if experiment.time is not None:
        parts.append(f"{experiment.time:g} s")
    if experiment.nodes is not None:
        parts.append(f"{experiment.nodes:,} nodes")
    return ", ".join(parts) or "no limit"


def facts(run: Run) -> dict[str, Any]:
    """All that is known of a run, ready for JSON."""
    return {
        **run.experiment.as_dict(),
        "description": run.description,
        "note": run.note,
        "corpus": run.spec,
        "hash": run.hash,
        "shard": run.shard,
        "jobs": run.jobs,
        "engine": run.engine,
        "versions": dict(run.versions),
        "machine": dict(run.machine),
        "started": run.started,
        "ended": run.ended,
    }
