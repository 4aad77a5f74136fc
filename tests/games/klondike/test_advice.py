"""Advice in play: whoever follows it gets home, in as many moves as it said."""

from __future__ import annotations

from typing import Any

import pytest

from quandary.engine.advise import Advisor
from quandary.engine.session import Session
from quandary.game import Status
from quandary.games.klondike import GAME, notation, rules
from tests.games.klondike.deals import dealt


def test_following_the_hints_from_a_fresh_deal_wins_in_the_distance_told() -> None:
    session: Session[Any, Any] = Session.start("klondike", "klondike#1")
    distance = session.distance()
    assert distance is not None
    while session.status is Status.PLAYING:
        hint = session.hint()
        assert hint is not None
        session.play(hint)
    assert session.status is Status.WON
    # Turning the waste over is a move that costs nothing, on the counter as in the distance.
    assert session.cost("moves") == distance < len(session.moves)
    assert set(session.marks) == {"hint"}


@pytest.mark.slow
def test_a_step_aside_changes_the_way_but_not_the_end() -> None:
    advisor: Advisor[Any, Any] = Advisor(GAME)
    position = dealt(1)
    for number in range(40):
        best = advisor.advise(position).move
        assert best is not None
        step = best
        if number % 8 == 3:
            others = [move for move in rules.moves(position) if move != best]
            after = {move: rules.play(position, move).position for move in others}
            step = next((move for move in others if advisor.advise(after[move]).is_winnable), best)
        position = rules.play(position, step).position
        assert advisor.advise(position).is_winnable


def test_a_lost_game_has_no_way_home() -> None:
    advice = Advisor(GAME).advise(dealt(12))
    assert (advice.is_winnable, advice.to_go, advice.move) == (False, None, None)


def test_a_won_game_is_at_home() -> None:
    advice = Advisor(GAME).advise(notation.parse("foundations=KCKDKHKS"))
    assert (advice.is_winnable, advice.to_go, advice.move) == (True, {"moves": 0}, None)
