"""`quandary lab run GAME --corpus C --strategy S`"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import click

from quandary.cli import flags
from quandary.cli.games_group import GamesGroup
from quandary.cli.lab.shared import budget_options, db_option, scheduler_option, summary_option, take_budget, work
from quandary.cli.output import all_cores, say
from quandary.core.game import Game
from quandary.lab.corpus import Corpus, read_corpus, read_seeds
from quandary.lab.experiment import Experiment, design
from quandary.lab.runner import read_shard, start_run
from quandary.lab.store import open_store


def _build(game: Game[Any, Any]) -> click.Command:
    def run(
        corpus: str,
        strategy: str | None,
        describe: str,
        shard: str | None,
        scheduler: str | None,
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
        instances = _corpus(variant, experiment, corpus, db, jobs or all_cores())
        if scheduler is not None:
            from quandary.lab.cluster import connected

            connected(scheduler)
        with closing(open_store(db, create=True)) as store:
            begun = start_run(
                store,
                experiment,
                instances,
                description=describe,
                shard=shard,
                jobs=jobs or all_cores(),
                scheduler=scheduler,
            )
            say(f"run {begun.id} in {db}: {experiment.strategy} on {len(begun.numbers())} instances of {corpus}")
            return work(store, begun, jobs=jobs, scheduler=scheduler, as_json=as_json, positions=instances.positions)

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
            scheduler_option(),
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


def _corpus(game: Game[Any, Any], experiment: Experiment, spec: str, db: str, jobs: int) -> Corpus:
    """The corpus; one of seeds that the file knows already need not be made again, for a seed is a promise."""
    if read_seeds(game, spec) is not None and Path(db).exists():
        with closing(open_store(db, create=True)) as store:
            known = store.find_corpus(game.name, spec, experiment.rules)
        if known is not None:
            return known
    return read_corpus(game, spec, jobs=jobs)
