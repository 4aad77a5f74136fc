"""What is special about Lanterns, and in three lines what holds for every game."""

from __future__ import annotations

import pytest

import quandary
from quandary.game import PuzzleError, Status, Won
from quandary.testing import Conformance
from quandary_lanterns import GAME, Changed, Touch


class TestLanterns(Conformance):
    game = "lanterns"


def test_a_touch_changes_a_lantern_and_its_neighbours() -> None:
    position = GAME.parse("*.*/.*./*.*")
    after, events = GAME.play(position, Touch(1, 1))
    assert GAME.compact(after) == ".**/**./*.*"
    assert events == (Changed(((1, 1), (1, 2), (2, 1))),)


def test_a_second_touch_takes_the_first_back() -> None:
    position = GAME.parse("*.*/.*./*.*")
    for touch in GAME.moves(position):
        once = GAME.play(position, touch).position
        assert GAME.play(once, touch).position == position


def test_the_game_is_won_when_all_are_out() -> None:
    before = GAME.parse(".*./***/.*.")
    after, events = GAME.play(before, Touch(2, 2))
    assert (GAME.status(before), GAME.status(after)) == (Status.PLAYING, Status.WON)
    assert events[-1] == Won()
    assert not GAME.moves(after)


@pytest.mark.parametrize("text", GAME.examples)
def test_light_chasing_agrees_with_plain_search(text: str) -> None:
    ours = quandary.solve("lanterns", text)
    plain = quandary.solve("lanterns", text, strategy="reference")
    assert (ours.verdict, ours.cost, ours.optimal) == (plain.verdict, plain.cost, plain.optimal)


def test_some_can_never_be_put_out() -> None:
    assert quandary.solve("lanterns", "*.../..../..../....").verdict == "unsolvable"


@pytest.mark.parametrize(
    ("text", "problem"),
    [("", "2 to 9 rows"), ("*", "2 to 9 rows"), ("**/*", "row 2: the row has 1"), ("*x/..", "r1c2: unknown character")],
)
def test_a_bad_text_is_told_with_its_place(text: str, problem: str) -> None:
    with pytest.raises(PuzzleError, match=problem):
        GAME.parse(text)
