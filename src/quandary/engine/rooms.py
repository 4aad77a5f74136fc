"""A game's rooms: what it has for one kind of front end, in a file of its own beside its rules, found by name.

`terminal.py` has its board in the terminal, `browser.js` its hand in the browser, `env.py` its environment. Each is
loaded by its front end and by nobody else, so that a game can be solved where no screen is, and a game from another
package brings them in the same way.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from operator import attrgetter
from types import ModuleType
from typing import Any

from quandary import games
from quandary.core.errors import warn
from quandary.core.game import Game


def package_of(game: Game[Any, Any]) -> str:
    """The package in which the game is written; none for a game that is a single file."""
    return sys.modules[type(game).__module__].__package__ or ""


def room(game: Game[Any, Any], name: str, *holds: str) -> ModuleType | None:
    """The game's module of this name, which holds these names; None where the game has none.

    Another package's that does not load, or lacks a name, is told on stderr and counts as none.
    """
    package = package_of(game)
    return _loaded(f"{package}.{name}", holds) if package else None


@cache
def _loaded(module: str, holds: tuple[str, ...]) -> ModuleType | None:
    if importlib.util.find_spec(module) is None:
        return None
    try:
        found = importlib.import_module(module)
        attrgetter(*holds)(found)
        return found
    except Exception as error:
        if module.startswith(f"{games.__name__}."):
            raise
        warn(f"{module} of another package does not load: {error}")
        return None


def room_file(game: Game[Any, Any], name: str) -> Traversable | None:
    """The game's file or folder of this name; None where the game has none."""
    package = package_of(game)
    found = files(package).joinpath(name) if package else None
    return found if found is not None and (found.is_file() or found.is_dir()) else None
