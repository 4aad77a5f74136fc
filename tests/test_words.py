"""Moves in words: every legal move of every game can be said, and some as people would."""

from __future__ import annotations

from typing import Any

import pytest

from quandary.core.registry import game, names
from quandary.engine.tips import tips
from quandary.testing.walks import positions_along_random_walks


@pytest.mark.parametrize("name", names())
def test_every_move_can_be_said(name: str) -> None:
    one = game(name)
    for position in positions_along_random_walks(one):
        for move in one.moves(position):
            told = tips(one, position, move)
            assert [tip.kind for tip in told][-2:] == ["move", "play"]
            assert all(tip.text for tip in told)


@pytest.mark.parametrize(
    ("name", "board", "move", "said", "where"),
    [
        ("rush-hour", "BB...C...D.CXX.D.C...D..........EEE.", "C+2", "truck C down 2", "Look at the 6th column."),
        ("rush-hour", "BB...C...D.CXX.D.C...D..........EEE.", "B+1", "car B right 1", "Look at the 1st row."),
        ("rush-hour", "BB...C...D.CXX.D.C...D..........EEE.", "X+1", "the red car right 1", "Look at the way out."),
        ("sokoban", "5#|#@$.#|5#", "R", "push the box right", "Look at the 2nd row."),
        (
            "sokoban",
            "6#|#_@__#|#_$__#|#_.$.#|#____#|6#",
            "l",
            "walk left",
            "Nothing is to be pushed from here: go somewhere else first.",
        ),
        ("klondike", "foundations=KCKDKHQS/1=KS", "1>F", "the king of spades home", "Look at pile 1."),
        (
            "klondike",
            "draw=1/foundations=KCTDQHKS/2=JD/3=kdKH/4=QD",
            "FS>1",
            "the king of spades to the empty pile 1",
            "Look at the cards that are home: one may come back.",
        ),
        (
            "exponentile",
            "2,4,8,4/4,2,2,8/8,4,4,2/2,8,4,2",
            "r1c1>r2c1",
            "swap the 2 in row 1, column 1 with the 4 below it",
            "Look at the 1st row.",
        ),
    ],
)
def test_a_move_as_people_say_it(name: str, board: str, move: str, said: str, where: str) -> None:
    one: Any = game(name)
    position, read = one.parse(board), one.parse_move(move)
    assert one.say_move(position, read) == said
    assert one.say_where(position, read) == where
