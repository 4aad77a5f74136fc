"""`quandary lab sprt GAME --corpus SEEDS --a NAME --b NAME`"""

from __future__ import annotations

from typing import Any

import click

from quandary.cli.games_group import GamesGroup, examples, jobs_option
from quandary.cli.lab.shared import budget_options, db_option, designed, opened, summary_option, take_budget
from quandary.cli.output import EXIT_UNKNOWN, all_cores, print_json, print_result, say
from quandary.core.errors import UsageError
from quandary.core.game import Game
from quandary.lab.competition import MEASURES, Contest, compete
from quandary.lab.corpus import read_seeds
from quandary.lab.sequential import Sprt


def _build(game: Game[Any, Any]) -> click.Command:
    def run(
        corpus: str | None,
        strategy_a: str | None,
        strategy_b: str | None,
        option_a: tuple[str, ...],
        option_b: tuple[str, ...],
        measure: str,
        p0: float,
        p1: float,
        alpha: float,
        beta: float,
        batch: int,
        most: int,
        describe: str,
        db: str,
        jobs: int | None,
        as_json: bool,
        **parameters: Any,
    ) -> int:
        variant, budget = take_budget(game, parameters)
        a, b = (
            designed(variant, strategy, option, budget)
            for strategy, option in ((strategy_a, option_a), (strategy_b, option_b))
        )
        test = Sprt(p0, p1, alpha, beta)
        seeds = read_seeds(variant, corpus or f"{game.name}#1..")
        if seeds is None:
            raise UsageError(f"a corpus that grows is made of seeds: {game.name}#FROM.. or {game.name}#FROM..TO")
        with opened(db, create=True) as store:
            contest = compete(
                store,
                variant,
                a,
                b,
                seeds,
                test,
                measure=measure,
                batch=batch,
                most=most,
                jobs=jobs or all_cores(),
                description=describe,
                watch=lambda contest: say(_standing(contest, test)),
            )
        if as_json:
            print_json({**contest.as_dict(), "bounds": list(test.bounds), "db": db})
        else:
            print_result(_sentence(contest, test))
        return EXIT_UNKNOWN if contest.decision is None else 0

    return click.Command(
        game.name,
        callback=run,
        params=[
            click.Option(["--corpus"], help=f"The seeds to take, in order (default: {game.name}#1..)."),
            click.Option(["--a", "strategy_a"], required=True, help="The strategy to beat."),
            click.Option(["--b", "strategy_b"], required=True, help="The strategy that may be better."),
            click.Option(["--option-a"], multiple=True, metavar="NAME=VALUE", help="A setting of A."),
            click.Option(["--option-b"], multiple=True, metavar="NAME=VALUE", help="A setting of B."),
            click.Option(
                ["--measure"], type=click.Choice(MEASURES), default=MEASURES[0], show_default=True, help="What decides."
            ),
            click.Option(
                ["--p0"], type=float, default=0.5, show_default=True, help="B's share of differing pairs if no better."
            ),
            click.Option(
                ["--p1"],
                type=float,
                default=0.6,
                show_default=True,
                help="Its share if it is as much better as matters.",
            ),
            click.Option(
                ["--alpha"],
                type=float,
                default=0.05,
                show_default=True,
                help="How often a B that is no better may pass.",
            ),
            click.Option(
                ["--beta"], type=float, default=0.05, show_default=True, help="How often a better B may fail."
            ),
            *budget_options(game),
            click.Option(
                ["--batch"], type=click.IntRange(1), default=50, show_default=True, help="Instances at a time."
            ),
            click.Option(
                ["--most"], type=click.IntRange(1), default=10_000, show_default=True, help="Instances in all."
            ),
            click.Option(["--describe"], default="", metavar="TEXT", help="What is tried here."),
            db_option(),
            jobs_option(),
            summary_option(),
        ],
        help=f"Let two strategies compete on more and more {game.title} seeds until the sequential test decides.",
        epilog=examples(
            [f"quandary lab sprt {game.name} --a NAME --b NAME --option-b name=value --nodes 100000 --measure nodes"]
        ),
    )


command = GamesGroup("sprt", _build, "Let two strategies compete on a growing corpus until the test decides.")


def _standing(contest: Contest, test: Sprt) -> str:
    low, high = test.bounds
    score = f"B won {contest.won}, lost {contest.lost}"
    return f"{contest.pairs} instances: {score}, log ratio {contest.log_ratio:+.2f} ({low:+.2f} to {high:+.2f})"


def _sentence(contest: Contest, test: Sprt) -> str:
    told = f"after {contest.pairs} instances (runs {contest.a} and {contest.b}): {contest.won} won, {contest.lost} lost"
    if contest.decision is None:
        return f"The test has not decided {told}."
    if contest.decision:
        return f"B is better than A {told}."
    return f"B is not better than A by as much as {test.p1:g} of the differing pairs {told}."
