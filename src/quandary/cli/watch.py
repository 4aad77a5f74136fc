"""Watching: a solver's solution, or a player's game, move by move."""

from __future__ import annotations

import sys
import time as clock
from collections.abc import Mapping
from typing import Any

from quandary.cli.output import EXIT_UNKNOWN, print_result, wants_colour
from quandary.core.abilities import Player
from quandary.core.budget import Task
from quandary.core.game import Status
from quandary.core.options import read_options
from quandary.core.words import counted
from quandary.engine.play import choose_player, performers
from quandary.engine.session import Session
from quandary.engine.solve import solve

_THINKING_TIME = 60.0


def watch(session: Session[Any, Any], name: str | None, options: Mapping[str, Any], delay: float) -> int:
    """Shows how a solver or player of this name plays on; the exit status."""
    game = session.game
    if game.is_scored:
        return _watch_player(session, choose_player(game, name, session.position), options, delay)
    name = name or performers(game)[0]
    if any(player.name == name for player in game.players()):
        return _watch_player(session, choose_player(game, name), options, delay)
    return _watch_solver(session, name, options, delay)


def _watch_solver(session: Session[Any, Any], name: str, options: Mapping[str, Any], delay: float) -> int:
    verdict = solve(session.game, session.position, strategy=name, options=options, time=_THINKING_TIME)
    show(session)
    if verdict.moves is None:
        print_result(f"{session.id} is {verdict.verdict}")
        return EXIT_UNKNOWN if verdict.verdict == "unknown" else 0
    for number, move in enumerate(verdict.moves, start=1):
        _show_move(session, move, f"{number}/{len(verdict.moves)}", delay, f"solver:{name}")
    return 0


def _watch_player(
    session: Session[Any, Any], player: Player[Any, Any], options: Mapping[str, Any], delay: float
) -> int:
    task = Task(options=read_options(player.options, options))
    show(session)
    for number, move in enumerate(player.moves(session.position, 1, task), start=1):
        _show_move(session, move, str(number), delay, f"strategy:{player.name}")
    print_result(f"{player.name}: {ending(session)}")
    return 0


def _show_move(session: Session[Any, Any], move: Any, number: str, delay: float, by: str) -> None:
    clock.sleep(delay if sys.stdout.isatty() else 0)
    session.play(move, by)
    print_result(f"\n{number}: {session.game.format_move(move)}")
    show(session)


def show(session: Session[Any, Any]) -> None:
    """Prints the position as it is."""
    print_result(session.game.draw(session.position, colour=wants_colour()))


def ending(session: Session[Any, Any]) -> str:
    """How a game came out: `Solved after 12 moves`, `Over after 310 moves, 12480 points`."""
    score = session.game.score(session.position)
    words = {Status.WON: "Solved", Status.LOST: "Lost" if score is None else "Over", Status.PLAYING: "Given up"}
    points = "" if score is None else f", {score} points"
    return f"{words[session.status]} after {counted(session.move_count, 'moves')}{points}"
