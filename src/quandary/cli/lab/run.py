"""`quandary lab run GAME --corpus C --strategy S`"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import click

from quandary.cli import flags
from quandary.cli.games_group import GamesGroup
from quandary.cli.lab.shared import (
    budget_options,
    db_option,
    scheduler_option,
    summary_option,
    tags_option,
    take_budget,
    wait_option,
    work,
)
from quandary.cli.output import all_cores, say
from quandary.core.game import Game
from quandary.engine.puzzles import id_in
from quandary.lab.corpus import Seeds, finite_seeds, read_corpus
from quandary.lab.experiment import design
from quandary.lab.runner import read_shard, start_run
from quandary.lab.store import open_store


def _build(game: Game[Any, Any]) -> click.Command:
    def run(
        corpus: str,
        strategy: str | None,
        describe: str,
        shard: str | None,
        scheduler: str | None,
        wait: float | None,
        tag: tuple[str, ...],
        db: str,
        jobs: int | None,
        as_json: bool,
        **parameters: Any,
    ) -> int:
        variant, budget = take_budget(game, parameters)
        # Everything that can be wrong with the question is said before the file is touched.
        experiment = design(variant, strategy, options=flags.read_settings(parameters.pop("option")), **budget)
        if shard is not None:
            read_shard(shard)
        spec = corpus if Path(corpus).exists() else id_in(variant, corpus) or corpus
        # Seeds are made as they are needed, files are read before anything begins.
        instances = finite_seeds(variant, spec) or read_corpus(variant, spec)
        if scheduler is not None:
            from quandary.lab.cluster import connected

            connected(scheduler)
        with closing(open_store(db, create=True)) as store:
            begun = start_run(
                store,
                experiment,
                instances,
                description=describe,
                tags=tag,
                shard=shard,
                jobs=jobs or all_cores(),
                scheduler=scheduler,
            )
            say(f"run {begun.id} in {db}: {experiment.strategy} on {len(begun.numbers())} instances of {corpus}")
            positions = None if isinstance(instances, Seeds) else instances.positions
            how: dict[str, Any] = {"scheduler": scheduler, "wait": wait, "as_json": as_json, "positions": positions}
            return work(store, begun, jobs=jobs, **how)

    return click.Command(
        game.name,
        callback=run,
        params=[
            flags.option(
                "--corpus", f"What to solve: {game.name}#FROM..TO (seeds), a file or a folder.", required=True
            ),
            flags.option("--strategy", f"Who solves or plays it: see lab strategies {game.name}."),
            flags.settings(),
            *budget_options(game),
            flags.option("--describe", "What is new in this iteration.", default="", metavar="TEXT"),
            flags.option("--shard", "Only the I-th of N parts, for job arrays; see lab merge.", metavar="I/N"),
            tags_option(),
            scheduler_option(),
            wait_option(),
            db_option(),
            flags.jobs(),
            summary_option(),
        ],
        help=f"Try a strategy on a corpus of {game.title} puzzles, as a new run. Ctrl-C keeps what is done.",
        epilog=flags.examples(
            f"quandary lab run {game.name} --corpus {game.name}#1..1000 --time 5 --describe baseline",
            f"quandary lab run {game.name} --corpus pack.txt --strategy my_module:my_function --nodes 100000",
        ),
    )


command = GamesGroup("run", _build, "Try a strategy on a corpus: a new, numbered iteration.")
