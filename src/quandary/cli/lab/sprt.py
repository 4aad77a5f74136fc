"""`quandary lab sprt GAME --corpus SEEDS --a NAME --b NAME`"""

from __future__ import annotations

from contextlib import closing
from typing import Any

import click

from quandary.cli import flags
from quandary.cli.games_group import GamesGroup
from quandary.cli.lab.shared import budget_options, db_option, summary_option, take_budget
from quandary.cli.output import EXIT_BAD_INPUT, EXIT_UNKNOWN, all_cores, print_json, print_result, say, say_error
from quandary.core.errors import UsageError
from quandary.core.game import Game
from quandary.lab.corpus import read_seeds
from quandary.lab.experiment import design
from quandary.lab.sprt import MEASURES, Contest, Sprt, compete
from quandary.lab.store import open_store


def _build(game: Game[Any, Any]) -> click.Command:
    def run(
        corpus: str | None,
        describe: str,
        db: str,
        jobs: int | None,
        as_json: bool,
        **parameters: Any,
    ) -> int:
        variant, budget = take_budget(game, parameters)
        a, b = (
            design(
                variant,
                parameters.pop(f"strategy_{side}"),
                options=flags.read_settings(parameters.pop(f"option_{side}")),
                **budget,
            )
            for side in "ab"
        )
        test = Sprt(**{name: parameters.pop(name) for name in ("p0", "p1", "alpha", "beta")})
        seeds = read_seeds(variant, corpus or f"{game.name}#1..")
        if seeds is None:
            raise UsageError(f"a corpus that grows is made of seeds: {game.name}#FROM.. or {game.name}#FROM..TO")

        def watch(contest: Contest) -> None:
            say(_standing(contest, test))

        with closing(open_store(db, create=True)) as store:
            how = {"jobs": jobs or all_cores(), "description": describe, "watch": watch, **parameters}
            contest = compete(store, variant, a, b, seeds, test, **how)
        if as_json:
            print_json({**contest.as_dict(), "bounds": list(test.bounds), "db": db})
        else:
            print_result(_sentence(contest, test))
        if contest.contradiction is not None:
            say_error(f"A and B contradict each other at {contest.contradiction}: one of them is wrong")
            return EXIT_BAD_INPUT
        return EXIT_UNKNOWN if contest.decision is None else 0

    return click.Command(
        game.name,
        callback=run,
        params=[
            flags.option("--corpus", f"The seeds to take, in order (default: {game.name}#1..)."),
            flags.option("--a strategy_a", "The strategy to beat.", required=True),
            flags.option("--b strategy_b", "The strategy that may be better.", required=True),
            flags.settings("--option-a", "A setting of A."),
            flags.settings("--option-b", "A setting of B."),
            flags.option("--measure", "What decides.", click.Choice(MEASURES), default=MEASURES[0]),
            flags.option("--p0", "B's share of differing pairs if no better.", float, default=0.5),
            flags.option("--p1", "Its share if it is as much better as matters.", float, default=0.6),
            flags.option("--alpha", "How often a B that is no better may pass.", float, default=0.05),
            flags.option("--beta", "How often a better B may fail.", float, default=0.05),
            *budget_options(game),
            flags.option("--batch", "Instances at a time.", flags.Whole(1), default=50),
            flags.option("--most", "Instances in all.", flags.Whole(1), default=10_000),
            flags.option("--describe", "What is tried here.", default="", metavar="TEXT"),
            db_option(),
            flags.jobs(),
            summary_option(),
        ],
        help=f"Let two strategies compete on more and more {game.title} seeds until the sequential test decides.",
        epilog=flags.examples(
            f"quandary lab sprt {game.name} --a NAME --b NAME --option-b name=value --nodes 100000 --measure nodes"
        ),
    )


command = GamesGroup("sprt", _build, "Let two strategies compete on a growing corpus until the test decides.")


def _standing(contest: Contest, test: Sprt) -> str:
    low, high = test.bounds
    score = f"B won {contest.won}, lost {contest.lost}{_missing(contest)}"
    return f"{contest.pairs} instances: {score}, log ratio {contest.log_ratio:+.2f} ({low:+.2f} to {high:+.2f})"


def _missing(contest: Contest) -> str:
    return f", {contest.missing} without a measure of both" if contest.missing else ""


def _sentence(contest: Contest, test: Sprt) -> str:
    told = f"after {contest.pairs} instances (runs {contest.a} and {contest.b}): {contest.won} won, {contest.lost} lost"
    told += _missing(contest)
    if contest.contradiction is not None:
        return (
            f"ERROR: A and B contradict each other at {contest.contradiction}: {contest.reason}."
            f" Nothing is decided {told}."
        )
    if contest.decision is None:
        return f"The test has not decided {told}."
    if contest.decision:
        return f"B is better than A {told}."
    return f"B is not better than A by as much as {test.p1:g} of the differing pairs {told}."
