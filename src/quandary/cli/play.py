"""`quandary play GAME [PUZZLE]`: the terminal app, or a line at a time in a pipe or wherever the app cannot run."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from quandary.cli import flags
from quandary.cli.games_group import GamesGroup
from quandary.cli.output import app_can_run, print_result, say_error, wants_colour
from quandary.cli.sources import one_puzzle
from quandary.cli.watch import ending, show, watch
from quandary.core.errors import QuandaryError, UsageError
from quandary.core.game import Game, Puzzle, Status
from quandary.core.whole_file import reason, write_whole
from quandary.core.words import counted
from quandary.engine.generate import casual_settings, new_puzzle
from quandary.engine.ladder import climbed, levels, rungs
from quandary.engine.log import is_log
from quandary.engine.play import performers
from quandary.engine.progress import record_of
from quandary.engine.puzzles import puzzle_of
from quandary.engine.session import Session

Playing = Session[Any, Any]

NO_WAY = "There is no way on from here."
HELP = """Type a move (or several), or one of these:
  undo  redo  reset    take back, play again, start over
  hint                 the next move of a shortest solution, or the best player's
  tip                  where to look; once more: which piece; once more: the move
  far                  how far it is from here
  moves                every move there is
  warn                 what is lost already, or easily could be
  save FILE            write the game to a file (play it on with --resume FILE)
  log FILE             write every move and what it made happen (from any moment on: --resume FILE --turn N)
  help  quit"""


def _build(game: Game[Any, Any]) -> click.Command:
    generator = game.generator()
    settings_of_puzzles = () if generator is None else generator.options

    def run(
        puzzle: str | None,
        seed: int | None,
        daily: bool,
        pack: str | None,
        auto: bool,
        strategy: str | None,
        delay: float,
        resume: str | None,
        turn: int | None,
        log: str | None,
        plain: bool,
        **parameters: Any,
    ) -> int:
        if sum((puzzle is not None, seed is not None, daily, pack is not None, resume is not None)) > 1:
            raise UsageError("a puzzle, --seed, --daily, --pack and --resume do not go together: say one of them")
        variant = flags.take_variant(game, parameters)
        wanted = flags.take_given(settings_of_puzzles, parameters)
        argument = "today" if daily else puzzle if pack is None else _of_pack(game, pack)
        if wanted and (argument is not None or resume is not None):
            raise UsageError(f"--{next(iter(wanted)).replace('_', '-')} is for a new puzzle, not for one that is there")
        if turn is not None and resume is None:
            raise UsageError("--turn is a moment of a logged game: say which with --resume")
        session: Playing = _resume(game, resume, turn) if resume else Session(_puzzle(variant, argument, seed, wanted))
        puzzle_of(variant, session.puzzle)  # Refuses a saved game with other rules than those chosen.
        settings = flags.read_settings(parameters.pop("option"))
        if not auto and (strategy is not None or settings):
            raise UsageError("--strategy and --option choose who plays with --auto")
        if not plain and app_can_run():
            from quandary.tui import run as run_app

            status = run_app(
                session, performer=_performer(game, strategy) if auto else None, options=settings, pace=delay
            )
        else:
            status = watch(session, strategy, settings, delay) if auto else _play(session)
        if log is not None:
            write_whole(log, session.log().encode())
        return status

    return click.Command(
        game.name,
        callback=run,
        params=[
            click.Argument(["puzzle"], required=False),
            flags.seed(),
            flags.switch("--daily", "Today's puzzle, the same for everybody."),
            flags.option("--pack", "A level of the ladder: its next unsolved puzzle, or NAME/NUMBER.", metavar="NAME"),
            *flags.variant(game),
            *map(flags.of_setting, settings_of_puzzles),
            flags.switch("--auto", "Watch the solver or a player play."),
            flags.option("--strategy", f"Who plays with --auto: {' | '.join(performers(game))}."),
            flags.settings(),
            flags.option(
                "--delay", "Seconds a move takes in --auto.", flags.Number(0, 60), default=0.4, show_default=False
            ),
            flags.file("--resume", "Go on with a saved game, or with one that was logged."),
            flags.option("--turn", "From which moment of a logged game on (default: its end).", flags.Whole(0)),
            flags.file("--log", "Write every move, and what it made happen, as JSON Lines when the game is left."),
            flags.switch("--plain", "Type moves a line at a time instead of opening the app."),
        ],
        help=f"Play {game.title}. PUZZLE is a text, an id ({game.name}#42), today or a file; else one is made.",
        epilog=flags.examples(
            f"quandary play {game.name}",
            f"quandary play {game.name} {game.name}#42 --auto",
            *(f"quandary play {game.name} --pack {level.name}" for level in levels(game)[:1]),
            f"quandary play {game.name} --auto --log game.jsonl",
            f"quandary play {game.name} --resume game.jsonl --turn 3",
        ),
    )


command = GamesGroup("play", _build, "Play a puzzle here in the terminal, or watch it being solved.")


def _performer(game: Game[Any, Any], name: str | None) -> str:
    """Who is to be watched."""
    known = performers(game)
    if name is not None and name not in known:
        raise UsageError(f"{game.name} has nobody called {name!r} to watch ({', '.join(known)})")
    return name or known[0]


def _puzzle(game: Game[Any, Any], argument: str | None, seed: int | None, wanted: dict[str, Any]) -> Puzzle[Any]:
    if argument is None and game.generator() is None:
        raise UsageError(f"{game.name} has no generator: say which puzzle to play")
    if seed is not None and not wanted:
        argument = f"{game.name}#{seed}"
    if argument is not None:
        return one_puzzle(game, argument)
    return new_puzzle(game, wanted if seed is not None else casual_settings(game, wanted), seed=seed)


def _of_pack(game: Game[Any, Any], name: str) -> str:
    """The puzzle of a level that is named, or the level's next that is not won."""
    level, _, number = name.partition("/")
    known = [one.name for one in levels(game)]
    if level not in known:
        raise UsageError(f"{game.name} has no pack {level!r} (packs: {', '.join(known) or 'none'})")
    its_rungs = rungs(game, levels(game)[known.index(level)])
    if number:
        if not number.isdecimal() or not 1 <= int(number) <= len(its_rungs):
            raise UsageError(f"the pack {level} has puzzles 1 to {len(its_rungs)}, not {number!r}")
        return its_rungs[int(number) - 1].name
    from quandary.cli.progress import progress_file

    progress = progress_file().read()
    standing = next(one for one in climbed(game, progress) if one.level.name == level)
    return (standing.next or its_rungs[0]).name


