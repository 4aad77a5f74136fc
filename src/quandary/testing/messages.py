"""Words that the messages of all these tests have in common: which game, where it is written, which position."""

from __future__ import annotations

from typing import Any

import pytest

from quandary.core.registry import game as game_of_name
from quandary.core.words import shortened
from quandary.game import Game, PuzzleError, UsageError

ENTRY_POINT = (
    'install its package, with {name} = "PACKAGE:GAME" under [project.entry-points."quandary.games"] in pyproject.toml'
)
_LONGEST = 200


def member(game: Game[Any, Any], name: str) -> str:
    """Return the full name of a member of the game's class, as messages tell where to look."""
    return f"{type(game).__module__}.{type(game).__qualname__}.{name}"


def at(game: Game[Any, Any], position: Any) -> str:
    """Return a position as messages show it."""
    return f"in position {shortened(repr(game.format(position)), _LONGEST)}"


def named(game: Game[Any, Any], move: Any) -> str:
    """Return a move as messages show it."""
    return f"move {game.format_move(move)!r}"


def parse_back(game: Game[Any, Any], text: str, writer: str, reader: str = "parse") -> Any:
    """Return what the game's `reader` reads in a text that its `writer` wrote; fail if it refuses that text."""
    try:
        return getattr(game, reader)(text)
    except PuzzleError as error:
        pytest.fail(f"{member(game, reader)} refuses what {member(game, writer)} writes, {text!r}: {error}")


def require_registered(game: Game[Any, Any]) -> None:
    """Fail unless the game can be found by its name, as saved games and ids find it."""
    try:
        found: Game[Any, Any] | None = game_of_name(game.name)
    except UsageError:
        found = None
    if type(found) is not type(game):
        pytest.fail(f"saved games find a game by its name: {ENTRY_POINT.format(name=game.name)}", pytrace=False)
