"""No way around a mistake: what was told stays told, and what is hidden stays hidden."""

from __future__ import annotations

from typing import Any

import pytest

from quandary.core.game import Effort
from quandary.engine.progress import record_of
from quandary.engine.session import Session
from quandary.game import Status, UsageError
from quandary.games.circuit import GAME
from quandary.games.circuit.rules import SteppedWrong


def _session(name: str = "circuit:5#42") -> Session[Any, Any]:
    return Session.start("circuit", name)


def _right(session: Session[Any, Any]) -> Any:
    board, here = session.position.board, session.position.here
    return GAME.parse_move("r{}c{}".format(*board.next_cell(here)))


def _wrong(session: Session[Any, Any]) -> Any:
    right = _right(session)
    return next(move for move in GAME.moves(session.position) if move != right)


def test_undo_gives_no_life_and_no_coin_back() -> None:
    session = _session()
    session.play(_right(session))
    session.play(_wrong(session))
    after = session.position
    assert not session.undo()
    assert not session.undo_step()
    assert session.position == after
    assert session.undo_refusal == "a wrong try stays: lives and coins do not come back"
    session.play(_right(session))
    assert session.undo()
    assert not session.undo()
    for number in (0, 1):
        with pytest.raises(UsageError, match="cannot be taken back"):
            session.go_back_to(number)


def test_a_loaded_game_is_as_strict() -> None:
    session = _session()
    session.play(_wrong(session))
    loaded: Session[Any, Any] = Session.load(session.save())
    assert not loaded.undo()
    assert loaded.position.lives == 4


def test_wrong_tries_cost_stars_whatever_is_taken_back() -> None:
    session = _session()
    for _ in range(3):
        session.play(_wrong(session))
        session.undo()
    while session.status is Status.PLAYING:
        session.play(_right(session))
    assert record_of(session, timed=False).stars == 1


def test_the_end_of_a_hidden_walk_stays() -> None:
    session = _session("circuit:3-hidden#1")
    session.play(_right(session))
    assert session.undo()
    while session.status is Status.PLAYING:
        session.play(_right(session))
    assert not session.undo()
    assert session.undo_refusal == "the end has told which steps were right"


def test_hidden_mode_shows_nothing_of_a_mistake() -> None:
    right, wrong = _session("circuit:5-hidden#42"), _session("circuit:5-hidden#42")
    right.play(_right(right))
    wrong.play(_wrong(wrong))
    assert wrong.status is Status.PLAYING
    assert wrong.cost("steps") > right.cost("steps")
    assert (wrong.counters, wrong.words) == (right.counters, right.words) == ({"steps": 1}, "")
    assert GAME.figures(wrong.position) == GAME.figures(right.position)


@pytest.mark.parametrize("puzzle", ["circuit:5#42", "circuit:5-hidden#42"])
def test_no_move_tells_by_its_cost_whether_it_is_right(puzzle: str) -> None:
    session = _session(puzzle)
    legal = GAME.moves(session.position)
    assert len(legal) > 1
    assert {GAME.told_cost(session.position, move, "steps") for move in legal} == {1}


def test_hidden_mode_does_not_tell_how_far_it_is() -> None:
    with pytest.raises(UsageError, match="only the end tells"):
        _session("circuit:5-hidden#42").distance()
    assert _session("circuit:5#42").distance() == 12


def test_a_wrong_try_says_what_would_have_been_right() -> None:
    session = _session()
    tile = session.position.board.tiles[session.position.here]
    outcome = session.play(_wrong(session))
    value = next(event.value for event in outcome.events if isinstance(event, SteppedWrong))
    assert session.words == f"{tile.expression} is {tile.answer}, not {value}. A life is lost, 4 are left."


def test_the_third_star_is_for_time_where_the_clock_is_on() -> None:
    session = _session()
    while session.status is Status.PLAYING:
        session.play(_right(session))
    steps = session.counters["steps"]
    limit = 7.0 * steps
    position = session.position
    assert GAME.stars(position, Effort(steps, steps, 0, limit)) == 3
    assert GAME.stars(position, Effort(steps, steps, 0, limit + 1)) == 2
    assert GAME.stars(position, Effort(steps, steps, 0)) == 3
    assert GAME.stars(position, Effort(steps, steps, 1)) == 2


def test_a_step_in_words() -> None:
    session = _session("circuit:1#3")
    assert GAME.say_move(session.position, _right(session)) == "7 + 2 is 9: go down"
    tip = session.tip()
    assert tip is not None
    assert tip.text == "Work out 7 + 2."
    session.play(_right(session))
    assert GAME.say_move(session.position, _right(session)) == "5 + 1 is 6: go up and right"
    assert GAME.say_move(session.position, _wrong(session)).startswith("go ")
