"""A run's rows for other tools: a verdict's fields, the instance, and what else was measured."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from quandary.lab.store import Run, Store

COLUMNS = (
    "run",
    "instance",
    "game",
    "id",
    "verdict",
    "cost",
    "metric",
    "optimal",
    "bound",
    "solution",
    "nodes",
    "seconds",
    "reason",
    "cpu_seconds",
    "peak_memory",
    "score",
    "detail",
    "statistics",
)


def records(store: Store, run: Run) -> Iterator[dict[str, Any]]:
    """One object an instance, in the order of the corpus. `seconds` is the wall clock's; `cpu_seconds` may be null."""
    names = {instance.number: instance.name for instance in store.instances(run.corpus)}
    for row in store.rows(run.id):
        name = names[row.number]
        yield {
            "run": run.id,
            "instance": name,
            "game": run.experiment.game,
            "id": name,
            "verdict": row.verdict,
            "cost": row.cost,
            "metric": run.experiment.metric,
            "optimal": row.optimal,
            "bound": row.bound,
            "solution": row.solution,
            "nodes": row.nodes,
            "seconds": _rounded(row.wall),
            "reason": row.reason,
            "cpu_seconds": _rounded(row.cpu),
            "peak_memory": row.memory,
            "score": row.score,
            "detail": row.detail,
            "statistics": json.loads(row.statistics) if row.statistics else None,
        }


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 6)
