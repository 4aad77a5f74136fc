"""`quandary lab report`"""

from __future__ import annotations

import os
import re
from base64 import b64encode
from contextlib import closing
from pathlib import Path

import click

from quandary.cli import flags
from quandary.cli.lab.shared import db_option
from quandary.cli.output import say
from quandary.core.errors import UsageError
from quandary.core.whole_file import write_whole
from quandary.lab.report.log import write_log
from quandary.lab.report.pages import html, markdown
from quandary.lab.store import open_store

DEFAULT_TITLE = "Iterations"


@click.command(
    "report",
    params=[
        click.Argument(["runs"], type=flags.Whole(), nargs=-1),
        flags.file("--html html_file", "Write one self-contained HTML page, with plots."),
        flags.file("--markdown markdown_file", "Write Markdown."),
        flags.option("--pictures", "Put plots beside the Markdown, as SVG files in this folder.", metavar="FOLDER"),
        flags.option("--baseline", "Compare with this run (default: each corpus's first).", int, metavar="RUN"),
        flags.option("--title", "The heading.", default=DEFAULT_TITLE),
        flags.option("--preface", "What readers should know first.", default="", metavar="TEXT"),
        db_option(),
    ],
)
def command(
    runs: tuple[int, ...],
    html_file: str | None,
    markdown_file: str | None,
    pictures: str | None,
    baseline: int | None,
    title: str,
    preface: str,
    db: str,
) -> None:
    """Write the iterations as a log: results, comparisons, a drafted interpretation, your notes, plots.

    RUNS picks some runs; without it, all of them are there.
    """
    if html_file is None and markdown_file is None:
        raise click.UsageError("say where to: --html FILE or --markdown FILE")
    if pictures is not None and markdown_file is None:
        raise click.UsageError("--pictures goes with --markdown")
    with closing(open_store(db)) as store:
        chapters = write_log(store, runs, baseline)
    plots: dict[str, bytes] = {}
    if html_file is not None or pictures is not None:
        from quandary.lab.report.plots import plot_all

        plots = dict(plot_all(chapters))
    if html_file is not None:
        addresses = {name: f"data:image/svg+xml;base64,{b64encode(svg).decode()}" for name, svg in plots.items()}
        _write(html_file, html(chapters, title, preface, addresses))
    if markdown_file is not None:
        files = {} if pictures is None else _write_pictures(Path(pictures), Path(markdown_file), plots)
        _write(markdown_file, markdown(chapters, title, preface, files))


def _write_pictures(folder: Path, page: Path, plots: dict[str, bytes]) -> dict[str, str]:
    """Writes the plots; the names that the page calls them by."""
    names = {}
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{folder}: cannot be written: {error.strerror}") from None
    for name, svg in plots.items():
        file = folder / f"{page.stem}-{re.sub('[^a-z0-9]+', '-', name)}.svg"
        write_whole(file, svg)
        names[name] = os.path.relpath(file, page.parent)
    return names


def _write(file: str, text: str) -> None:
    write_whole(file, text.encode())
    say(f"wrote {file}")
