"""The parts of a session that no undo brings back: the clock and the counters."""

from __future__ import annotations

from typing import Any

import pytest

from quandary.core.budget import Cancel
from quandary.core.registry import game
from quandary.engine.puzzles import puzzle_of
from quandary.engine.session import Session
from quandary.game import BudgetEnded, IllegalMove, Puzzle, PuzzleError, UsageError
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


def _line(session: Session[Any, Any]) -> str:
    return session.game.format_moves(session.moves)


def test_a_restart_can_be_undone_with_its_clock_and_survives_saving() -> None:
    clock = Clock()
    session: Session[Any, Any] = Session(puzzle_of(game("rush-hour"), EASY), clock=clock)
    session.play("E-1")
    clock.now += 9
    session.play("C+1")
    session.undo()
    session.reset()
    assert (session.moves, session.elapsed, session.undone) == ((), 0.0, 0)
    session.play("E-2")
    loaded: Session[Any, Any] = Session.load(session.save(), clock=clock)
    assert loaded.save() == session.save()
    for one in (session, loaded):
        assert one.undo()
        assert one.undo()
        assert (_line(one), one.elapsed, one.undone) == ("E-1", 9.0, 1)
        assert one.undo()
        assert not one.undo()
    assert session.undo_refusal == "there is no move to take back"


def test_a_restart_of_a_restart_leads_back_through_both() -> None:
    session: Session[Any, Any] = Session.start("rush-hour", EASY)
    session.play("E-1")
    session.reset()
    session.play("E-2")
    session.reset()
    session.reset()
    loaded: Session[Any, Any] = Session.load(session.save())
    for one in (session, loaded):
        assert one.undo()
        assert _line(one) == "E-2"
        assert one.undo()
        assert one.undo()
        assert _line(one) == "E-1"


def test_a_walk_is_one_step() -> None:
    session: Session[Any, Any] = Session.start("sokoban", "6#|#@___#|#_$__#|#_.__#|#____#|6#")
    session.play("r")
    session.play_step(session.game.parse_moves("rrd"))
    session = Session.load(session.save())
    assert _line(session) == "rrrd"
    assert session.undo_step()
    assert (_line(session), session.undone) == ("r", 3)
    session = Session.load(session.save())
    assert session.redo_step()
    assert (_line(session), session.redoable) == ("rrrd", ())
    assert session.undo()
    assert _line(session) == "rrr"
    assert session.undo_step()
    assert session.undo_step()
    assert not session.undo_step()


def test_checkpoints_lead_to_lines_that_were_left() -> None:
    session: Session[Any, Any] = Session.start("rush-hour", EASY)
    session.play("E-1")
    assert session.set_checkpoint() == 1
    session.undo()
    session.play("C+1")
    session = Session.load(session.save())
    session.go_to_checkpoint(1)
    assert _line(session) == "E-1"
    assert session.undo()
    assert _line(session) == "C+1"
    for number in (0, 2):
        with pytest.raises(UsageError, match="no checkpoint"):
            session.go_to_checkpoint(number)


def test_back_to_where_it_could_still_be_won() -> None:
    session: Session[Any, Any] = Session.start("sokoban", "7#|#@____#|#_$___#|#___._#|#_____#|7#")
    # The second push takes the box to the wall, where no goal is.
    for move in "rDDlu":
        session.play(move)
    assert session.last_winnable() == 2
    session.go_back_to(2)
    assert _line(session) == "rD"
    assert session.undo()
    assert _line(session) == "rDDlu"
    with pytest.raises(UsageError, match="no position after 99 moves"):
        session.go_back_to(99)


def test_a_hint_is_charged_once_for_a_position_and_not_forgotten_by_a_restart() -> None:
    session: Session[Any, Any] = Session.start("rush-hour", EASY)
    for _ in range(3):
        assert session.hint() is not None
    assert session.hints == 1
    session.play("E-1")
    session.hint()
    session.reset()
    session.hint()
    assert session.hints == 2


def test_a_tip_tells_more_each_time_it_is_asked_for() -> None:
    session: Session[Any, Any] = Session.start("rush-hour", EASY)
    told = [session.tip() for _ in range(5)]
    assert [tip.kind for tip in told if tip] == ["where", "piece", "move", "play", "play"]
    assert session.hints == 1
    tip = told[-1]
    assert tip is not None
    assert tip.move is not None
    session.play(tip.move)
    assert session.marks == ("hint",)


def test_who_was_told_only_where_to_look_has_found_the_move() -> None:
    session: Session[Any, Any] = Session.start("rush-hour", EASY)
    session.tip()
    best = session.advisor.advise(session.position).move
    session.play(best)
    assert (session.marks, session.hints) == (("player",), 1)


def test_undo_takes_a_jump_back_as_one_step() -> None:
    """Also where the position that it led to, or came from, is the end of a walk."""
    session: Session[Any, Any] = Session.start("sokoban", "8#|#@_____#|#_$__._#|8#")
    session.play_step(session.game.parse_moves("rr"))
    session.set_checkpoint()
    session.play_step(session.game.parse_moves("rr"))
    there = session.turn
    session.go_to_checkpoint(1)
    again: Session[Any, Any] = Session.load(session.save())
    assert session.undo_step()
    assert session.turn is there
    assert again.undo_step()
    assert again.moves == session.moves
    assert again.undo_step()
    assert again.turn.number == 2


def test_a_jump_from_the_start_is_undone_to_the_start() -> None:
    session: Session[Any, Any] = Session.start("sokoban", "8#|#@_____#|#_$__._#|8#")
    session.play_step(session.game.parse_moves("rr"))
    session.set_checkpoint()
    session.reset()
    session.go_to_checkpoint(1)
    assert session.undo_step()
    assert (session.turn.number, session.undone) == (0, 0)
    assert session.undo_step()
    assert session.turn.number == 2


@pytest.mark.parametrize("ask", ["hint", "tip"])
def test_what_a_hint_has_told_is_known_after_a_reload(ask: str) -> None:
    """It is charged once, also on a line that was left, and the move stays the hint's."""
    session: Session[Any, Any] = Session.start("sokoban", "8#|#@_____#|#_$__._#|8#")
    for _ in range(3):
        getattr(session, ask)()
    named = session.hint()
    session.play(next(move for move in session.game.moves(session.position) if move != named))
    session.undo()
    session.forget_undone()
    again: Session[Any, Any] = Session.load(session.save())
    assert getattr(again, ask)() is not None
    assert again.hints == session.hints == 1
    assert again.tip().kind == "play"  # type: ignore[union-attr]
    again.play(named)
    assert again.marks == ("hint",)
    again.pause()
    assert Session.load(again.save()).save() == again.save()


def test_what_a_solver_has_shown_is_known_after_a_reload() -> None:
    session: Session[Any, Any] = Session.start("sokoban", "8#|#@_____#|#_$__._#|8#")
    shown = session.advisor.certain(session.position).move
    session.play(shown, "solver:push-optimal")
    session.undo()
    again: Session[Any, Any] = Session.load(session.save())
    again.play(shown)
    assert again.marks == ("hint",)


@pytest.mark.parametrize("told", ["[1]", '{"0123456789abcdef": []}', '{"0123456789abcdef": ["x"]}'])
def test_damaged_hints_are_a_damaged_game(told: str) -> None:
    text = Session(Puzzle("template", "FF_TT", GAME.parse("FF_TT"), "FF_TT")).save()
    with pytest.raises(PuzzleError, match="damaged"):
        Session.load(text.replace('"hints": 0', f'"told": {told}, "hints": 0'))
