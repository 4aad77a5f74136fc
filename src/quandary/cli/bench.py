"""`quandary bench`: how quick everything is here, in a few seconds; the long benchmarks are in the source checkout."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import click

import quandary
from quandary.cli import flags
from quandary.cli.output import print_json, print_result, say
from quandary.core.errors import UsageError
from quandary.core.game import Game, Puzzle
from quandary.core.registry import game as game_of_name
from quandary.core.registry import names
from quandary.core.words import duration
from quandary.engine.generate import casual_settings, puzzle_of_seed
from quandary.engine.play import choose_player, play_game
from quandary.engine.solve import solve

_PATHS = ("--data", "--baseline")
SECONDS = 1.0
"""How long each game makes puzzles, and how long it solves them."""
_MOST_MOVES = 20
_NOTE = "quick figures of one core of this machine; --full, in a source checkout, runs a game's long benchmark"


def run(game: str, arguments: tuple[str, ...], as_json: bool, full: bool) -> int:
    """The quick figures; with arguments of its own, or `--full`, a game's benchmark of the checkout."""
    if game and game not in names():
        raise UsageError(f"there is no game {game!r} (games: {', '.join(names())})")
    if full or arguments:
        return _run_module(game, arguments)
    if not as_json:
        print_result(f"{'game':<12}  {'made a second':>13}  {'solved a second':>15}  {'median':>8}  positions a second")
    for name in [game] if game else names():
        _show(measure(game_of_name(name)), as_json)
    say(_NOTE)
    return 0


def measure(game: Game[Any, Any], seconds: float = SECONDS) -> dict[str, Any]:
    """Figures of one game: puzzles made and solved (or games played) from the same seeds on every machine."""
    puzzles: list[Puzzle[Any]] = []
    start = time.process_time()
    settings = casual_settings(game)
    while not puzzles or time.process_time() - start < seconds:
        puzzle = puzzle_of_seed(game, 1 + len(puzzles), settings)
        if puzzle is None:
            break
        puzzles.append(puzzle)
    making = time.process_time() - start
    times: list[float] = []
    nodes, start = 0, time.process_time()
    for puzzle in puzzles:
        if times and time.process_time() - start > seconds:
            break
        began = time.process_time()
        if game.is_scored:
            player = choose_player(game, position=puzzle.position)
            nodes += len(play_game(game, puzzle.position, player, most_moves=_MOST_MOVES).moves)
        else:
            nodes += solve(game, puzzle, time=10 * seconds).nodes
        times.append(time.process_time() - began)
    total = sum(times) or 1.0
    return {
        "game": game.name,
        "made_per_second": round(len(puzzles) / making, 1),
        "solved_per_second": round(len(times) / total, 1),
        "median_seconds": statistics.median(times) if times else None,
        "nodes_per_second": round(nodes / total),
        "puzzles": len(times),
    }


def _show(found: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(found)
        return
    median = "" if found["median_seconds"] is None else duration(found["median_seconds"])
    made, solved = f"{found['made_per_second']:,}", f"{found['solved_per_second']:,}"
    print_result(f"{found['game']:<12}  {made:>13}  {solved:>15}  {median:>8}  {found['nodes_per_second']:,}")


def _run_module(game: str, arguments: tuple[str, ...]) -> int:
    checkout = Path(quandary.__file__).parents[2]
    if not (checkout / "benchmarks").exists():
        raise UsageError("the long benchmarks come with the source checkout, not with the installed package")
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


command = click.Command(
    "bench",
    callback=run,
    params=[
        click.Argument(["game"], default=""),
        click.Argument(["arguments"], nargs=-1, type=click.UNPROCESSED),
        flags.switch("--full", "The game's own long benchmark, of a source checkout."),
        flags.json("JSON Lines on stdout, one object a game."),
    ],
    context_settings={"ignore_unknown_options": True},
    help="Measure how many puzzles are made and solved in a second here; what a benchmark of the checkout takes is "
    "handed on to it, and ratios are given where a baseline is at hand.",
    epilog=flags.examples(
        "quandary bench",
        f"quandary bench {names()[0]} --json",
        f"quandary bench {names()[0]} --full",
        "quandary bench GAME --data FOLDER --baseline SOURCE.cpp",
    ),
)
