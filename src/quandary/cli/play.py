"""`quandary play GAME [PUZZLE]`: a line at a time, in any terminal or pipe."""

from __future__ import annotations

import sys
import time as clock
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from quandary.cli.games_group import GamesGroup, examples
from quandary.cli.output import EXIT_UNKNOWN, print_result, say_error, wants_colour
from quandary.cli.sources import one_puzzle
from quandary.game import Game, Puzzle, QuandaryError, Status, UsageError
from quandary.making import generate
from quandary.session import Session
from quandary.solving import solve

Playing = Session[Any, Any]

HELP = """Type a move (or several), or one of these:
  undo  redo  reset    take back, play again, start over
  hint                 the next move of a shortest solution
  far                  how far it is from here
  moves                every move there is
  save FILE            write the game to a file (play it on with --resume FILE)
  help  quit"""


def _build(game: Game[Any, Any]) -> click.Command:
    def run(puzzle: str | None, auto: bool, delay: float, resume: str | None) -> int:
        session: Playing = _resume(game, resume) if resume else Session(_puzzle(game, puzzle))
        return _watch(session, delay) if auto else _play(session)

    return click.Command(
        game.name,
        callback=run,
        params=[
            click.Argument(["puzzle"], required=False),
            click.Option(["--auto"], is_flag=True, help="Watch the solver play."),
            click.Option(
                ["--delay"], type=click.FloatRange(0, 60), default=0.4, help="Seconds a move takes in --auto."
            ),
            click.Option(["--resume"], metavar="FILE", help="Go on with a saved game."),
        ],
        help=f"Play {game.title}. Without PUZZLE a new one is made.",
        epilog=examples([f"quandary play {game.name}", f"quandary play {game.name} {game.name}#42 --auto"]),
    )


command = GamesGroup("play", _build, "Play a puzzle here in the terminal, or watch it being solved.")


def _puzzle(game: Game[Any, Any], argument: str | None) -> Puzzle[Any]:
    if argument is not None:
        return one_puzzle(game, argument)
    if game.generator() is None:
        raise UsageError(f"{game.name} has no generator: say which puzzle to play")
    return next(generate(game))


def _resume(game: Game[Any, Any], name: str) -> Playing:
    try:
        session: Playing = Session.load(Path(name).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{name}: cannot be read: {error}") from error
    if session.game is not game:
        raise UsageError(f"{name}: this is a game of {session.game.name}")
    return session


def _show(session: Playing) -> None:
    print_result(session.game.draw(session.position, colour=wants_colour()))


def _watch(session: Playing, delay: float) -> int:
    verdict = solve(session.game, session.position, time=60.0)
    _show(session)
    if verdict.moves is None:
        print_result(f"{session.id} is {verdict.verdict}")
        return EXIT_UNKNOWN if verdict.verdict == "unknown" else 0
    for number, move in enumerate(verdict.moves, start=1):
        clock.sleep(delay if sys.stdout.isatty() else 0)
        session.play(move)
        print_result(f"\n{number}/{len(verdict.moves)}: {session.game.format_move(move)}")
        _show(session)
    return 0


def _play(session: Playing) -> int:
    print_result(f"{session.game.title}, {session.id}. Type help for the commands.")
    _show(session)
    while session.status is Status.PLAYING:
        line = _ask(f"[{len(session.moves)}] > ")
        if line is None or line in ("quit", "q"):
            return 0
        if not line:
            continue
        try:
            _obey(session, line)
        except QuandaryError as error:
            say_error(str(error))
    ending = "Solved" if session.status is Status.WON else "Lost"
    counts = f"{session.undone} taken back, {session.hints} hints"
    print_result(f"{ending} with {len(session.moves)} moves in {session.elapsed:.0f} s, {counts}.")
    return 0


def _ask(prompt: str) -> str | None:
    """A line of the player's; None when there is no more."""
    if sys.stdin.isatty():
        print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    return line.strip() if line else None


def _obey(session: Playing, line: str) -> None:
    word, _, rest = line.partition(" ")
    match word:
        case "help" | "?":
            print_result(HELP)
        case "hint":
            _tell_hint(session)
        case "far":
            _tell_distance(session)
        case "moves":
            print_result(session.game.format_moves(session.game.moves(session.position)))
        case "save":
            _save(session, rest.strip())
        case _:
            _change(session, line)
            _show(session)


def _change(session: Playing, line: str) -> None:
    changes: dict[str, Callable[[], object]] = {"undo": session.undo, "redo": session.redo, "reset": session.reset}
    if line in changes:
        changes[line]()
    else:
        for move in session.game.parse_moves(line):
            session.play(move)


def _tell_hint(session: Playing) -> None:
    move = session.hint()
    print_result("There is no solution from here." if move is None else session.game.format_move(move))


def _tell_distance(session: Playing) -> None:
    distance = session.distance()
    print_result(
        "It cannot be solved from here." if distance is None else f"{distance} {session.game.metrics[0]} from solved"
    )


def _save(session: Playing, name: str) -> None:
    if not name:
        raise UsageError("say which file: save FILE")
    try:
        Path(name).write_text(session.save(), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{name}: cannot be written: {error.strerror}") from error
    print_result(f"saved: {name}")
