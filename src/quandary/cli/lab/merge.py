"""`quandary lab merge FILE… --db TARGET`"""

from __future__ import annotations

from contextlib import ExitStack

import click

from quandary.cli.lab.shared import opened, with_db
from quandary.cli.output import print_json, print_result
from quandary.core.errors import UsageError
from quandary.lab.merge import merge


@click.command("merge")
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--json", "as_json", is_flag=True, help="JSON Lines on stdout, one object a run.")
@with_db
def command(files: tuple[str, ...], as_json: bool, db: str) -> None:
    """Bring results files together in the one of --db. The shards of an experiment become one run.

    \b
    for i in 1 2 3 4; do quandary lab run GAME --corpus C --shard $i/4 --db part$i.sqlite & done; wait
    quandary lab merge part*.sqlite --db all.sqlite
    """
    from pathlib import Path

    for file in files:
        if Path(file).resolve() == Path(db).resolve():
            raise UsageError(f"{file} cannot be merged into itself")
    with ExitStack() as stack:
        sources = [stack.enter_context(opened(file)) for file in files]
        target = stack.enter_context(opened(db, create=True))
        for merged in merge(target, sources):
            if as_json:
                print_json(
                    {"run": merged.run, "sources": merged.sources, "rows": merged.rows, "doubles": merged.doubles}
                )
            else:
                twice = f", {merged.doubles} were there already" if merged.doubles else ""
                print_result(f"run {merged.run}: {merged.rows} rows from {merged.sources} files{twice}")
