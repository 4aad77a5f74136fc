"""A sweep: the same strategy with every combination of some options' values, each a run of its own."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from quandary.core.errors import UsageError
from quandary.lab.runner import Tally

MEASURES = ("decided", "solved", "mean_nodes", "mean_cpu_seconds", "mean_seconds", "mean_cost", "mean_score")
_LABELS = {"mean_cpu_seconds": "mean CPU s", "mean_seconds": "mean wall s"}
_MOST_RUNS = 1000


@dataclass(frozen=True, slots=True)
class Cell:
    """One combination, and what came of it."""

    options: Mapping[str, str]
    """The values that are swept, by name."""
    tally: Tally

    def value(self, measure: str) -> float | None:
        """What it came to in a measure; None where nothing was measured."""
        if measure == "decided":
            return float(self.tally.verdicts["solved"] + self.tally.verdicts["unsolvable"])
        found = self.tally.as_dict()[measure]
        return None if found is None else float(found)


def read_sweep(given: Sequence[str]) -> dict[str, list[str]]:
    """`name=1e4,1e5` by name; values that hold commas themselves are separated by semicolons."""
    sweep = {}
    for text in given:
        name, equals, values = text.partition("=")
        if not equals:
            raise UsageError(f"--option takes name=value,value,…, not {text!r}")
        separated = values.split(";" if ";" in values else ",")
        sweep[name.strip().replace("-", "_")] = [_plain(value.strip()) for value in separated]
    return sweep


def _plain(value: str) -> str:
    """`1e4` as the whole number that it is."""
    try:
        number = float(value)
    except ValueError:
        return value
    return str(int(number)) if "e" in value.lower() and number.is_integer() else value


def combinations(sweep: Mapping[str, Sequence[str]]) -> Iterator[dict[str, str]]:
    """Every combination, the last option's values changing first."""
    count = 1
    for values in sweep.values():
        count *= len(values)
    if count > _MOST_RUNS:
        raise UsageError(f"that would be {count:,} runs (at most {_MOST_RUNS:,})")
    for values in itertools.product(*sweep.values()):
        yield dict(zip(sweep, values, strict=True))


def table(cells: Sequence[Cell]) -> list[list[str]]:
    """A row for each combination, the names of the columns first."""
    names = [name for name in cells[0].options if len({cell.options[name] for cell in cells}) > 1]
    measures = [name for name in MEASURES if any(cell.value(name) is not None for cell in cells)]
    rows = [["run", *names, "done", *(_LABELS.get(name, name.replace("_", " ")) for name in measures)]]
    for cell in cells:
        figures = (cell.value(name) for name in measures)
        shown = ["–" if value is None else f"{value:,.4g}" if value < 10_000 else f"{value:,.0f}" for value in figures]
        rows.append([str(cell.tally.run), *(cell.options[name] for name in names), str(cell.tally.done), *shown])
    return rows


def heat_map(cells: Sequence[Cell], measure: str, title: str) -> bytes:
    """The measure over the two options that are swept, as SVG; over one, a single row."""
    from quandary.lab.report.plots import load_pyplot

    pyplot = load_pyplot()
    names = [name for name in cells[0].options if len({cell.options[name] for cell in cells}) > 1]
    if not 1 <= len(names) <= 2:
        raise UsageError("a heat map has one or two options that are swept")
    down, across = names if len(names) == 2 else (None, names[0])
    rows, columns = (
        [*dict.fromkeys(cell.options[name] for cell in cells)] if name else [""] for name in (down, across)
    )
    found = {(cell.options[down] if down else "", cell.options[across]): cell.value(measure) for cell in cells}
    grid = [[found.get((row, column)) for column in columns] for row in rows]
    if all(value is None for row in grid for value in row):
        raise UsageError(f"a heat map of {measure} has nothing to show: no run has it")
    figure, axes = pyplot.subplots(figsize=(1.5 + 1.1 * len(columns), 1.5 + 0.7 * len(rows)))
    # What was not measured stays empty.
    image = axes.imshow([[float("nan") if value is None else value for value in row] for row in grid], aspect="auto")
    axes.grid(visible=False)
    axes.set_xticks(range(len(columns)), columns)
    axes.set_yticks(range(len(rows)), rows)
    axes.set(xlabel=across, ylabel=down or "", title=f"{title}: {_LABELS.get(measure, measure.replace('_', ' '))}")
    for y, row in enumerate(grid):
        for x, value in enumerate(row):
            if value is not None:
                label: dict[str, Any] = {"ha": "center", "va": "center", "color": "white", "fontsize": "small"}
                axes.text(x, y, f"{value:,.4g}", **label)
    figure.colorbar(image)
    content = io.BytesIO()
    figure.savefig(content, format="svg", bbox_inches="tight", metadata={"Date": None})
    pyplot.close(figure)
    return content.getvalue()
