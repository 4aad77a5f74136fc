"""Advice: shortest, steady, and honest where nothing helps any more."""

from __future__ import annotations

from quandary.engine.session import Session
from quandary.game import Rng
from quandary.games.sokoban import GAME
from quandary.games.sokoban.rules import Step
from tests.games.sokoban.levels import CORNERED, ROOM


def test_hints_lead_home_by_the_shortest_way() -> None:
    session: Session[object, Step] = Session.start("sokoban", "sokoban#5")
    distance = session.distance()
    assert distance == session.puzzle.facts["pushes"]
    steps = 0
    while (hint := session.hint()) is not None:
        session.play(hint)
        steps += 1
        assert steps < 1000
    assert session.distance() == 0
    pushes = sum(move.must_push for move in session.moves)
    assert pushes == distance


def test_advice_stays_right_when_the_player_strays() -> None:
    session: Session[object, Step] = Session.start("sokoban", ROOM)
    rng = Rng(6)
    for _ in range(20):
        session.play(rng.choice(GAME.moves(session.position)))  # type: ignore[arg-type]
        if session.distance() is None:
            assert session.hint() is None
            session.undo()
    assert session.distance() is not None


def test_a_lost_level_is_called_so() -> None:
    session: Session[object, Step] = Session.start("sokoban", CORNERED)
    assert session.distance() is None
    assert session.hint() is None
