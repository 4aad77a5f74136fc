"""`quandary solve GAME PUZZLE…`"""

from __future__ import annotations

import sys
from typing import Any

import click

from quandary.budget import parse_size
from quandary.cli.games_group import GamesGroup, example_puzzle, examples, jobs_option, json_option
from quandary.cli.output import (
    EXIT_BAD_INPUT,
    EXIT_INTERRUPTED,
    EXIT_UNKNOWN,
    all_cores,
    duration,
    print_json,
    print_result,
    progress_bar,
    say,
)
from quandary.cli.sources import good_puzzles
from quandary.game import Game, Puzzle, UsageError
from quandary.solving import Verdict, available_strategies, choose_strategy, judge, make_task, solve, solve_many


def _build(game: Game[Any, Any]) -> click.Command:
    def run(puzzle: tuple[str, ...], as_json: bool, jobs: int | None, option: tuple[str, ...], **task: Any) -> int:
        task["options"] = dict(_name_and_value(text) for text in option)
        return _solve(game, puzzle, as_json, jobs or all_cores(), task)

    strategies = [strategy.name for strategy in available_strategies(game)]
    return click.Command(
        game.name,
        callback=run,
        params=[
            click.Argument(["puzzle"], nargs=-1, required=True),
            click.Option(
                ["--metric"], help=f"What to minimise: {' | '.join(game.metrics)} (default: {game.metrics[0]})."
            ),
            click.Option(["--strategy"], help=f"Which solver: {' | '.join(strategies)} (default: {strategies[0]})."),
            click.Option(["--option"], multiple=True, metavar="NAME=VALUE", help="A setting of the strategy."),
            click.Option(["--time"], type=float, metavar="SECONDS", help="Time limit of each puzzle."),
            click.Option(["--nodes"], type=int, metavar="N", help="Limit of positions expanded, each puzzle."),
            click.Option(
                ["--memory"], default="2G", metavar="SIZE", help="Memory limit, each puzzle.", show_default=True
            ),
            json_option(),
            jobs_option(),
        ],
        help=f"Solve {game.title} puzzles. PUZZLE is a text, an id ({game.name}#42), a file, or - for standard input.",
        epilog=examples(
            [
                f"quandary solve {game.name} {example_puzzle(game)}",
                f"quandary solve {game.name} pack.txt --json > verdicts.jsonl",
                f"quandary solve {game.name} {game.name}#42 --metric {game.metrics[-1]} --time 10",
            ]
        ),
    )


command = GamesGroup("solve", _build, "Solve puzzles, with proof where the solver can give it.")


def _name_and_value(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise UsageError(f"--option takes name=value, not {text!r}")
    return name.strip().replace("-", "_"), value


def _solve(game: Game[Any, Any], arguments: tuple[str, ...], as_json: bool, jobs: int, task: dict[str, Any]) -> int:
    task["memory"] = parse_size(task["memory"])
    # Everything that can be wrong with the question is said before any work is done.
    make_task(game, choose_strategy(game, task["strategy"]), **{k: v for k, v in task.items() if k != "strategy"})
    puzzles, bad = good_puzzles(game, arguments)
    unknown = done = 0
    try:
        with progress_bar("solving", len(puzzles)) as bar:
            verdicts = (
                solve_many(game, puzzles, jobs=jobs, **task) if len(puzzles) > 1 else _solve_alone(game, puzzles, task)
            )
            for puzzle, verdict in zip(puzzles, verdicts, strict=True):
                print_json(verdict.as_dict()) if as_json else print_result(_describe(game, puzzle, verdict))
                done += 1
                unknown += verdict.verdict == "unknown"
                bar.advance(f"{unknown} unknown" if unknown else "")
    except KeyboardInterrupt:
        say(f"error: interrupted, {done} of {len(puzzles)} puzzles are done")
        return EXIT_INTERRUPTED
    if bad:
        return EXIT_BAD_INPUT
    return EXIT_UNKNOWN if unknown else 0


def _solve_alone(game: Game[Any, Any], puzzles: list[Puzzle[Any]], task: dict[str, Any]) -> list[Verdict]:
    """A single puzzle may take long, so somebody who watches is shown that it lives."""
    if not sys.stderr.isatty():
        return [solve(game, puzzle, **task) for puzzle in puzzles]

    def report(nodes: int, depth: int) -> None:
        print(f"\r\x1b[2K{nodes:,} positions, depth {depth} …", end="", file=sys.stderr, flush=True)

    try:
        return [solve(game, puzzle, progress=report, **task) for puzzle in puzzles]
    finally:
        print("\r\x1b[2K", end="", file=sys.stderr, flush=True)


def _describe(game: Game[Any, Any], puzzle: Puzzle[Any], verdict: Verdict) -> str:
    effort = f"{verdict.nodes:,} positions, {duration(verdict.seconds)}"
    if verdict.verdict == "solved":
        proof = "optimal" if verdict.optimal else "not proven optimal"
        cost = _costs(game, puzzle, verdict)
        return f"{puzzle.id}: solved in {cost} ({proof}; {effort})\n  {verdict.solution}".rstrip()
    if verdict.verdict == "unsolvable":
        return f"{puzzle.id}: unsolvable, proven ({effort})"
    bound = f", at least {verdict.bound} {verdict.metric}" if verdict.bound is not None else ""
    return f"{puzzle.id}: unknown, the {verdict.reason} budget ended{bound} ({effort})"


def _costs(game: Game[Any, Any], puzzle: Puzzle[Any], verdict: Verdict) -> str:
    """The cost in the metric asked for, and in the game's others for comparison."""
    asked = verdict.metric.split(",")
    parts = [part for metric in game.metrics for part in metric.split(",")]
    ordered = dict.fromkeys([*asked, *parts])
    costs = [(judge(game, puzzle.position, verdict.moves or (), metric).cost, metric) for metric in ordered]
    return ", ".join(f"{cost} {metric if cost != 1 else metric.removesuffix('s')}" for cost, metric in costs)
