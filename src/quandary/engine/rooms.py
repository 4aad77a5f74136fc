"""A game's rooms: what it has for one kind of front end, in a file of its own beside its rules, found by name.

`terminal.py` has its board in the terminal, `browser.js` its hand in the browser, `env.py` its environment. Each is
loaded by its front end and by nobody else, so that a game can be solved where no screen is, and a game from another
package brings them in the same way.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import ModuleType
from typing import Any

from quandary.core.game import Game


def package_of(game: Game[Any, Any]) -> str:
    """The package in which the game is written."""
    module = sys.modules[type(game).__module__]
    return module.__package__ or module.__name__


def room(game: Game[Any, Any], name: str) -> ModuleType | None:
    """The game's module of this name, imported; None where the game has none."""
    module = f"{package_of(game)}.{name}"
    return importlib.import_module(module) if importlib.util.find_spec(module) else None


def room_file(game: Game[Any, Any], name: str) -> Traversable | None:
    """The game's file or folder of this name; None where the game has none."""
    found = files(package_of(game)).joinpath(name)
    return found if found.is_file() or found.is_dir() else None
