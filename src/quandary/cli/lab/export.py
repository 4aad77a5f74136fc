"""`quandary lab export RUN`"""

from __future__ import annotations

import csv
import json
import sys

import click

from quandary.cli.lab.shared import opened, with_db
from quandary.cli.output import ReaderGone, print_json
from quandary.lab.export import COLUMNS, records


@click.command("export")
@click.argument("run", type=int)
@click.option("--csv", "as_csv", is_flag=True, help="CSV instead of JSON Lines.")
@click.option("--json", "as_json", is_flag=True, help="JSON Lines, which is the default.")
@with_db
def command(run: int, as_csv: bool, as_json: bool, db: str) -> None:
    """Write a run's rows: one object an instance, a verdict's fields and what else was measured."""
    if as_csv and as_json:
        raise click.UsageError("--csv or --json, not both")
    with opened(db) as store:
        rows = records(store, store.run(run))
        if not as_csv:
            for record in rows:
                print_json(record)
            return
        writer = csv.DictWriter(sys.stdout, COLUMNS, lineterminator="\n")
        try:
            writer.writeheader()
            for record in rows:
                counts = record["statistics"]
                writer.writerow({**record, "statistics": json.dumps(counts) if counts else None})
            sys.stdout.flush()
        except BrokenPipeError:
            raise ReaderGone from None
