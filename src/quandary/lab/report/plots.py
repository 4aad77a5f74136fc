"""The pictures of a log, drawn by matplotlib as SVG: few enough points that a page of a million rows stays small."""

from __future__ import annotations

import io
import math
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise
from typing import Any

from quandary.core.errors import UsageError
from quandary.lab.pairs import CODES, CPU, empty
from quandary.lab.report.log import Chapter, Iteration
from quandary.lab.rows import SOLVED

# More points than these cannot be told apart, but make a page slow.
_MOST_STEPS = 400
_MOST_DOTS = 2000
_BINS = 40
_LONGEST_LABEL = 40
_SIZE = (6.4, 4.2)


@dataclass(frozen=True, slots=True)
class _Curve:
    """What is drawn of an iteration."""

    label: str
    iteration: Iteration
    log_times: Sequence[float]
    """Logarithms of every instance's seconds; NaN for an undecided one."""
    solved: list[float]
    """Those of the solved instances, in order."""
    scores: list[float]
    """In order."""


def plot_all(chapters: Sequence[Chapter]) -> Iterator[tuple[str, bytes]]:
    """All pictures as SVG, each named by its chapter's number and by what it shows."""
    pyplot = load_pyplot()
    for number, chapter in enumerate(chapters):
        curves = [_curve(iteration) for iteration in chapter.iterations]
        for name, draw in (
            ("cactus plot", _cactus),
            ("scatter plot", _scatter),
            ("histogram of times", _histogram),
            ("distribution of scores", _distribution),
        ):
            figure, axes = pyplot.subplots(figsize=_SIZE)
            if settings := draw(axes, curves):
                axes.set(**settings)
                axes.legend(fontsize="small")
                yield f"{number}-{name}", _svg(figure)
            pyplot.close(figure)


def _svg(figure: Any) -> bytes:
    content = io.BytesIO()
    # Without a date in it, the same figures draw the same picture.
    figure.savefig(content, format="svg", bbox_inches="tight", metadata={"Date": None})
    return content.getvalue()


def load_pyplot() -> Any:
    try:
        matplotlib = import_module("matplotlib")
    except ImportError:
        raise UsageError("plots need matplotlib: pip install 'quandary[lab]'") from None
    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "quandary"
    matplotlib.rcParams["axes.grid"] = True
    matplotlib.rcParams["grid.alpha"] = 0.3
    return import_module("matplotlib.pyplot")


def _curve(iteration: Iteration) -> _Curve:
    run, columns = iteration.run, iteration.columns
    name = run.description or run.strategy
    log_times = columns.log_cpu if iteration.clock == CPU else columns.log_wall
    solved = CODES[SOLVED]
    # A run that decided nothing has no column of times.
    log_times = log_times or empty(len(columns.verdicts)).log_wall
    times = zip(columns.verdicts, log_times, strict=True)
    return _Curve(
        f"{run.id}: {name if len(name) <= _LONGEST_LABEL else name[: _LONGEST_LABEL - 1] + '…'}",
        iteration,
        log_times,
        sorted(value for code, value in times if code == solved and not math.isnan(value)),
        sorted(score for score in columns.scores if not math.isnan(score)) if iteration.scores else [],
    )


def _clock_name(curves: Sequence[_Curve]) -> str:
    # A chapter has one clock.
    return "CPU seconds" if curves[0].iteration.clock == CPU else "wall-clock seconds"


def _cactus(axes: Any, curves: Sequence[_Curve]) -> dict[str, str]:
    """How many instances each iteration solves within a time."""
    drawn = [curve for curve in curves if curve.solved]
    for curve in drawn:
        count = len(curve.solved)
        counts = [*range(1, count + 1, max(1, count // _MOST_STEPS)), count]
        axes.step([math.exp(curve.solved[place - 1]) for place in counts], counts, where="post", label=curve.label)
    if not drawn:
        return {}
    at_most = f"{_clock_name(drawn)} an instance, at most"
    return {"xscale": "log", "xlabel": at_most, "ylabel": "instances solved", "title": "Solved within a time"}


def _scatter(axes: Any, curves: Sequence[_Curve]) -> dict[str, str]:
    """The last iteration against the baseline, instance by instance; what one of them left undecided is at the edge."""
    first, last = curves[0], curves[-1]
    step = max(1, len(first.log_times) // _MOST_DOTS)
    pairs = [
        (a, b)
        for a, b in zip(first.log_times[::step], last.log_times[::step], strict=True)
        if not (math.isnan(a) and math.isnan(b))
    ]
    if len(curves) < 2 or not pairs:
        return {}
    known = [value for pair in pairs for value in pair if not math.isnan(value)]
    low, edge = min(known), max(known) + math.log(4)
    both = [(a, b) for a, b in pairs if not (math.isnan(a) or math.isnan(b))]
    one = [(edge if math.isnan(a) else a, edge if math.isnan(b) else b) for a, b in pairs if math.isnan(a + b)]
    for dots, name, mark in ((both, "both decide", "o"), (one, "only one decides (at the edge)", "x")):
        if dots:
            xs, ys = zip(*dots, strict=True)
            axes.scatter([*map(math.exp, xs)], [*map(math.exp, ys)], s=14, alpha=0.5, marker=mark, label=name)
    ends = (math.exp(low), math.exp(edge))
    axes.plot(ends, ends, color="grey", linewidth=1)
    x, y = (f"{curve.label} ({_clock_name((first, last))})" for curve in (first, last))
    return {"xscale": "log", "yscale": "log", "xlabel": x, "ylabel": y, "title": "Instance by instance"}


def _histogram(axes: Any, curves: Sequence[_Curve]) -> dict[str, str]:
    """How the times of solved instances are spread."""
    drawn = [curve for curve in curves if curve.solved]
    if not drawn:
        return {}
    low, high = min(curve.solved[0] for curve in drawn), max(curve.solved[-1] for curve in drawn)
    width = max(high - low, 0.01) / _BINS
    edges = [low + width * number for number in range(_BINS)]
    for curve in drawn:
        places = [*(bisect_left(curve.solved, edge) for edge in edges), len(curve.solved)]
        counts = [end - start for start, end in pairwise(places)]
        axes.stairs(counts, [math.exp(edge) for edge in (*edges, low + width * _BINS)], label=curve.label)
    times = f"{_clock_name(drawn)} of solved instances"
    return {"xscale": "log", "xlabel": times, "ylabel": "instances", "title": "Times of solved instances"}


def _distribution(axes: Any, curves: Sequence[_Curve]) -> dict[str, str]:
    """For games with a score: which share of the games reaches how much."""
    drawn = [curve for curve in curves if curve.scores]
    for curve in drawn:
        count = len(curve.scores)
        places = range(0, count, max(1, count // _MOST_STEPS))
        shares = [1 - place / count for place in places]
        axes.step([curve.scores[place] for place in places], shares, label=curve.label)
    return {"xlabel": "score", "ylabel": "share of games that reach it", "title": "Scores"} if drawn else {}
