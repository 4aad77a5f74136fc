"""Every test of this folder runs over every game that is registered, the template included."""

from __future__ import annotations

from typing import Any

import pytest

from quandary.game import Game
from quandary.registry import game, names


@pytest.fixture(params=names(with_examples=True))
def any_game(request: pytest.FixtureRequest) -> Game[Any, Any]:
    """One game after the other."""
    return game(request.param)
