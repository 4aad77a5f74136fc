"""A game beside the best one, and the place where it was left."""

from __future__ import annotations

from typing import Any

import pytest

from quandary.engine.review import review
from quandary.engine.session import Session
from quandary.game import Status

BOARD = "BB...C...D.CXX.D.C...D..........EEE."
"""Solved in four moves."""


def _finish(session: Session[Any, Any]) -> None:
    while session.status is Status.PLAYING:
        session.play(session.advisor.advise(session.position).move)


def test_the_optimum_is_never_left() -> None:
    session: Session[Any, Any] = Session.start("rush-hour", BOARD)
    _finish(session)
    found = review(session)
    assert found is not None
    assert (found.cost, found.optimum, found.left_at, found.best) == (4, 4, None, session.moves)
    assert found.words == "The optimum, 4 moves."


@pytest.mark.parametrize("kept", [0, 1, 2])
def test_the_first_needless_move_is_found(kept: int) -> None:
    session: Session[Any, Any] = Session.start("rush-hour", BOARD)
    for _ in range(kept):
        session.play(session.advisor.advise(session.position).move)
    here = session.position
    session.play("B+1")
    session.play("B-1")
    _finish(session)
    found = review(session)
    assert found is not None
    assert (found.cost, found.optimum, found.left_at, found.position) == (6, 4, kept, here)
    assert session.game.format_move(found.played) == "B+1"
    assert found.best[:kept] == session.moves[:kept]
    assert len(found.best) == 4
    assert found.words.startswith(
        f"6 moves, the best is 4. You left the best line with move {kept + 1}: car B right 1;"
    )


def test_a_lost_game_is_reviewed_too() -> None:
    session: Session[Any, Any] = Session.start("sokoban", "7#|#@____#|#_$___#|#___._#|#_____#|7#")
    for move in "rDD":
        session.play(move)
    found = review(session)
    assert found is not None
    assert found.left_at == 2
    assert found.words.startswith("2 pushes, the best is 3. You left the best line with move 3: push the box down;")


def test_where_nobody_knows_the_best_there_is_nothing_to_compare() -> None:
    assert review(Session.start("exponentile", "exponentile#1")) is None
