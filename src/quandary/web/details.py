"""What single games have beyond all others: the figures beside their boards, and places that one can point at."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from quandary.core.errors import UsageError
from quandary.core.game import Game, Status

Figures = dict[str, str]


def figures(game: Game[Any, Any], position: Any) -> Figures:
    """What a player of this game wants to see all the time, beyond the count of moves."""
    return _FIGURES[game.name](position) if game.name in _FIGURES else {}


def _circuit(position: Any) -> Figures:
    from quandary.games.circuit.position import LIVES
    from quandary.games.circuit.rules import stars, status

    over = status(position) is not Status.PLAYING
    shown: Figures = {"Mode": "hidden" if position.hidden else "standard"}
    if position.lives is not None:
        shown["Lives"] = "♥" * position.lives + "♡" * (LIVES - position.lives)
    elif over:
        shown["Mistakes"] = str(position.mistakes)
    if over or not position.hidden:
        shown["Coins"] = str(position.coins)
    if over:
        shown["Stars"] = "★" * stars(position) + "☆" * (3 - stars(position))
    return shown


def _klondike(position: Any) -> Figures:
    redeals = {} if position.redeals is None else {"Redeals": str(position.redeals)}
    return {"Home": f"{sum(position.foundations)} of 52", "Draw": str(position.draw), **redeals}


def _sokoban(position: Any) -> Figures:
    goals = position.level.goals
    return {"Goals": f"{len(position.boxes & goals)} of {len(goals)}"}


def _exponentile(position: Any) -> Figures:
    return {"Score": f"{position.score:,}", "Highest": str(1 << max(position.cells)), "Rules": position.rules}


_FIGURES: dict[str, Callable[[Any], Figures]] = {
    "circuit": _circuit,
    "klondike": _klondike,
    "sokoban": _sokoban,
    "exponentile": _exponentile,
}


def way_to(game: Game[Any, Any], position: Any, place: str) -> list[str] | None:
    """The moves that lead to a place, for players who point at it instead of saying how to get there."""
    if game.name != "sokoban":
        raise UsageError(f"{game.name} has no ways: its moves are single")
    from quandary.games.sokoban.position import Square
    from quandary.games.sokoban.rules import walk_to

    match = re.fullmatch(r"r([0-9]{1,4})c([0-9]{1,4})", place)
    if not match:
        raise UsageError(f"{place!r} is not a place (expected for example r3c5)")
    way = walk_to(position, Square(int(match[1]) - 1, int(match[2]) - 1))
    return None if way is None else [game.format_move(step) for step in way]
