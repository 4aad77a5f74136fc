"""`quandary tour`: every game makes, draws, solves (or plays) and verifies one puzzle, no questions asked."""

from __future__ import annotations

import click

from quandary.cli.output import EXIT_UNKNOWN, print_result, wants_colour
from quandary.core.abilities import P
from quandary.core.game import Game, Puzzle
from quandary.core.registry import game, names
from quandary.core.words import duration
from quandary.engine.generate import generate
from quandary.engine.judge import judge
from quandary.engine.play import choose_player, play_game
from quandary.engine.puzzles import puzzle_of
from quandary.engine.solve import replay, solve

TOUR_SEED = 2026
TIME_LIMIT = 20.0
MOVES_TO_WATCH = 20


@click.command("tour")
def command() -> int:
    """See every game make, draw, solve and verify a puzzle."""
    return EXIT_UNKNOWN if sum(not _visit(game(name)) for name in names()) else 0


def _visit(game: Game[P, object]) -> bool:
    """Shows one game; whether its puzzle was resolved."""
    is_made = game.generator() is not None
    puzzle = next(generate(game, seed=TOUR_SEED)) if is_made else puzzle_of(game, game.examples[0], number=1)
    print_result(f"{game.title}: {game.summary}\n{game.draw(puzzle.position, colour=wants_colour())}")
    if game.is_scored:
        return _watch_some_moves(game, puzzle)
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


def _watch_some_moves(game: Game[P, object], puzzle: Puzzle[P]) -> bool:
    """Lets the best player play a little."""
    player = choose_player(game, position=puzzle.position)
    played = play_game(game, puzzle.position, player, most_moves=MOVES_TO_WATCH)
    judgement = judge(game, puzzle.position, played.moves, game.metrics[0])
    print_result(
        f"{game.name}: {puzzle.id} played for {judgement.legal} moves by {player.name}, verified by replay, "
        f"{game.score(judgement.position):,} points: {game.format_moves(played.moves)}\n"
    )
    return judgement.legal == len(played.moves)
