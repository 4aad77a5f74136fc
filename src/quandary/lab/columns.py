"""A run's rows as columns in memory: small enough for a million of them, quick to pair with another run's."""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from quandary.lab.rows import SOLVED, UNKNOWN, UNSOLVABLE
from quandary.lab.store import Run, Store

MISSING = 0
CODES = {UNKNOWN: 1, SOLVED: 2, UNSOLVABLE: 3}
VERDICTS = {code: verdict for verdict, code in CODES.items()}
# What a clock, or a search that ends at once, cannot tell from nothing.
_SHORTEST, _FEWEST = 1e-6, 1

# The logarithms are of decided instances only: what an undecided one took says more of the budget than of the search.
_QUERY = """
SELECT number, CASE verdict WHEN 'unknown' THEN 1 WHEN 'solved' THEN 2 ELSE 3 END, cpu, wall, nodes, score
FROM result WHERE run = ?
"""


@dataclass(frozen=True, slots=True)
class Columns:
    """One value an instance, by its number in the corpus; NaN where there is none, no column where there are none."""

    verdicts: bytearray
    """`CODES`, or `MISSING`."""
    log_cpu: array[float]
    """Logarithm of the CPU seconds of a decided instance."""
    log_wall: array[float]
    log_nodes: array[float]
    scores: array[float]

    def aligned(self, partners: Mapping[int, int], size: int) -> Columns:
        """The same values under other numbers: what was at `partners[n]` comes to n."""
        turned = empty(size)
        for number, partner in partners.items():
            turned.verdicts[number] = self.verdicts[partner]
            for mine, theirs in zip(turned.measures(), self.measures(), strict=True):
                if theirs:
                    mine[number] = theirs[partner]
        return turned

    def measures(self) -> tuple[array[float], array[float], array[float], array[float]]:
        """All columns of numbers."""
        return self.log_cpu, self.log_wall, self.log_nodes, self.scores


def empty(size: int) -> Columns:
    """Columns without a value."""
    nothing = array("d", [math.nan])
    return Columns(bytearray(size), *(nothing * size for _ in range(4)))


def load(store: Store, run: Run) -> Columns:
    """The columns of a run."""
    columns = empty(run.size)
    verdicts, (log_cpu, log_wall, log_nodes, scores) = columns.verdicts, columns.measures()
    log = math.log
    unknown = CODES[UNKNOWN]
    row: Any
    for row in store.iterate(_QUERY, run.id):
        number, code, cpu, wall, nodes, score = row
        verdicts[number] = code
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
    # Only a NaN differs from itself: a column that holds nothing else is not worth going through again and again.
    kept = (column if any(value == value for value in column) else array("d") for column in columns.measures())  # noqa: PLR0124
    return Columns(verdicts, *kept)
