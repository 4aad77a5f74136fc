"""Finds games by name: every folder of `quandary.games`, and whatever other packages offer.

A game is a package with a `GAME` in it; dropping a folder into `quandary/games` is all it takes. Other people's
packages name theirs in the entry point group `quandary.games`. Nothing is imported before somebody asks for it.
A game of another package that does not load is told on stderr and left out; all others are there as ever.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from functools import cache
from typing import Any

from quandary import games
from quandary.core.abilities import M, P
from quandary.core.arguments import described
from quandary.core.errors import UsageError, did_you_mean, warn
from quandary.core.game import Game

ENTRY_POINT_GROUP = "quandary.games"
# As ids and web addresses can say it.
_NAME = re.compile("[a-z][a-z0-9-]*")


def game(name: str, **choices: Any) -> Game[Any, Any]:
    """The game of this name, with other rules where some are chosen: `game("klondike", draw=1)`."""
    if not isinstance(name, str):
        raise UsageError(f"a game is called by its name, a text, not {described(name)}")
    return _game(name).variant(**choices) if choices else _game(name)


def resolve_game(given: str | Game[P, M]) -> Game[P, M]:
    """Return the game that an argument means: a name, or the game itself."""
    if isinstance(given, Game):
        return given
    if not isinstance(given, str):
        raise UsageError(f"expected a game or its name ({', '.join(names())}), not {described(given)}")
    return _game(given)


@cache
def _game(name: str) -> Game[Any, Any]:
    """The game as it is; a `UsageError` names the nearest one if there is none."""
    if name in _built_in():
        module = importlib.import_module(f"{games.__name__}.{name.replace('-', '_')}")
        found: Game[Any, Any] = module.GAME
        return found
    for entry in _entry_points():
        if entry.name == name:
            return _load(entry)
    raise UsageError(f"there is no game {name!r} (games: {', '.join(names())}){did_you_mean(name, names())}")


def names(*, with_examples: bool = False) -> list[str]:
    """The names of all games; those that are there only to be copied are left out unless asked for."""
    every = [*_built_in(), *sorted({entry.name for entry in _entry_points()} - set(_built_in()))]
    return [name for name in every if _loads(name) and (with_examples or not _game(name).is_example)]


@cache
def _loads(name: str) -> bool:
    """Whether a game is there; where another package's is not, says so once."""
    try:
        _game(name)
    except UsageError as error:
        warn(str(error))
        return False
    return True


@cache
def _built_in() -> tuple[str, ...]:
    return tuple(sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(games.__path__)))


def _entry_points() -> list[Any]:
    # Imported late: finding entry points costs more than everything else a solve needs at start-up.
    from importlib.metadata import entry_points

    return sorted(entry_points(group=ENTRY_POINT_GROUP), key=lambda entry: entry.name)


def _load(entry: Any) -> Game[Any, Any]:
    try:
        found = entry.load()
    except Exception as error:
        raise UsageError(f"the game {entry.name!r} of another package does not load: {error}") from error
    if not isinstance(found, Game) or found.name != entry.name:
        raise UsageError(f"the entry point {entry.name!r} does not lead to a game of that name")
    if not _NAME.fullmatch(found.name):
        raise UsageError(f"{found.name!r} is no name for a game (expected small letters, digits and hyphens)")
    for said in ("title", "summary", "examples"):
        if not hasattr(found, said):
            raise UsageError(f"the game {found.name!r} of another package does not say its {said}")
    return found
