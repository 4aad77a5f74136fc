"""The command `quandary` itself: its subcommands, and the promise that every error is one line.

A subcommand's module is imported when it is asked for, so that `quandary --help` stays quick.
"""

from __future__ import annotations

import errno
import os
import sys
from typing import Any, NoReturn

import click

from quandary import __version__
from quandary.cli.lazy_group import LazyGroup
from quandary.cli.output import (
    EXIT_BAD_INPUT,
    EXIT_BROKEN,
    EXIT_INTERRUPTED,
    EXIT_UNKNOWN,
    Interrupted,
    ReaderGone,
    app_can_run,
    app_has_terminal,
    let_go_of_broken_streams,
    say,
    say_error,
    stand_in_for_closed_streams,
    write_every_character,
)

COMMANDS = {
    "play": "Play a puzzle here in the terminal, or watch it being solved.",
    "solve": "Solve puzzles, with proof where the solver can give it.",
    "generate": "Make new puzzles to order.",
    "find": "Find puzzles in a file of all of them.",
    "validate": "Check every puzzle of a pack.",
    "show": "Draw a puzzle as text, SVG, PNG or PDF.",
    "verify": "Judge a solution: legal, complete, how far from the optimum.",
    "check": "Check certificates, which prove verdicts, without any solver.",
    "serve": "Play, solve, make and print in a browser.",
    "progress": "See what you have played, won and reached.",
    "tour": "See every game make, draw, solve and verify a puzzle.",
    "export": "Write evaluation sets for language models, and data for agents.",
    "mcp": "Let an assistant play puzzles with tools, and be judged.",
    "lab": "Run experiments, compare them, and write the log.",
    "bench": "Run the project's own benchmarks.",
    "games": "List the games, their metrics and strategies.",
    "completion": "Print the script that completes commands in your shell.",
}


@click.group(
    cls=LazyGroup,
    package="quandary.cli",
    summaries=COMMANDS,
    invoke_without_command=True,
)
@click.version_option(__version__, prog_name="quandary")
@click.pass_context
def quandary(ctx: click.Context) -> int | None:
    """Play, solve, make and measure single-player puzzles.

    \b
    quandary tour                                   see what there is
    quandary solve rush-hour BOARD                  the shortest solution, proven
    quandary generate rush-hour --level expert      a new puzzle
    quandary play rush-hour                         play one here
    quandary                                        the menu of all games, on a terminal
    """
    if ctx.invoked_subcommand is not None:
        return None
    if app_can_run():
        from quandary.tui import run as run_app

        return run_app()
    click.echo(ctx.get_help())
    if app_has_terminal():
        say("the menu of all games needs an extra: pip install 'quandary[tui]'")
    return None


def main() -> NoReturn:
    """Runs the command line and ends the process with the contract's exit status."""
    stand_in_for_closed_streams()
    write_every_character()
    status = run(sys.argv[1:])
    let_go_of_broken_streams()
    if status == EXIT_INTERRUPTED:
        # What is done is kept by now. Python would wait for every thread that still measures something.
        os._exit(status)
    sys.exit(status)


def run(arguments: list[str]) -> int:
    """The exit status of `quandary ARGUMENTS`; whatever goes wrong is told in one line on stderr."""
    try:
        result: Any = quandary.main(args=arguments, prog_name="quandary", standalone_mode=False)
    except ReaderGone:
        return 0
    except (Exception, KeyboardInterrupt) as error:
        if os.environ.get("QUANDARY_DEBUG"):
            raise
        problem, status = _explain(error)
        say_error(problem)
        return status
    return result if isinstance(result, int) else 0


def _explain(error: BaseException) -> tuple[str, int]:
    """What to tell of an error, and the exit status that goes with it."""
    # Imported here: a completion request must not pay for it.
    from quandary.core.errors import BudgetEnded, QuandaryError, Unfinished

    match error:
        case click.ClickException():
            context = getattr(error, "ctx", None)
            hint = f" (see {context.command_path} --help)" if context is not None else ""
            return f"{error.format_message().rstrip('.')}{hint}", EXIT_BAD_INPUT
        case BudgetEnded() | Unfinished():
            return str(error), EXIT_UNKNOWN
        case QuandaryError() | OSError():
            return _told(error), EXIT_BAD_INPUT
        case Interrupted():
            return f"interrupted, {error}", EXIT_INTERRUPTED
        case KeyboardInterrupt() | click.Abort():
            return "interrupted", EXIT_INTERRUPTED
    hint = "QUANDARY_DEBUG=1 shows where; please report it"
    return f"internal: {type(error).__name__}: {error} ({hint})", EXIT_BROKEN


def _told(error: Exception) -> str:
    """An error of the system says what, and of which file if it is about one; help is written by click, to none."""
    if isinstance(error, OSError) and error.filename is None and error.errno in (errno.ENOSPC, errno.EBADF):
        return f"standard output: cannot be written: {error.strerror}"
    return str(error)
