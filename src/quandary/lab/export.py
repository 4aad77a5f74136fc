"""A run's rows for other tools: a verdict's fields, the instance, what else was measured, and what was asked."""

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
    "seconds": "seconds",
    "reason": "reason",
    "cpu_seconds": "cpu_seconds",
    "peak_memory": "peak_memory",
    "score": "score",
    "detail": "detail",
    "statistics": "statistics",
    "strategy": "json_extract(run.experiment, '$.strategy')",
    "options": "json_extract(run.experiment, '$.options')",
}
"""What is written, and where it stands in the file. `seconds` is the wall clock's; `cpu_seconds` may be null."""

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
        counts, options = record["statistics"], json.loads(record["options"])
        statistics = json.loads(counts) if counts else None
        yield {**record, "optimal": bool(record["optimal"]), "statistics": statistics, "options": options}


def flat(record: dict[str, Any]) -> dict[str, Any]:
    """A record for a table: what holds further names is written as JSON."""
    texts = {name: json.dumps(record[name]) if record[name] else None for name in ("statistics", "options")}
    return {**record, **texts}
