"""`quandary lab resume RUN`"""

from __future__ import annotations

import click

from quandary.cli.lab.shared import opened, scheduler_option, with_db, work


@click.command("resume")
@click.argument("run", type=int)
@click.option("--jobs", type=click.IntRange(1, 1024), help="Threads (default: all cores).")
@click.option("--json", "as_json", is_flag=True, help="JSON on stdout.")
@with_db
def command(run: int, jobs: int | None, as_json: bool, db: str, scheduler: str | None) -> int:
    """Do what is missing of a run after Ctrl-C, a crash or a power cut, and nothing twice."""
    with opened(db) as store:
        return work(store, store.run(run), jobs=jobs, scheduler=scheduler, as_json=as_json)


command.params.append(scheduler_option())
