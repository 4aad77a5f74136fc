"""Every test of this folder runs over every game that is registered, the template included."""

from __future__ import annotations

from typing import Any

import pytest

from quandary.core.registry import game, names
from quandary.game import Game


@pytest.fixture(params=names(with_examples=True))
def any_game(request: pytest.FixtureRequest) -> Game[Any, Any]:
    """One game after the other."""
    return game(request.param)


@pytest.fixture
def solvable_game(any_game: Game[Any, Any]) -> Game[Any, Any]:
    """One game after the other of those that have a goal to reach."""
    if any_game.is_scored:
        pytest.skip("this game is played for a score")
    return any_game


@pytest.fixture
def scored_game(any_game: Game[Any, Any]) -> Game[Any, Any]:
    """One game after the other of those that are played for a score."""
    if not any_game.is_scored:
        pytest.skip("this game has a goal to reach")
    return any_game
