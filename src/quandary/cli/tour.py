"""`quandary tour`: every game makes, draws, solves and verifies one puzzle, no questions asked."""

from __future__ import annotations

import click

from quandary.cli.output import EXIT_UNKNOWN, duration, print_result, wants_colour
from quandary.game import Game, P, Puzzle
from quandary.making import generate
from quandary.registry import game, names
from quandary.solving import replay, solve

TOUR_SEED = 2026
TIME_LIMIT = 20.0


@click.command("tour")
def command() -> int:
    """See every game make, draw, solve and verify a puzzle."""
    return EXIT_UNKNOWN if sum(not _visit(game(name)) for name in names()) else 0


def _visit(game: Game[P, object]) -> bool:
    """Shows one game; whether its puzzle was resolved."""
    puzzle = _a_puzzle(game)
    print_result(f"{game.title}: {game.summary}\n{game.draw(puzzle.position, colour=wants_colour())}")
    verdict = solve(game, puzzle, time=TIME_LIMIT)
    if verdict.moves is None:
        print_result(f"{game.name}: {puzzle.id} is {verdict.verdict}\n")
        return verdict.verdict == "unsolvable"
    cost = replay(game, puzzle.position, verdict.moves, verdict.metric)
    how = "optimal" if verdict.optimal else "not proven optimal"
    print_result(
        f"{game.name}: {puzzle.id} solved in {cost} {game.unit(verdict.metric)} ({how}), verified by replay, "
        f"{verdict.nodes:,} positions in {duration(verdict.seconds)}: {verdict.solution}\n"
    )
    return True


def _a_puzzle(game: Game[P, object]) -> Puzzle[P]:
    if game.generator() is not None:
        return next(generate(game, seed=TOUR_SEED))
    text = game.examples[0]
    return Puzzle(game.name, "1", game.parse(text), text)
