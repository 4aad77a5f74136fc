"""`quandary tour`: every game makes, draws, solves (or plays) and verifies one puzzle, no questions asked.

A story of about two screens: what the game is, beside its picture; what was proven of the puzzle; and what to try next.
"""

from __future__ import annotations

import textwrap

import click

from quandary.cli.output import EXIT_UNKNOWN, print_result, wants_colour
from quandary.core.abilities import P
from quandary.core.game import Game, Puzzle
from quandary.core.registry import game, names
from quandary.core.words import duration, shortened
from quandary.engine.generate import casual_settings, generate
from quandary.engine.judge import judge
from quandary.engine.play import choose_player, play_game
from quandary.engine.puzzles import puzzle_of
from quandary.engine.solve import replay, solve

TOUR_SEED = 2026
TIME_LIMIT = 20.0
MOVES_TO_WATCH = 20
WIDTH = 80
_NARROWEST = 18
_LONGEST_SOLUTION = 60


@click.command("tour")
def command() -> int:
    """See every game make, draw, solve and verify a puzzle."""
    unresolved = sum(not _visit(game(name)) for name in names())
    print_result("Next: quandary (the menu of all games) or quandary serve (in a browser).")
    return EXIT_UNKNOWN if unresolved else 0


def _visit(game: Game[P, object]) -> bool:
    """Shows one game; whether its puzzle was resolved."""
    if game.generator() is None:
        puzzle = puzzle_of(game, game.examples[0], number=1)
    else:
        puzzle = next(generate(game, seed=TOUR_SEED, **casual_settings(game)))
    print_result(_picture(game, puzzle.position))
    if game.is_scored:
        return _watch_some_moves(game, puzzle)
    verdict = solve(game, puzzle, time=TIME_LIMIT)
    if verdict.moves is None:
        print_result(f"{game.name}: {puzzle.id} is {verdict.verdict}\n")
        return verdict.verdict == "unsolvable"
    cost = replay(game, puzzle.position, verdict.moves, verdict.metric)
    how = "proven optimal" if verdict.optimal else "not proven optimal"
    _tell(
        f"{game.name}: {puzzle.id} solved in {cost} {game.unit(verdict.metric)} ({how}), verified by replay, "
        f"{verdict.nodes:,} positions in {duration(verdict.seconds)}: {_start_of(verdict.solution or '')}"
    )
    return True


def _watch_some_moves(game: Game[P, object], puzzle: Puzzle[P]) -> bool:
    """Lets the best player play a little."""
    player = choose_player(game, position=puzzle.position)
    played = play_game(game, puzzle.position, player, most_moves=MOVES_TO_WATCH)
    judgement = judge(game, puzzle.position, played.moves, game.metrics[0])
    _tell(
        f"{game.name}: {puzzle.id} played for {judgement.legal} moves by {player.name}, verified by replay, "
        f"{game.score(judgement.position):,} points: {_start_of(game.format_moves(played.moves))}"
    )
    return judgement.legal == len(played.moves)


def _picture(game: Game[P, object], position: P) -> str:
    """The position, and beside it, or above where there is no room, what the game is and how to play it."""
    plain = game.draw(position).splitlines()
    drawn = game.draw(position, colour=wants_colour()).splitlines()
    room = WIDTH - 3 - max(map(len, plain))
    story = [game.title, "", game.summary, "", "Try this next:", f"quandary play {game.name}"]
    if room < _NARROWEST:
        return "\n".join([f"{game.title}: {game.summary}", f"Try this next: {story[-1]}", *drawn])
    told = [line for part in story for line in (textwrap.wrap(part, room) or [""])]
    told += [""] * (len(drawn) - len(told))
    width = WIDTH - 3 - room
    padded = [line + " " * (width - len(bare)) for line, bare in zip(drawn, plain, strict=True)]
    padded += [" " * width] * (len(told) - len(padded))
    return "\n".join(f"{line}   {words}".rstrip() for line, words in zip(padded, told, strict=True))


def _start_of(solution: str) -> str:
    return shortened(solution, _LONGEST_SOLUTION)


def _tell(line: str) -> None:
    print_result(textwrap.fill(line, WIDTH, subsequent_indent="  ", break_long_words=False) + "\n")
