"""First lessons: what they tell to play can be played."""

from __future__ import annotations

from typing import Any

import pytest

from quandary.core.registry import game, names
from quandary.engine.session import Session
from quandary.game import Status


@pytest.mark.parametrize("name", names())
def test_a_lesson_can_be_played(name: str) -> None:
    lesson = game(name).lesson()
    assert lesson is not None
    assert len(lesson.steps) == 5
    session: Session[Any, Any] = Session.start(name, lesson.puzzle)
    for step in lesson.steps:
        assert session.status is Status.PLAYING
        session.play_step(session.game.parse_moves(step.moves))
        assert not session.words
    assert session.moves
    if name in ("rush-hour", "sokoban", "klondike"):
        assert session.status is Status.WON


def test_a_game_without_a_lesson_has_none() -> None:
    assert game("template").lesson() is None
