"""What holds for a session of every game: nothing is lost, and everything can be taken back."""

from __future__ import annotations

from typing import Any

from quandary.engine.session import Restarted, Session, Undone
from quandary.game import Event, Game, Puzzle, Status
from quandary.rng import Rng


def _played(game: Game[Any, Any], moves: int = 4) -> Session[Any, Any]:
    position = game.parse(game.examples[1])
    # A clock that stands still, so that two saves of the same game are the same text.
    puzzle = Puzzle(game.name, "example", position, game.format(position))
    session: Session[Any, Any] = Session(puzzle, clock=lambda: 0.0)
    rng = Rng(9)
    for _ in range(moves):
        here = session.position
        # Where a game has moves that stay, undo is about the others.
        legal = [move for move in game.moves(here) if game.stays(here, move, game.play(here, move).position) is None]
        if legal:
            session.play(rng.choice(legal))
    assert session.moves
    return session


def test_undo_and_redo_restore_every_position(any_game: Game[Any, Any]) -> None:
    session = _played(any_game)
    moves, end = session.moves, session.position
    passed = []
    while session.undo():
        passed.append(session.position)
    assert session.position == session.puzzle.position == passed[-1]
    assert session.moves == ()
    while session.redo():
        pass
    assert (session.moves, session.position) == (moves, end)


def test_a_new_move_forgets_what_was_taken_back(any_game: Game[Any, Any]) -> None:
    session = _played(any_game)
    session.undo()
    session.play(any_game.moves(session.position)[0])
    assert not session.redo()


def test_a_saved_session_comes_back_whole(any_game: Game[Any, Any]) -> None:
    session = _played(any_game)
    session.undo()
    loaded: Session[Any, Any] = Session.load(session.save())
    assert (loaded.position, loaded.moves, loaded.redoable, loaded.id, loaded.undone) == (
        session.position, session.moves, session.redoable, session.id, session.undone
    )  # fmt: skip
    assert loaded.save() == session.save()
    assert loaded.redo()


def test_reset_begins_again(any_game: Game[Any, Any]) -> None:
    session = _played(any_game)
    session.reset()
    assert (session.position, session.moves, session.elapsed) == (session.puzzle.position, (), 0.0)
    assert session.undo_refusal is None


def test_listeners_hear_every_change(any_game: Game[Any, Any]) -> None:
    session = _played(any_game, moves=1)
    heard: list[Event] = []
    unsubscribe = session.subscribe(heard.extend)
    session.undo()
    session.redo()
    session.reset()
    assert isinstance(heard[0], Undone)
    assert isinstance(heard[-1], Restarted)
    assert len(heard) >= 3
    unsubscribe()
    before = len(heard)
    session.play(any_game.moves(session.position)[0])
    assert len(heard) == before


def test_following_the_hints_solves_the_puzzle_in_the_distance_told(solvable_game: Game[Any, Any]) -> None:
    session: Session[Any, Any] = Session.start(solvable_game.name, solvable_game.examples[1])
    distance = session.distance()
    assert distance
    while session.status is Status.PLAYING:
        hint = session.hint()
        assert hint is not None
        session.play(hint)
    cost = 0
    position = session.puzzle.position
    for move in session.moves:
        cost += solvable_game.move_cost(position, move, solvable_game.metrics[0])
        position = solvable_game.play(position, move).position
    assert cost == distance
    assert session.hint() is None
    assert session.distance() == 0


def test_the_id_of_a_session_starts_the_same_puzzle(any_game: Game[Any, Any]) -> None:
    session = _played(any_game)
    again: Session[Any, Any] = Session.start(any_game.name, session.id)
    assert again.position == session.puzzle.position
