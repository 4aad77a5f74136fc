"""`quandary lab list`"""

from __future__ import annotations

import click

from quandary.cli.lab.shared import opened, standing, with_db
from quandary.cli.output import print_json, print_result
from quandary.lab.names import facts, strategy_label
from quandary.lab.runner import tally_of


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="JSON Lines on stdout, one object a run.")
@with_db
def command(as_json: bool, db: str) -> None:
    """List the runs of a results file."""
    with opened(db) as store:
        for run in store.runs():
            tally = tally_of(store, run)
            if as_json:
                print_json({**tally.as_dict(), **facts(run)})
                continue
            asked = f"{strategy_label(run)} on {run.spec}"
            shard = f", shard {run.shard}" if run.shard else ""
            missing = f", {tally.total - tally.done} missing" if tally.done < tally.total else ""
            print_result(
                f"{run.id:>4}  {run.started}  {asked}{shard}: {standing(tally)} of {tally.total}{missing}"
                + (f"\n      {run.description}" if run.description else "")
            )
