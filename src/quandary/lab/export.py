"""A run's rows for other tools: a verdict's fields, the instance, and what else was measured."""

from __future__ import annotations

import json
from collections.abc import Generator
from typing import Any

from quandary.lab.store import Run, Store

COLUMNS = {
    "run": "result.run",
    "instance": "instance.name",
    "game": "corpus.game",
    "id": "instance.name",
    "verdict": "verdict",
    "cost": "cost",
    "metric": "json_extract(run.experiment, '$.metric')",
    "optimal": "optimal",
    "bound": "bound",
    "solution": "solution",
    "nodes": "nodes",
    "seconds": "wall",
    "reason": "reason",
    "cpu_seconds": "cpu",
    "peak_memory": "memory",
    "score": "score",
    "detail": "detail",
    "statistics": "statistics",
}
"""What is written, and what it is in the results file. `seconds` is the wall clock's; `cpu_seconds` may be null."""

_QUERY = f"""
SELECT {", ".join(COLUMNS.values())}
FROM result JOIN run ON run.id = result.run JOIN corpus ON corpus.id = run.corpus
    JOIN instance ON instance.corpus = run.corpus AND instance.number = result.number
    LEFT JOIN solution ON solution.run = result.run AND solution.number = result.number
WHERE result.run = ? ORDER BY result.number
"""


def records(store: Store, run: Run) -> Generator[dict[str, Any]]:
    """One object an instance, in the order of the corpus."""
    for row in store.iterate(_QUERY, run.id):
        record = dict(zip(COLUMNS, row, strict=True))
        for clock in ("seconds", "cpu_seconds"):
            record[clock] = None if record[clock] is None else round(record[clock], 6)
        counts = record["statistics"]
        yield {**record, "optimal": bool(record["optimal"]), "statistics": json.loads(counts) if counts else None}
