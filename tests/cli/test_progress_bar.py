"""The progress bar shows all of its figures, however large they are and however narrow the terminal is."""

from __future__ import annotations

import io

import pytest
from rich.console import Console
from rich.progress import Progress

from quandary.cli.lab.shared import note_of
from quandary.cli.output import progress_rows
from quandary.lab.runner import Tally


def _drawn(width: int, what: str, total: int, note: str) -> list[str]:
    """The rows of a bar of which half is done, at a steady rate."""
    now = 0.0
    progress = Progress(console=Console(file=io.StringIO()), get_time=lambda: now)
    task = progress.add_task(what, total=total, note=note)
    now = 10.0
    progress.update(task, advance=total // 2 - 1)
    now = 20.0
    progress.update(task, advance=1)
    console = Console(file=io.StringIO(), width=width)
    console.print(progress_rows(progress.tasks[0], width))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().splitlines()


@pytest.mark.parametrize("digits", [1, 3, 6, 7, 9, 12])
@pytest.mark.parametrize("width", [40, 80, 200])
def test_the_bar_of_a_run_shows_all_figures(width: int, digits: int) -> None:
    count = 10**digits - 1
    tally = Tally(12345, count)
    tally.verdicts.update(solved=count, unsolvable=count, unknown=count)
    rows = _drawn(width, "run 12345", count, note_of(float(count), tally))
    assert all(len(row.rstrip()) <= width for row in rows)
    text = " ".join(" ".join(rows).split())
    assert f"{count // 2}/{count} " in text
    rate = f"{count:,}" if count >= 10 else f"{count:.1f}"
    assert f"{rate} a second, {count} solved, {count} unsolvable, {count} unknown" in text
    assert "…" not in text


def test_a_short_note_stands_beside_the_bar() -> None:
    (row,) = _drawn(80, "solving", 20, "3 unknown")
    assert row.startswith("solving ━━━━━━━━━━")
    assert row.split()[-4:] == ["10/20", "0:01:40", "3", "unknown"]


def test_brackets_in_a_note_are_no_markup() -> None:
    assert _drawn(80, "playing", 20, "[red]mine[/red]")[0].rstrip().endswith("[red]mine[/red]")
