"""The parts of a session that no undo brings back: the clock and the counters."""

from __future__ import annotations

from typing import Any

import pytest

from quandary.budget import Cancel
from quandary.core.registry import game
from quandary.engine.session import Session
from quandary.game import BudgetEnded, IllegalMove, Puzzle
from quandary.games.template import GAME

EASY = game("rush-hour").examples[1]


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def _session(clock: Clock) -> Session[Any, Any]:
    return Session(Puzzle("template", "1", GAME.parse("F_T"), "F_T"), clock=clock)


def test_the_clock_runs_from_the_first_move_to_the_last() -> None:
    clock = Clock()
    session = _session(clock)
    clock.now += 50
    assert session.elapsed == 0
    session.play("1")
    clock.now += 7
    assert session.elapsed == 7
    session.play("3")
    clock.now += 3
    session.play("2")
    clock.now += 1000
    assert session.elapsed == 10


def test_undoing_the_last_move_lets_the_clock_run_on() -> None:
    clock = Clock()
    session = _session(clock)
    for move in "132":
        session.play(move)
    session.undo()
    clock.now += 5
    assert session.elapsed == 5


def test_an_illegal_move_changes_nothing() -> None:
    session = _session(Clock())
    session.play("1")
    session.undo()
    before = session.save()
    with pytest.raises(IllegalMove):
        session.play("2")
    assert session.save() == before


def test_the_move_count_goes_down_with_undo_and_the_undos_are_counted() -> None:
    session = _session(Clock())
    session.play("1")
    session.undo()
    assert (len(session.moves), session.undone) == (0, 1)


def test_the_time_of_a_saved_game_is_kept() -> None:
    clock = Clock()
    session = _session(clock)
    session.play("1")
    clock.now += 12.5
    loaded: Session[Any, Any] = Session.load(session.save(), clock=clock)
    clock.now += 99
    assert loaded.elapsed == 12.5


def test_a_lost_position_has_no_hint_and_no_distance() -> None:
    session: Session[Any, Any] = Session.start("template", "F_TT")
    assert session.distance() == 5
    stuck: Session[Any, Any] = Session.start("template", "FFTT_")
    assert stuck.distance() is None
    assert stuck.hint() is None
    assert stuck.hints == 0


def test_an_amended_move_takes_the_place_of_the_last_one() -> None:
    session: Session[Any, Any] = Session.start("rush-hour", EASY)
    session.play("E-1")
    session.play("C+1")
    session.undo()
    session.redo()
    session.amend(session.game.parse_move("C+3"))
    assert session.game.format_moves(session.moves) == "E-1 C+3"
    assert session.undone == 1
    session.amend(None)
    assert session.game.format_moves(session.moves) == "E-1"
    assert session.redoable == ()


def test_an_illegal_amendment_changes_nothing() -> None:
    session: Session[Any, Any] = Session.start("rush-hour", EASY)
    session.play("E-1")
    position = session.position
    with pytest.raises(IllegalMove):
        session.amend(session.game.parse_move("E+3"))
    assert session.position == position
    assert session.game.format_moves(session.moves) == "E-1"


def test_the_cost_of_what_was_played() -> None:
    session: Session[Any, Any] = Session.start("rush-hour", EASY)
    session.play("E-2")
    session.play("C+3")
    assert (session.cost("moves"), session.cost("steps")) == (2, 5)


def test_whoever_asks_for_a_hint_may_cancel() -> None:
    cancel = Cancel()
    cancel.cancel()
    session: Session[Any, Any] = Session.start("klondike", "klondike#11")
    with pytest.raises(BudgetEnded, match="cancelled"):
        session.hint(cancel)
    assert session.hints == 0
    assert session.hint() is not None
