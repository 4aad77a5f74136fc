"""Letting a game's players play: by the rules, one move after the other.

A player decides; here its moves go through the game's Python rules, so that what comes out is a game that anybody can
replay, with the score that the rules count.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quandary.core.abilities import Played, Player
from quandary.core.arguments import check_options, check_type, check_whole
from quandary.core.budget import Task
from quandary.core.errors import UsageError
from quandary.core.game import Game, Status
from quandary.core.options import read_options
from quandary.core.registry import resolve_game
from quandary.engine.puzzles import check_position
from quandary.engine.solve import available_strategies


def performers(game: Game[Any, Any]) -> list[str]:
    """Who can be watched, the default first: solvers, and players who see only what a person sees."""
    strategies = [strategy.name for strategy in available_strategies(game)]
    return strategies + [player.name for player in game.players()]


def choose_player(game: str | Game[Any, Any], name: str | None = None, position: Any = None) -> Player[Any, Any]:
    """The player of this name, or the game's best; where a position is given, the best who can play from there."""
    game = resolve_game(game)
    players = game.players()
    if not players:
        raise UsageError(f"{game.name} has no players: it is solved, not played by chance or by sight")
    for player in players:
        if name == player.name or (name is None and (position is None or player.suits(position))):
            return player
    if name is None:
        raise UsageError(f"no player of {game.name} can play from here")
    listed = ", ".join(player.name for player in players)
    raise UsageError(f"{game.name} has no player {name!r} (players: {listed})")


def play_game(
    game: str | Game[Any, Any],
    position: Any,
    player: Player[Any, Any],
    *,
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    most_moves: int | None = None,
) -> Played[Any]:
    """Lets a player play from `position` to the end, or for so many moves."""
    game = resolve_game(game)
    check_position(game, position)
    check_type("player", player, Player, "a player (see choose_player)")
    check_options("options", options or {})
    check_whole("seed", seed)
    if most_moves is not None:
        check_whole("most_moves", most_moves)
    task = Task(options=read_options(player.options, options or {}))
    moves: list[Any] = []
    if game.status(position) is Status.PLAYING and most_moves != 0:
        for move in player.moves(position, seed, task):
            position = game.play(position, move).position
            moves.append(move)
            if len(moves) == most_moves:
                break
    return Played(moves, game.status(position), game.score(position))
