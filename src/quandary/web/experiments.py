"""A file of experiments for the page `/lab`: its runs as tables, comparisons and plots.

The file may grow while people look at it, so it is read again when it has changed. It is never written.
"""

from __future__ import annotations

import threading
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quandary.core.errors import UsageError
from quandary.lab.provenance import is_at_work
from quandary.lab.report.log import Chapter, Iteration, write_log
from quandary.lab.report.text import comparison_rows, details, heads, interpretation, overview
from quandary.lab.runner import Tally, tally_of
from quandary.lab.store import Run, open_store


@dataclass(frozen=True, slots=True)
class _Read:
    """The file as it was at a time."""

    stamp: tuple[int, ...]
    told: dict[str, Any]
    plots: dict[str, bytes]


class Experiments:
    """One file, read when it is asked for."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._last: _Read | None = None

    def tell(self) -> dict[str, Any]:
        """Everything but the pictures."""
        return self._read().told

    def running(self) -> dict[str, Any]:
        """How the runs stand that have not ended: little enough to be asked every other second."""
        with closing(open_store(self._path)) as store:
            runs = [run for run in store.runs() if run.ended is None]
            return {"runs": [_standing(run, tally_of(store, run)) for run in runs]}

    def plot(self, name: str) -> bytes:
        """One picture as SVG."""
        plots = self._read().plots
        if name not in plots:
            raise UsageError(f"there is no plot {name[:60]!r}")
        return plots[name]

    def _read(self) -> _Read:
        with self._lock:
            stamp = self._stamp()
            if self._last is None or self._last.stamp != stamp:
                with closing(open_store(self._path)) as store:
                    chapters = write_log(store)
                plots = _plots(chapters)
                told = {"chapters": [_chapter(at, one, list(plots)) for at, one in enumerate(chapters)]}
                self._last = _Read(stamp, told, plots)
            return self._last

    def _stamp(self) -> tuple[int, ...]:
        """Changes whenever the database does; what was written last may still be in its log beside it."""
        files = (self._path, self._path.with_name(self._path.name + "-wal"))
        return tuple(
            number for file in files if file.exists() for number in (file.stat().st_mtime_ns, file.stat().st_size)
        )


def _standing(run: Run, tally: Tally) -> dict[str, Any]:
    told = tally.as_dict()
    return {
        "run": run.id,
        "title": f"Run {run.id}: {run.description or run.strategy} on {run.spec}",
        "is_at_work": is_at_work(run.driver),
        **{name: told[name] for name in ("done", "instances", "solved", "unsolvable", "unknown", "mean_score")},
    }


def _plots(chapters: list[Chapter]) -> dict[str, bytes]:
    from quandary.lab.report.plots import plot_all

    try:
        return dict(plot_all(chapters))
    except UsageError:
        # Plots need an extra; the tables are good without.
        return {}


def _chapter(number: int, chapter: Chapter, plots: list[str]) -> dict[str, Any]:
    return {
        "title": chapter.title,
        "note": f"{chapter.size:,} instances, content hash {chapter.hash}",
        "head": list(heads(chapter)),
        "rows": [list(row) for row in overview(chapter)],
        "plots": [name for name in plots if name.startswith(f"{number}-")],
        "runs": [_run(iteration) for iteration in chapter.iterations],
    }


def _run(iteration: Iteration) -> dict[str, Any]:
    return {
        "title": iteration.title,
        "interpretation": interpretation(iteration),
        "note": iteration.run.note,
        "details": [list(row) for row in details(iteration)],
        "comparisons": [
            {"title": f"Against run {one.a.run}", "rows": [list(row) for row in comparison_rows(one)]}
            for one in iteration.comparisons
        ],
    }
