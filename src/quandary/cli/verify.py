"""`quandary verify GAME PUZZLE SOLUTION`"""

from __future__ import annotations

import sys
from typing import Any

import click

from quandary.cli.games_group import GamesGroup, examples, json_option, take_variant, variant_flags
from quandary.cli.output import EXIT_BAD_INPUT, EXIT_UNKNOWN, print_json, print_result
from quandary.cli.sources import one_puzzle
from quandary.game import Game, Puzzle, Status, UsageError
from quandary.solving import Judgement, judge, solve
from quandary.wording import counted


def _build(game: Game[Any, Any]) -> click.Command:
    def run(puzzle: str, solution: str, metric: str | None, time: float, as_json: bool, **parameters: Any) -> int:
        variant = take_variant(game, parameters)
        return _verify(variant, puzzle, solution, metric or game.metrics[0], time, as_json)

    return click.Command(
        game.name,
        callback=run,
        params=[
            click.Argument(["puzzle"]),
            click.Argument(["solution"]),
            *variant_flags(game),
            click.Option(
                ["--metric"], help=f"What counts as cost: {' | '.join(game.metrics)} (default: {game.metrics[0]})."
            ),
            click.Option(
                ["--time"], type=float, default=10.0, help="Limit of the search for the optimum.", show_default=True
            ),
            json_option(),
        ],
        help=f"Judge a {game.title} solution (a text, or - for standard input) by the rules.",
        epilog=examples([f"quandary verify {game.name} {game.name}#42 'MOVES'"]),
    )


command = GamesGroup("verify", _build, "Judge a solution: legal, complete, how far from the optimum.")


def _verify(game: Game[Any, Any], argument: str, solution: str, metric: str, time: float, as_json: bool) -> int:
    if metric not in game.metrics:
        raise UsageError(f"{game.name} has no metric {metric!r} (metrics: {', '.join(game.metrics)})")
    puzzle = one_puzzle(game, argument)
    text = sys.stdin.read() if solution == "-" else solution
    judgement = judge(game, puzzle.position, game.parse_moves(text), metric)
    if game.is_scored:
        return _tell_score(game, puzzle, judgement, as_json)
    best = solve(game, puzzle, metric=metric, time=time)
    optimum = best.cost if best.optimal else None
    if as_json:
        print_json(
            {
                "game": game.name,
                "id": puzzle.id,
                "solved": judgement.solved,
                "cost": judgement.cost,
                "metric": metric,
                "legal": judgement.legal,
                "problem": judgement.problem,
                "optimum": optimum,
            }
        )
    elif judgement.solved:
        against = "the optimum is not known" if optimum is None else f"the optimum is {optimum}"
        print_result(f"{puzzle.id}: solved, {counted(judgement.cost, game.unit(metric))}; {against}")
    else:
        print_result(f"{puzzle.id}: not a solution: {judgement.problem}")
    if not judgement.solved:
        return EXIT_BAD_INPUT
    return EXIT_UNKNOWN if optimum is None else 0


def _tell_score(game: Game[Any, Any], puzzle: Puzzle[Any], judgement: Judgement, as_json: bool) -> int:
    """What a game that is played for a score has come to."""
    score, status = game.score(judgement.position), game.status(judgement.position)
    if as_json:
        print_json(
            {
                "game": game.name,
                "id": puzzle.id,
                "legal": judgement.legal,
                "problem": judgement.problem,
                "score": score,
                "over": status is not Status.PLAYING,
            }
        )
    elif judgement.problem is None:
        going = "the game goes on" if status is Status.PLAYING else "the game is over"
        moves = f"{judgement.legal} move{'' if judgement.legal == 1 else 's'}"
        print_result(f"{puzzle.id}: {moves}, all legal, {score} points; {going}")
    else:
        print_result(f"{puzzle.id}: {judgement.problem} (until then {score} points)")
    return 0 if judgement.problem is None else EXIT_BAD_INPUT
