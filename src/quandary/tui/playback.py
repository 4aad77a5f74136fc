"""Moves that somebody else has thought of, played one after the other: a solver's solution, or a player's game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quandary.core.abilities import Player
from quandary.core.budget import Budget, Cancel, Progress, Task
from quandary.core.errors import BudgetEnded
from quandary.core.game import Game
from quandary.core.options import read_options
from quandary.engine.play import choose_player, performers
from quandary.engine.session import Session
from quandary.engine.solve import Verdict, available_strategies, choose_strategy, solve
from quandary.tui.worker import Feed

PLAYER_SEED = 1
FASTEST, USUAL_PACE, SLOWEST = 0.025, 0.4, 6.4
"""Seconds a move."""


def summaries(game: Game[Any, Any], position: Any = None) -> dict[str, str]:
    """Who can be watched (from a position, where one is given), the default first, and what is to be said of them."""
    described = {strategy.name: strategy.summary for strategy in available_strategies(game)}
    players = [player for player in game.players() if position is None or player.suits(position)]
    described |= {player.name: player.summary for player in players}
    return {name: described[name] for name in performers(game) if name in described}


def player_of(game: Game[Any, Any], name: str) -> Player[Any, Any] | None:
    """The player of this name, if it is one and no solver."""
    return choose_player(game, name) if any(player.name == name for player in game.players()) else None


def player_moves(
    game: Game[Any, Any], position: Any, player: Player[Any, Any], options: Mapping[str, Any]
) -> Feed[Any]:
    """A player's game from here, thought out in a thread."""
    task = Task(options=read_options(player.options, options))
    return Feed(player.moves(position, PLAYER_SEED, task))


def find_solution(
    session: Session[Any, Any], name: str | None, options: Mapping[str, Any], cancel: Cancel, progress: Progress
) -> Verdict:
    """The line that hints follow; or the solution of the solver of this name, in its first metric or else just any."""
    game, position = session.game, session.position
    if name is None:
        told = session.advisor.certain(position, budget=Budget(), cancel=cancel, progress=progress).verdict
        assert told is not None
        return told
    metrics = choose_strategy(game, name).metrics
    for metric in dict.fromkeys([metrics[0], *(["any"] if "any" in metrics else [])]):
        verdict = solve(game, position, metric=metric, strategy=name, options=options, cancel=cancel, progress=progress)
        if verdict.verdict != "unknown" or verdict.reason == "cancelled":
            return verdict
    raise BudgetEnded(f"no solution found within the budget ({verdict.reason})")
