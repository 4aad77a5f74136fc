"""Puzzles played over several turns: budgeted, logged, and judged like any answer."""

from __future__ import annotations

import pytest

import quandary
from quandary.evaluation import Episode, judge
from tests.evaluation.made import answer_of, moves_of, records


@pytest.mark.parametrize("number", range(22))
def test_a_solution_played_move_by_move_is_judged_like_the_answer(number: int) -> None:
    record = records()[number]
    moves = moves_of(record, record["solution"])
    episode = Episode(record, most_calls=2 * len(moves) + 9)
    assert "Moves so far: 0." in episode.look()
    for move in moves:
        assert "illegal" not in episode.move(f"ANSWER: {move}")
    found = judge(record, answer_of(record, moves))
    played = episode.judgement()
    assert (played.solved, played.cost, played.mark) == (found.solved, found.cost, found.mark)
    assert len(episode.log) == len(moves) + 1
    if record["task"]["goal"] == "solve":
        assert episode.over
        assert episode.look() == "The episode is over."
        assert len(episode.log) == len(moves) + 1


def test_what_is_wrong_is_told_and_changes_nothing() -> None:
    record = records()[0]
    first, *rest = moves_of(record, record["solution"])
    episode = Episode(record)
    assert episode.move("please \x1b[2J").startswith("Not understood, and nothing has changed: ")
    assert all(line.isprintable() for call in episode.log for line in call.reply.split("\n"))
    assert episode.undo() == "There is nothing to take back."
    assert "is illegal" in episode.move(f"{first} {first[0]}+9")
    assert "Moves so far: 0." in episode.undo()
    episode.move(" ".join([first, *rest]))
    assert episode.judgement().optimal
    assert [call.tool for call in episode.log] == ["move", "undo", "move", "undo", "move"]


def test_calls_are_limited_and_one_can_give_up() -> None:
    record = records()[0]
    short = Episode(record, most_calls=2)
    short.look()
    assert "Calls left: 0." in short.look()
    assert short.over
    assert short.move(record["solution"]) == "The episode is over."
    assert not short.judgement().solved
    tired = Episode(record)
    assert tired.give_up() == "The episode is over."
    assert tired.over
    with pytest.raises(quandary.UsageError, match="1 call or more"):
        Episode(record, most_calls=0)
