"""The parts of a session that no undo brings back: the clock and the counters."""

from __future__ import annotations

from typing import Any

import pytest

from quandary.budget import Cancel
from quandary.core.registry import game
from quandary.engine.session import Session
from quandary.game import BudgetEnded, IllegalMove, Puzzle, PuzzleError
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


def test_a_session_knows_who_made_each_move() -> None:
    session: Session[Any, Any] = Session.start("rush-hour", EASY)
    session.play("E-1")
    hint = session.hint()
    assert hint is not None
    session.play(hint)
    session.play(session.game.moves(session.position)[0], "solver:optimal")
    assert list(session.marks) == ["player", "hint", "solver:optimal"]
    session.undo()
    session.undo()
    assert list(session.marks) == ["player"]
    session.redo()
    assert list(session.marks) == ["player", "hint"]
    session.amend(session.game.moves(session.history[-2])[-1])
    assert list(session.marks) == ["player", "player"]


def test_marks_are_saved_with_the_game_and_with_what_was_taken_back() -> None:
    session: Session[Any, Any] = Session.start("template", "F_TT")
    session.play("1")
    session.play(session.game.moves(session.position)[0], "strategy:first")
    session.undo()
    loaded: Session[Any, Any] = Session.load(session.save())
    assert loaded.redo()
    assert loaded.marks == ("player", "strategy:first")


def test_a_game_that_the_player_played_alone_is_saved_as_ever() -> None:
    session = _session(Clock())
    session.play("1")
    session.play("3")
    session.undo()
    assert session.save() == (
        '{\n "format": "quandary-session/1",\n "game": "template",\n "id": "1",\n "puzzle": "F_T",\n'
        ' "moves": [\n  "1"\n ],\n "redo": [\n  "3"\n ],\n "hints": 0,\n "undone": 1,\n "seconds": 0.0\n}\n'
    )


@pytest.mark.parametrize("marks", ["[]", '["player", 1]', '"player"', "7"])
def test_damaged_marks_are_refused(marks: str) -> None:
    session = _session(Clock())
    session.play("1")
    session.play("3", "hint")
    damaged = session.save().replace('[\n  "player",\n  "hint"\n ]', marks)
    assert damaged != session.save()
    with pytest.raises(PuzzleError):
        Session.load(damaged)


def test_another_line_does_not_begin_with_what_was_taken_back() -> None:
    session: Session[Any, Any] = Session.start("rush-hour", EASY)
    session.play("E-1")
    session.undo()
    session.forget_undone()
    assert not session.redo()
    assert session.undone == 1


def test_a_session_goes_on_from_a_turn_of_another() -> None:
    first: Session[Any, Any] = Session.start("rush-hour", EASY)
    first.play("E-1")
    turn = first.turn
    first.play("C+1")
    second: Session[Any, Any] = Session(first.puzzle, turn=turn)
    second.play("C+3")
    assert [session.game.format_moves(session.moves) for session in (first, second)] == ["E-1 C+1", "E-1 C+3"]
    assert second.costs == {"moves": 2, "steps": 4}
    assert second.undo()
    assert second.history == (first.puzzle.position, turn.position)
