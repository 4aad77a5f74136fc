"""`quandary lab report`"""

from __future__ import annotations

import os
import re
from base64 import b64encode
from pathlib import Path

import click

from quandary.cli.lab.shared import opened, with_db
from quandary.cli.output import say
from quandary.core.errors import UsageError
from quandary.lab.report.html import html
from quandary.lab.report.log import write_log
from quandary.lab.report.markdown import markdown

DEFAULT_TITLE = "Iterations"


@click.command("report")
@click.argument("runs", type=int, nargs=-1)
@click.option("--html", "html_file", metavar="FILE", help="Write one self-contained HTML page, with plots.")
@click.option("--markdown", "markdown_file", metavar="FILE", help="Write Markdown.")
@click.option("--pictures", metavar="FOLDER", help="Put plots beside the Markdown, as SVG files in this folder.")
@click.option("--baseline", type=int, metavar="RUN", help="Compare with this run (default: each corpus's first).")
@click.option("--title", default=DEFAULT_TITLE, show_default=True, help="The heading.")
@click.option("--preface", default="", metavar="TEXT", help="What readers should know first.")
@with_db
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
    with opened(db) as store:
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
        for name, svg in plots.items():
            file = folder / f"{page.stem}-{re.sub('[^a-z0-9]+', '-', name)}.svg"
            file.write_bytes(svg)
            names[name] = os.path.relpath(file, page.parent)
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {error.strerror}") from None
    return names


def _write(file: str, text: str) -> None:
    try:
        Path(file).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}") from None
    say(f"wrote {file}")
