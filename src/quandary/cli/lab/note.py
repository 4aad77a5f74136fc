"""`quandary lab note RUN TEXT`"""

from __future__ import annotations

import click

from quandary.cli.lab.shared import opened, with_db


@click.command("note")
@click.argument("run", type=int)
@click.argument("text")
@with_db
def command(run: int, text: str, db: str) -> None:
    """Write down what a run means, in your own words, for the report. An empty text removes the note."""
    with opened(db) as store:
        store.update_run(store.run(run).id, note=text.strip() or None)