def _resume(game: Game[Any, Any], name: str, turn: int | None) -> Playing:
    try:
        text = Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{name}: cannot be read: {reason(error)}") from error
    if turn is not None and not is_log(text):
        raise UsageError(f"{name}: this is no log of a game, so that --turn names nothing in it")
    session: Playing = Session.from_log(text, turn=turn) if is_log(text) else Session.load(text)
    if session.game is not game:
        raise UsageError(f"{name}: this is a game of {session.game.name}")
    return session


def _play(session: Playing) -> int:
    print_result(f"{session.game.title}, {session.id}. Type help for the commands.")
    show(session)
    while session.status is Status.PLAYING:
        line = _ask(f"[{session.move_count}] > ")
        if line is None or line in ("quit", "q"):
            _record(session)
            return 0
        if not line:
            continue
        try:
            _obey(session, line)
        except QuandaryError as error:
            say_error(str(error))
    _record(session)
    counts = f"{session.undone} taken back, {counted(session.hints, 'hints')}"
    print_result(f"{ending(session)} in {session.elapsed:.0f} s, {counts}.")
    return 0


def _record(session: Playing) -> None:
    """Keeps what a person has played; a script is nobody."""
    if session.moves and sys.stdin.isatty():
        from quandary.cli.progress import progress_file

        progress_file().add(record_of(session))


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
            move, game = session.hint(), session.game
            said = "" if move is None else f"{game.format_move(move)}\n{game.say_move(session.position, move)}"
            print_result(said or NO_WAY)
        case "tip":
            tip = session.tip()
            print_result(NO_WAY if tip is None else tip.text)
        case "far":
            print_result(session.prospects())
        case "moves":
            print_result(session.game.format_moves(session.game.moves(session.position)))
        case "warn":
            warned = session.game.warnings(session.history, colour=wants_colour())
            print_result(warned or "There is nothing to warn of.")
        case "save" | "log":
            _save(session, word, rest.strip())
        case _:
            _change(session, line)
            show(session)


def _change(session: Playing, line: str) -> None:
    changes: dict[str, Callable[[], object]] = {"undo": session.undo, "redo": session.redo, "reset": session.reset}
    if line == "undo" and session.undo_refusal is not None:
        raise UsageError(session.undo_refusal)
    if line in changes:
        changes[line]()
    else:
        for move in session.game.parse_moves(line):
            session.play(move)
            if session.words:
                print_result(session.words)


def _save(session: Playing, word: str, name: str) -> None:
    if not name:
        raise UsageError(f"say which file: {word} FILE")
    write_whole(name, (session.save() if word == "save" else session.log()).encode())
    print_result(f"saved: {name}")
