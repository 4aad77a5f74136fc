"""Tests that every game passes, for games in packages of their own (needs pytest):

    from quandary.testing import Conformance

    class TestLanterns(Conformance):
        game = "lanterns"

Texts come back as they went out, every legal move plays and every other one is refused with a reason, undo restores,
saves and solutions replay, seeds repeat. What does not apply to a game is skipped and says so. Quandary's own games
are tested by the same class.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, ClassVar

import pytest

from quandary.core.registry import game as game_of_name
from quandary.game import Game, PuzzleError, Status, UsageError
from quandary.testing.messages import ENTRY_POINT, member

__all__ = ["Conformance"]


class Conformance:
    """What holds for every game, a test each. A subclass whose name begins with `Test` says which game it is."""

    game: ClassVar[str | Game[Any, Any]]
    """The game, or its name if its package is installed."""

    @pytest.fixture
    def any_game(self) -> Game[Any, Any]:
        """The game, once it is known to have what all tests need."""
        return find_game(self)

    @pytest.fixture
    def solvable_game(self, any_game: Game[Any, Any]) -> Game[Any, Any]:
        """The game, if it has a goal to reach."""
        if any_game.is_scored:
            pytest.skip("this game is played for a score")
        return any_game

    @pytest.fixture
    def scored_game(self, any_game: Game[Any, Any]) -> Game[Any, Any]:
        """The game, if it is played for a score."""
        if not any_game.is_scored:
            pytest.skip("this game has a goal to reach")
        return any_game

    @pytest.fixture
    def maker(self, any_game: Game[Any, Any]) -> Game[Any, Any]:
        """The game, if it makes puzzles."""
        if any_game.generator() is None:
            pytest.skip("this game has no generator")
        return any_game


def find_game(test: Conformance) -> Game[Any, Any]:
    """Return the game of a test class; fail with what is missing and where to add it."""
    given = getattr(test, "game", None)
    if given is None:
        pytest.fail(f'say which game is tested: add game = "NAME" to class {type(test).__name__}', pytrace=False)
    if not isinstance(given, (str, Game)):
        pytest.fail(f"game of class {type(test).__name__} must be a name or a Game, not {given!r}", pytrace=False)
    try:
        found = game_of_name(given) if isinstance(given, str) else given
    except UsageError as error:
        pytest.fail(f"{error}; {ENTRY_POINT.format(name=given)}", pytrace=False)
    _check_members(found)
    return found


def _check_members(game: Game[Any, Any]) -> None:
    for name in ("name", "title", "summary", "examples"):
        if not getattr(game, name, None):
            pytest.fail(f"the game has no {name}: add {member(game, name)}", pytrace=False)
    where = member(game, "examples")
    if isinstance(game.examples, str) or len(game.examples) < 2:
        pytest.fail(f"{where} must be a tuple of two texts or more; it is {game.examples!r}", pytrace=False)
    for number, text in enumerate(game.examples):
        try:
            position = game.parse(text)
        except PuzzleError as error:
            pytest.fail(f"{where}[{number}] is refused by {member(game, 'parse')}: {error}", pytrace=False)
        if number == 1 and (game.status(position) is not Status.PLAYING or not game.moves(position)):
            pytest.fail(f"{where}[1] must be a puzzle that can be played: it is over, or has no move", pytrace=False)


def _take_in(module: str) -> None:
    """Makes a module's tests those of the class."""
    for name, test in vars(import_module(f"{__name__}.{module}")).items():
        if name.startswith("test_"):
            setattr(Conformance, name, staticmethod(test))


_MODULES = ("rules", "texts", "solving", "generators", "scores", "sessions")
# Before they are imported: a test that fails says what it has found instead.
pytest.register_assert_rewrite(*(f"{__name__}.{module}" for module in _MODULES))
for _module in _MODULES:
    _take_in(_module)
