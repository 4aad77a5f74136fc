"""What every game passes, run over every game that is registered, the template and those of other packages included."""

from __future__ import annotations

from typing import Any

import pytest

from quandary.core.registry import game, names
from quandary.engine.session import Session
from quandary.game import Game, PuzzleError
from quandary.testing import Conformance, rules, solving, texts


class TestEveryGame(Conformance):
    """One game after the other."""

    @pytest.fixture(params=names(with_examples=True))
    def any_game(self, request: pytest.FixtureRequest) -> Game[Any, Any]:
        return game(request.param)

    test_positions_come_back_from_their_texts = pytest.mark.slow(
        staticmethod(texts.test_positions_come_back_from_their_texts)
    )
    test_moves_and_positions_are_values = pytest.mark.slow(staticmethod(rules.test_moves_and_positions_are_values))
    test_every_other_move_is_refused_with_a_reason = pytest.mark.slow(
        staticmethod(rules.test_every_other_move_is_refused_with_a_reason)
    )
    test_every_strategy_agrees_with_the_reference_search = pytest.mark.slow(
        staticmethod(solving.test_every_strategy_agrees_with_the_reference_search)
    )


class TestTemplate(Conformance):
    """As a package of one game does it: three lines."""

    game = "template"


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", "[" * 100_000, '{"format": "quandary-session/1"}'])
def test_a_damaged_save_is_refused(text: str) -> None:
    with pytest.raises(PuzzleError):
        Session.load(text)
