"""What holds for a session of every game: nothing is lost, and everything can be taken back."""

from __future__ import annotations

from typing import Any

from quandary.core.rng import Rng
from quandary.engine.session import Restarted, Session, Undone
from quandary.game import Event, Game, Puzzle, Status
from quandary.testing.messages import at, member, require_registered

UNDO = "Game.stays, and positions that must be values"


def _played(game: Game[Any, Any], moves: int = 4) -> Session[Any, Any]:
    require_registered(game)
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
    assert session.moves, (
        f"no move of {member(game, 'examples')}[1] can be played and taken back: add a puzzle where one can, "
        f"or change {member(game, 'stays')}"
    )
    return session


def test_undo_and_redo_restore_every_position(any_game: Game[Any, Any]) -> None:
    session = _played(any_game)
    moves, end = session.moves, session.position
    passed = []
    while session.undo():
        passed.append(session.position)
    assert session.position == session.puzzle.position == passed[-1], f"undo must lead back to the start: see {UNDO}"
    assert session.moves == (), f"undo leaves moves behind: see {UNDO}"
    while session.redo():
        pass
    assert (session.moves, session.position) == (moves, end), (
        f"redo must lead to the same position: {member(any_game, 'play')} must have no chance beyond the position's"
    )


def test_a_new_move_forgets_what_was_taken_back(any_game: Game[Any, Any]) -> None:
    session = _played(any_game)
    session.undo()
    session.play(any_game.moves(session.position)[0])
    assert not session.redo(), "a new move must forget the moves taken back"


def test_a_saved_session_comes_back_whole(any_game: Game[Any, Any]) -> None:
    session = _played(any_game)
    session.undo()
    loaded: Session[Any, Any] = Session.load(session.save())
    for name in ("position", "moves", "redoable", "id", "undone"):
        before, after = getattr(session, name), getattr(loaded, name)
        assert after == before, (
            f"the {name} of a saved game must come back: {before!r} is {after!r} "
            f"(texts: {member(any_game, 'parse')}, parse_move; chance: {member(any_game, 'play')})"
        )
    assert loaded.save() == session.save(), f"a loaded game must be saved as it was: see {member(any_game, 'format')}"
    assert loaded.redo(), "a loaded game must redo what was taken back"


def test_reset_begins_again(any_game: Game[Any, Any]) -> None:
    session = _played(any_game)
    session.reset()
    told = (session.position, session.moves, session.elapsed)
    assert told == (session.puzzle.position, (), 0.0), f"reset must lead to the start, without moves or time: {told}"
    assert session.undo_refusal is None, f"a reset can be taken back, but is refused: {session.undo_refusal}"


def test_listeners_hear_every_change(any_game: Game[Any, Any]) -> None:
    session = _played(any_game, moves=1)
    heard: list[Event] = []
    unsubscribe = session.subscribe(heard.extend)
    session.undo()
    session.redo()
    session.reset()
    names = [type(event).__name__ for event in heard]
    assert isinstance(heard[0], Undone), f"the first event after undo must be Undone: {names}"
    assert isinstance(heard[-1], Restarted), f"the last event after reset must be Restarted: {names}"
    assert len(heard) >= 3, f"redo must send the events of {member(any_game, 'play')}: {names}"
    unsubscribe()
    before = len(heard)
    session.play(any_game.moves(session.position)[0])
    assert len(heard) == before, "a listener that has unsubscribed must hear nothing"


def test_following_the_hints_solves_the_puzzle_in_the_distance_told(solvable_game: Game[Any, Any]) -> None:
    require_registered(solvable_game)
    text, where = solvable_game.examples[1], member(solvable_game, "examples")
    session: Session[Any, Any] = Session.start(solvable_game.name, text)
    distance = session.distance()
    assert distance is not None, f"{where}[1] cannot be solved ({text!r}): put a puzzle there that can"
    assert distance > 0, f"{where}[1] is solved at no cost ({text!r}): put a puzzle there that takes a move"
    while session.status is Status.PLAYING:
        hint = session.hint()
        assert hint is not None, f"there is no hint {at(solvable_game, session.position)}, which can be solved"
        session.play(hint)
    cost = 0
    position = session.puzzle.position
    for move in session.moves:
        cost += solvable_game.move_cost(position, move, solvable_game.metrics[0])
        position = solvable_game.play(position, move).position
    assert cost == distance, f"following the hints costs {cost}, the distance told was {distance}: {text!r}"
    assert session.hint() is None, f"a game that is over has no hint: {text!r}"
    assert session.distance() == 0, f"the distance of a solved puzzle is 0, not {session.distance()}: {text!r}"


def test_the_id_of_a_session_starts_the_same_puzzle(any_game: Game[Any, Any]) -> None:
    session = _played(any_game)
    again: Session[Any, Any] = Session.start(any_game.name, session.id)
    assert again.position == session.puzzle.position, (
        f"the id {session.id} must start the same puzzle: {member(any_game, 'parse')} must read "
        f"what {member(any_game, 'compact')} writes"
    )
