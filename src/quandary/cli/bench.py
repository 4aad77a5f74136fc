"""`quandary bench`: the benchmarks of the source checkout, each a module of `benchmarks` by its game's name."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click

import quandary
from quandary.core.errors import UsageError
from quandary.core.registry import names

_PATHS = ("--data", "--baseline")


@click.command("bench", context_settings={"ignore_unknown_options": True})
@click.argument("game", default="")
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def command(game: str, arguments: tuple[str, ...]) -> int:
    """Run a game's benchmark; ratios are given where a baseline is at hand. Without GAME, the first that was written.

    \b
    Examples:
      quandary bench rush-hour
      quandary bench rush-hour --data FOLDER --baseline SOURCE.cpp
    """
    checkout = Path(quandary.__file__).parents[2]
    if game and game not in names():
        raise UsageError(f"there is no game {game!r} (games: {', '.join(names())})")
    if not (checkout / "benchmarks").exists():
        raise UsageError("benchmarks come with the source checkout, not with the installed package")
    module = game.replace("-", "_") or "__main__"
    if not (checkout / "benchmarks" / f"{module}.py").exists():
        raise UsageError(f"{game} has no benchmark")
    arguments = _found(arguments)
    order = [sys.executable, "-m", f"benchmarks.{module}", *arguments]
    return subprocess.run(order, cwd=checkout, check=False).returncode


def _found(arguments: tuple[str, ...]) -> tuple[str, ...]:
    """The arguments, with every file and folder named from here: the benchmark runs elsewhere."""
    named = list(arguments)
    for number, argument in enumerate(arguments[:-1]):
        if argument in _PATHS:
            path = Path(arguments[number + 1])
            if not path.exists():
                raise UsageError(f"{argument} {path}: there is no such file or folder")
            named[number + 1] = str(path.resolve())
    return tuple(named)
