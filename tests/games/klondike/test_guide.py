"""Advice in play: whoever follows it gets home, in as many moves as it said."""

from __future__ import annotations

from typing import Any

import pytest

from quandary.engine.session import Session
from quandary.game import Status
from quandary.games.klondike import notation, rules
from quandary.games.klondike.guide import KlondikeGuide
from tests.games.klondike.deals import dealt


def test_following_the_hints_from_a_fresh_deal_wins_in_the_distance_told() -> None:
    session: Session[Any, Any] = Session.start("klondike", "klondike#1")
    distance = session.distance()
    assert distance is not None
    cost = 0
    while session.status is Status.PLAYING:
        hint = session.hint()
        assert hint is not None
        cost += rules.move_cost(hint)
        session.play(hint)
    assert session.status is Status.WON
    assert cost == distance


@pytest.mark.slow
def test_a_step_aside_changes_the_way_but_not_the_end() -> None:
    guide = KlondikeGuide()
    position = dealt(1)
    for number in range(40):
        if number % 8 == 3:
            others = [move for move in rules.moves(position) if move not in guide.best_moves(position)]
            aside = [move for move in others if guide.distance(rules.play(position, move).position) is not None]
            step = aside[0] if aside else guide.best_moves(position)[0]
        else:
            step = guide.best_moves(position)[0]
        position = rules.play(position, step).position
        assert guide.distance(position) is not None


def test_a_lost_game_has_no_way_home() -> None:
    guide = KlondikeGuide()
    assert guide.distance(dealt(12)) is None
    assert guide.best_moves(dealt(12)) == []


def test_a_won_game_is_at_home() -> None:
    guide = KlondikeGuide()
    won = notation.parse("foundations=KCKDKHKS")
    assert (guide.distance(won), guide.best_moves(won)) == (0, [])
