"""A game's rooms: what it can do beyond its rules, each in a file of its own beside them, found by name.

`solver.py` has its strategies, `generator.py` its generator; `terminal.py` its board in the terminal, `browser.js` its
hand in the browser, `env.py` its environment. A file that is there switches on what it is for. None is loaded before
somebody asks for it, so that a game can be solved where no screen is, and a game from another package brings them in
the same way.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

from quandary import games
from quandary.core.errors import warn

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from quandary.core.game import Game


def room(game: Game[Any, Any], name: str, *holds: str) -> ModuleType | None:
    """The game's module of this name, which holds these names; None where the game has none.

    Another package's that does not load, or lacks a name, is told on stderr and counts as none.
    """
    return _room(type(game), name, holds)


@cache
def _room(kind: type, name: str, holds: tuple[str, ...]) -> ModuleType | None:
    for package in _packages(kind):
        module = f"{package}.{name}"
        if importlib.util.find_spec(module):
            return _loaded(module, holds)
    return None


def _loaded(module: str, holds: tuple[str, ...]) -> ModuleType | None:
    try:
        found = importlib.import_module(module)
        for name in holds:
            getattr(found, name)
        return found
    except Exception as error:
        if module.startswith(f"{games.__name__}."):
            raise
        warn(f"{module} of another package does not load: {error}")
        return None


def from_room(game: Game[Any, Any], name: str, what: str, otherwise: Any = None) -> Any:
    """What the game's module of this name calls so."""
    return getattr(room(game, name), what, otherwise)


def made_in_room(game: Game[Any, Any], name: str, kind: type, **choices: Any) -> Any:
    """An object of the class of this kind that the game's module of this name defines; None where there is none."""
    module = room(game, name)
    if module is not None:
        for found in vars(module).values():
            if isinstance(found, type) and issubclass(found, kind) and found.__module__ == module.__name__:
                return found(**choices)
    return None


@cache
def field_docs(kind: type) -> dict[str, str]:
    """What stands below each field of a class, in one line: the docstrings that Python itself forgets."""
    # Slow to import, and only who asks what a figure means needs it.
    import ast
    import inspect
    from itertools import pairwise

    (body,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(body, ast.ClassDef)
    found = {}
    for field, doc in pairwise(body.body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(doc, ast.Expr):
            found[field.target.id] = " ".join(str(ast.literal_eval(doc.value)).split())
    return found


def room_file(game: Game[Any, Any], name: str) -> Traversable | None:
    """The game's file or folder of this name; None where the game has none."""
    # Slow to import, and a solver needs no files.
    from importlib.resources import files

    found = (files(package).joinpath(name) for package in _packages(type(game)))
    return next((file for file in found if file.is_file() or file.is_dir()), None)


def _packages(kind: type) -> Iterator[str]:
    """The package in which a game is written, then those of the games that it is derived from."""
    for base in kind.__mro__:
        package = sys.modules[base.__module__].__package__
        if package and package != __package__:
            yield package
