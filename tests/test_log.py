"""Games as logs: every move and what it made happen, from which any moment can be built again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from quandary import Session, generate
from quandary.core.registry import game, names
from quandary.game import PuzzleError, UsageError
from tests.cli.conftest import Quandary, quandary

__all__ = ["quandary"]  # the fixture


def played(name: str, count: int = 6) -> Session[Any, Any]:
    (puzzle,) = generate(name, seed=42) if game(name).generator() else (None,)
    session: Session[Any, Any] = Session.start(name, game(name).examples[0]) if puzzle is None else Session(puzzle)
    for number in range(count):
        moves = session.game.moves(session.position)
        if moves:
            session.play(moves[number % len(moves)], "player" if number % 2 else "strategy:test")
    return session


@pytest.mark.parametrize("name", names())
def test_any_moment_of_a_game_can_be_built_again(name: str) -> None:
    session = played(name)
    log = session.log()
    again = Session.from_log(log)
    assert (again.position, again.moves, again.marks) == (session.position, session.moves, session.marks)
    assert again.log() == log
    for number, position in enumerate(session.history):
        assert Session.from_log(log, turn=number).position == position


def test_a_log_has_the_seed_the_moves_and_the_events() -> None:
    session = played("exponentile")
    head, *turns = map(json.loads, session.log().splitlines())
    assert (head["game"], head["id"], head["seed"]) == ("exponentile", "exponentile#42", 42)
    assert [turn["move"] for turn in turns] == [session.game.format_move(move) for move in session.moves]
    assert {"Swapped", "Merged", "Fell", "Spawned"} <= {event["type"] for turn in turns for event in turn["events"]}
    assert [turn["score"] for turn in turns] == [session.game.score(position) for position in session.history[1:]]


def test_a_log_that_is_none_or_was_changed_is_refused() -> None:
    log = played("exponentile").log()
    lines = log.splitlines()
    for text, problem in (
        ("", "line 1: this is no line of a log"),
        ("{}", "no log of a game"),
        (lines[0][:-9], "line 1: this is no line"),
        ("\n".join([*lines[:3], "[]"]), "line 4: this is no line"),
        (log.replace('"points": ', '"points": 1'), "line 2: the move makes other things happen"),
        ("\n".join([lines[0], lines[2]]), "line 2: the "),
        ('{"format": "quandary-log/1", "game": "exponentile"}', "line 1: the log is damaged"),
    ):
        with pytest.raises(PuzzleError, match=problem):
            Session.from_log(text)
    with pytest.raises(UsageError, match="turns 0 to 6, not 7"):
        Session.from_log(log, turn=7)


def test_on_the_command_line(quandary: Quandary, tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    watched = quandary("play", "rush-hour", "rush-hour:beginner#3", "--auto", "--plain", "--log", str(log))
    assert watched.status == 0
    assert len(log.read_text().splitlines()) == watched.out.count("/") + 1
    begun = quandary("play", "rush-hour", "--resume", str(log), "--turn", "0", "--plain")
    fresh = quandary("play", "rush-hour", "rush-hour:beginner#3", "--plain")
    assert (begun.status, begun.out) == (0, fresh.out)
    second = tmp_path / "second.jsonl"
    typed = quandary("play", "rush-hour", "--resume", str(log), "--turn", "1", "--plain", stdin=f"log {second}\n")
    assert typed.status == 0
    assert second.read_text() == "".join(log.read_text().splitlines(keepends=True)[:2])
    for arguments, problem in (
        (("--turn", "1"), "say which with --resume"),
        (("--resume", str(log), "--turn", "999"), "the log has turns 0 to"),
        (("--resume", str(tmp_path / "none"), "--turn", "1"), "cannot be read"),
    ):
        refused = quandary("play", "rush-hour", *arguments)
        assert refused.status == 2
        assert problem in refused.err
