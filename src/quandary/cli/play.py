"""`quandary play GAME [PUZZLE]`: the terminal app, or a line at a time in a pipe or wherever the app cannot run."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from quandary.cli import flags
from quandary.cli.games_group import GamesGroup
from quandary.cli.output import app_can_run, print_result, say_error, wants_colour, write_file
from quandary.cli.sources import one_puzzle
from quandary.cli.watch import ending, show, watch
from quandary.core.errors import QuandaryError, UsageError
from quandary.core.game import Game, Puzzle, Status
from quandary.core.words import counted
from quandary.engine.generate import generate
from quandary.engine.play import performers
from quandary.engine.session import Session

Playing = Session[Any, Any]

HELP = """Type a move (or several), or one of these:
  undo  redo  reset    take back, play again, start over
  hint                 the next move of a shortest solution, or the best player's
  far                  how far it is from here
  moves                every move there is
  warn                 what is lost already, or easily could be
  save FILE            write the game to a file (play it on with --resume FILE)
  help  quit"""


def _build(game: Game[Any, Any]) -> click.Command:
    def run(
        puzzle: str | None,
        seed: int | None,
        daily: bool,
        auto: bool,
        strategy: str | None,
        delay: float,
        resume: str | None,
        plain: bool,
        **parameters: Any,
    ) -> int:
        if sum((puzzle is not None, seed is not None, daily, resume is not None)) > 1:
            raise UsageError("a puzzle, --seed, --daily and --resume do not go together: say one of them")
        argument = "today" if daily else puzzle if seed is None else f"{game.name}#{seed}"
        variant = flags.take_variant(game, parameters)
        session: Playing = _resume(game, resume) if resume else Session(_puzzle(variant, argument))
        settings = flags.read_settings(parameters.pop("option"))
        if not auto and (strategy is not None or settings):
            raise UsageError("--strategy and --option choose who plays with --auto")
        if not plain and app_can_run():
            from quandary.tui import run as run_app

            return run_app(
                session, performer=_performer(game, strategy) if auto else None, options=settings, pace=delay
            )
        return watch(session, strategy, settings, delay) if auto else _play(session)

    return click.Command(
        game.name,
        callback=run,
        params=[
            click.Argument(["puzzle"], required=False),
            flags.seed(),
            flags.switch("--daily", "Today's puzzle, the same for everybody."),
            *flags.variant(game),
            flags.switch("--auto", "Watch the solver or a player play."),
            flags.option("--strategy", f"Who plays with --auto: {' | '.join(performers(game))}."),
            flags.settings(),
            flags.option(
                "--delay", "Seconds a move takes in --auto.", click.FloatRange(0, 60), default=0.4, show_default=False
            ),
            flags.file("--resume", "Go on with a saved game."),
            flags.switch("--plain", "Type moves a line at a time instead of opening the app."),
        ],
        help=f"Play {game.title}. PUZZLE is a text, an id ({game.name}#42), today or a file; else one is made.",
        epilog=flags.examples(f"quandary play {game.name}", f"quandary play {game.name} {game.name}#42 --auto"),
    )


command = GamesGroup("play", _build, "Play a puzzle here in the terminal, or watch it being solved.")


def _performer(game: Game[Any, Any], name: str | None) -> str:
    """Who is to be watched."""
    known = performers(game)
    if name is not None and name not in known:
        raise UsageError(f"{game.name} has nobody called {name!r} to watch ({', '.join(known)})")
    return name or known[0]


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


def _play(session: Playing) -> int:
    print_result(f"{session.game.title}, {session.id}. Type help for the commands.")
    show(session)
    while session.status is Status.PLAYING:
        line = _ask(f"[{session.move_count}] > ")
        if line is None or line in ("quit", "q"):
            return 0
        if not line:
            continue
        try:
            _obey(session, line)
        except QuandaryError as error:
            say_error(str(error))
    counts = f"{session.undone} taken back, {session.hints} hints"
    print_result(f"{ending(session)} in {session.elapsed:.0f} s, {counts}.")
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
            move = session.hint()
            print_result("There is no way on from here." if move is None else session.game.format_move(move))
        case "far":
            _tell_distance(session)
        case "moves":
            print_result(session.game.format_moves(session.game.moves(session.position)))
        case "warn":
            said = session.game.warnings(session.history, colour=wants_colour())
            print_result(said or "There is nothing to warn of.")
        case "save":
            _save(session, rest.strip())
        case _:
            _change(session, line)
            show(session)


def _change(session: Playing, line: str) -> None:
    changes: dict[str, Callable[[], object]] = {"undo": session.undo, "redo": session.redo, "reset": session.reset}
    if line in changes:
        changes[line]()
    else:
        for move in session.game.parse_moves(line):
            session.play(move)


def _tell_distance(session: Playing) -> None:
    if session.game.is_scored:
        print_result(f"{session.game.title} has no end to be far from: it is played for a score.")
        return
    distance, unit = session.distance(), session.game.unit(session.game.metrics[0])
    print_result("It cannot be solved from here." if distance is None else f"{counted(distance, unit)} from solved")


def _save(session: Playing, name: str) -> None:
    if not name:
        raise UsageError("say which file: save FILE")
    write_file(name, session.save().encode())
    print_result(f"saved: {name}")
